//! What a session is written down in, and what is known of it from there.

use crate::{
    AgentError,
    ports::Watcher,
    recorder::{SceneRecorder, Writing},
};
use deskpilot_core::{Clock, Entry, Event, Projection, Remedy, Stage, Verdict, fold::Ledger};
use deskpilot_log::SessionLog;

/// The log of a session and the state that is folded from it. It changes only by [`Journal::record`].
pub(crate) struct Journal {
    /// Where events, pictures and prompts are kept.
    pub(crate) log: Box<dyn SessionLog>,
    ledger: Ledger,
    clock: Box<dyn Clock>,
    watchers: Vec<Watcher>,
}

impl Journal {
    /// A journal that goes on after these entries, which the log has already.
    pub(crate) fn new(
        log: Box<dyn SessionLog>,
        clock: Box<dyn Clock>,
        watchers: Vec<Watcher>,
        entries: &[Entry],
    ) -> Journal {
        Journal { log, ledger: Ledger::of(entries), clock, watchers }
    }

    /// The only way a session changes: the event is written down first, then applied, then told to the watchers.
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        let entry = self.log.append(self.clock.now(), event)?;
        self.ledger.apply(&entry);
        for watcher in &mut self.watchers {
            watcher(&entry);
        }
        Ok(())
    }

    /// Writes down that something went wrong in a stage.
    pub(crate) fn fault(&mut self, stage: Stage, message: String, remedy: Remedy) -> Result<(), AgentError> {
        self.record(Event::Faulted { stage, message, remedy })
    }

    /// Ends the round because something is no agent's doing.
    pub(crate) fn break_round(&mut self, reason: String) -> Result<(), AgentError> {
        self.record(Event::RoundEnded { verdict: Verdict::Errored(reason) })
    }

    /// What the session knows of itself, for a decider to decide upon, and what writes to the log meanwhile. What it writes
    /// is applied by [`Journal::settle`].
    pub(crate) fn for_scene(&mut self) -> (&Ledger, SceneRecorder<'_>) {
        let Journal { log, ledger, clock, watchers } = self;
        (ledger, SceneRecorder::new(log.as_mut(), &**clock, watchers))
    }

    /// Applies what was written while a decider decided. Fails when something could not be written.
    pub(crate) fn settle(&mut self, writing: Writing) -> Result<(), AgentError> {
        writing.entries.iter().for_each(|entry| self.ledger.apply(entry));
        writing.failed.map_or(Ok(()), |error| Err(error.into()))
    }

    /// What the session knows of itself.
    pub(crate) fn ledger(&self) -> &Ledger {
        &self.ledger
    }
}
