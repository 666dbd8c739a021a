//! The tasks of a batch. Reads and checks all of them before the first one runs.

use super::trial::Trial;
use crate::{Config, FileError, RuntimeError, UsageError, check_request};
use deskpilot_tasks::{TaskFile, TaskFileError};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The tasks of a batch, by name.
pub struct Suite {
    tasks: Vec<Arc<TaskFile>>,
}

impl Suite {
    /// Reads the tasks of a folder or of one file; if `only` is not empty, the tasks of these names.
    ///
    /// # Errors
    /// There is no such task, or one cannot be read or carried out; the error names every wrong file.
    pub fn open(path: &Path, only: &[String]) -> Result<Suite, RuntimeError> {
        let mut files = files(path)?;
        files.sort_by_key(|file| name(file));
        if let Some(unknown) = only.iter().find(|only| !files.iter().any(|file| name(file) == **only)) {
            let known: Vec<String> = files.iter().map(|file| name(file)).collect();
            let why = format!("there is no task {unknown:?}: the tasks are {}", known.join(", "));
            return Err(UsageError(why).into());
        }
        // Errors in tasks that do not run do not matter.
        files.retain(|file| only.is_empty() || only.contains(&name(file)));
        let read: Vec<_> = files.iter().map(|file| TaskFile::open(file)).collect();
        let problem = |(file, it): (&PathBuf, &Result<TaskFile, TaskFileError>)| match it {
            Ok(task) => check_request(&task.request).err().map(|it| format!("{}: {it}", file.display())),
            Err(error) => Some(error.to_string()),
        };
        let wrong: Vec<String> = files.iter().zip(&read).filter_map(problem).collect();
        if !wrong.is_empty() {
            return Err(UsageError(wrong.join("; ")).into());
        }
        Ok(Suite { tasks: read.into_iter().flatten().map(Arc::new).collect() })
    }

    /// The tasks.
    pub fn tasks(&self) -> &[Arc<TaskFile>] {
        &self.tasks
    }

    /// Every task `repeat` times, each with the name of its log.
    ///
    /// # Errors
    /// A name is not valid for a log.
    pub fn trials(&self, config: &Config, batch: &str, repeat: u32) -> Result<Vec<Trial>, RuntimeError> {
        let log_name = |task: &TaskFile, turn: u32| match repeat {
            1 => format!("{batch}-{}", task.name),
            _ => format!("{batch}-{}-{turn}", task.name),
        };
        let turns = self.tasks.iter().flat_map(|task| (1..=repeat).map(move |turn| (task, turn)));
        turns
            .map(|(task, turn)| {
                let log = log_name(task, turn);
                deskpilot_log::folder(&config.log_dir, &log)?;
                Ok(Trial { task: task.clone(), log })
            })
            .collect()
    }
}

/// The name of the task in a file.
fn name(file: &Path) -> String {
    file.file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The task files of a folder; or the given file itself.
fn files(path: &Path) -> Result<Vec<PathBuf>, RuntimeError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let unreadable = FileError::not_read(path);
    let mut files = Vec::new();
    for entry in fs::read_dir(path).map_err(&unreadable)? {
        let file = entry.map_err(&unreadable)?.path();
        if file.extension().is_some_and(|it| it == "toml") {
            files.push(file);
        }
    }
    if files.is_empty() {
        let why = format!("there is no task in {}: a task is a file NAME.toml", path.display());
        return Err(UsageError(why).into());
    }
    Ok(files)
}
