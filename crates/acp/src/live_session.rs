//! The running session of an editor: what it writes, what it asks, and when it waits for the next request.

use deskpilot_core::{Entry, Preset, fold::OpenQuestion};
use deskpilot_log::{Blobs, LogError};
use deskpilot_runtime::{EventStream, Phase, Presence, QuestionWatch, SessionHandle, TextChanges};
use std::{path::PathBuf, sync::Arc, time::Duration};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// How long a session may take to end.
pub(crate) const ENDING: Duration = Duration::from_secs(10);

/// A running session, and what the editor knows about it.
pub(crate) struct LiveSession {
    pub(crate) handle: SessionHandle,
    pub(crate) events: EventStream,
    pub(crate) questions: QuestionWatch,
    pub(crate) blobs: Blobs,
    /// What it changed in files, as far as the editor knows.
    pub(crate) changes: TextChanges,
    /// The preset it runs under.
    pub(crate) preset: Preset,
    /// The policy file that takes the rule of an "always".
    pub(crate) policy: Option<PathBuf>,
    pub(crate) is_stopped: bool,
    /// Counts the person in the editor among those who can answer.
    _presence: Presence,
}

/// What happens next in a session.
pub(crate) enum Signal {
    /// The editor cancelled the turn.
    Cancelled,
    /// The session wrote this entry.
    Entry(Arc<Entry>),
    /// The session asks this.
    Question(OpenQuestion),
    /// It has carried out what it was given.
    Idle,
    /// It is over.
    Over,
}

impl LiveSession {
    /// A session that has just begun, or goes on, with this entry.
    pub(crate) fn new(
        handle: SessionHandle,
        presence: Presence,
        from: u64,
        changes: TextChanges,
        (preset, policy): (Preset, Option<PathBuf>),
    ) -> LiveSession {
        LiveSession {
            events: handle.events(from),
            questions: handle.questions(),
            blobs: Blobs::of(handle.folder()),
            changes,
            preset,
            policy,
            is_stopped: false,
            _presence: presence,
            handle,
        }
    }

    /// What happens next. Entries come before what they lead to.
    pub(crate) async fn next(&mut self, cancel: &CancellationToken) -> Result<Signal, LogError> {
        let LiveSession { handle, events, questions, is_stopped, .. } = self;
        Ok(tokio::select! {
            biased;
            () = cancel.cancelled(), if !*is_stopped => Signal::Cancelled,
            entry = events.next() => entry?.map_or(Signal::Over, Signal::Entry),
            Some(question) = questions.next() => Signal::Question(question),
            Phase::Idle = handle.wait_until_idle() => Signal::Idle,
        })
    }

    /// The next entry that is written already.
    pub(crate) async fn written(&mut self) -> Result<Option<Arc<Entry>>, LogError> {
        if self.events.position() >= self.handle.next_seq() {
            return Ok(None);
        }
        self.events.next().await
    }

    /// Shows the open question once more, if there is one.
    pub(crate) fn ask_again(&mut self) {
        self.questions = self.handle.questions();
    }

    /// Stops the session; it can be resumed.
    pub(crate) fn stop(&mut self) {
        self.is_stopped = true;
        self.handle.stop();
    }

    /// Ends the session: at once if it is at work, so that it can be resumed, and in order if it is idle and takes no longer than it may.
    pub(crate) async fn end(self) {
        match self.handle.phase() {
            Phase::Working => self.handle.stop(),
            Phase::Idle | Phase::Over => self.handle.close_requests(),
        }
        end_or_stop(self.handle.outcome(), ENDING, || self.handle.stop()).await;
    }
}

/// Waits for the end of a session within this time, and stops one that takes longer. The log says how it ended.
async fn end_or_stop<T>(end: impl Future<Output = T>, limit: Duration, stop: impl FnOnce()) {
    if timeout(limit, end).await.is_err() {
        stop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        cell::Cell,
        future::{pending, ready},
    };

    #[tokio::test]
    async fn a_session_that_does_not_end_in_time_is_stopped_and_not_waited_for() {
        let stops = Cell::new(0);
        let stop = || stops.set(stops.get() + 1);
        end_or_stop(ready(()), Duration::ZERO, stop).await;
        assert_eq!(stops.get(), 0);
        end_or_stop(pending::<()>(), Duration::ZERO, stop).await;
        assert_eq!(stops.get(), 1);
    }
}
