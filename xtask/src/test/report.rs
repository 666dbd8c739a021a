//! The report of a suite, read from the output of libtest.

use super::suite::Suite;
use std::{fmt, time::Duration};

/// The most lines of a failed test that the summary shows.
const MAX_LINES: usize = 15;

/// How a test begins the line that says what it leaves out.
const LEFT_OUT: &str = "left out: ";

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
    /// What its tests said that they leave out of a usual run.
    pub(crate) left_out: Vec<String>,
    /// From its start to its end.
    pub(crate) took: Duration,
    result: String,
}

/// A test that failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Its name; for a suite that ended early, a sentence that says so.
    pub(crate) name: String,
    /// The last lines of its output.
    pub(crate) text: String,
}

impl SuiteReport {
    /// Reads the output of a suite. One that ended before libtest printed a result is a failure that names its `end`, an exit
    /// status or an error.
    pub(crate) fn of(suite: &Suite, output: &str, end: &str, took: Duration) -> SuiteReport {
        let result = output.lines().rfind(|it| it.starts_with("test result: ")).unwrap_or_default();
        let mut failures = if result.is_empty() { Vec::new() } else { failures(output) };
        if failures.is_empty() && !result.starts_with("test result: ok.") {
            let text = format!("{}\n{end}", last(&output.lines().collect::<Vec<_>>()));
            failures.push(Failure { name: "ended before it was done".into(), text });
        }
        SuiteReport {
            package: suite.package.clone(),
            target: suite.target.clone(),
            passed: passed(result),
            failures,
            left_out: left_out(output),
            took,
            result: result.into(),
        }
    }
}

impl fmt::Display for SuiteReport {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let SuiteReport { package, target, result, took, .. } = self;
        let result =
            if result.is_empty() { "test result: FAILED. It ended before it was done" } else { result };
        write!(to, "{package} {target}: {result} ({} s)", took.as_secs())?;
        self.failures.iter().try_for_each(|it| write!(to, "\n  failed: {}", it.name))
    }
}

fn passed(result: &str) -> usize {
    let (before, _) = result.split_once(" passed").unwrap_or_default();
    before.rsplit(' ').next().and_then(|it| it.parse().ok()).unwrap_or(0)
}

/// What the tests leave out: libtest may have begun a line before one of them says so.
fn left_out(output: &str) -> Vec<String> {
    let said = output.lines().filter_map(|it| it.split_once(LEFT_OUT));
    said.map(|(_, what)| what.to_owned()).collect()
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

    fn report(output: &str, end: &str) -> SuiteReport {
        let suite =
            Suite { package: "p".into(), target: "it".into(), folder: "/".into(), executable: "/x".into() };
        SuiteReport::of(&suite, output, end, Duration::from_secs(2))
    }

    #[test]
    fn failed_tests_are_told_with_what_they_said_and_without_the_stack() {
        let report = report(RED, "exit status: 101");
        let texts: Vec<(&str, &str)> =
            report.failures.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(texts, [("a::c", "thread 'a::c' panicked at x.rs:1:2:\nnot so"), ("a::d", "Error: gone")]);
        assert_eq!(report.passed, 1);
        assert!(report.to_string().starts_with("p it: test result: FAILED. 1 passed; 2 failed;"), "{report}");
    }

    #[test]
    fn what_is_left_out_is_kept() {
        let output = "running 1 test\ntest a ... left out: the tasks b, c\nok\n\ntest result: ok. 1 passed; 0 failed\n";
        assert_eq!(report(output, "").left_out, ["the tasks b, c"]);
        assert!(report(RED, "").left_out.is_empty());
    }

    #[test]
    fn a_suite_that_ends_early_has_failed() {
        let report = report("running 2 tests\ntest a ... ok\n", "signal: 11 (SIGSEGV)");
        assert_eq!((report.passed, report.failures.len()), (0, 1));
        assert!(report.failures[0].text.ends_with("signal: 11 (SIGSEGV)"), "{:?}", report.failures);
    }

    #[test]
    fn a_suite_that_passes_has_no_failures() {
        let green = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        let report = report(green, "exit status: 0");
        assert_eq!((report.passed, report.failures.len()), (12, 0));
    }
}
