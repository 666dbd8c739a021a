//! The tasks that a listing shows: the newest ones that match a query, with the space that each takes.

use crate::{
    LogError,
    file::{Task, tasks},
};
use serde::Serialize;
use std::{
    fs,
    path::{Path, PathBuf},
};

/// Which tasks a listing shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TaskQuery {
    /// Their states, as [`TaskState::word`](crate::TaskState::word) names them; every state if empty.
    pub states: Vec<String>,
    /// A text in their name or request, in upper or lower case.
    pub text: Option<String>,
    /// The most tasks; all if `None`. The newest are shown.
    pub most: Option<usize>,
}

/// The tasks that match a query.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Listing {
    /// The shown tasks, the newest last.
    pub tasks: Vec<ListedTask>,
    /// The number of older tasks that match too and are not shown.
    pub left_out: usize,
    /// The bytes of the folders of logs, with all that is in them.
    pub bytes: u64,
}

/// A task with the space that its folder takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ListedTask {
    /// The task.
    #[serde(flatten)]
    pub task: Task,
    /// The bytes of its folder.
    pub bytes: u64,
    /// The folder of logs that it is in.
    pub log_dir: String,
}

impl Listing {
    /// The tasks with a log in these folders that match the query.
    ///
    /// # Errors
    /// A folder cannot be read. One that is missing has no tasks.
    pub fn read(roots: &[PathBuf], query: &TaskQuery) -> Result<Listing, LogError> {
        let (found, left_out) = matching_tasks(roots, query)?;
        let listed = |(root, task): (&PathBuf, Task)| ListedTask {
            bytes: folder_size(&root.join(&task.name)),
            log_dir: root.display().to_string(),
            task,
        };
        let tasks = found.into_iter().map(listed).collect();
        let bytes = roots.iter().map(|it| folder_size(it)).sum();
        Ok(Listing { tasks, left_out, bytes })
    }
}

/// A task with its folder of logs.
pub type TaskIn<'r> = (&'r PathBuf, Task);

/// The tasks with a log in these folders that match the query, each with its folder of logs, the newest last; and how many older ones
/// match too and are left out.
///
/// # Errors
/// A folder cannot be read. One that is missing has no tasks.
pub fn matching_tasks<'r>(
    roots: &'r [PathBuf],
    query: &TaskQuery,
) -> Result<(Vec<TaskIn<'r>>, usize), LogError> {
    let mut found: Vec<TaskIn<'_>> = Vec::new();
    for root in roots {
        found.extend(tasks(root)?.into_iter().filter(|it| query.matches(it)).map(|task| (root, task)));
    }
    found.sort_by(|(_, a), (_, b)| (a.started, &a.name).cmp(&(b.started, &b.name)));
    let left_out = query.most.map_or(0, |most| found.len().saturating_sub(most));
    found.drain(..left_out);
    Ok((found, left_out))
}

impl TaskQuery {
    fn matches(&self, task: &Task) -> bool {
        let has = |text: &String| {
            let text = text.to_lowercase();
            task.name.to_lowercase().contains(&text) || task.request.to_lowercase().contains(&text)
        };
        (self.states.is_empty() || self.states.iter().any(|it| it == task.state.word()))
            && self.text.as_ref().is_none_or(has)
    }
}

/// The bytes of the files in a folder and those below it. Links are not followed, and what cannot be read counts as empty.
pub fn folder_size(folder: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(found) if found.is_dir() => folder_size(&entry.path()),
        Ok(found) => found.len(),
        Err(_) => 0,
    });
    sizes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileLog, SessionLog};
    use deskpilot_core::{Event, Timestamp, Verdict};
    use tempfile::{TempDir, tempdir};

    /// The tasks `a`, which finished, `b`, which failed, and `c`, which a person stopped.
    fn recorded_tasks() -> TempDir {
        let root = tempdir().unwrap();
        let ended = |verdict| Event::RoundEnded { verdict };
        for (at, task, request, last) in [
            (1, "a", "Sum up the letter", ended(Verdict::Finished("done".into()))),
            (2, "b", "Write a LETTER", ended(Verdict::Failed("no".into()))),
            (3, "c", "Wait", Event::Stopped),
        ] {
            let mut log = FileLog::create(root.path(), task).unwrap();
            log.append(Timestamp(at), Event::RoundStarted { round: 0, request: request.into() }).unwrap();
            log.append(Timestamp(at), last).unwrap();
        }
        root
    }

    #[test]
    fn the_newest_tasks_that_match_are_listed() {
        let root = recorded_tasks();
        let all = TaskQuery::default();
        for (query, names, left_out) in [
            (all.clone(), &["a", "b", "c"][..], 0),
            (TaskQuery { most: Some(2), ..all.clone() }, &["b", "c"], 1),
            (TaskQuery { text: Some("letter".into()), ..all.clone() }, &["a", "b"], 0),
            (TaskQuery { text: Some("letter".into()), most: Some(1), ..all.clone() }, &["b"], 1),
            (TaskQuery { text: Some("C".into()), ..all.clone() }, &["c"], 0),
            (TaskQuery { states: vec!["failed".into(), "stopped".into()], ..all.clone() }, &["b", "c"], 0),
            (TaskQuery { states: vec!["paused".into()], ..all }, &[], 0),
        ] {
            let listing = Listing::read(&[root.path().to_owned()], &query).unwrap();
            let listed: Vec<&str> = listing.tasks.iter().map(|it| it.task.name.as_str()).collect();
            assert_eq!((&listed[..], listing.left_out), (names, left_out), "{query:?}");
        }
    }

    #[test]
    fn a_listed_task_has_the_size_of_its_folder() {
        let root = recorded_tasks();
        let roots = [root.path().to_owned()];
        let listing = Listing::read(&roots, &TaskQuery::default()).unwrap();
        let folder = root.path().join("a");
        fs::create_dir(folder.join("pictures")).unwrap();
        fs::write(folder.join("pictures/1.png"), [0; 100]).unwrap();
        let bytes = listing.tasks[0].bytes;
        assert!(bytes > 0 && listing.bytes >= listing.tasks.iter().map(|it| it.bytes).sum::<u64>());
        assert_eq!(folder_size(&folder), bytes + 100);
        assert_eq!(folder_size(&root.path().join("nothing")), 0);
    }

    #[test]
    fn tasks_of_several_folders_are_one_list_in_the_order_of_their_begin() {
        let (one, two) = (recorded_tasks(), recorded_tasks());
        fs::rename(two.path().join("b"), two.path().join("other")).unwrap();
        let roots = [one.path().to_owned(), two.path().to_owned(), two.path().join("missing")];
        let listing = Listing::read(&roots, &TaskQuery { most: Some(4), ..TaskQuery::default() }).unwrap();
        let listed: Vec<&str> = listing.tasks.iter().map(|it| it.task.name.as_str()).collect();
        assert_eq!((&listed[..], listing.left_out), (&["b", "other", "c", "c"][..], 2));
        assert_eq!(listing.tasks[1].log_dir, two.path().display().to_string());
    }
}
