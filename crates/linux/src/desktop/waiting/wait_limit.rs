//! Until when to wait for the effect of an action.

use super::baseline::ActionBaseline;
use super::handled::HANDLING;
use super::idleness::Idleness;
use crate::desktop::reading::reader::Reader;
use crate::process::{processor_time, waiting_time};
use deskpilot_desktop::verdict::{Certainty, Proof};
use std::time::Duration;
use tokio::time::Instant;

/// How long to wait for the first sign. Some buttons are animated for a quarter of a second before they act, and a busy
/// machine takes three times as long.
pub(super) const SILENCE: Duration = Duration::from_millis(800);
/// How long to wait after the last sign where the keys only move something, and the application has handled them: what they
/// do comes with its events, and is drawn right after.
const MOVED: Duration = Duration::from_millis(150);
/// The longest wait, whatever is still going on: progress bars may never stop.
const CAP: Duration = Duration::from_millis(1500);
/// How much longer to wait for each typed character while the application goes on: LibreOffice answers pings before it has
/// inserted a long text, of which it takes some 300 characters in a second.
const PER_CHARACTER: Duration = Duration::from_millis(20);
/// How much longer at most where other programs have the processor meanwhile: time in which the application could not run does not count.
const DISPLACED: Duration = Duration::from_secs(50);
/// How long a program that has a part of a text does nothing once it has taken all that it takes: the first formula makes an
/// office suite load a part of itself.
const IDLE: Duration = Duration::from_millis(500);
/// The longest time without a look while signs keep coming: some applications send events without end.
pub(super) const LONGEST_UNSEEN: Duration = Duration::from_millis(300);

/// When a wait ends in which nothing proves the effect.
pub(super) struct WaitLimit {
    started: Instant,
    /// When the first try of the action began to wait. A second try has what the first left of the time.
    begun: Instant,
    /// How long after the last sign.
    patience: Duration,
    longest: Instant,
    /// Whether a typed text is there in part.
    is_growing: bool,
    process: Option<u32>,
    idleness: Idleness,
    /// How long the application had waited for the processor when the wait began.
    waited: Duration,
}

impl WaitLimit {
    pub(super) fn new(reader: &Reader, before: &ActionBaseline, proof: &Proof) -> WaitLimit {
        let (started, process) = (Instant::now(), before.process);
        WaitLimit {
            started,
            begun: reader.actions.last().map_or(started, |it| it.over.min(started)),
            patience: patience(reader, before, proof),
            longest: started + longest_wait(proof),
            is_growing: false,
            process,
            idleness: Idleness::new(time_of(process, processor_time), started),
            waited: time_of(process, waiting_time),
        }
    }

    /// The end, with the last sign of the application.
    pub(super) fn end(&self, last: Option<Instant>) -> Instant {
        // A busy application may pause within a text.
        let silent = last.map_or(self.started + SILENCE, |last| last + self.patience);
        if self.is_growing { self.longest } else { silent.min(self.longest) }
    }

    /// Moves the end while a look finds a text that still grows.
    pub(super) fn note(&mut self, certainty: Certainty) {
        self.is_growing = certainty == Certainty::Incomplete;
        let now = Instant::now();
        if self.is_growing && self.idleness.at(time_of(self.process, processor_time), now) < IDLE {
            let waited = time_of(self.process, waiting_time);
            let displaced = waited.saturating_sub(self.waited).min(DISPLACED);
            // Time in which other programs had the processor is given back to a text that still grows.
            let latest = self.longest.max(self.begun + HANDLING + displaced);
            self.longest = self.longest.max(now + LONGEST_UNSEEN).min(latest);
        }
    }

    /// Whether this is still the end after the last look.
    pub(super) fn ends_at(&self, end: Instant) -> bool {
        end == self.longest || !self.is_growing
    }
}

fn time_of(process: Option<u32>, time: fn(u32) -> Option<Duration>) -> Duration {
    process.and_then(time).unwrap_or_default()
}

/// How long to wait after the last sign. An application that answers calls only between two events has by then reported what
/// the keys moved, so a short wait is enough.
fn patience(reader: &Reader, before: &ActionBaseline, proof: &Proof) -> Duration {
    let moves = matches!(proof, Proof::Keys(typed) if typed.kind.presses_nothing());
    let answers_in_turn = reader.known(before.window).is_some_and(|group| reader.lags(group));
    if moves && answers_in_turn { MOVED } else { SILENCE }
}

/// The longest wait for the proof of an action.
fn longest_wait(proof: &Proof) -> Duration {
    let characters = u32::try_from(proof.typed_characters()).unwrap_or(u32::MAX);
    CAP.saturating_add(PER_CHARACTER.saturating_mul(characters)).min(HANDLING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_waited_for_as_long_as_it_takes_and_no_longer() {
        for (proof, millis) in [
            (Proof::AnyChange, 1500),
            (Proof::Typed("tea".into()), 1560),
            (Proof::Typed("x".repeat(400)), 9500),
            (Proof::Typed("x".repeat(4000)), 10_000),
        ] {
            assert_eq!(longest_wait(&proof), Duration::from_millis(millis), "{proof:?}");
        }
    }
}
