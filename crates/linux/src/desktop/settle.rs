//! Waits until an action has had its effect, and tells which.

use super::changes::in_words;
use super::effect::{self, Proof};
use super::family::Family;
use super::find_again::{Found, Target};
use super::glance::Glance;
use super::{LinuxDesktop, PATIENCE};
use crate::a11y::{Quiet, translate};
use crate::x11;
use deskpilot_core::{Effect, Evidence, NodeId, State, WindowId};
use deskpilot_desktop::{Area, Desktop, DesktopError};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

/// How long an application says nothing more once it has done what it was asked for.
const QUIET: Duration = Duration::from_millis(60);
/// How long the first word is waited for. Some buttons are animated for a quarter of a second before they act, and a busy
/// machine takes three times as long.
const SILENCE: Duration = Duration::from_millis(800);
/// When the wait ends whatever is still going on: carets blink and progress goes on for ever.
const CAP: Duration = Duration::from_millis(1500);

/// What was seen before an action.
pub(super) struct Before {
    window: WindowId,
    glance: Glance,
    reading: Option<String>,
    bus: Option<Arc<str>>,
    events: u64,
}

impl LinuxDesktop {
    /// Looks at the window before an action whose proof will be this.
    pub(super) async fn look_before(
        &mut self,
        family: &Family,
        target: &Target,
        proof: &Proof,
    ) -> Result<Before, DesktopError> {
        let window = WindowId(family.client.id.into());
        let mut glance = self.glance(window).await?;
        if matches!(proof, Proof::AnyChange | Proof::AnyMove) {
            glance.picture = self.capture(&Area::Window(window)).await.ok();
        }
        let reading = match target.found() {
            Some(found) => self.reading(found, proof).await?,
            None => None,
        };
        let bus = family.bus();
        let events = bus.as_ref().and_then(|bus| self.pulse.of(bus)).map_or(0, |beat| beat.count);
        Ok(Before { window, glance, reading, bus, events })
    }

    /// Waits for what comes of an action that was sent. Its own errors are told as an effect: it was sent.
    pub(super) async fn settle(
        &mut self,
        mut before: Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Effect, DesktopError> {
        let started = Instant::now();
        let cap = started + CAP;
        loop {
            let first = (Instant::now() + SILENCE).min(cap);
            let quiet = Quiet { after: before.events, first, quiet: QUIET, cap };
            let heard = self.wait(&mut before, quiet).await;
            let effect = match self.look_after(&before, target, proof).await {
                Ok(effect) => effect,
                Err(error @ DesktopError::Lost(_)) => return Err(error),
                Err(error) => return Ok(Effect::Unverified(format!("it was sent, then {error}"))),
            };
            let is_over = !heard || Instant::now() >= cap;
            if is_over || matches!(effect, Effect::Confirmed(_)) {
                return Ok(effect);
            }
        }
    }

    async fn wait(&mut self, before: &mut Before, quiet: Quiet) -> bool {
        // Without accessibility nobody says when it is done.
        let bus = before.bus.clone().unwrap_or_else(|| "".into());
        let heard = self.pulse.quiet(&bus, quiet).await;
        before.events = self.pulse.of(&bus).map_or(0, |beat| beat.count);
        heard
    }

    async fn look_after(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Effect, DesktopError> {
        if let Some(found) = target.found() {
            let reading = self.reading(found, proof).await?;
            if let Some(effect) = effect::proven(proof, before.reading.as_deref(), reading.as_deref()) {
                return Ok(effect);
            }
            if let Proof::State(state, on) = proof {
                return self.state_effect(before, found, *state, *on).await;
            }
        }
        match proof {
            Proof::Hidden => Ok(Effect::Unverified("what is typed there is hidden".into())),
            Proof::Focus => self.focus_effect(before, target).await,
            _ => self.window_effect(before, target, proof).await,
        }
    }

    async fn window_effect(
        &mut self,
        before: &Before,
        target: &Target,
        proof: &Proof,
    ) -> Result<Effect, DesktopError> {
        let mut after = self.glance(before.window).await?;
        if before.glance.picture.is_some() {
            after.picture = self.capture(&Area::Window(before.window)).await.ok();
        }
        let node: Option<NodeId> = target.found().map(|found| found.item.node.id());
        Ok(effect::seen(&before.glance, &after, node.as_ref(), proof))
    }

    async fn state_effect(
        &mut self,
        before: &Before,
        found: &Found,
        state: State,
        on: bool,
    ) -> Result<Effect, DesktopError> {
        let line = self.bus.until(Instant::now() + PATIENCE);
        let facts = &found.item.facts;
        let Ok(bits) = line.states(&found.item.node).await else {
            return self.window_effect(before, &Target::Window, &Proof::AnyChange).await;
        };
        if translate::states_of(facts.role, bits, facts.interfaces).has(state) == on {
            return Ok(Effect::Confirmed(Evidence::State(in_words(state, on))));
        }
        Ok(Effect::NoChange(Evidence::State(in_words(state, !on))))
    }

    async fn focus_effect(&mut self, before: &Before, target: &Target) -> Result<Effect, DesktopError> {
        let Some(found) = target.found() else {
            let window = u32::try_from(before.window.0).unwrap_or(0);
            let active =
                self.display.run(move |server| x11::is_active(server, window)).await?.unwrap_or(false);
            let evidence = Evidence::Focus(format!("{:?}", self.title_of(before.window)));
            return Ok(if active { Effect::Confirmed(evidence) } else { Effect::NoChange(evidence) });
        };
        let what = found.what();
        let effect = self.state_effect(before, found, State::Focused, true).await?;
        Ok(match effect {
            Effect::Confirmed(_) => Effect::Confirmed(Evidence::Focus(what)),
            Effect::NoChange(_) => Effect::NoChange(Evidence::State(format!("the focus is not on {what}"))),
            other => other,
        })
    }
}
