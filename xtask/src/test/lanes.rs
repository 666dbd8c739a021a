//! Runs the suites in three lanes side by side: one for pure suites, and two for suites that open real desktops, which mostly wait.

use super::{report::SuiteReport, suite::Suite};
use crate::say;
use anyhow::{Context, Result, bail};
use std::{
    fs::{self, File},
    iter,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
    vec::IntoIter,
};

/// How long one suite may run.
const DEADLINE: Duration = Duration::from_secs(1800);

/// The folder with the output of each suite.
pub(crate) fn logs(root: &Path) -> PathBuf {
    root.join("target/test-logs")
}

/// Runs every suite to its end: the lanes side by side, the suites of a lane one after another. The reports are in the order of
/// the packages' names.
pub(crate) fn run(root: &Path, suites: Vec<Suite>) -> Vec<SuiteReport> {
    let logs = logs(root);
    let (mut real, pure): (Vec<Suite>, Vec<Suite>) = suites.into_iter().partition(Suite::is_real);
    real.sort_by_key(Suite::rank);
    let (real, pure) = (Mutex::new(real.into_iter()), Mutex::new(pure.into_iter()));
    let lane = |queue: &Mutex<IntoIter<Suite>>| {
        let next = || queue.lock().ok()?.next();
        iter::from_fn(next).map(|it| report(&it, &logs)).collect::<Vec<_>>()
    };
    let mut reports: Vec<SuiteReport> = thread::scope(|threads| {
        let lanes = [&pure, &real, &real].map(|queue| threads.spawn(move || lane(queue)));
        lanes.into_iter().flat_map(|it| it.join().unwrap_or_default()).collect()
    });
    reports.sort_by(|one, other| one.package.cmp(&other.package));
    reports
}

fn report(suite: &Suite, logs: &Path) -> SuiteReport {
    let began = Instant::now();
    let log = logs.join(format!("{}.{}.log", suite.package, suite.target));
    let end = run_suite(suite, &log).map_or_else(|error| format!("{error:#}"), |it| it.to_string());
    let output = String::from_utf8_lossy(&fs::read(&log).unwrap_or_default()).into_owned();
    let report = SuiteReport::of(suite, &output, &end, began.elapsed());
    say(&report.to_string());
    report
}

/// Runs a suite as cargo does, in the folder of its package. Its output goes into a file instead of a pipe, so that no process
/// which outlives the suite keeps this one waiting.
fn run_suite(suite: &Suite, log: &Path) -> Result<ExitStatus> {
    let folder = log.parent().context("a log without a folder")?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    let out = File::create(log).with_context(|| format!("{} cannot be written", log.display()))?;
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let errors = out.try_clone().context("the log cannot be opened twice")?;
    let mut child = Command::new(&suite.executable)
        .current_dir(&suite.folder)
        .env("CARGO_MANIFEST_DIR", &suite.folder)
        .env("RUST_TEST_THREADS", suite.threads(cores).to_string())
        .stdin(Stdio::null())
        .stdout(out)
        .stderr(errors)
        .spawn()
        .with_context(|| format!("{} does not start", suite.executable.display()))?;
    wait(&mut child, DEADLINE)
}

/// Waits until a process ends, and kills it at the deadline.
fn wait(child: &mut Child, time: Duration) -> Result<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        if let Some(status) = child.try_wait().context("waiting for the suite failed")? {
            return Ok(status);
        }
        if Instant::now() > deadline {
            child.kill().and_then(|()| child.wait()).context("the suite cannot be killed")?;
            bail!("killed after {} s", time.as_secs());
        }
        thread::park_timeout(Duration::from_millis(20));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A suite of package `package` that prints this as a shell script.
    fn suite(folder: &Path, package: &str, script: &str) -> Suite {
        use std::os::unix::fs::PermissionsExt;
        fs::create_dir_all(folder).unwrap();
        let executable = folder.join(package);
        fs::write(&executable, format!("#!/bin/sh\n{script}\n")).unwrap();
        fs::set_permissions(&executable, fs::Permissions::from_mode(0o700)).unwrap();
        Suite { package: package.into(), target: "it".into(), folder: folder.into(), executable }
    }

    #[test]
    fn what_fails_hides_nothing_that_comes_after_it() {
        let root = std::env::temp_dir().join(format!("xtask-lanes-{}", std::process::id()));
        let passed = "echo 'test result: ok. 2 passed; 0 failed; 0 ignored'";
        let suites = vec![
            suite(&root.join("a"), "deskpilot-core", "echo 'test x ... ok'; kill -9 $$"),
            suite(&root.join("b"), "deskpilot-cli", "exit 7"),
            suite(&root.join("c"), "deskpilot-log", passed),
            suite(&root.join("d"), "deskpilot-linux", passed),
        ];
        let reports = run(&root, suites);
        let counts: Vec<(&str, usize, usize)> =
            reports.iter().map(|it| (it.package.as_str(), it.passed, it.failures.len())).collect();
        let expected = [
            ("deskpilot-cli", 0, 1),
            ("deskpilot-core", 0, 1),
            ("deskpilot-linux", 2, 0),
            ("deskpilot-log", 2, 0),
        ];
        assert_eq!(counts, expected);
        assert!(reports[1].failures[0].text.contains("signal: 9"), "{:?}", reports[1].failures);
        fs::remove_dir_all(&root).unwrap();
    }

    #[test]
    fn a_suite_that_hangs_is_ended() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        let error = wait(&mut child, Duration::from_millis(10)).unwrap_err();
        assert_eq!(error.to_string(), "killed after 0 s");
    }
}
