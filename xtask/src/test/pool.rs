//! Runs tests side by side, those that take longest first. Each test that opens a desktop has a process of its own.

use super::{
    children::Children,
    job::Job,
    report::{Outcome, SuiteReport},
    schedule,
    suite::Suite,
};
use crate::say;
use anyhow::{Context, Result};
use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    process::{Command, ExitStatus, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

/// How long one process may run.
const DEADLINE: Duration = Duration::from_secs(1800);

/// The folder with the output of each test.
pub(crate) fn logs(root: &Path) -> PathBuf {
    root.join("target/test-logs")
}

/// Runs every test of these suites to its end. The reports are in the order of the packages' names.
///
/// # Errors
/// A suite does not list its tests, or the folder of the logs cannot be used.
pub(crate) fn run(root: &Path, suites: &[Suite], children: &Children) -> Result<Vec<SuiteReport>> {
    let (logs, jobs) = (logs(root), schedule::jobs(suites, schedule::DURATIONS)?);
    if logs.exists() {
        fs::remove_dir_all(&logs).with_context(|| format!("{} cannot be removed", logs.display()))?;
    }
    fs::create_dir_all(&logs).with_context(|| format!("{} cannot be created", logs.display()))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let progress = Progress::new(suites, &jobs);
    let next = Mutex::new(jobs.into_iter());
    let worker = || {
        let mut outcomes = Vec::new();
        while let Some(job) = next.lock().ok().and_then(|mut it| it.next()) {
            let outcome = outcome(job, suites, &logs, children);
            progress.ended(&outcome);
            outcomes.push(outcome);
        }
        outcomes
    };
    let outcomes: Vec<Outcome> = thread::scope(|threads| {
        let workers: Vec<_> = (0..at_once(cores)).map(|_| threads.spawn(worker)).collect();
        workers.into_iter().flat_map(|it| it.join().unwrap_or_default()).collect()
    });
    let durations = logs.join("durations.txt");
    fs::write(&durations, schedule::durations(suites, &outcomes))
        .with_context(|| format!("{} cannot be written", durations.display()))?;
    let mut reports: Vec<SuiteReport> =
        suites.iter().enumerate().map(|(place, it)| SuiteReport::of(it, place, &outcomes)).collect();
    reports.sort_by(|one, other| one.package.cmp(&other.package));
    Ok(reports)
}

/// How many processes run at once on this many cores: a test on a desktop waits for applications half of its time.
fn at_once(cores: usize) -> usize {
    cores * 3
}

/// Which tests are still to run.
struct Progress<'a> {
    suites: &'a [Suite],
    open: Mutex<Vec<usize>>,
}

impl<'a> Progress<'a> {
    fn new(suites: &'a [Suite], jobs: &[Job]) -> Progress<'a> {
        let open =
            (0..suites.len()).map(|place| jobs.iter().filter(|it| it.suite == place).count()).collect();
        Progress { suites, open: Mutex::new(open) }
    }

    /// Prints failures at once, and a line when the last test of a suite has ended.
    fn ended(&self, outcome: &Outcome) {
        let Suite { package, target, .. } = &self.suites[outcome.job.suite];
        for failure in &outcome.failures {
            say(&format!("failed: {package} {target} {} ({} s)", failure.name, outcome.took.as_secs()));
        }
        let Ok(mut open) = self.open.lock() else { return };
        open[outcome.job.suite] -= 1;
        if open[outcome.job.suite] == 0 {
            let left: usize = open.iter().sum();
            say(&format!("{package} {target}: done; {left} more to run"));
        }
    }
}

fn outcome(job: Job, suites: &[Suite], logs: &Path, children: &Children) -> Outcome {
    let (began, suite) = (Instant::now(), &suites[job.suite]);
    let log = logs.join(format!("{}.{}.{}.log", suite.package, suite.target, job.name().replace("::", ".")));
    let end =
        run_job(&job, suite, &log, children).map_or_else(|error| format!("{error:#}"), |it| it.to_string());
    let output = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    Outcome::of(job, &output, &end, began.elapsed())
}

/// Runs a test as cargo does, in the folder of its package. Its output goes into a file instead of a pipe, so that no process
/// which outlives it keeps this one waiting.
fn run_job(job: &Job, suite: &Suite, log: &Path, children: &Children) -> Result<ExitStatus> {
    let out = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
    let errors = out.try_clone().context("the log cannot be opened twice")?;
    let mut command = Command::new(&suite.executable);
    if let Some(test) = &job.test {
        command.args(["--exact", test]);
    }
    command.current_dir(&suite.folder).env("CARGO_MANIFEST_DIR", &suite.folder).env("RUST_TEST_THREADS", "2");
    command.stdin(Stdio::null()).stdout(out).stderr(errors);
    let mut child = children.spawn(&mut command)?;
    children.wait(&mut child, DEADLINE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fails_hides_nothing_that_comes_after_it() {
        let root = std::env::temp_dir().join(format!("xtask-pool-{}", std::process::id()));
        let listing = "if [ \"$1\" = --list ]; then echo 'one: test'; echo 'two: test'; exit; fi\n";
        let passed = format!("{listing}echo 'test result: ok. 1 passed; 0 failed; 0 ignored'");
        let suites = [
            Suite::of_script(
                &root.join("a"),
                "deskpilot-core",
                &format!("{listing}echo 'test x ... ok'; kill -9 $$"),
            ),
            Suite::of_script(&root.join("b"), "deskpilot-cli", &format!("{listing}exit 7")),
            Suite::of_script(&root.join("c"), "deskpilot-log", &passed),
            Suite::of_script(&root.join("d"), "deskpilot-linux", &passed),
        ];
        let reports = run(&root, &suites, &Children::default()).unwrap();
        let counts: Vec<(&str, usize, usize)> =
            reports.iter().map(|it| (it.package.as_str(), it.passed, it.failures.len())).collect();
        let expected = [
            ("deskpilot-cli", 0, 2),
            ("deskpilot-core", 0, 2),
            ("deskpilot-linux", 2, 0),
            ("deskpilot-log", 2, 0),
        ];
        assert_eq!(counts, expected);
        assert!(reports[1].failures[0].text.contains("signal: 9"), "{:?}", reports[1].failures);
        assert!(logs(&root).join("durations.txt").is_file());
        fs::remove_dir_all(&root).unwrap();
    }
}
