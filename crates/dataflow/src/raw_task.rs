//! Raw tasks: what a person wants to know how to do, and the steps that a help page gives.

use crate::{InstantiatedTask, OfficeApplication, OriginalTask, schema::type_name, task_id};
use deskpilot_core::Remedy;
use deskpilot_system::{ReadLimit, reason};
use deskpilot_tasks::{
    Check,
    task::{check_from_json, quoted},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// The largest file with a raw task that is read.
const LARGEST: ReadLimit = ReadLimit::mib(1);
/// The keys of a raw task.
const KEYS: &[&str] = &["app", "unique_id", "task", "refined_steps", "checks"];
/// The problem of a missing key.
const MISSING: &str = "it is missing";
/// What checks write for the name of the task's document.
pub const DOCUMENT_PLACEHOLDER: &str = "{document}";

/// A raw task, as its file has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTask {
    /// The application, by any of its names.
    pub app: String,
    /// The name of the task, unique among those of a run.
    #[serde(deserialize_with = "task_id::read")]
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
    /// All problems: the file cannot be read, is not a raw task, or names an unknown application.
    pub fn open(path: &Path) -> Result<RawTask, Vec<RawTaskError>> {
        let wrong = |why: String| RawTaskError { path: path.to_owned(), why };
        let text = LARGEST.read_text(path).map_err(|error| vec![wrong(unread(&error))])?;
        RawTask::parse(&text).map_err(|problems| problems.into_iter().map(wrong).collect())
    }

    /// Parses a raw task.
    ///
    /// # Errors
    /// All problems, each with its key.
    pub fn parse(text: &str) -> Result<RawTask, Vec<String>> {
        let value: Value =
            serde_json::from_str(text).map_err(|error| vec![format!("it is not JSON: {error}")])?;
        let problems = problems(&value);
        if !problems.is_empty() {
            return Err(problems);
        }
        // Deserialize from the text, because a `Value` hides duplicate keys.
        serde_json::from_str(text).map_err(|error| vec![format!("it is not a raw task: {error}")])
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

/// The problems of a raw task, each with its key.
fn problems(task: &Value) -> Vec<String> {
    let Value::Object(keys) = task else {
        let type_name = type_name(task);
        return vec![format!("it is {type_name}, and should be an object with the keys {}", KEYS.join(", "))];
    };
    let unknown = keys.keys().filter(|it| !KEYS.contains(&it.as_str()));
    let unknown =
        unknown.map(|it| format!("{}: there is no such key: write {}", quoted(it), KEYS.join(", ")));
    let texts = [
        text_problem(keys, "app", |it| OfficeApplication::by_name(it).map(drop)),
        text_problem(keys, "unique_id", task_id::check),
        text_problem(keys, "task", check_task),
    ];
    let steps = list_problems("refined_steps", keys.get("refined_steps"), |it| {
        it.as_str().map(drop).ok_or_else(|| wrong_type(it, "string"))
    });
    // Which checks are possible depends on the kind of the document.
    let application =
        keys.get("app").and_then(Value::as_str).and_then(|it| OfficeApplication::by_name(it).ok());
    let checks = application.zip(keys.get("checks")).map(|(application, checks)| {
        let document = format!("document.{}", application.extension());
        list_problems("checks", Some(checks), |it| check_from_json(&with_document(it, &document)).map(drop))
    });
    unknown.chain(texts.into_iter().flatten()).chain(steps).chain(checks.unwrap_or_default()).collect()
}

/// The problem of a key that holds a text.
fn text_problem(
    keys: &Map<String, Value>,
    key: &str,
    check: impl Fn(&str) -> Result<(), String>,
) -> Option<String> {
    let checked = match keys.get(key) {
        None => Err(MISSING.to_owned()),
        Some(Value::String(text)) => check(text),
        Some(other) => Err(wrong_type(other, "string")),
    };
    checked.err().map(|why| format!("{key}: {why}"))
}

/// The problems of a key that holds a list, and of its items.
fn list_problems(
    key: &str,
    list: Option<&Value>,
    check: impl Fn(&Value) -> Result<(), String>,
) -> Vec<String> {
    let items = match list {
        None => return vec![format!("{key}: {MISSING}")],
        Some(Value::Array(items)) => items,
        Some(other) => return vec![format!("{key}: {}", wrong_type(other, "array"))],
    };
    let problem = |(at, item)| check(item).err().map(|why| format!("{key}[{at}]: {why}"));
    items.iter().enumerate().filter_map(problem).collect()
}

fn wrong_type(value: &Value, wanted: &str) -> String {
    format!("it is {}, and should be {wanted}", type_name(value))
}

fn check_task(task: &str) -> Result<(), String> {
    match task.trim().is_empty() {
        true => Err("it is empty: write what a person would want to do".into()),
        false => Ok(()),
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
/// The problems of all files: those that cannot be read or used, and ids that two tasks share.
pub fn raw_tasks(path: &Path) -> Result<Vec<RawTask>, Vec<RawTaskError>> {
    let files = files(path).map_err(|error| vec![error])?;
    let (mut tasks, mut problems): (Vec<RawTask>, Vec<RawTaskError>) = (Vec::new(), Vec::new());
    let mut known: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in files {
        match RawTask::open(&file) {
            Err(wrong) => problems.extend(wrong),
            Ok(task) => match known.get(&task.unique_id) {
                Some(other) => {
                    let why = format!(
                        "unique_id: {} has {}, too: change one of them",
                        other.display(),
                        quoted(&task.unique_id)
                    );
                    problems.push(RawTaskError { path: file, why });
                }
                None => {
                    known.insert(task.unique_id.clone(), file);
                    tasks.push(task);
                }
            },
        }
    }
    if problems.is_empty() { Ok(tasks) } else { Err(problems) }
}

fn unread(error: &std::io::Error) -> String {
    format!("it cannot be read: {}", reason(error))
}

/// The files `*.json` of a folder, sorted; or the file itself.
pub(crate) fn files(path: &Path) -> Result<Vec<PathBuf>, RawTaskError> {
    let wrong = |why: String| RawTaskError { path: path.to_owned(), why };
    let unreadable = |error: std::io::Error| wrong(unread(&error));
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
    fn what_is_wrong_is_reported() {
        for (written, instead, expected) in [
            (
                "\"Word\"",
                "\"Emacs\"",
                "app: there is no application \"Emacs\": write one of writer, word, calc, excel",
            ),
            ("\"5\"", "\"../5\"", "unique_id: it is \"../5\": write at most 64 letters"),
            ("\"5\"", "5", "unique_id: it is number, and should be string"),
            ("\"Make it bold\"", "\" \"", "task: it is empty"),
            ("\"bold\"", "\"fold\"", "checks[0]: unknown field `fold`"),
            ("{document}", "../x.odt", "checks[0]: \"../x.odt\" is not a path inside the task's home"),
            ("\"task\"", "\"app\": \"Word\", \"task\"", "it is not a raw task: duplicate field `app`"),
        ] {
            let problems = RawTask::parse(&TASK.replace(written, instead)).unwrap_err();
            assert!(problems.len() == 1 && problems[0].starts_with(expected), "{problems:?}");
        }
    }
}
