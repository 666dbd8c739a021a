//! The steps of a log and the question that waits at its end, folded on with each look.

use crate::step_json::step_json;
use deskpilot_core::{
    BlobRef, Entry, Event, Projection, View,
    fold::{OpenQuestion, Questions, StepRecord, StepRecords},
};
use deskpilot_log::{LogError, Tail};
use std::path::{Path, PathBuf};

/// The fold of one log.
pub(crate) struct TaskFold {
    folder: PathBuf,
    tail: Tail,
    records: StepRecords,
    closed: Vec<FoldedStep>,
    questions: Questions,
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

impl TaskFold {
    /// The fold of the log in this folder, of which nothing was read.
    pub(crate) fn of(folder: &Path) -> TaskFold {
        TaskFold {
            folder: folder.to_owned(),
            tail: Tail::new(folder),
            records: StepRecords::default(),
            closed: Vec::new(),
            questions: Questions::default(),
        }
    }

    /// The number of the next entry.
    pub(crate) const fn position(&self) -> u64 {
        self.tail.position()
    }

    /// The question that waits at the end of the log.
    pub(crate) fn question(&self) -> Option<OpenQuestion> {
        self.questions.open()
    }

    /// The number of its steps to which no entry can be added.
    pub(crate) const fn closed_count(&self) -> usize {
        self.closed.len()
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

    /// Forgets everything where the log is shorter than what was read of it.
    pub(crate) fn restart_if_cut(&mut self) {
        if self.tail.was_cut() {
            *self = TaskFold::of(&self.folder.clone());
        }
    }

    /// Folds the next piece of what was written since the last look, and says whether there was any.
    pub(crate) fn go_on(&mut self) -> Result<bool, LogError> {
        let entries = self.tail.read_some()?;
        entries.iter().for_each(|it| self.apply(it));
        Ok(!entries.is_empty())
    }

    fn apply(&mut self, entry: &Entry) {
        self.questions.apply(entry);
        self.records.apply(entry);
        let closed = std::mem::take(&mut self.records.closed);
        self.closed.extend(closed.iter().map(FoldedStep::of));
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
