//! The processes of an application, and the processor time they use, from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// A process and all that it started, itself first.
pub(crate) fn process_tree(first: u32) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for (process, parent) in all_processes() {
        children.entry(parent).or_default().push(process);
    }
    let mut tree = vec![first];
    let mut next = 0;
    while let Some(process) = tree.get(next) {
        tree.extend(children.remove(process).unwrap_or_default());
        next += 1;
    }
    tree
}

/// The processor time that the living threads of these processes have used.
pub(super) fn cpu(processes: &[u32]) -> Duration {
    let tasks = processes.iter().flat_map(|process| fs::read_dir(format!("/proc/{process}/task")));
    let stats = tasks.flatten().flatten().map(|task| task.path().join("schedstat"));
    stats.filter_map(|path| used(&fs::read_to_string(path).ok()?)).sum()
}

/// Every process with its parent.
fn all_processes() -> Vec<(u32, u32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let with_parent =
        |process: u32| Some((process, parent(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)?));
    processes.filter_map(with_parent).collect()
}

/// The parent in a line of `/proc/PID/stat`. The name of the program is in brackets, and may hold brackets itself.
fn parent(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// The processor time in a line of `schedstat`, which has nanoseconds.
fn used(schedstat: &str) -> Option<Duration> {
    schedstat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parent_is_read_past_any_name() {
        for (stat, expected) in [
            ("7 (sh) S 3 7 7 0", Some(3)),
            ("7 (a ) (b) R 12 7 7", Some(12)),
            ("7 (sh", None),
            ("7 (sh) S", None),
        ] {
            assert_eq!(parent(stat), expected, "{stat:?}");
        }
    }

    #[test]
    fn the_time_on_a_processor_is_the_first_number() {
        assert_eq!(used("48016502 17452494 161\n"), Some(Duration::from_nanos(48_016_502)));
        assert_eq!(used(""), None);
        assert_eq!(used("x 1 2"), None);
    }

    #[test]
    fn a_program_and_what_it_started_are_a_family_that_uses_time() {
        let mut child = std::process::Command::new("sleep").arg("60").spawn().unwrap();
        let us = std::process::id();
        let tree = process_tree(us);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(tree[0], us);
        assert!(tree.contains(&child.id()), "{tree:?}");
        assert!(cpu(&[us]) > Duration::ZERO);
    }
}
