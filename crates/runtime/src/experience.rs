//! Keeps experience: what worked in a session, and separately warnings about what went wrong.

use crate::{
    Environment, RuntimeError, UsageError, check_unexposed,
    learned_folder::{locked, missing_is_usage, subtask_text},
};
use deskpilot_core::{Entry, Projection};
use deskpilot_learning::{
    Experience, ExperienceKind, ExperienceStore, RecordOrigin, SubtaskTrajectory, Trajectories,
    subtask_experience, subtask_facts, subtask_warning,
};
use std::path::PathBuf;

/// The experience that a session taught.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExperienceLessons {
    /// The records.
    pub records: Vec<LearnedRecord>,
    /// What taught nothing that works, and why.
    pub left_out: Vec<String>,
}

/// A record that a session made or confirmed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearnedRecord {
    /// Its name.
    pub name: String,
    /// Whether it is advice or a warning.
    pub kind: ExperienceKind,
    /// In how many subtasks it was seen.
    pub times_seen: u32,
}

/// What is kept of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExperienceKept {
    /// What worked and what went wrong: somebody called the session right.
    Everything,
    /// What the application is like.
    Facts,
}

/// The folder of the user's experience; `None` if the user has no data folder.
pub fn experience_folder(environment: &Environment) -> Option<PathBuf> {
    environment.data_folder().map(|it| it.join("experience"))
}

/// The user's experience.
///
/// # Errors
/// There is no data folder, others can change the records, or they cannot be read.
pub fn experience_store(environment: &Environment) -> Result<ExperienceStore, RuntimeError> {
    let folder = folder(environment)?;
    check_unexposed(&folder, environment)?;
    Ok(ExperienceStore::open(&folder)?)
}

/// Makes records of what the session with these entries did, because a person called it right, and keeps them.
///
/// # Errors
/// The folder of experience cannot be read, written or locked.
pub fn learn_experience(
    environment: &Environment,
    entries: &[Entry],
) -> Result<ExperienceLessons, RuntimeError> {
    keep_experience(environment, &Trajectories::of(entries), ExperienceKept::Everything)
}

/// Removes the record of this name.
///
/// # Errors
/// There is none, or the folder of experience cannot be read, written or locked.
pub fn forget_experience(environment: &Environment, name: &str) -> Result<(), RuntimeError> {
    // A session that learns at this moment has read the record, and could write it again.
    let _lock = locked(&folder(environment)?)?;
    experience_store(environment)?.forget(name).map_err(missing_is_usage)
}

/// Makes records of what was done, and keeps them.
///
/// # Errors
/// The folder of experience cannot be read, written or locked.
pub(crate) fn keep_experience(
    environment: &Environment,
    done: &Trajectories,
    kept: ExperienceKept,
) -> Result<ExperienceLessons, RuntimeError> {
    let mut lessons = ExperienceLessons::default();
    let mut records = Vec::new();
    for (number, round) in (0..).zip(&done.rounds) {
        let origin = RecordOrigin { task: &done.task, round: number, request: &round.request };
        for subtask in &round.subtasks {
            match kept {
                ExperienceKept::Everything => {
                    records.extend(take(subtask, origin, &mut lessons));
                    records.extend(subtask_warning(subtask, origin));
                }
                ExperienceKept::Facts => records.extend(subtask_facts(subtask, origin)),
            }
        }
    }
    if records.is_empty() {
        return Ok(lessons);
    }
    let folder = folder(environment)?;
    let _lock = locked(&folder)?;
    // Read under the lock: another session may have learned something since this one began.
    let mut library = experience_store(environment)?;
    for record in records {
        let kind = record.kind;
        let name = library.learn(record)?;
        let times_seen = library.record(&name)?.record.times_seen;
        lessons.records.push(LearnedRecord { name, kind, times_seen });
    }
    Ok(lessons)
}

fn take(
    subtask: &SubtaskTrajectory,
    origin: RecordOrigin<'_>,
    lessons: &mut ExperienceLessons,
) -> Option<Experience> {
    match subtask_experience(subtask, origin) {
        Ok(record) => Some(record),
        Err(why) => {
            lessons.left_out.push(format!("{}: {why}", subtask_text(subtask)));
            None
        }
    }
}

fn folder(environment: &Environment) -> Result<PathBuf, UsageError> {
    experience_folder(environment).ok_or_else(|| {
        UsageError(format!("experience needs a home folder: set {}", environment.home_variable()))
    })
}
