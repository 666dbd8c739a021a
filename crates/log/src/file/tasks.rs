//! Which tasks there are, and how far each has come. Takes no lock.

use super::{
    EVENTS, folder, lines, lock, name,
    summary::{Stored, Summary},
    task::{Task, TaskState},
};
use crate::LogError;
use deskpilot_core::{Entry, Projection, Stamp};
use std::{fs, io, path::Path};

/// The entries of a task's log, whoever is writing it; a last line not yet whole is left out.
pub fn read(root: &Path, task: &str) -> Result<Vec<Entry>, LogError> {
    read_whole(root, task).map(|(_, entries)| entries)
}

/// The entries of a task's log, and the whole lines they are.
pub(crate) fn read_whole(root: &Path, task: &str) -> Result<(Vec<u8>, Vec<Entry>), LogError> {
    let path = folder(root, task)?.join(EVENTS);
    let mut bytes = read_bytes(task, &path)?;
    let (entries, whole) = lines::parse(&bytes, 0).map_err(|flaw| flaw.at(&path))?;
    bytes.truncate(whole);
    Ok((bytes, entries))
}

/// The bytes of a task's log, which is at this path.
pub(crate) fn read_bytes(task: &str, path: &Path) -> Result<Vec<u8>, LogError> {
    match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            Err(LogError::Missing { task: task.into(), path: path.into() })
        }
        bytes => bytes.map_err(LogError::not_read(path)),
    }
}

/// The process that is at a task; `None` when none is, even if one crashed there.
pub fn running(root: &Path, task: &str) -> Result<Option<u32>, LogError> {
    lock::holder(&folder(root, task)?)
}

/// The tasks that have a log in this folder, the latest last. A folder that is not there has none.
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

/// The task as its summary has it, where that is as long as the log; otherwise as the log has it, which is summarized then.
fn summary(root: &Path, name: String) -> Task {
    let folder = root.join(&name);
    let length = fs::metadata(folder.join(EVENTS)).map_or(0, |it| it.len());
    let running = lock::holder(&folder).ok().flatten().map(TaskState::Running);
    let stored = Stored::read(&folder).filter(|it| running.is_some() || it.length == length);
    let stored = stored.map_or_else(|| folded(root, &name, length), Ok);
    match (stored, running) {
        (Ok(stored), Some(running)) => Stored { state: running, ..stored }.task(name),
        (Ok(stored), None) => stored.task(name),
        (Err(error), _) => Task {
            name,
            started: Stamp::default(),
            last: Stamp::default(),
            request: String::new(),
            state: TaskState::Unreadable(error.to_string()),
        },
    }
}

/// The summary of a log that has none, or whose process was killed. While a process is at it, that writes its own.
fn folded(root: &Path, task: &str, length: u64) -> Result<Stored, LogError> {
    let stored = Summary::of(&read(root, task)?).stored(length);
    if let Ok(None) = running(root, task) {
        stored.write(&root.join(task));
    }
    Ok(stored)
}
