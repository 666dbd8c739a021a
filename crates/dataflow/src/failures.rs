//! Why tasks did not pass: their records, grouped by stage and reason.

use crate::{
    ExecutionEvaluation, FinalRecord, InstantiationResult, ResultFolder, Results, ResultsError, StageOutcome,
    TaskError,
};
use deskpilot_system::ReadLimit;
use serde::Serialize;
use std::collections::BTreeMap;

/// The largest record that is read.
const LARGEST: ReadLimit = ReadLimit::mib(16);
/// The most characters of a reason.
const MOST: usize = 240;

/// Tasks that did not pass for the same reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureGroup {
    /// The stage, as records name it.
    pub stage: &'static str,
    /// The reason of the first of them.
    pub reason: String,
    /// Their ids.
    pub tasks: Vec<String>,
}

/// The tasks of these results that did not pass, by stage and reason, the largest groups first. Reasons that differ only in
/// names and numbers are one.
///
/// # Errors
/// A record cannot be read.
pub fn failures(results: &Results) -> Result<Vec<FailureGroup>, ResultsError> {
    let mut groups: BTreeMap<(&'static str, String), FailureGroup> = BTreeMap::new();
    for folder in ResultFolder::ALL.iter().filter(|it| !it.is_pass()) {
        for (id, path) in results.records(*folder)? {
            let text = LARGEST.read_text(&path).map_err(ResultsError::not_read(&path))?;
            let record = FinalRecord::read(folder.record_kind(), &text);
            let record = record.map_err(|source| ResultsError::BadRecord { path, source })?;
            let (stage, reason) = failure(&record);
            let reason: String = reason.chars().take(MOST).collect();
            let group = groups.entry((stage, shape(&reason)));
            group.or_insert_with(|| FailureGroup { stage, reason, tasks: Vec::new() }).tasks.push(id);
        }
    }
    let mut groups: Vec<FailureGroup> = groups.into_values().collect();
    groups.sort_by_key(|it| std::cmp::Reverse(it.tasks.len()));
    Ok(groups)
}

/// The stage at which a task ended, and why.
fn failure(record: &FinalRecord) -> (&'static str, String) {
    match record {
        FinalRecord::Instantiated(task) => of_instantiation(&task.instantiation_result),
        FinalRecord::Executed(task) => match &task.execution_result.0 {
            Some(Err(error)) => ("execute", format!("{}: {}", error.kind, error.message)),
            Some(Ok(ExecutionEvaluation { complete, reason, .. })) => {
                ("execute_eval", format!("{complete}: {reason}"))
            }
            None => of_instantiation(&task.instantiation_result),
        },
    }
}

fn of_instantiation<S>(stages: &InstantiationResult<S>) -> (&'static str, String) {
    fn error<T>(stage: &StageOutcome<T>) -> Option<String> {
        match &stage.0 {
            Some(Err(TaskError(why))) => Some(why.clone()),
            _ => None,
        }
    }
    if let Some(why) = error(&stages.choose_template) {
        return ("choose_template", why);
    }
    if let Some(why) = error(&stages.prefill) {
        return ("prefill", why);
    }
    let why = match &stages.instantiation_evaluation.0 {
        Some(Ok(judged)) => format!("{}: {}", judged.request_type, judged.thought),
        Some(Err(TaskError(why))) => why.clone(),
        None => "it was not reached".to_owned(),
    };
    ("instantiation_evaluation", why)
}

/// The reason without what differs from task to task: quoted texts, numbers and names of files.
fn shape(reason: &str) -> String {
    let outside_quotes = reason.split('"').step_by(2).collect::<Vec<_>>().join("\"\"");
    let is_general =
        |word: &&str| !word.contains(|it: char| it.is_ascii_digit()) && !word.contains(['.', '/', '-']);
    outside_quotes.split_whitespace().filter(is_general).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_that_differ_in_names_and_numbers_have_one_shape() {
        let one = shape("step 3 (press it): w1.odt shows no control \"Bold\" that can be used");
        let other = shape("step 12 (press it): a-b.odt shows no control \"Italic\" that can be used");
        assert_eq!(one, other);
        assert_ne!(one, shape("step 3 (press it): the user said no"));
    }
}
