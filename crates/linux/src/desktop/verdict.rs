//! Tells what an action did, by looking once more at what it was for.

use super::effect::{self, Proof};
use super::evidence::in_words;
use super::find_again::{Found, Target};
use super::settle::Before;
use super::{LinuxDesktop, PATIENCE};
use deskpilot_core::{Effect, Evidence, NodeId, State, Unchanged};
use deskpilot_desktop::{Area, Desktop, DesktopError};
use deskpilot_x11 as x11;
use tokio::time::Instant;

impl LinuxDesktop {
    /// What can be said of the action now.
    pub(super) async fn look_after(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Effect, DesktopError> {
        match self.direct_effect(before, target, proof).await? {
            // Who had the keyboard is not sure: GTK 4 gives it to a part of a field, and tells of the field.
            Some(unchanged @ Effect::NoChange(_)) if target.found().is_none() => {
                let effect = self.window_effect(before, target, proof).await?;
                Ok(if matches!(effect, Effect::Confirmed(_)) { effect } else { unchanged })
            }
            Some(effect) => Ok(effect),
            None => self.window_effect(before, target, proof).await,
        }
    }

    /// What the control or the window itself says, in a call or two; `None` where only the whole window can tell.
    pub(super) async fn direct_effect(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Option<Effect>, DesktopError> {
        if let Some(found) = before.witness(target) {
            let reading = self.reading(found, proof).await?;
            if let Some(effect) = effect::proven(proof, before.reading.as_deref(), reading.as_deref()) {
                return Ok(Some(effect));
            }
        }
        match (proof, target.found()) {
            (Proof::Hidden, _) => Ok(Some(Effect::Unverified("what is typed there is hidden".into()))),
            (Proof::State(state, on), Some(found)) => self.state_effect(found, *state, *on).await,
            (Proof::Focus, _) => self.focus_effect(before, target).await,
            _ => Ok(None),
        }
    }

    async fn window_effect(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Effect, DesktopError> {
        let mut after = self.glance(before.window).await?;
        if before.glance.picture.is_some() && before.was_drawn() {
            after.picture = self.capture(&Area::Window(before.window)).await.ok();
        } else {
            after.picture.clone_from(&before.glance.picture);
        }
        if let Some(found) = before.witness(target).filter(|_| before.glance.caret.is_some()) {
            after.caret = self.caret(found).await;
        }
        after.copied = before.was_copied();
        let node: Option<NodeId> = target.found().map(|found| before.glance.node_of(&found.item));
        if node.as_ref().is_some_and(|node| effect::was_met(&before.glance, &after, node)) {
            self.doubt = None;
        }
        Ok(effect::seen(&before.glance, &after, node.as_ref(), proof))
    }

    /// Whether a control is in the state; `None` where it does not say.
    async fn state_effect(
        &mut self,
        found: &Found,
        state: State,
        on: bool,
    ) -> Result<Option<Effect>, DesktopError> {
        let line = self.bus.until(Instant::now() + PATIENCE);
        let facts = &found.item.facts;
        let Ok(bits) = line.states(&found.item.node).await else { return Ok(None) };
        let is = facts.states_of(bits).has(state);
        let evidence = Evidence::State(in_words(state, is));
        Ok(Some(if is == on {
            Effect::Confirmed(evidence)
        } else {
            Effect::NoChange(Unchanged::Same(evidence))
        }))
    }

    async fn focus_effect(
        &mut self,
        before: &Before,
        target: &Target,
    ) -> Result<Option<Effect>, DesktopError> {
        let Some(found) = target.found() else {
            let window = u32::try_from(before.window.0).unwrap_or(0);
            let active =
                self.display.run(move |server| x11::is_active(server, window)).await?.unwrap_or(false);
            let evidence = Evidence::Focus(format!("{:?}", super::title_of(&self.titles, before.window)));
            return Ok(Some(if active {
                Effect::Confirmed(evidence)
            } else {
                Effect::NoChange(Unchanged::Same(evidence))
            }));
        };
        let what = found.what();
        let effect = self.state_effect(found, State::Focused, true).await?;
        Ok(effect.map(|effect| match effect {
            Effect::Confirmed(_) => Effect::Confirmed(Evidence::Focus(what)),
            _ => Effect::NoChange(Unchanged::NotFocused(what)),
        }))
    }
}
