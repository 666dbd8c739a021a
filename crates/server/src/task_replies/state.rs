//! The folds of a log after any of its entries: the subtasks, the blackboard, the question, the cost.

use crate::question_json::question_json;
use deskpilot_core::{
    Entry, Projection, RoundState,
    fold::{Blackboard, Cost, Questions, Round, SubtaskNode, SubtaskState},
};
use deskpilot_log::{LogError, Tail};
use serde_json::{Value, json};

/// The folds of a log up to an entry.
#[derive(Default)]
pub(crate) struct LogFolds {
    at: Option<u64>,
    round: Round,
    blackboard: Blackboard,
    questions: Questions,
    cost: Cost,
}

impl LogFolds {
    /// The folds of this log after the entry with this number, or after the last one.
    pub(crate) fn up_to(mut tail: Tail, last: Option<u64>) -> Result<LogFolds, LogError> {
        let mut folds = LogFolds::default();
        loop {
            let entries = tail.read_some()?;
            for entry in &entries {
                if last.is_some_and(|it| entry.seq > it) {
                    return Ok(folds);
                }
                folds.apply(entry);
            }
            if entries.is_empty() {
                return Ok(folds);
            }
        }
    }

    /// Folds one more entry.
    pub(crate) fn apply(&mut self, entry: &Entry) {
        self.at = Some(entry.seq);
        self.round.apply(entry);
        self.blackboard.apply(entry);
        self.questions.apply(entry);
        self.cost.apply(entry);
    }

    /// Drops the operations so far: each step has its own, and a report would have those of the first step once for each later one.
    pub(crate) fn forget_operations(&mut self) {
        self.blackboard.trajectories.clear();
    }

    /// The folds as JSON.
    pub(crate) fn json(&self) -> Value {
        let verdict = match &self.round.state {
            RoundState::Ended(verdict) => Some(verdict),
            _ => None,
        };
        json!({
            "at": self.at,
            "round": {
                "number": self.round.number,
                "request": self.round.request,
                "verdict": verdict,
                "subtasks": self.round.subtasks.iter().map(subtask).collect::<Vec<_>>(),
                "planned": self.round.planned,
            },
            "blackboard": self.blackboard,
            "question": self.questions.open().as_ref().map(question_json),
            "cost": self.cost,
        })
    }
}

fn subtask(node: &SubtaskNode) -> Value {
    let (state, comment) = match &node.state {
        SubtaskState::Running => ("running", ""),
        SubtaskState::Ended(_, comment) if node.is_finished() => ("finished", comment.as_str()),
        SubtaskState::Ended(_, comment) => ("failed", comment.as_str()),
    };
    json!({
        "subtask": node.subtask,
        "application": node.application,
        "state": state,
        "comment": comment,
        "failure": node.failure(),
        "missing": node.missing,
    })
}
