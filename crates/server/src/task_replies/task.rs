//! A task with its rounds and its open question.

use crate::{
    logged_task::LoggedTask, question_json::question_json, task_fold::TaskFolds, task_row::current_row,
};
use deskpilot_log::LogError;
use serde_json::{Value, json};

/// The task as its log has it. What its process does now is not in it.
pub(crate) fn task_reply(folds: &TaskFolds, task: &LoggedTask) -> Result<Value, LogError> {
    let row = current_row(folds, task)?;
    folds.read(&task.folder(), |fold| {
        json!({
            "task": row,
            "header": fold.header(),
            "entries": fold.position(),
            "steps": fold.step_count(),
            "rounds": fold.rounds(),
            "question": fold.question().as_ref().map(question_json),
            "live": null,
        })
    })
}
