//! The errors of the runtime. Those that callers distinguish are variants or enums of their own.

use crate::{FileError, answers::AnswersError};
use deskpilot_agent::AgentError;
use deskpilot_demonstrations::DemonstrationError;
use deskpilot_desktop::PlatformError;
use deskpilot_knowledge::KnowledgeError;
use deskpilot_learning::LearningError;
use deskpilot_log::LogError;
use deskpilot_model::ModelError;
use deskpilot_system::reason;
use deskpilot_tasks::TaskFileError;
use std::{error::Error, io, path::PathBuf};

/// An error that the user can correct: a wrong flag, setting or file. Its text says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UsageError(pub String);

impl UsageError {
    /// The user's mistake that led to this error, with all its causes.
    pub(crate) fn of(error: &dyn Error) -> UsageError {
        UsageError(with_causes(error))
    }
}

/// Why a session cannot start or continue, or cannot use what it needs.
#[derive(Debug, thiserror::Error)]
pub enum RuntimeError {
    /// The user can correct it.
    #[error(transparent)]
    Usage(#[from] UsageError),
    /// A file or folder cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file of kept answers cannot be used.
    #[error(transparent)]
    Answers(#[from] AnswersError),
    /// The log cannot be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The desktop cannot be opened.
    #[error(transparent)]
    Platform(#[from] PlatformError),
    /// The session could not continue.
    #[error(transparent)]
    Agent(#[from] AgentError),
    /// The model cannot be used, or gives no reply.
    #[error(transparent)]
    Model(#[from] ModelError),
    /// The model's reply to a deep check is empty.
    #[error("its reply is empty")]
    EmptyReply,
    /// The index of knowledge cannot be used.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// Skills or experience cannot be used.
    #[error(transparent)]
    Learning(#[from] LearningError),
    /// The demonstrations cannot be listed.
    #[error("{} is left out", folder.display())]
    Demonstrations {
        /// Their folder.
        folder: PathBuf,
        /// What is wrong with it.
        source: DemonstrationError,
    },
    /// The initial files of a task file cannot be written.
    #[error(transparent)]
    TaskFile(#[from] TaskFileError),
    /// Neither a setting nor a home folder says where something is.
    #[error("there is no home folder: set {0}")]
    NoHome(&'static str),
    /// There is no home folder, so there is no place for skills.
    #[error("skills need a home folder: set {0}")]
    NoHomeForSkills(&'static str),
    /// The system does not report the current folder.
    #[error("the current folder is unknown")]
    NoCurrentFolder(#[source] io::Error),
    /// A task has used up the names of its logs.
    #[error("{} has {count} logs of {name}: remove some", folder.display())]
    TooManyLogs {
        /// The folder of the logs.
        folder: PathBuf,
        /// How many logs the task has.
        count: usize,
        /// The name of the task.
        name: String,
    },
    /// The asynchronous runtime of a session cannot be started.
    #[error("the session's runtime cannot be started")]
    NoRuntime(#[source] io::Error),
    /// The thread of a session cannot be started.
    #[error("the session's thread cannot be started")]
    NoThread(#[source] io::Error),
    /// The thread of a session ended before the session did.
    #[error("the session broke off; its log can be resumed")]
    BrokeOff,
}

impl RuntimeError {
    /// Whether the user can correct it.
    pub const fn is_usage(&self) -> bool {
        matches!(self, RuntimeError::Usage(_))
    }

    /// What to do about the desktop that cannot be opened, if that is known.
    pub fn hint(&self) -> Option<&str> {
        match self {
            RuntimeError::Platform(error) => error.hint(),
            _ => None,
        }
    }
}

/// The text of an error and of all its causes, from the outermost to the innermost.
pub fn with_causes(error: &dyn Error) -> String {
    let mut text = reason(error);
    let mut inner = error.source();
    while let Some(cause) = inner {
        text.push_str(&format!(": {}", reason(cause)));
        inner = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn the_text_of_an_error_has_its_causes_once_from_the_outside_in() {
        let unread = FileError::not_read(Path::new("/a"))(io::Error::other("the disk is gone"));
        assert_eq!(with_causes(&RuntimeError::from(unread)), "/a cannot be read: the disk is gone");
        let usage = RuntimeError::from(UsageError("set HOME".into()));
        assert_eq!((with_causes(&usage), usage.is_usage()), ("set HOME".to_owned(), true));
    }
}
