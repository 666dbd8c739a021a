//! Folds of the logs that are looked at, which go on with each look. A fold can be dropped at any time: it is folded again.

use crate::step_json::step_json;
use deskpilot_core::{
    BlobRef, Entry, Event, Projection, Timestamp, Verdict, View,
    fold::{OpenQuestion, Questions, StepRecord, StepRecords},
};
use deskpilot_log::{BlobIndex, LogError, Tail};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// How many logs are kept folded: what a person compares, and what happens beside it.
const MOST: usize = 8;

/// A fold that several requests may look at.
type SharedFold = Arc<Mutex<TaskFold>>;

/// The folds of the logs that were looked at last, by their folders.
#[derive(Default)]
pub(crate) struct TaskFolds(Mutex<Vec<(PathBuf, SharedFold)>>);

impl TaskFolds {
    /// What `look` takes from the fold of the log in this folder, up to its last complete line.
    pub(crate) fn read<T>(
        &self,
        folder: &Path,
        look: impl FnOnce(&mut TaskFold) -> T,
    ) -> Result<T, LogError> {
        let fold = self.of(folder);
        let mut fold = fold.lock().unwrap_or_else(PoisonError::into_inner);
        fold.catch_up()?;
        Ok(look(&mut fold))
    }

    fn of(&self, folder: &Path) -> SharedFold {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|(it, _)| it == folder);
        let kept = at.map(|at| known.remove(at).1);
        let fold = kept.unwrap_or_else(|| Arc::new(Mutex::new(TaskFold::of(folder))));
        if known.len() >= MOST {
            known.remove(0);
        }
        known.push((folder.to_owned(), fold.clone()));
        fold
    }
}

/// The fold of one log.
pub(crate) struct TaskFold {
    folder: PathBuf,
    tail: Tail,
    blobs: BlobIndex,
    records: StepRecords,
    closed: Vec<FoldedStep>,
    questions: Questions,
    rounds: Vec<RoundRow>,
    header: Option<Value>,
}

/// A step as it is served. A step of a long task keeps its text and not its controls.
#[derive(Clone, Debug)]
pub(crate) struct FoldedStep {
    /// It as JSON.
    pub(crate) text: String,
    /// The entry with which it began.
    pub(crate) entry: u64,
    /// The prompts of its replies.
    pub(crate) prompts: Vec<BlobRef>,
    /// The entries of its observations, the last one last.
    pub(crate) observed: Vec<u64>,
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

impl TaskFold {
    fn of(folder: &Path) -> TaskFold {
        TaskFold {
            folder: folder.to_owned(),
            tail: Tail::new(folder),
            blobs: BlobIndex::of(folder),
            records: StepRecords::default(),
            closed: Vec::new(),
            questions: Questions::default(),
            rounds: Vec::new(),
            header: None,
        }
    }

    /// The number of the next entry.
    pub(crate) const fn position(&self) -> u64 {
        self.tail.position()
    }

    /// The desktop, the models and the mode of the task; `None` without a first entry.
    pub(crate) const fn header(&self) -> Option<&Value> {
        self.header.as_ref()
    }

    /// Its rounds so far.
    pub(crate) fn rounds(&self) -> &[RoundRow] {
        &self.rounds
    }

    /// The question that waits at the end of the log.
    pub(crate) fn question(&self) -> Option<OpenQuestion> {
        self.questions.open()
    }

    /// The number of its steps so far.
    pub(crate) fn step_count(&self) -> usize {
        self.closed.len() + usize::from(self.records.open.is_some())
    }

    /// The step with this number.
    pub(crate) fn step(&self, number: usize) -> Option<FoldedStep> {
        let open = self.records.open.as_ref().filter(|_| number == self.closed.len());
        self.closed.get(number).cloned().or_else(|| open.map(FoldedStep::of))
    }

    /// The number of the step in which this entry was written; `None` for one before the first step, and one that is not there yet.
    pub(crate) fn step_of(&self, entry: u64) -> Option<usize> {
        let open = self.records.open.as_ref().map(|it| it.entry);
        let begun = self.closed.iter().map(|it| it.entry).chain(open).take_while(|it| *it <= entry);
        begun.count().checked_sub(1).filter(|_| entry < self.position())
    }

    /// The blob with this hash, if the log names it.
    pub(crate) fn blob(&mut self, hash: &str) -> Result<Option<BlobRef>, LogError> {
        self.blobs.named(hash)
    }

    /// Folds what was written since the last look.
    fn catch_up(&mut self) -> Result<(), LogError> {
        if self.tail.was_cut() {
            *self = TaskFold::of(&self.folder.clone());
        }
        loop {
            let entries = self.tail.read_some()?;
            if entries.is_empty() {
                return Ok(());
            }
            entries.iter().for_each(|it| self.apply(it));
        }
    }

    fn apply(&mut self, entry: &Entry) {
        self.questions.apply(entry);
        self.records.apply(entry);
        let closed = std::mem::take(&mut self.records.closed);
        self.closed.extend(closed.iter().map(FoldedStep::of));
        match &entry.event {
            Event::SessionOpened { format, version, desktop, models, mode, .. } => {
                self.header = Some(json!({
                    "desktop": desktop, "models": models, "mode": mode, "format": format, "version": version,
                }));
            }
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

impl FoldedStep {
    fn of(step: &StepRecord) -> FoldedStep {
        FoldedStep {
            text: step_json(step).to_string(),
            entry: step.entry,
            prompts: step.replies().iter().filter_map(|it| it.prompt.clone()).collect(),
            observed: step.observations.iter().map(|it| it.entry).collect(),
        }
    }
}

/// The view that this entry of the log in this folder has; `None` if it has none.
pub(crate) fn view_at(folder: &Path, entry: u64) -> Result<Option<View>, LogError> {
    let read = Tail::starting_at(folder, entry)?.read_some()?;
    Ok(read.into_iter().next().filter(|it| it.seq == entry).and_then(|it| match it.event {
        Event::Observed { view } => Some(view),
        _ => None,
    }))
}
