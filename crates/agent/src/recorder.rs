//! What a decider writes down on the way to its decision, while its scene is borrowed from the session.

use crate::ports::Watcher;
use deskpilot_core::{BlobKind, BlobRef, Clock, Entry, Event, Stage};
use deskpilot_deciders::{NotRecorded, Recorder};
use deskpilot_log::{LogError, SessionLog};
use std::time::Duration;

/// Writes events to the session's log and tells the watchers. What was written is applied to the session's state once the
/// decider has let go of its scene; see [`Writing`].
pub(crate) struct SceneRecorder<'s> {
    log: &'s mut dyn SessionLog,
    clock: &'s dyn Clock,
    watchers: &'s mut [Watcher],
    written: Writing,
}

/// What was written down, and what it took.
#[derive(Default)]
pub(crate) struct Writing {
    /// The entries, to be applied to the session's state.
    pub(crate) entries: Vec<Entry>,
    /// How long stages took.
    pub(crate) timings: Vec<(Stage, Duration)>,
    /// Why the log could not be written.
    pub(crate) failed: Option<LogError>,
}

impl<'s> SceneRecorder<'s> {
    /// A recorder that writes to this log.
    pub(crate) fn new(
        log: &'s mut dyn SessionLog,
        clock: &'s dyn Clock,
        watchers: &'s mut [Watcher],
    ) -> SceneRecorder<'s> {
        SceneRecorder { log, clock, watchers, written: Writing::default() }
    }

    /// What was written down.
    pub(crate) fn finish(self) -> Writing {
        self.written
    }

    fn kept<T>(&mut self, result: Result<T, LogError>) -> Result<T, NotRecorded> {
        result.map_err(|error| {
            self.written.failed = Some(error);
            NotRecorded
        })
    }
}

impl Recorder for SceneRecorder<'_> {
    fn record(&mut self, event: Event) -> Result<(), NotRecorded> {
        let appended = self.log.append(self.clock.now(), event);
        let entry = self.kept(appended)?;
        for watcher in &mut *self.watchers {
            watcher(&entry);
        }
        self.written.entries.push(entry);
        Ok(())
    }

    fn store(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded> {
        let kept = self.log.keep(kind, bytes);
        self.kept(kept)
    }

    fn add_time(&mut self, stage: Stage, time: Duration) {
        self.written.timings.push((stage, time));
    }
}
