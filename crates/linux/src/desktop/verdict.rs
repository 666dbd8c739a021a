//! Determines the effect of an action by looking at its target, or the whole window, again.

use super::before::Before;
use super::effect::{self, Proof};
use super::evidence::{in_words, without_contents};
use super::find_again::{Found, Target};
use super::glance::{Caret, Glance};
use super::reader::Reader;
use super::reading::read_proof;
use deskpilot_core::{Effect, Evidence, NoChangeReason, NodeId, State};
use deskpilot_desktop::DesktopError;
use deskpilot_x11 as x11;

/// The effect of the action as of now.
pub(super) async fn look_after(
    reader: &mut Reader,
    before: &mut Before,
    target: &Target,
    proof: &Proof,
) -> Result<Effect, DesktopError> {
    match direct_effect(reader, before, target, proof).await? {
        // The focused control is uncertain: GTK 4 focuses a part of a field and reports the field.
        Some(unchanged @ Effect::NoChange(_)) if target.found().is_none() => {
            let effect = window_effect(reader, before, target, proof).await?;
            Ok(if matches!(effect, Effect::Confirmed(_)) { effect } else { unchanged })
        }
        Some(effect) => Ok(effect),
        None => window_effect(reader, before, target, proof).await,
    }
}

/// The effect that the control or window reports in a call or two; `None` where only the whole window can show it.
pub(super) async fn direct_effect(
    reader: &Reader,
    before: &Before,
    target: &Target,
    proof: &Proof,
) -> Result<Option<Effect>, DesktopError> {
    if let Some(found) = before.witness(target) {
        let reading = read_proof(reader, found, proof).await?;
        if let Some(effect) = effect::proven(proof, before.reading.as_deref(), reading.as_deref()) {
            return Ok(Some(effect));
        }
    }
    match (proof, target.found()) {
        (Proof::Hidden, _) => Ok(Some(Effect::Unverified("what is typed there is hidden".into()))),
        (Proof::State(state, on), Some(found)) => state_effect(reader, found, *state, *on).await,
        (Proof::Focus, _) => focus_effect(reader, before, target).await,
        _ => Ok(None),
    }
}

async fn window_effect(
    reader: &mut Reader,
    before: &mut Before,
    target: &Target,
    proof: &Proof,
) -> Result<Effect, DesktopError> {
    let mut after = Glance::of(reader, before.window).await?;
    reader.lately.take_in(before.process, &after.controls);
    if before.glance.picture.is_some() && before.was_drawn() {
        after.picture = reader.windows.picture(before.window).await.ok();
    } else {
        after.picture.clone_from(&before.glance.picture);
    }
    if let Some(found) = before.witness(target).filter(|_| before.glance.caret.is_some()) {
        after.caret = Caret::of(reader, found).await;
    }
    after.copied = before.was_copied();
    let node: Option<NodeId> = target.found().map(|found| before.glance.node_of(&found.item));
    if node.as_ref().is_some_and(|node| effect::was_met(&before.glance, &after, node)) {
        before.was_met = true;
    }
    let effect = effect::seen(&before.glance, &after, node.as_ref(), proof);
    Ok(if before.is_hidden(target) { without_contents(effect) } else { effect })
}

/// Whether a control has this state; `None` where it does not reply.
async fn state_effect(
    reader: &Reader,
    found: &Found,
    state: State,
    on: bool,
) -> Result<Option<Effect>, DesktopError> {
    let line = reader.line();
    let facts = &found.item.facts;
    let Ok(bits) = line.states(&found.item.node).await else { return Ok(None) };
    let is = facts.states_of(bits).has(state);
    let evidence = Evidence::State(in_words(state, is));
    Ok(Some(if is == on {
        Effect::Confirmed(evidence)
    } else {
        Effect::NoChange(NoChangeReason::Same(evidence))
    }))
}

async fn focus_effect(
    reader: &Reader,
    before: &Before,
    target: &Target,
) -> Result<Option<Effect>, DesktopError> {
    let Some(found) = target.found() else {
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
    let what = found.what();
    let effect = state_effect(reader, found, State::Focused, true).await?;
    Ok(effect.map(|effect| match effect {
        Effect::Confirmed(_) => Effect::Confirmed(Evidence::Focus(what)),
        _ => Effect::NoChange(NoChangeReason::NotFocused(what)),
    }))
}
