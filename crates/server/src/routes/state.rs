//! The folds of a log after any of its entries: the subtasks, the blackboard, the question, the cost.

use super::TaskPlace;
use crate::{
    app::App, blocking::blocking, body::parameters, error::ApiError, path_parts::PathParts,
    question_json::question_json, reply::Json,
};
use axum::{extract::State, http::Uri};
use deskpilot_core::{
    Entry, Projection, RoundState,
    fold::{Blackboard, Cost, Questions, Round, SubtaskNode, SubtaskState},
};
use deskpilot_log::{LogError, Tail};
use serde::Deserialize;
use serde_json::{Value, json};

/// The entry after which the folds are wanted.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Moment {
    at: Option<u64>,
}

/// The folds of a log up to an entry.
#[derive(Default)]
struct Folds {
    at: Option<u64>,
    round: Round,
    blackboard: Blackboard,
    questions: Questions,
    cost: Cost,
}

/// `GET /api/tasks/F/T/state`
pub(super) async fn state(
    State(app): State<App>,
    PathParts((folder, name)): TaskPlace,
    uri: Uri,
) -> Result<Json<Value>, ApiError> {
    let Moment { at } = parameters(&uri)?;
    let task = app.task(&folder, &name)?;
    blocking(move || Ok(Json(Folds::up_to(Tail::new(&task.folder()), at)?.json()))).await
}

impl Folds {
    /// The folds of this log after the entry with this number, or after the last one.
    fn up_to(mut tail: Tail, last: Option<u64>) -> Result<Folds, LogError> {
        let mut folds = Folds::default();
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

    fn apply(&mut self, entry: &Entry) {
        self.at = Some(entry.seq);
        self.round.apply(entry);
        self.blackboard.apply(entry);
        self.questions.apply(entry);
        self.cost.apply(entry);
    }

    fn json(&self) -> Value {
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
