//! Which home the applications of a private desktop get, and where they save.

use crate::{Environment, UsageError};
use std::path::{Path, PathBuf};

/// The home of the applications of a private desktop.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TaskHome {
    /// An empty one for each task, which stays with its log.
    #[default]
    Fresh,
    /// One for all tasks of the user: what they set in applications, and where they are logged in, lasts.
    Kept,
    /// This folder.
    At(PathBuf),
}

impl TaskHome {
    /// The folder, for a task with this folder.
    ///
    /// # Errors
    /// The user has no data folder for a kept home.
    pub fn folder(&self, task: &Path, environment: &Environment) -> Result<PathBuf, UsageError> {
        match self {
            TaskHome::Fresh => Ok(task.join("home")),
            TaskHome::Kept => match environment.data_folder() {
                Some(data) => Ok(data.join("home")),
                None => Err(UsageError(format!(
                    "{} is not set, so there is no place for a kept home: give a folder with --home",
                    environment.home_variable()
                ))),
            },
            TaskHome::At(folder) => Ok(folder.clone()),
        }
    }
}

/// Where applications save what is named without a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum OutFolder {
    /// Without a setting: at a terminal the folder where the user runs Deskpilot, otherwise the home of the applications.
    #[default]
    Usual,
    /// In the home of the applications.
    Home,
    /// In this folder, which is created if it is missing.
    At(PathBuf),
}

impl OutFolder {
    /// The folder; `None` for the home of the applications.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            OutFolder::Usual | OutFolder::Home => None,
            OutFolder::At(folder) => Some(folder),
        }
    }
}
