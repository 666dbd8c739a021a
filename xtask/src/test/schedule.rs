//! In which order tests run. Those that took longest the last time begin first, so that none of them runs alone at the end.

use super::{job::Job, report::Outcome, suite::Suite};
use anyhow::{Context, Result, bail};
use std::{collections::HashMap, fmt::Write, process::Command, time::Duration};

/// How long tests took on a quiet machine of two cores, those that take longest first: a line has seconds, package, target and test.
/// A test that is not here runs among the last.
pub(crate) const DURATIONS: &str = include_str!("durations.txt");

/// The shortest time that is worth a line.
const WORTH_A_LINE: Duration = Duration::from_secs(1);

/// The jobs of these suites, in the order in which they begin by these durations. A suite whose tests take milliseconds is one job.
///
/// # Errors
/// A suite does not list its tests.
pub(crate) fn jobs(suites: &[Suite], durations: &str) -> Result<Vec<Job>> {
    let mut jobs = Vec::new();
    for (place, suite) in suites.iter().enumerate() {
        let tests = if suite.is_quick() { vec![None] } else { tests(suite)?.into_iter().map(Some).collect() };
        jobs.extend(tests.into_iter().map(|test| Job { suite: place, test }));
    }
    let known = known(durations);
    let key = |job: &Job| {
        let suite = &suites[job.suite];
        known.get(&(suite.package.as_str(), suite.target.as_str(), job.name())).copied().unwrap_or_default()
    };
    jobs.sort_by(|one, other| key(other).total_cmp(&key(one)));
    Ok(jobs)
}

/// The seconds of each test, by package, target and name.
fn known(durations: &str) -> HashMap<(&str, &str, &str), f64> {
    let lines = durations.lines().filter_map(|line| {
        let mut words = line.split_whitespace();
        let seconds = words.next()?.parse().ok()?;
        Some(((words.next()?, words.next()?, words.next()?), seconds))
    });
    lines.collect()
}

/// The names of a suite's tests.
fn tests(suite: &Suite) -> Result<Vec<String>> {
    let shown = suite.executable.display();
    let output = Command::new(&suite.executable)
        .args(["--list", "--format", "terse"])
        .current_dir(&suite.folder)
        .output()
        .with_context(|| format!("{shown} does not start"))?;
    if !output.status.success() {
        bail!("{shown} does not list its tests: {}", output.status);
    }
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(|it| it.strip_suffix(": test")).map(str::to_owned).collect())
}

/// What `durations.txt` would be after a run with these outcomes.
pub(crate) fn durations(suites: &[Suite], outcomes: &[Outcome]) -> String {
    let mut long: Vec<&Outcome> = outcomes.iter().filter(|it| it.took >= WORTH_A_LINE).collect();
    long.sort_by_key(|it| std::cmp::Reverse(it.took));
    let mut text = String::new();
    for Outcome { job, took, .. } in long {
        let suite = &suites[job.suite];
        let _ = writeln!(text, "{:.1} {} {} {}", took.as_secs_f64(), suite.package, suite.target, job.name());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_begin_first_and_the_unknown_last() {
        let folder = std::env::temp_dir().join(format!("xtask-schedule-{}", std::process::id()));
        let script = "echo 'new: test'; echo 'a::short: test'; echo 'a::long: test'; echo 'not: benchmark'";
        let suites = [Suite::of_script(&folder, "deskpilot-linux", script)];
        let durations =
            "20.5 deskpilot-linux it a::long\n3.0 deskpilot-linux it gone\n1.5 deskpilot-linux it a::short\n";
        let jobs = jobs(&suites, durations).unwrap();
        assert_eq!(jobs.iter().map(Job::name).collect::<Vec<_>>(), ["a::long", "a::short", "new"]);
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_suite_that_lists_nothing_is_an_error() {
        let folder = std::env::temp_dir().join(format!("xtask-unlisted-{}", std::process::id()));
        let error = jobs(&[Suite::of_script(&folder, "deskpilot-linux", "exit 3")], "").unwrap_err();
        assert!(error.to_string().ends_with("does not list its tests: exit status: 3"), "{error}");
        std::fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn what_took_long_is_kept_for_the_next_run() {
        let suites = [Suite::of_script(&std::env::temp_dir().join("xtask-long"), "deskpilot-linux", "true")];
        let outcome = |test: &str, took| {
            let job = Job { suite: 0, test: Some(test.into()) };
            Outcome::of(job, "test result: ok. 1 passed; 0 failed", "", Duration::from_millis(took))
        };
        let outcomes = [outcome("a", 1_500), outcome("b", 900), outcome("c", 20_140)];
        assert_eq!(durations(&suites, &outcomes), "20.1 deskpilot-linux it c\n1.5 deskpilot-linux it a\n");
    }
}
