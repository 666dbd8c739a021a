//! Raw tasks: what a person wants to know how to do, and the steps that a help page gives.

use crate::{InstantiatedTask, OfficeApplication, OriginalTask};
use deskpilot_core::Remedy;
use deskpilot_system::ReadLimit;
use deskpilot_tasks::{Check, task::check_from_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// The largest file with a raw task that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);
/// The longest id, in bytes: it names files.
const LONGEST_ID: usize = 64;
/// What checks write for the name of the task's document.
pub const DOCUMENT_PLACEHOLDER: &str = "{document}";

/// A raw task, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTask {
    /// The application, by any of its names.
    pub app: String,
    /// The name of the task, unique among those of a run.
    pub unique_id: String,
    /// The task.
    pub task: String,
    /// Its steps.
    pub refined_steps: Vec<String>,
    /// What must hold afterwards, with the keys of task files. `{document}` is the name of the task's document.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<Value>,
}

/// Why a raw task cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {why}", path.display())]
pub struct RawTaskError {
    /// Its file, or the folder.
    pub path: PathBuf,
    /// What is wrong, and how to fix it.
    pub why: String,
}

impl RawTaskError {
    /// The remedy: a person must fix the file.
    pub const fn remedy(&self) -> Remedy {
        Remedy::AskUser
    }
}

impl RawTask {
    /// Reads a raw task.
    ///
    /// # Errors
    /// The file cannot be read, is not a raw task, or names an unknown application.
    pub fn open(path: &Path) -> Result<RawTask, RawTaskError> {
        let wrong = |why: String| RawTaskError { path: path.to_owned(), why };
        let text = LARGEST.read_text(path).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
        RawTask::parse(&text).map_err(wrong)
    }

    /// Parses a raw task; the error says what is wrong.
    pub fn parse(text: &str) -> Result<RawTask, String> {
        let task: RawTask =
            serde_json::from_str(text).map_err(|error| format!("it is not a raw task: {error}"))?;
        let is_name = |id: &str| {
            let fits = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
            !id.is_empty() && id.len() <= LONGEST_ID && !id.starts_with('.') && id.chars().all(fits)
        };
        if !is_name(&task.unique_id) {
            return Err(format!(
                "unique_id is {:?}: write at most {LONGEST_ID} letters, digits, '-', '_' and '.'",
                task.unique_id
            ));
        }
        if task.task.trim().is_empty() {
            return Err("task is empty: write what a person would want to do".into());
        }
        task.application()?;
        task.checks()?;
        Ok(task)
    }

    /// What an instantiated task says of its raw task. It has no checks.
    pub fn of(task: &InstantiatedTask) -> RawTask {
        let OriginalTask { original_task, original_steps } = task.original.clone();
        RawTask {
            app: task.app.clone(),
            unique_id: task.unique_id.clone(),
            task: original_task,
            refined_steps: original_steps,
            checks: Vec::new(),
        }
    }

    /// Its application.
    ///
    /// # Errors
    /// There is no such application.
    pub fn application(&self) -> Result<OfficeApplication, String> {
        OfficeApplication::by_name(&self.app)
    }

    /// The name of its document in its home.
    ///
    /// # Errors
    /// There is no such application.
    pub fn document(&self) -> Result<String, String> {
        Ok(format!("{}.{}", self.unique_id, self.application()?.extension()))
    }

    /// What must hold afterwards.
    ///
    /// # Errors
    /// One of its checks is wrong.
    pub fn checks(&self) -> Result<Vec<Check>, String> {
        let document = self.document()?;
        let parse = |(at, value): (usize, &Value)| {
            check_from_json(&with_document(value, &document)).map_err(|why| format!("checks[{at}]: {why}"))
        };
        self.checks.iter().enumerate().map(parse).collect()
    }

    /// The task and its steps, as records have them.
    pub fn original(&self) -> OriginalTask {
        OriginalTask { original_task: self.task.clone(), original_steps: self.refined_steps.clone() }
    }
}

/// The check with the document's name for its placeholder.
fn with_document(value: &Value, document: &str) -> Value {
    match value {
        Value::Object(keys) => {
            let filled = |(key, value): (&String, &Value)| (key.clone(), with_document(value, document));
            Value::Object(keys.iter().map(filled).collect())
        }
        Value::String(text) => Value::from(text.replace(DOCUMENT_PLACEHOLDER, document)),
        other => other.clone(),
    }
}

/// The raw tasks of a file or of all files `*.json` of a folder, by name of file.
///
/// # Errors
/// All flaws of all files: what cannot be read or used, and ids that two tasks have.
pub fn raw_tasks(path: &Path) -> Result<Vec<RawTask>, Vec<RawTaskError>> {
    let files = files(path).map_err(|error| vec![error])?;
    let (mut tasks, mut flaws): (Vec<RawTask>, _) = (Vec::new(), Vec::new());
    for file in files {
        match RawTask::open(&file) {
            Err(flaw) => flaws.push(flaw),
            Ok(task) if tasks.iter().any(|it| it.unique_id == task.unique_id) => {
                let why = format!("another task has the unique_id {:?}, too: change one", task.unique_id);
                flaws.push(RawTaskError { path: file, why });
            }
            Ok(task) => tasks.push(task),
        }
    }
    if flaws.is_empty() { Ok(tasks) } else { Err(flaws) }
}

/// The files `*.json` of a folder, sorted; or the file itself.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>, RawTaskError> {
    let wrong = |why: String| RawTaskError { path: path.to_owned(), why };
    let unreadable = |error: std::io::Error| wrong(format!("it cannot be read: {error}"));
    if !fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
    let mut files: Vec<PathBuf> = entries.into_iter().map(|it| it.path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "json"));
    files.sort();
    if files.is_empty() {
        return Err(wrong("there is no task in it: a task is a file NAME.json".into()));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TASK: &str = r#"{"app": "Word", "unique_id": "5", "task": "Make it bold", "refined_steps": ["Press Ctrl+B"],
        "checks": [{"document": "{document}", "bold": "it"}]}"#;

    #[test]
    fn a_raw_task_is_read_with_its_checks() {
        let task = RawTask::parse(TASK).unwrap();
        assert_eq!(task.application(), Ok(OfficeApplication::Writer));
        assert_eq!(task.checks().unwrap()[0].to_string(), "5.odt has \"it\" in bold");
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (written, instead, expected) in [
            (
                "\"Word\"",
                "\"Emacs\"",
                "there is no application \"Emacs\": write one of writer, word, calc, excel",
            ),
            ("\"5\"", "\"../5\"", "unique_id is \"../5\": write at most 64 letters"),
            ("\"5\"", "5", "it is not a raw task: invalid type: integer"),
            ("\"Make it bold\"", "\" \"", "task is empty"),
            ("\"refined_steps\"", "\"steps\"", "it is not a raw task: unknown field `steps`"),
            ("\"bold\"", "\"fold\"", "checks[0]: unknown field `fold`"),
            ("{document}", "../x.odt", "checks[0]: \"../x.odt\" is not a path inside the task's home"),
        ] {
            let error = RawTask::parse(&TASK.replace(written, instead)).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
