//! Which tasks there are, and how far each has come. Takes no lock.

use super::{EVENTS, folder, lines, lock, name};
use crate::LogError;
use deskpilot_core::{
    Entry, Projection, RoundState, Stamp, Verdict,
    fold::{Round, Steps},
};
use serde::Serialize;
use std::{fmt, fs, io, path::Path};

/// A task that has a log.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Task {
    /// Its name.
    pub name: String,
    /// When it was started.
    pub started: Stamp,
    /// When its last entry was written.
    pub last: Stamp,
    /// What the user asked for last.
    pub request: String,
    /// How far it has come.
    pub state: TaskState,
}

/// How far a task has come.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// This process is at it.
    Running(u32),
    /// Questions wait for the user's answers.
    Asking,
    /// An operation waits for the user's yes.
    Confirming,
    /// Its process stopped or crashed before the round's end.
    Interrupted,
    /// Its last round ended like this.
    Ended(Verdict),
    /// Its log cannot be read, for this reason.
    Unreadable(String),
}

impl fmt::Display for TaskState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TaskState::Running(process) => write!(f, "running in process {process}"),
            TaskState::Asking => f.write_str("waits for answers"),
            TaskState::Confirming => f.write_str("waits for a yes"),
            TaskState::Interrupted => f.write_str("interrupted"),
            TaskState::Ended(verdict) => verdict.fmt(f),
            TaskState::Unreadable(why) => write!(f, "unreadable: {why}"),
        }
    }
}

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

fn summary(root: &Path, name: String) -> Task {
    let (entries, state) = match read(root, &name) {
        Ok(entries) => {
            let state = state(root, &name, &entries);
            (entries, state)
        }
        Err(error) => (Vec::new(), TaskState::Unreadable(error.to_string())),
    };
    let at = |entry: Option<&Entry>| entry.map_or(Stamp::default(), |entry| entry.at);
    Task {
        started: at(entries.first()),
        last: at(entries.last()),
        request: Round::of(&entries).request,
        name,
        state,
    }
}

fn state(root: &Path, task: &str, entries: &[Entry]) -> TaskState {
    if let Ok(Some(process)) = running(root, task) {
        return TaskState::Running(process);
    }
    match Round::of(entries).state {
        RoundState::Ended(verdict) => TaskState::Ended(verdict),
        RoundState::Asking(..) => TaskState::Asking,
        RoundState::Confirming(..) => TaskState::Confirming,
        RoundState::Turn(_) if Steps::of(entries).closed => {
            TaskState::Ended(Verdict::Failed("closed before its end".into()))
        }
        RoundState::Turn(_)
        | RoundState::Assigning(_)
        | RoundState::Assigned(_)
        | RoundState::HandingBack(..) => TaskState::Interrupted,
    }
}
