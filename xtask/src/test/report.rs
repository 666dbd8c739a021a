//! What came of a suite, read from the output of libtest.

use super::{job::Job, suite::Suite};
use std::time::Duration;

/// The most lines of a failed test that the summary shows.
const MAX_LINES: usize = 15;

/// How a test begins the line that says what it leaves out.
const LEFT_OUT: &str = "left out: ";

/// What came of one process.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// What it ran.
    pub(crate) job: Job,
    /// How many tests passed.
    pub(crate) passed: usize,
    /// The tests that failed.
    pub(crate) failures: Vec<Failure>,
    /// What its tests report that they leave out of a usual run.
    pub(crate) left_out: Vec<String>,
    /// From its start to its end.
    pub(crate) took: Duration,
}

/// What a suite reported.
#[derive(Debug)]
pub(crate) struct SuiteReport {
    /// Its package.
    pub(crate) package: String,
    /// `unit`, or the name of the folder in `tests`.
    pub(crate) target: String,
    /// How many tests passed.
    pub(crate) passed: usize,
    /// The tests that failed.
    pub(crate) failures: Vec<Failure>,
    /// What its tests report that they leave out of a usual run.
    pub(crate) left_out: Vec<String>,
    /// The time of all its processes together.
    pub(crate) took: Duration,
}

/// A test that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Its name; for a process that ended early, what it ran with a sentence that says so.
    pub(crate) name: String,
    /// The last lines of its output.
    pub(crate) text: String,
}

impl Outcome {
    /// Reads the output of a process. One that ended before libtest printed a result, or that did not run its one test, is a
    /// failure that names its `end`, an exit status or an error.
    pub(crate) fn of(job: Job, output: &str, end: &str, took: Duration) -> Outcome {
        // The last one: what a failed test printed may have such a line, too.
        let result = output.lines().rfind(|it| it.starts_with("test result: ")).unwrap_or_default();
        let mut failures = if result.is_empty() { Vec::new() } else { failures(output) };
        let passed = passed(result);
        // libtest ends with `ok` also where no test has the name that it was given.
        let is_run = job.test.is_none() || passed + failures.len() == 1;
        if failures.is_empty() && !(result.starts_with("test result: ok.") && is_run) {
            let text = format!("{}\n{end}", last(&output.lines().collect::<Vec<_>>()));
            failures.push(Failure { name: format!("{}, which ended before it was done", job.name()), text });
        }
        Outcome { job, passed, failures, left_out: left_out(output), took }
    }
}

impl SuiteReport {
    /// The outcomes of the suite at this place among all outcomes.
    pub(crate) fn of(suite: &Suite, place: usize, outcomes: &[Outcome]) -> SuiteReport {
        let outcomes: Vec<&Outcome> = outcomes.iter().filter(|it| it.job.suite == place).collect();
        SuiteReport {
            package: suite.package.clone(),
            target: suite.target.clone(),
            passed: outcomes.iter().map(|it| it.passed).sum(),
            failures: outcomes.iter().flat_map(|it| it.failures.clone()).collect(),
            left_out: outcomes.iter().flat_map(|it| it.left_out.clone()).collect(),
            took: outcomes.iter().map(|it| it.took).sum(),
        }
    }
}

fn passed(result: &str) -> usize {
    let (before, _) = result.split_once(" passed").unwrap_or_default();
    before.rsplit(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// What the tests leave out: libtest may have begun a line before one of them says so.
fn left_out(output: &str) -> Vec<String> {
    let lines = output.lines().filter_map(|it| it.split_once(LEFT_OUT));
    lines.map(|(_, what)| what.to_owned()).collect()
}

/// The failed tests: libtest prints the output of each, and then their names.
fn failures(output: &str) -> Vec<Failure> {
    let (before, names) = output.rsplit_once("\nfailures:\n").unwrap_or_default();
    let names = names.lines().take_while(|it| !it.starts_with("test result: "));
    let names = names.map(str::trim).filter(|it| !it.is_empty());
    names.map(|name| Failure { name: name.into(), text: output_of(before, name) }).collect()
}

/// The output of a test, without the backtrace.
fn output_of(output: &str, name: &str) -> String {
    let (_, own) = output.rsplit_once(&format!("\n---- {name} stdout ----\n")).unwrap_or_default();
    let is_own = |it: &&str| !it.starts_with("---- ") && *it != "stack backtrace:";
    let lines: Vec<&str> = own.lines().take_while(is_own).filter(|it| !it.is_empty()).collect();
    last(&lines)
}

fn last(lines: &[&str]) -> String {
    lines[lines.len().saturating_sub(MAX_LINES)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "\nrunning 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest a::d ... FAILED\n\nfailures:\n\n---- \
        a::c stdout ----\n\nthread 'a::c' panicked at x.rs:1:2:\nnot so\nstack backtrace:\n   0: x\n\n---- a::d stdout \
        ----\nError: gone\n\n\nfailures:\n    a::c\n    a::d\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 \
        measured; 0 filtered out; finished in 0.01s\n\n";

    fn outcome(test: Option<&str>, output: &str, end: &str) -> Outcome {
        let job = Job { suite: 3, test: test.map(str::to_owned) };
        Outcome::of(job, output, end, Duration::from_secs(2))
    }

    #[test]
    fn failed_tests_are_reported_with_what_they_said_and_without_the_stack() {
        let report = outcome(None, RED, "exit status: 101");
        let texts: Vec<(&str, &str)> =
            report.failures.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(texts, [("a::c", "thread 'a::c' panicked at x.rs:1:2:\nnot so"), ("a::d", "Error: gone")]);
        assert_eq!(report.passed, 1);
    }

    #[test]
    fn what_is_left_out_is_kept() {
        let output = "running 1 test\ntest a ... left out: the tasks b, c\nok\n\ntest result: ok. 1 passed; 0 failed\n";
        assert_eq!(outcome(None, output, "").left_out, ["the tasks b, c"]);
        assert!(outcome(None, RED, "").left_out.is_empty());
    }

    #[test]
    fn a_process_that_ends_early_has_failed() {
        let report = outcome(None, "running 2 tests\ntest a ... ok\n", "signal: 11 (SIGSEGV)");
        assert_eq!((report.passed, report.failures.len()), (0, 1));
        assert_eq!(report.failures[0].name, "*, which ended before it was done");
        assert!(report.failures[0].text.ends_with("signal: 11 (SIGSEGV)"), "{:?}", report.failures);
    }

    #[test]
    fn a_process_that_does_not_run_its_test_has_failed() {
        let green = |passed| format!("test result: ok. {passed} passed; 0 failed; 0 ignored; 0 measured");
        assert_eq!(outcome(Some("a::b"), &green(1), "exit status: 0").failures, []);
        let report = outcome(Some("a::b"), &green(0), "exit status: 0");
        assert_eq!(report.failures[0].name, "a::b, which ended before it was done");
    }

    #[test]
    fn a_suite_is_the_sum_of_its_processes() {
        let green =
            "left out: c\ntest result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        let mut other = outcome(None, RED, "exit status: 0");
        other.job.suite = 4;
        let outcomes =
            [outcome(None, green, "exit status: 0"), other, outcome(None, RED, "exit status: 101")];
        let suite =
            Suite { package: "p".into(), target: "it".into(), folder: "/".into(), executable: "/x".into() };
        let report = SuiteReport::of(&suite, 3, &outcomes);
        assert_eq!((report.passed, report.failures.len(), report.left_out.len()), (13, 2, 1));
        assert_eq!(report.took, Duration::from_secs(4));
    }
}
