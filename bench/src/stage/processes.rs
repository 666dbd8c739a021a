//! The processes of an application, and the processor time they use, from `/proc`.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

/// The processes that came of one, that one first.
pub(super) fn family(first: u32) -> Vec<u32> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    for (process, parent) in everybody() {
        children.entry(parent).or_default().push(process);
    }
    let mut family = vec![first];
    let mut next = 0;
    while let Some(process) = family.get(next) {
        family.extend(children.remove(process).unwrap_or_default());
        next += 1;
    }
    family
}

/// The processor time that the living threads of these processes have used.
pub(super) fn cpu(processes: &[u32]) -> Duration {
    let tasks = processes.iter().flat_map(|process| fs::read_dir(format!("/proc/{process}/task")));
    let stats = tasks.flatten().flatten().map(|task| task.path().join("schedstat"));
    stats.filter_map(|path| used(&fs::read_to_string(path).ok()?)).sum()
}

/// Every process with its parent.
fn everybody() -> Vec<(u32, u32)> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let processes = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let with_parent =
        |process: u32| Some((process, parent(&fs::read_to_string(format!("/proc/{process}/stat")).ok()?)?));
    processes.filter_map(with_parent).collect()
}

/// The parent in a line of `/proc/PID/stat`. The name of a program stands in brackets, and may hold brackets too.
fn parent(stat: &str) -> Option<u32> {
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// The time on a processor in a line of `schedstat`, which is in nanoseconds.
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
        let family = family(us);
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(family[0], us);
        assert!(family.contains(&child.id()), "{family:?}");
        assert!(cpu(&[us]) > Duration::ZERO);
    }
}
