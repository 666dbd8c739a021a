//! Determines the effect of an action by looking at its target, or the whole window, again.

use super::baseline::ActionBaseline;
use super::effect::{self, Verdict, until_closed};
use super::evidence::{HIDDEN, without_contents};
use super::find_again::{FoundControl, Target};
use super::proof::Proof;
use super::proof_value::read_proof;
use super::reader::Reader;
use super::window_snapshot::{Caret, WindowSnapshot};
use deskpilot_core::{Effect, Evidence, NoChangeReason, NodeId, State};
use deskpilot_desktop::DesktopError;
use deskpilot_x11 as x11;

/// The effect of the action as of now.
pub(super) async fn look_after(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Verdict, DesktopError> {
    let verdict = look_once(reader, before, target, proof).await?;
    Ok(if before.may_close_dialog { until_closed(verdict) } else { verdict })
}

async fn look_once(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Verdict, DesktopError> {
    match direct_effect(reader, before, target, proof).await? {
        // The focused control is uncertain: GTK 4 focuses a part of a field and reports the field.
        Some(unchanged @ Effect::NoChange(_)) if target.control().is_none() => {
            let verdict = window_effect(reader, before, target, proof).await?;
            let is_seen = matches!(verdict.effect, Effect::Confirmed(_) | Effect::Partial(_));
            Ok(if is_seen { verdict } else { unchanged.into() })
        }
        // A click meant to check a cell may have selected another one.
        Some(Effect::NoChange(reason @ (NoChangeReason::Same(_) | NoChangeReason::NotFocused(_))))
            if proof.is_of_value() && target.control().is_some() =>
        {
            let after = snapshot_after(reader, before, target).await?;
            let within =
                || effect::focus_gained_within(&before.snapshot, &after, &target_node(before, target)?);
            if *proof == Proof::Focus
                && let Some(evidence) = within()
            {
                return Ok(Effect::Confirmed(evidence).into());
            }
            let verdict = effect_between(before, &after, target, proof);
            Ok(effect::with_side_effect(reason, verdict.effect).into())
        }
        Some(effect) => Ok(effect.into()),
        None => window_effect(reader, before, target, proof).await,
    }
}

/// The effect that the control or window reports in a call or two; `None` where only the whole window can show it.
pub(super) async fn direct_effect(
    reader: &Reader,
    before: &ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Option<Effect>, DesktopError> {
    if let Some(found) = before.proof_source(target) {
        let value = read_proof(reader, found, proof).await?;
        if let Some(effect) = effect::effect_proven(proof, before.proof_value.as_deref(), value.as_deref()) {
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

async fn window_effect(
    reader: &mut Reader,
    before: &mut ActionBaseline,
    target: &Target,
    proof: &Proof,
) -> Result<Verdict, DesktopError> {
    let after = snapshot_after(reader, before, target).await?;
    Ok(effect_between(before, &after, target, proof))
}

/// The window as it is now.
async fn snapshot_after(
    reader: &mut Reader,
    before: &ActionBaseline,
    target: &Target,
) -> Result<WindowSnapshot, DesktopError> {
    let mut after = WindowSnapshot::of(reader, before.window).await?;
    reader.recent_controls.record(before.process, &after.controls);
    after.record_texts(reader, before.window);
    if before.snapshot.picture.is_some() && before.was_drawn() {
        after.picture = reader.windows.picture(before.window).await.ok();
    } else {
        after.picture.clone_from(&before.snapshot.picture);
    }
    if let Some(found) = before.proof_source(target).filter(|_| before.snapshot.caret.is_some()) {
        after.caret = Caret::of(reader, found).await;
        if let Some(caret) = after.caret {
            after.selected_text = caret.selected_text(reader, found).await;
            if before.snapshot.format.is_some() {
                after.format = caret.format(reader, found).await;
            }
        }
    }
    after.saved_file = before.saved_file();
    after.took_clipboard = before.took_clipboard();
    Ok(after)
}

fn target_node(before: &ActionBaseline, target: &Target) -> Option<NodeId> {
    target.control().map(|found| before.snapshot.node_of(&found.element))
}

fn effect_between(
    before: &mut ActionBaseline,
    after: &WindowSnapshot,
    target: &Target,
    proof: &Proof,
) -> Verdict {
    let node = target_node(before, target);
    if node.as_ref().is_some_and(|node| effect::was_target_hit(&before.snapshot, after, node)) {
        before.was_target_hit = true;
    }
    let Verdict { effect, certainty } = effect::effect_seen(&before.snapshot, after, node.as_ref(), proof);
    let effect = if before.types_into_protected(target) { without_contents(effect) } else { effect };
    Verdict { effect, certainty }
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
    let is = facts.states_of(bits).has(state);
    let evidence = Evidence::Turned { state, on: is };
    Ok(Some(if is == on {
        Effect::Confirmed(evidence)
    } else {
        Effect::NoChange(NoChangeReason::Same(evidence))
    }))
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
    let what = found.description();
    let effect = state_effect(reader, found, State::Focused, true).await?;
    Ok(effect.map(|effect| match effect {
        Effect::Confirmed(_) => Effect::Confirmed(Evidence::Focus(what)),
        _ => Effect::NoChange(NoChangeReason::NotFocused(what)),
    }))
}
