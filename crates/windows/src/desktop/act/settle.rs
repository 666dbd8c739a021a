//! Waits until an action has had its effect, and has the judge of every platform say which that is.

use super::executor::Executor;
use super::phases::SentInput;
use super::waiting::{BETWEEN_LOOKS, FIRST_LOOK, LookAfter, SILENCE, ending, longest_wait};
use crate::desktop::reading::element::Element;
use crate::desktop::reading::reader::Reading;
use crate::desktop::reading::snapshot::{PROOF, after};
use deskpilot_core::{Effect, Evidence, NoChangeReason, Outcome, WindowId};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::{
    Comparison, HIDDEN, Proof, Verdict, WindowSnapshot, effect_of_focus, effect_of_state, may_close_dialog,
};
use deskpilot_win32::foreground;
use tokio::time::{Instant, sleep_until};

impl Executor {
    /// Looks at the window until the effect is seen and nothing goes on, or nothing more is to be expected.
    pub(super) async fn settle(&mut self, sent: &SentInput) -> Result<Outcome, DesktopError> {
        let own: WindowId = sent.aimed.reading.group.main.hwnd.into();
        let (proof, longest) = (&sent.aimed.proof, sent.at + longest_wait(&sent.aimed.proof));
        let mut due = if sent.was_handled() { sent.at } else { sent.at + FIRST_LOOK };
        let mut changed_at = sent.at;
        let mut last: Option<(Verdict, WindowSnapshot)> = None;
        loop {
            sleep_until(due).await;
            let (verdict, seen) = self.look(sent, own).await?;
            let (process, before) = (sent.aimed.reading.group.main.process, &sent.aimed.before.controls);
            self.reader.note_recent(process, before, &seen.controls);
            let now = Instant::now();
            let is_same = match &last {
                Some((was, look)) => *was == verdict && is_alike(look, &seen),
                None => is_alike(&sent.aimed.before, &seen),
            };
            if !is_same {
                // What still changes may come to show the effect.
                changed_at = now;
            }
            let is_over = now >= longest || now.saturating_duration_since(changed_at) >= SILENCE;
            let is_quiet = is_same || (last.is_none() && sent.was_handled());
            let look = LookAfter { is_quiet, is_over, waited: now - sent.at };
            if let Some(end) = ending(proof, &verdict, look) {
                self.reader.self_changes.record_after_action(own, &seen.controls);
                return Ok(Outcome { settled: Some(end), ..Outcome::from(verdict.effect) });
            }
            last = Some((verdict, seen));
            due = (now + BETWEEN_LOOKS).min(longest.max(now));
        }
    }

    /// The effect as of one look, and what it shows.
    async fn look(
        &mut self,
        sent: &SentInput,
        own: WindowId,
    ) -> Result<(Verdict, WindowSnapshot), DesktopError> {
        let aimed = &sent.aimed;
        let reading = self.reader.read(own, PROOF).await;
        if let Err(error) = &reading
            && error.is_of_whole_desktop()
        {
            return Err(error.clone());
        }
        let source = aimed.source();
        let found = |reading: &Reading| source.as_ref().and_then(|it| reading.find(it)).cloned();
        let element = reading.as_ref().ok().and_then(found);
        let reported = match (&reading, &element) {
            (Ok(reading), Some(element)) => self.reported(sent, reading, element).await?,
            _ => self.reported_by_window(sent),
        };
        let caret_of = element.as_ref().filter(|_| aimed.before.caret.is_some());
        let before = (&aimed.before, aimed.reading.backend, &aimed.reading.group);
        let seen = after(&self.reader, reading.as_ref(), before, caret_of).await?;
        let target = aimed.target.control().and_then(|it| it.control.node().cloned());
        let comparison = Comparison {
            before: &aimed.before,
            after: &seen,
            target: target.as_ref(),
            proof: &aimed.proof,
            is_hidden: aimed.is_hidden(),
        };
        let verdict = comparison.verdict(reported);
        let role = aimed.target.control().map(|it| it.control.role);
        let closes = aimed.reading.group.has_dialog() && may_close_dialog(&aimed.gesture, role);
        Ok((if closes { verdict.until_closed() } else { verdict }, seen))
    }

    /// The effect that the control itself shows.
    async fn reported(
        &self,
        sent: &SentInput,
        reading: &Reading,
        element: &Element,
    ) -> Result<Option<Effect>, DesktopError> {
        let (proof, states) = (&sent.aimed.proof, element.control.states);
        Ok(match proof {
            Proof::Hidden => Some(Effect::unverified(HIDDEN)),
            Proof::State(state, on) => Some(effect_of_state(*state, *on, states.has(*state))),
            Proof::Focus => {
                Some(effect_of_focus(element.description(), states.has(deskpilot_core::State::Focused)))
            }
            proof => {
                let now = self.proof_value(reading, element, proof).await?;
                proof.effect_of_value(sent.aimed.value.as_deref(), now.as_deref())
            }
        })
    }

    /// The effect of giving a window the keyboard.
    fn reported_by_window(&self, sent: &SentInput) -> Option<Effect> {
        let aimed = &sent.aimed;
        if aimed.proof == Proof::Hidden {
            return Some(Effect::unverified(HIDDEN));
        }
        let is_of_window = aimed.proof == Proof::Focus && aimed.target.control().is_none();
        let evidence = Evidence::Focus(format!("{:?}", aimed.reading.group.main.title));
        is_of_window.then(|| {
            match foreground().is_some_and(|it| aimed.reading.group.handles().contains(&it)) {
                true => Effect::Confirmed(evidence),
                false => Effect::NoChange(NoChangeReason::Same(evidence)),
            }
        })
    }
}

/// Whether two looks show the same.
fn is_alike(one: &WindowSnapshot, other: &WindowSnapshot) -> bool {
    one.controls == other.controls && one.windows == other.windows && one.popups == other.popups
}
