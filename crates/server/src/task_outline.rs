//! What a log says of its task as a whole: its length, its rounds, its desktop and models. Of most of its lines only the kind is read.

use deskpilot_core::{Entry, Event, Timestamp, Verdict};
use deskpilot_log::{LogError, Tail};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// The kinds of entries that an outline is made of.
const KINDS: [&str; 5] = ["session_opened", "round_started", "round_ended", "round_reopened", "step_started"];

/// The outline of one log.
pub(crate) struct TaskOutline {
    folder: PathBuf,
    tail: Tail,
    steps: usize,
    rounds: Vec<RoundRow>,
    header: Option<Value>,
}

/// A round of a task.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct RoundRow {
    round: u32,
    request: String,
    entry: u64,
    at: Timestamp,
    verdict: Option<Verdict>,
}

impl TaskOutline {
    /// The outline of the log in this folder, of which nothing was read.
    pub(crate) fn of(folder: &Path) -> TaskOutline {
        let (folder, tail) = (folder.to_owned(), Tail::new(folder));
        TaskOutline { folder, tail, steps: 0, rounds: Vec::new(), header: None }
    }

    /// The number of the next entry.
    pub(crate) const fn position(&self) -> u64 {
        self.tail.position()
    }

    /// The number of its steps so far.
    pub(crate) const fn step_count(&self) -> usize {
        self.steps
    }

    /// The desktop, the models and the mode of the task; `None` without a first entry.
    pub(crate) const fn header(&self) -> Option<&Value> {
        self.header.as_ref()
    }

    /// Its rounds so far.
    pub(crate) fn rounds(&self) -> &[RoundRow] {
        &self.rounds
    }

    /// Reads what was written since the last look.
    pub(crate) fn catch_up(&mut self) -> Result<(), LogError> {
        if self.tail.was_cut() {
            *self = TaskOutline::of(&self.folder.clone());
        }
        while let Some(entries) = self.tail.read_some_of(&KINDS)? {
            entries.iter().for_each(|it| self.apply(it));
        }
        Ok(())
    }

    fn apply(&mut self, entry: &Entry) {
        match &entry.event {
            Event::SessionOpened { format, version, desktop, models, mode, .. } => {
                self.header = Some(json!({
                    "desktop": desktop, "models": models, "mode": mode, "format": format, "version": version,
                }));
            }
            Event::StepStarted { .. } => self.steps += 1,
            Event::RoundStarted { round, request } => self.rounds.push(RoundRow {
                round: *round,
                request: request.clone(),
                entry: entry.seq,
                at: entry.at,
                verdict: None,
            }),
            Event::RoundEnded { verdict } => self.end_round(Some(verdict.clone())),
            Event::RoundReopened { .. } => self.end_round(None),
            _ => {}
        }
    }

    fn end_round(&mut self, verdict: Option<Verdict>) {
        if let Some(round) = self.rounds.last_mut() {
            round.verdict = verdict;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Projection, RoundState, fold::StepRecords};
    use deskpilot_log::{FileLog, SessionLog};

    /// What the outline has.
    fn shown(outline: &TaskOutline) -> Value {
        json!([outline.step_count(), outline.rounds(), outline.header()])
    }

    #[test]
    fn an_outline_of_the_lines_that_it_needs_says_what_the_whole_log_says() {
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../log/tests/fixtures");
        for name in ["format-1", "format-2", "format-2-codes", "format-3", "format-4"] {
            let entries = deskpilot_log::read(&stored, name).unwrap();
            let mut whole = TaskOutline::of(&stored);
            entries.iter().for_each(|it| whole.apply(it));
            let mut outline = TaskOutline::of(&stored.join(name));
            outline.catch_up().unwrap();
            assert_eq!(shown(&outline), shown(&whole), "{name}");
            assert_eq!(outline.position(), entries.len() as u64, "{name}");
            assert_eq!(outline.step_count(), StepRecords::of(&entries).into_steps().len(), "{name}");
        }
    }

    #[test]
    fn an_outline_goes_on_with_its_log() {
        let root = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "a").unwrap();
        let mut outline = TaskOutline::of(log.folder());
        let round = |round| Event::RoundStarted { round, request: "compute".into() };
        let ended = |verdict| Event::RoundEnded { verdict };
        for (event, expected) in [
            (round(0), json!([null])),
            (ended(Verdict::Finished("42".into())), json!([{"finished": "42"}])),
            (Event::RoundReopened { state: Box::new(RoundState::start()) }, json!([null])),
            (ended(Verdict::Failed("no".into())), json!([{"failed": "no"}])),
            (round(1), json!([{"failed": "no"}, null])),
        ] {
            log.append(Timestamp(1), event).unwrap();
            outline.catch_up().unwrap();
            let verdicts: Vec<_> = outline.rounds().iter().map(|it| &it.verdict).collect();
            assert_eq!(json!(verdicts), expected);
        }
        assert_eq!(outline.position(), 5);
    }
}
