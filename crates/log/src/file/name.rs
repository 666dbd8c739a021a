//! Task names, which are also folder names: no name may lead out of the logs' folder.

use crate::LogError;
use std::path::{Path, PathBuf};

/// The maximum length in bytes; longer names reach file system limits.
const LONGEST: usize = 100;

/// The folder of a task; an error if the name could lead anywhere else.
pub fn folder(root: &Path, task: &str) -> Result<PathBuf, LogError> {
    if is_name(task) {
        Ok(root.join(task))
    } else {
        Err(LogError::BadName(task.chars().take(LONGEST).collect()))
    }
}

pub(super) fn is_name(task: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    !task.is_empty()
        && task.len() <= LONGEST
        && !task.starts_with('.')
        && !task.ends_with('.')
        && !task.contains("..")
        && task.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_in_the_folder_of_logs() {
        for name in ["a", "2026-11-21-04-33-00", "Rechnung_März.2", "x".repeat(100).as_str()] {
            assert_eq!(folder(Path::new("/logs"), name).unwrap(), Path::new("/logs").join(name));
        }
        let long = "x".repeat(101);
        for name in
            ["", ".", "..", ".hidden", "a/b", "a\\b", "/etc", "a..b", "a\0", "a b", "a\n", "C:", "a.", &long]
        {
            assert!(matches!(folder(Path::new("/logs"), name), Err(LogError::BadName(_))), "{name:?}");
        }
    }
}
