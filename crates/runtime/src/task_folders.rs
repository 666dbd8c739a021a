//! The folders of a task: that of its log, and the home of its applications.

use crate::{Config, FileError, RuntimeError, TaskHome, UsageError, receivers::DataFolder};
use deskpilot_log::FileLog;
use deskpilot_system::{canonical_path, lock_folder, private_folder_options};
use std::{
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
};

/// The folders of a task.
pub(crate) struct TaskFolders {
    /// The folder of its log and what belongs to it.
    pub(crate) task: PathBuf,
    /// The home of its applications.
    pub(crate) home: PathBuf,
    /// Where its applications keep settings and logins, if these last.
    pub(crate) settings: Option<PathBuf>,
    /// Where its applications save what is named without a folder, if not in the home.
    pub(crate) working: Option<PathBuf>,
    /// Keeps other tasks out of a home that lasts: a browser's profile is for one process.
    _lock: Option<File>,
}

impl TaskFolders {
    /// The folders of the task with this log; makes the task's folder private, and creates the home and the working folder.
    ///
    /// # Errors
    /// The folder cannot be made private, one cannot be created, or another task uses the home.
    pub(crate) fn of(log: &FileLog, config: &Config) -> Result<TaskFolders, RuntimeError> {
        let task = log.folder().to_owned();
        // Private, because the folder holds pictures of the screen.
        let files = config.environment.platform().files();
        let not_private = |source| FileError::NotPrivate { path: task.clone(), source };
        files.make_private(&task).map_err(not_private)?;
        let home = created(&config.home.folder(&task, &config.environment)?)?;
        let (settings, lock) = match config.home {
            TaskHome::Fresh => (None, None),
            TaskHome::Kept | TaskHome::At(_) => (Some(home.clone()), Some(lock(&home)?)),
        };
        let working = config.out.folder().map(created).transpose()?;
        Ok(TaskFolders { task, home, settings, working, _lock: lock })
    }

    /// How long the data folder of applications with this environment lasts: that of a desktop whose home is the task's goes with
    /// the desktop, unless the settings last.
    pub(crate) fn data_of_desktop(&self, environment: &[(String, String)]) -> DataFolder {
        let is_own = |(name, value): &(String, String)| name == "HOME" && Path::new(value) == self.home;
        match &self.settings {
            None if environment.iter().any(is_own) => DataFolder::Temporary,
            None | Some(_) => DataFolder::Lasting,
        }
    }

    /// Where files without a folder are.
    pub(crate) fn working(&self) -> &Path {
        self.working.as_deref().unwrap_or(&self.home)
    }
}

/// The folder by its real path; it is created if it is missing.
fn created(folder: &Path) -> Result<PathBuf, FileError> {
    let made = private_folder_options().recursive(true).create(folder);
    made.map_err(FileError::not_created(folder))?;
    let not_found = |source| FileError::NotFound { path: folder.to_owned(), source };
    canonical_path(folder).map_err(not_found)
}

fn lock(home: &Path) -> Result<File, RuntimeError> {
    lock_folder(home).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => UsageError(format!(
            "another task uses the home {}: wait until it ends, or give another one with --home",
            home.display()
        ))
        .into(),
        _ => FileError::NotLocked { path: home.to_owned(), source: error }.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_that_lasts_is_for_one_task_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let held = lock(folder.path()).unwrap();
        let error = lock(folder.path()).unwrap_err().to_string();
        assert!(
            error.starts_with("another task uses the home ") && error.ends_with("with --home"),
            "{error}"
        );
        drop(held);
        lock(folder.path()).unwrap();
    }

    #[test]
    fn data_goes_with_a_desktop_whose_home_is_the_tasks_unless_its_settings_last() {
        let folders = |settings: Option<&str>| TaskFolders {
            task: "/log".into(),
            home: "/log/home".into(),
            settings: settings.map(PathBuf::from),
            working: None,
            _lock: None,
        };
        for (home, settings, data) in [
            ("/log/home", None, DataFolder::Temporary),
            ("/log/home", Some("/log/home"), DataFolder::Lasting),
            ("/home/ann", None, DataFolder::Lasting),
        ] {
            let environment = [("HOME".to_owned(), home.to_owned())];
            assert_eq!(folders(settings).data_of_desktop(&environment), data, "{home} {settings:?}");
        }
    }
}
