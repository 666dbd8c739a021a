//! A task with its rounds and its open question.

use crate::{
    logged_task::LoggedTask, question_json::question_json, task_folds::TaskFolds, task_row::task_row,
};
use deskpilot_core::fold::OpenQuestion;
use deskpilot_log::{LogError, TaskState};
use serde_json::{Value, json};

/// The task as its log has it. What its process does now is not in it.
pub(crate) fn task_reply(folds: &TaskFolds, task: &LoggedTask) -> Result<Value, LogError> {
    let listed = task.state()?;
    let row = task_row(folds, task, &listed);
    let question = open_question(folds, task, &listed.state)?;
    folds.outline(&task.folder(), |outline| {
        json!({
            "task": row,
            "header": outline.header(),
            "entries": outline.position(),
            "steps": outline.step_count(),
            "rounds": outline.rounds(),
            "question": question.as_ref().map(question_json),
            "live": null,
        })
    })
}

/// The question that waits at the end of the log.
fn open_question(
    folds: &TaskFolds,
    task: &LoggedTask,
    state: &TaskState,
) -> Result<Option<OpenQuestion>, LogError> {
    if may_wait(state) { folds.read(&task.folder(), |it| it.question()) } else { Ok(None) }
}

/// Whether a question may wait in a log of this state. A task that has ended is not folded only to find out that none does.
const fn may_wait(state: &TaskState) -> bool {
    !matches!(state, TaskState::Ended(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Entry, Projection, fold::Questions};
    use std::{fs, path::Path};

    #[test]
    fn no_question_waits_in_a_log_that_is_not_folded_for_it() {
        let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("../log/tests/fixtures");
        let logs = tempfile::tempdir().unwrap();
        let (mut waiting, mut passed_over) = (0, 0);
        for name in ["format-1", "format-2", "format-3", "format-4"] {
            let text = fs::read_to_string(stored.join(name).join("events.jsonl")).unwrap();
            fs::create_dir(logs.path().join(name)).unwrap();
            let (mut questions, mut written) = (Questions::default(), String::new());
            for line in text.split_inclusive('\n') {
                written.push_str(line);
                fs::write(logs.path().join(name).join("events.jsonl"), &written).unwrap();
                questions.apply(&serde_json::from_str::<Entry>(line).unwrap());
                let state = LoggedTask::at(logs.path(), name).unwrap().state().unwrap().state;
                let waits = questions.open().is_some();
                assert!(may_wait(&state) || !waits, "{name}: {state} after {line}");
                waiting += usize::from(waits);
                passed_over += usize::from(!may_wait(&state));
            }
        }
        assert!(waiting > 0 && passed_over > 0, "{waiting} {passed_over}");
    }
}
