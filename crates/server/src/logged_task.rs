//! A task by the key of its folder of logs and its name. No path comes from a request.

use crate::error::ApiError;
use deskpilot_log::{LogError, Task, running, task};
use std::path::{Path, PathBuf};

/// The digits of a key.
const DIGITS: usize = 16;

/// A task that has a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LoggedTask {
    /// The key of its folder of logs.
    pub(crate) key: String,
    /// The folder of logs.
    pub(crate) root: PathBuf,
    /// Its name.
    pub(crate) name: String,
}

impl LoggedTask {
    /// The task of this name in the one of these folders of logs that has the key.
    pub(crate) fn find(roots: &[PathBuf], key: &str, name: &str) -> Result<LoggedTask, ApiError> {
        let root = roots.iter().find(|it| folder_key(it) == key);
        let root =
            root.ok_or_else(|| ApiError::NotFound(format!("no folder of logs has the key {key:?}")))?;
        Ok(LoggedTask::at(root, name)?)
    }

    /// The task of this name in this folder of logs.
    pub(crate) fn at(root: &Path, name: &str) -> Result<LoggedTask, LogError> {
        let found = LoggedTask { key: folder_key(root), root: root.to_owned(), name: name.to_owned() };
        found.state()?;
        Ok(found)
    }

    /// The folder of its log. The name was checked: it leads nowhere else.
    pub(crate) fn folder(&self) -> PathBuf {
        self.root.join(&self.name)
    }

    /// The task as a listing shows it.
    pub(crate) fn state(&self) -> Result<Task, LogError> {
        task(&self.root, &self.name)
    }

    /// The process that runs it now.
    pub(crate) fn process(&self) -> Option<u32> {
        running(&self.root, &self.name).ok().flatten()
    }
}

/// The key of a folder of logs: digits that stay the same as long as its path does.
pub(crate) fn folder_key(root: &Path) -> String {
    blake3::hash(root.as_os_str().as_encoded_bytes()).to_hex()[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Event, Timestamp};
    use deskpilot_log::{FileLog, SessionLog};

    #[test]
    fn a_task_is_found_by_key_and_name_and_nothing_else_is() {
        let place = tempfile::tempdir().unwrap();
        let roots = [place.path().join("logs"), place.path().join("other")];
        let mut log = FileLog::create(&roots[0], "a").unwrap();
        log.append(Timestamp(1), Event::RoundStarted { round: 0, request: "compute".into() }).unwrap();
        std::fs::create_dir_all(roots[1].join("b")).unwrap();
        let keys = [folder_key(&roots[0]), folder_key(&roots[1])];
        let [one, two] = [keys[0].as_str(), keys[1].as_str()];
        let found = LoggedTask::find(&roots, one, "a").unwrap();
        assert_eq!((found.folder(), found.process()), (roots[0].join("a"), Some(std::process::id())));
        for (key, name) in [
            (two, "a"),
            (two, "b"),
            (one, "../logs/a"),
            (one, "..%2flogs%2fa"),
            (one, "a/"),
            (one, "/etc"),
            (one, ""),
            ("", "a"),
            ("..", "a"),
        ] {
            let error = LoggedTask::find(&roots, key, name).unwrap_err();
            assert!(matches!(error, ApiError::NotFound(_)), "{key} {name}: {error}");
        }
    }
}
