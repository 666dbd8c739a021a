//! Determines the effect of an action by looking at its target, or the whole window, again.

use super::baseline::ActionBaseline;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::proof_value::read_proof;
use crate::desktop::reading::reader::Reader;
use crate::desktop::reading::window_snapshot::{after_action, caret_of, format_at, selected_text};
use deskpilot_core::{Effect, Evidence, NoChangeReason, NodeId, State};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{
    Comparison, HIDDEN, Proof, Verdict, WindowSnapshot, effect_of_focus, effect_of_state,
};
use deskpilot_x11 as x11;

/// The effect of the action as of now.
pub(in crate::desktop) async fn look_after(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Verdict, DesktopError> {
    let verdict = look_once(reader, before, target, proof).await?;
    Ok(if before.may_close_dialog { verdict.until_closed() } else { verdict })
}

async fn look_once(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Verdict, DesktopError> {
    let node = target.control().map(|it| node_before(before, it));
    let reported = direct_effect(reader, before, target, proof).await?;
    if let Some(effect) = reported.as_ref().filter(|it| proof.is_settled_by(it, node.as_ref())) {
        return Ok(Verdict::from(effect.clone()).of_text_typed(proof));
    }
    let after = snapshot_after(reader, before, target).await?;
    let comparison = Comparison {
        before: &before.snapshot,
        after: &after,
        target: node.as_ref(),
        proof,
        is_hidden: before.types_into_protected(target),
    };
    let (verdict, was_target_hit) = (comparison.verdict(reported), comparison.was_target_hit());
    before.was_target_hit |= was_target_hit;
    Ok(verdict)
}

/// The node that the target had in the look before the action.
fn node_before(before: &ActionBaseline, found: &FoundControl) -> NodeId {
    before.snapshot.node_of(found.element.node.id(), &found.element.control())
}

/// The effect that the control or window reports in a call or two; `None` where only the whole window can show it.
pub(in crate::desktop) async fn direct_effect(
    reader: &Reader,
    before: &ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Option<Effect>, DesktopError> {
    if let Some(found) = before.proof_source(target) {
        let value = read_proof(reader, found, proof).await?;
        if let Some(effect) = proof.effect_of_value(before.proof_value.as_deref(), value.as_deref()) {
            return Ok(Some(effect));
        }
    }
    match (proof, target.control()) {
        (Proof::Hidden, _) => Ok(Some(Effect::unverified(HIDDEN))),
        (Proof::State(state, on), Some(found)) => state_effect(reader, found, *state, *on).await,
        (Proof::Focus, _) => focus_effect(reader, before, target).await,
        _ => Ok(None),
    }
}

/// The window as it is now.
pub(in crate::desktop) async fn snapshot_after(
    reader: &mut Reader,
    before: &ActionBaseline,
    target: &Target,
) -> Result<WindowSnapshot, DesktopError> {
    let mut after = after_action(reader, before.window).await?;
    reader.recent_controls.record(before.process, &after.controls);
    reader.passing_texts.record(before.window, &after);
    // Where nothing was drawn, the picture of before is that of now, and a capture is saved.
    if before.snapshot.picture.is_some() && before.was_drawn() {
        after.picture = reader.windows.picture(before.window).await.ok();
    } else {
        after.picture.clone_from(&before.snapshot.picture);
    }
    if let Some(found) = before.proof_source(target).filter(|_| before.snapshot.caret.is_some()) {
        after.caret = caret_of(reader, found).await;
        if let Some(caret) = after.caret {
            after.selected_text = selected_text(reader, found, caret).await;
            if before.snapshot.format.is_some() {
                after.format = format_at(reader, found, caret).await;
            }
        }
    }
    after.saved_file = before.saved_file();
    after.took_clipboard = before.took_clipboard();
    Ok(after)
}

/// Whether a control has this state; `None` where it does not reply.
async fn state_effect(
    reader: &Reader,
    found: &FoundControl,
    state: State,
    on: bool,
) -> Result<Option<Effect>, DesktopError> {
    let caller = reader.caller();
    let facts = &found.element.facts;
    let Ok(bits) = caller.states(&found.element.node).await else { return Ok(None) };
    Ok(Some(effect_of_state(state, on, facts.states_of(bits).has(state))))
}

async fn focus_effect(
    reader: &Reader,
    before: &ActionBaseline,
    target: &Target,
) -> Result<Option<Effect>, DesktopError> {
    let Some(found) = target.control() else {
        let window = u32::try_from(before.window.0).unwrap_or(0);
        let active =
            reader.windows.display.run(move |server| x11::is_active(server, window)).await?.unwrap_or(false);
        let evidence = Evidence::Focus(format!("{:?}", reader.windows.title_of(before.window)));
        return Ok(Some(if active {
            Effect::Confirmed(evidence)
        } else {
            Effect::NoChange(NoChangeReason::Same(evidence))
        }));
    };
    let (node, facts) = (&found.element.node, &found.element.facts);
    let Ok(bits) = reader.caller().states(node).await else { return Ok(None) };
    Ok(Some(effect_of_focus(found.description(), facts.states_of(bits).has(State::Focused))))
}
