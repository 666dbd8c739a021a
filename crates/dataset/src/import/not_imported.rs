//! What of a foreign task is not translated, and why.

use std::{
    fmt,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A part of a task that is not in the raw task.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {part}: {reason}", file.display())]
pub struct NotImported {
    /// The task file.
    pub file: PathBuf,
    /// The task, if its file could be read.
    pub id: Option<String>,
    /// The part.
    pub part: UntranslatedPart,
    /// Why.
    pub reason: NotImportedReason,
}

/// A part of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UntranslatedPart {
    /// The whole task.
    Task,
    /// A document that it begins with, by its address.
    Document(String),
    /// A step that prepares the machine, by its type.
    SetupStep(String),
    /// A function that judges it, by its name.
    Evaluator(String),
}

/// Why a part is not translated.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotImportedReason {
    /// There is no task file.
    #[error("there is no task in it: name a file NAME.json, or a folder with such files")]
    NoTasks,
    /// The file is not a task, or its task cannot be a raw task.
    #[error("it is not a task that can be translated: {0}")]
    NotATask(String),
    /// Another task has the same name.
    #[error("another task has this id, too: change one")]
    SameId,
    /// It is for other applications, or for several.
    #[error("it is not for one of Writer, Calc and Impress alone: it names {}", if .0.is_empty() { "none".to_owned() } else { .0.join(", ") })]
    OtherApplications(Vec<String>),
    /// It cannot be done, and tests whether an agent says so.
    #[error("it cannot be done, and tests whether an agent says so: a raw task is one that can be done")]
    Infeasible,
    /// It begins with a document from elsewhere.
    #[error(
        "nothing is fetched: the task begins with a template; put the document among the templates to use it"
    )]
    DocumentToFetch,
    /// The machine would have to be prepared.
    #[error("raw tasks prepare nothing but their document")]
    NoSetupSteps,
    /// No check says the same as the function.
    #[error("no check says the same: the task is judged without it")]
    NoSuchCheck,
    /// A check says a part of what the function does.
    #[error("no check says the same as {0}: the task is judged without that")]
    NoSuchRule(String),
    /// One of several functions is enough.
    #[error("one of several functions is enough, but all checks must hold: the task is judged without them")]
    Alternatives,
}

impl fmt::Display for UntranslatedPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UntranslatedPart::Task => f.write_str("the task"),
            UntranslatedPart::Document(address) => write!(f, "the document {address}"),
            UntranslatedPart::SetupStep(kind) => write!(f, "the step {kind}"),
            UntranslatedPart::Evaluator(name) => write!(f, "the evaluator {name}"),
        }
    }
}

/// An untranslated part and the reason, before the file is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) part: UntranslatedPart,
    pub(super) reason: NotImportedReason,
}

impl Problem {
    pub(super) const fn of_task(reason: NotImportedReason) -> Problem {
        Problem { part: UntranslatedPart::Task, reason }
    }

    pub(super) fn in_file(self, file: &Path, id: Option<&str>) -> NotImported {
        NotImported { file: file.to_owned(), id: id.map(str::to_owned), part: self.part, reason: self.reason }
    }
}
