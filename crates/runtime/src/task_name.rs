//! Names for tasks that the user gives none, and for their logs.

use crate::RuntimeError;
use std::{
    hash::{BuildHasher, Hasher, RandomState},
    path::Path,
};

/// The letters behind the time: none that are read for another.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// How many of them.
const COUNT: usize = 4;
/// How many logs a task can have.
const MOST_LOGS: usize = 1000;

/// The default name of a task: the local time, and letters that tasks of the same second do not share.
pub fn new_task_name() -> String {
    // The hasher of the standard library has random keys, so its hash of nothing is a random number.
    name_of(&jiff::Zoned::now(), RandomState::new().build_hasher().finish())
}

/// The names of the logs of a task that is tried several times: `NAME`, `NAME-2`, …
pub fn log_names(name: &str) -> impl Iterator<Item = String> {
    std::iter::once(name.to_owned()).chain((2..=MOST_LOGS).map(move |at| format!("{name}-{at}")))
}

/// The first of these names that no log in this folder has.
///
/// # Errors
/// The folder has logs of all of them.
pub fn free_log_name(logs: &Path, name: &str) -> Result<String, RuntimeError> {
    let free = log_names(name).find(|it| !logs.join(it).exists());
    let (folder, count) = (logs.to_owned(), MOST_LOGS);
    free.ok_or_else(|| RuntimeError::TooManyLogs { folder, count, name: name.to_owned() })
}

fn name_of(now: &jiff::Zoned, random: u64) -> String {
    let letters = random.to_le_bytes();
    let letters = letters.iter().take(COUNT).map(|it| char::from(LETTERS[usize::from(it % 32)]));
    format!("{}-{}", now.strftime("%Y-%m-%d-%H-%M-%S"), letters.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_log_gets_a_number_if_its_name_is_taken() {
        let logs = tempfile::tempdir().unwrap();
        for free in ["a", "a-2", "a-3"] {
            assert_eq!(free_log_name(logs.path(), "a").unwrap(), free);
            std::fs::create_dir(logs.path().join(free)).unwrap();
        }
        for name in log_names("a") {
            std::fs::create_dir_all(logs.path().join(name)).unwrap();
        }
        assert!(free_log_name(logs.path(), "a").unwrap_err().to_string().contains("has 1000 logs of a"));
    }

    #[test]
    fn tasks_of_one_second_have_different_names_in_the_order_of_time() {
        let now = jiff::Zoned::now();
        let names: BTreeSet<String> = (0..20).map(|random| name_of(&now, random)).collect();
        assert_eq!(names.len(), 20, "{names:?}");
        let later = &now + jiff::SignedDuration::from_secs(1);
        assert!(names.iter().all(|it| *it < name_of(&later, 0)), "{names:?}");
        assert_eq!(new_task_name().len(), "2026-01-02-03-04-05-abcd".len());
        assert!(names.iter().all(|it| it.len() == "2026-01-02-03-04-05-abcd".len()), "{names:?}");
    }
}
