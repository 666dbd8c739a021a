//! Lists tasks and their states, and reads their logs. Takes no lock.

use super::{
    EVENTS, KnownHeads, chain, folder, lines, lock, name,
    read_log::read_log,
    summary::{StoredSummary, Summary},
    task::{Task, TaskState},
};
use crate::LogError;
use deskpilot_core::{
    Entry, LogOrigin, Projection, Timestamp,
    fold::{Cost, WorkCounts},
};
use std::{fs, io, path::Path, time::SystemTime};

/// The entries of a task's log, even while a process writes it. Leaves out an incomplete last line.
pub fn read(root: &Path, task: &str) -> Result<Vec<Entry>, LogError> {
    read_whole(root, task).map(|(_, entries)| entries)
}

/// Where the log of a task comes from, by these heads. One whose chain is broken was changed.
pub fn origin(root: &Path, task: &str, heads: &KnownHeads) -> Result<LogOrigin, LogError> {
    let (bytes, _) = read_whole(root, task)?;
    match chain::verify(&bytes, None).head() {
        Some(head) => Ok(heads.origin(&folder(root, task)?, head)),
        None => Ok(LogOrigin::Changed),
    }
}

/// The complete lines of a task's log, and their entries.
pub(crate) fn read_whole(root: &Path, task: &str) -> Result<(Vec<u8>, Vec<Entry>), LogError> {
    let path = folder(root, task)?.join(EVENTS);
    let mut bytes = read_bytes(task, &path)?;
    let (entries, whole) = lines::parse(&bytes, 0).map_err(|error| error.in_file(&path))?;
    bytes.truncate(whole);
    Ok((bytes, entries))
}

/// The bytes of a task's log at this path.
pub(crate) fn read_bytes(task: &str, path: &Path) -> Result<Vec<u8>, LogError> {
    match read_log(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(LogError::Missing { task: task.into(), path: path.parent().unwrap_or(path).into() })
        }
        bytes => bytes.map_err(LogError::not_read(path)),
    }
}

/// The ID of the process that runs a task; `None` if none does, even if one crashed.
pub fn running(root: &Path, task: &str) -> Result<Option<u32>, LogError> {
    lock::holder(&folder(root, task)?)
}

/// When the log of this folder of a task was written last; `None` if there is none.
pub fn written_at(folder: &Path) -> Option<Timestamp> {
    let written = fs::metadata(folder.join(EVENTS)).ok()?.modified().ok()?;
    let since = written.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    u64::try_from(since.as_millis()).ok().map(Timestamp)
}

/// The tasks with a log in this folder, oldest first. A missing folder has none.
pub fn tasks(root: &Path) -> Result<Vec<Task>, LogError> {
    let folders = match fs::read_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        folders => folders.map_err(LogError::not_read(root))?,
    };
    let mut tasks: Vec<Task> = folders
        .filter_map(|folder| folder.ok()?.file_name().into_string().ok())
        .filter(|task| name::is_name(task) && root.join(task).join(EVENTS).is_file())
        .map(|task| summary(root, task))
        .collect();
    tasks.sort_by(|a, b| (a.started, &a.name).cmp(&(b.started, &b.name)));
    Ok(tasks)
}

/// The task of this name.
///
/// # Errors
/// No task has this name.
pub fn task(root: &Path, name: &str) -> Result<Task, LogError> {
    let folder = folder(root, name)?;
    match folder.join(EVENTS).is_file() {
        true => Ok(summary(root, name.to_owned())),
        false => Err(LogError::Missing { task: name.to_owned(), path: folder }),
    }
}

/// The task from its summary if the log still has the summarized length; otherwise from the log, which it then
/// summarizes.
fn summary(root: &Path, name: String) -> Task {
    let folder = root.join(&name);
    let length = fs::metadata(folder.join(EVENTS)).map_or(0, |it| it.len());
    // Before the summary is read: a process that does not run any more has written its last one.
    let running = lock::holder(&folder).ok().flatten().map(TaskState::Running);
    // A running process writes its summary at news only, so the log is longer most of the time.
    let is_valid = |it: &StoredSummary| running.is_some() || it.length == length && it.counts.is_some();
    let stored = StoredSummary::read(&folder).filter(is_valid);
    let stored = stored.map_or_else(|| fold_summary(root, &name, length), Ok);
    match (stored, running) {
        (Ok(stored), Some(running)) => {
            let waits = matches!(stored.state, TaskState::Asking | TaskState::Confirming | TaskState::Paused);
            let state = if waits { stored.state.clone() } else { running };
            StoredSummary { state, ..stored }.task(name)
        }
        // A paused task needs its process for the desktop: without one it was interrupted.
        (Ok(stored), None) if stored.state == TaskState::Paused => {
            StoredSummary { state: TaskState::Interrupted, ..stored }.task(name)
        }
        (Ok(stored), None) => stored.task(name),
        (Err(error), _) => Task {
            name,
            started: Timestamp::default(),
            last: Timestamp::default(),
            request: String::new(),
            state: TaskState::Unreadable(error.to_string()),
            steps: 0,
            cost: Cost::default(),
            counts: WorkCounts::default(),
        },
    }
}

/// Deletes the log of a task with its pictures and exports.
///
/// # Errors
/// The task runs, there is none of this name, or its folder cannot be deleted.
pub fn remove(root: &Path, task: &str) -> Result<(), LogError> {
    let folder = folder(root, task)?;
    if !folder.join(EVENTS).is_file() {
        return Err(LogError::Missing { task: task.into(), path: folder });
    }
    // Kept until the folder is gone, so that no process begins to write in it.
    let _lock = lock::Lock::take(&folder, task)?;
    fs::remove_dir_all(&folder).map_err(LogError::not_written(&folder))
}

/// Folds the summary of a log that has none or whose process was killed. Stores it unless a process runs the
/// task, which writes its own.
fn fold_summary(root: &Path, task: &str, length: u64) -> Result<StoredSummary, LogError> {
    let stored = Summary::of(&read(root, task)?).stored(length);
    if let Ok(None) = running(root, task) {
        stored.write(&root.join(task));
    }
    Ok(stored)
}
