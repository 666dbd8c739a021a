//! Tasks that are nearly the same as another one of their run.

use crate::{FinalRecord, RawTask, StageOutcome, TaskError, instantiation::empty_record};

/// How similar two texts are at least that say nearly the same, from 0 to 1.
const LEAST_SIMILARITY: f64 = 0.95;

/// The earlier task that says nearly the same: the same application, and nearly the same words in the task and in its steps.
pub(super) fn near_duplicate<'a>(task: &RawTask, before: &[&'a RawTask]) -> Option<&'a RawTask> {
    let own = text(task);
    let is_near = |other: &&&RawTask| {
        other.application() == task.application() && similarity(&own, &text(other)) >= LEAST_SIMILARITY
    };
    before.iter().find(is_near).copied()
}

/// The record of a task that is not done, because this one says nearly the same.
pub(super) fn record(task: &RawTask, first: &RawTask) -> FinalRecord {
    let why = format!("it says nearly the same as {}: leave one of them out, or change it", first.unique_id);
    let mut record = empty_record(task);
    record.instantiation_result.choose_template = StageOutcome(Some(Err(TaskError(why))));
    record.time_cost.total = Some(0.0);
    FinalRecord::Instantiated(record)
}

/// The words of the task and of its steps, in lower case and without marks.
fn text(task: &RawTask) -> String {
    let all = [std::slice::from_ref(&task.task), &task.refined_steps].concat().join(" ").to_lowercase();
    let words = all.split(|it: char| !it.is_alphanumeric()).filter(|it| !it.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn similarity(one: &str, other: &str) -> f64 {
    let (short, long) = (one.len().min(other.len()), one.len().max(other.len()));
    // Texts of very different lengths cannot be similar, and comparing them takes long.
    if (short as f64) < LEAST_SIMILARITY * long as f64 * 0.9 {
        return 0.0;
    }
    strsim::normalized_levenshtein(one, other)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(id: &str, app: &str, task: &str, step: &str) -> RawTask {
        RawTask {
            app: app.into(),
            unique_id: id.into(),
            task: task.into(),
            refined_steps: vec![step.into()],
            checks: Vec::new(),
        }
    }

    #[test]
    fn nearly_the_same_words_for_the_same_application_are_a_duplicate() {
        let first = task("1", "word", "Make the first line of the poem bold", "Press Ctrl+B");
        for (other, expected) in [
            (task("2", "writer", "Make the first line of the poem bold.", "1. Press Ctrl+B"), true),
            (task("3", "word", "Make the first line of the poem italic", "Press Ctrl+I"), false),
            (task("4", "excel", "Make the first line of the poem bold", "Press Ctrl+B"), false),
        ] {
            assert_eq!(near_duplicate(&other, &[&first]).is_some(), expected, "{}", other.unique_id);
        }
    }
}
