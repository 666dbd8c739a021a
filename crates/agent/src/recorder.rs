//! Records what a decider does while its scene borrows the session's state.

use crate::ports::Watcher;
use deskpilot_core::{BlobKind, BlobRef, Clock, Entry, Event, Stage};
use deskpilot_deciders::{NotRecorded, Recorder};
use deskpilot_log::{LogError, SessionLog};
use std::time::Duration;

/// Writes events to the session's log and notifies the watchers. The session applies them to its state after the decider
/// has released its scene; see [`RecordedEvents`].
pub(crate) struct SceneRecorder<'s> {
    log: &'s mut dyn SessionLog,
    clock: &'s dyn Clock,
    watchers: &'s mut [Watcher],
    written: RecordedEvents,
}

/// The recorded entries and stage times.
#[derive(Default)]
pub(crate) struct RecordedEvents {
    /// Entries that the session must still apply.
    pub(crate) entries: Vec<Entry>,
    /// How long stages took.
    pub(crate) timings: Vec<(Stage, Duration)>,
    /// The error of the last failed write, if one failed.
    pub(crate) failed: Option<LogError>,
}

impl<'s> SceneRecorder<'s> {
    /// A recorder that writes to this log.
    pub(crate) fn new(
        log: &'s mut dyn SessionLog,
        clock: &'s dyn Clock,
        watchers: &'s mut [Watcher],
    ) -> SceneRecorder<'s> {
        SceneRecorder { log, clock, watchers, written: RecordedEvents::default() }
    }

    /// Ends the recording.
    pub(crate) fn finish(self) -> RecordedEvents {
        self.written
    }

    fn note_failure<T>(&mut self, result: Result<T, LogError>) -> Result<T, NotRecorded> {
        result.map_err(|error| {
            self.written.failed = Some(error);
            NotRecorded
        })
    }
}

impl Recorder for SceneRecorder<'_> {
    fn record(&mut self, event: Event) -> Result<(), NotRecorded> {
        let appended = self.log.append(self.clock.now(), event);
        let entry = self.note_failure(appended)?;
        for watcher in &mut *self.watchers {
            watcher(&entry);
        }
        self.written.entries.push(entry);
        Ok(())
    }

    fn store(&mut self, kind: BlobKind, bytes: &[u8]) -> Result<BlobRef, NotRecorded> {
        let kept = self.log.keep(kind, bytes);
        self.note_failure(kept)
    }

    fn add_time(&mut self, stage: Stage, time: Duration) {
        self.written.timings.push((stage, time));
    }
}
