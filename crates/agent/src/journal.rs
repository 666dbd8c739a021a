//! The session's log and the state that is folded from it.

use crate::{
    AgentError,
    ports::Watcher,
    recorder::{RecordedEvents, SceneRecorder},
};
use deskpilot_core::{Clock, Entry, Event, Projection, Remedy, Stage, Verdict, fold::Ledger};
use deskpilot_log::SessionLog;

/// The log of a session and the state that is folded from it. It changes only by [`Journal::record`].
pub(crate) struct Journal {
    /// Stores events, pictures and prompts.
    pub(crate) log: Box<dyn SessionLog>,
    ledger: Ledger,
    clock: Box<dyn Clock>,
    watchers: Vec<Watcher>,
}

impl Journal {
    /// A journal that continues after these entries, which the log already has.
    pub(crate) fn new(
        log: Box<dyn SessionLog>,
        clock: Box<dyn Clock>,
        watchers: Vec<Watcher>,
        entries: &[Entry],
    ) -> Journal {
        Journal { log, ledger: Ledger::of(entries), clock, watchers }
    }

    /// The only way a session changes: appends the event to the log, applies it, then notifies the watchers.
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        let entry = self.log.append(self.clock.now(), event)?;
        self.ledger.apply(&entry);
        for watcher in &mut self.watchers {
            watcher(&entry);
        }
        Ok(())
    }

    /// Records a fault in a stage.
    pub(crate) fn fault(&mut self, stage: Stage, message: String, remedy: Remedy) -> Result<(), AgentError> {
        self.record(Event::Faulted { stage, message, remedy })
    }

    /// Ends the round because of an error that no agent can correct.
    pub(crate) fn break_round(&mut self, reason: String) -> Result<(), AgentError> {
        self.record(Event::RoundEnded { verdict: Verdict::Errored(reason) })
    }

    /// The state that a decider reads, and the recorder it writes to meanwhile. [`Journal::settle`] applies what it wrote.
    pub(crate) fn split_for_decider(&mut self) -> (&Ledger, SceneRecorder<'_>) {
        let Journal { log, ledger, clock, watchers } = self;
        (ledger, SceneRecorder::new(log.as_mut(), &**clock, watchers))
    }

    /// Applies the entries that a decider recorded. Fails when the log could not be written.
    pub(crate) fn settle(&mut self, writing: RecordedEvents) -> Result<(), AgentError> {
        // Also after a failed write: the log has what was written before it.
        writing.entries.iter().for_each(|entry| self.ledger.apply(entry));
        writing.failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// The state folded from all entries so far.
    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
