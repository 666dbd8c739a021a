//! What came of a suite, read from what libtest printed.

use super::suite::Suite;
use std::{fmt, time::Duration};

/// How many lines of a failed test are shown.
const SHOWN: usize = 15;

/// What came of one suite.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// Its package.
    pub(crate) package: String,
    /// `unit`, or the name of the folder in `tests`.
    pub(crate) target: String,
    /// How many tests passed.
    pub(crate) passed: usize,
    /// The tests that failed.
    pub(crate) failures: Vec<Failure>,
    /// From its start to its end.
    pub(crate) took: Duration,
    result: String,
}

/// A test that failed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Failure {
    /// Its name, or what to call a suite that ended before it was done.
    pub(crate) name: String,
    /// The last lines of what it said.
    pub(crate) text: String,
}

impl Outcome {
    /// What this output tells. A suite that ended before libtest's result is a failure with the way it ended.
    pub(crate) fn of(suite: &Suite, output: &str, ended: &str, took: Duration) -> Outcome {
        let result = output.lines().rfind(|it| it.starts_with("test result: ")).unwrap_or_default();
        let mut failures = if result.is_empty() { Vec::new() } else { failures(output) };
        if failures.is_empty() && !result.starts_with("test result: ok.") {
            let text = format!("{}\n{ended}", last(&output.lines().collect::<Vec<_>>()));
            failures.push(Failure { name: "ended before it was done".into(), text });
        }
        Outcome {
            package: suite.package.clone(),
            target: suite.target.clone(),
            passed: passed(result),
            failures,
            took,
            result: result.into(),
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        let Outcome { package, target, result, took, .. } = self;
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

/// The failed tests: libtest prints what each said, and then their names.
fn failures(output: &str) -> Vec<Failure> {
    let (before, names) = output.rsplit_once("\nfailures:\n").unwrap_or_default();
    let names = names.lines().take_while(|it| !it.starts_with("test result: "));
    let names = names.map(str::trim).filter(|it| !it.is_empty());
    names.map(|name| Failure { name: name.into(), text: said(before, name) }).collect()
}

/// What a test said, without the stack.
fn said(output: &str, name: &str) -> String {
    let (_, said) = output.rsplit_once(&format!("\n---- {name} stdout ----\n")).unwrap_or_default();
    let ends = |it: &&str| !it.starts_with("---- ") && *it != "stack backtrace:";
    let lines: Vec<&str> = said.lines().take_while(ends).filter(|it| !it.is_empty()).collect();
    last(&lines)
}

fn last(lines: &[&str]) -> String {
    lines[lines.len().saturating_sub(SHOWN)..].join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: &str = "\nrunning 3 tests\ntest a::b ... ok\ntest a::c ... FAILED\ntest a::d ... FAILED\n\nfailures:\n\n---- \
        a::c stdout ----\n\nthread 'a::c' panicked at x.rs:1:2:\nnot so\nstack backtrace:\n   0: x\n\n---- a::d stdout \
        ----\nError: gone\n\n\nfailures:\n    a::c\n    a::d\n\ntest result: FAILED. 1 passed; 2 failed; 0 ignored; 0 \
        measured; 0 filtered out; finished in 0.01s\n\n";

    fn outcome(output: &str, ended: &str) -> Outcome {
        let suite =
            Suite { package: "p".into(), target: "it".into(), folder: "/".into(), executable: "/x".into() };
        Outcome::of(&suite, output, ended, Duration::from_secs(2))
    }

    #[test]
    fn failed_tests_are_told_with_what_they_said_and_without_the_stack() {
        let outcome = outcome(RED, "exit status: 101");
        let told: Vec<(&str, &str)> =
            outcome.failures.iter().map(|it| (it.name.as_str(), it.text.as_str())).collect();
        assert_eq!(told, [("a::c", "thread 'a::c' panicked at x.rs:1:2:\nnot so"), ("a::d", "Error: gone")]);
        assert_eq!(outcome.passed, 1);
        assert!(
            outcome.to_string().starts_with("p it: test result: FAILED. 1 passed; 2 failed;"),
            "{outcome}"
        );
    }

    #[test]
    fn a_suite_that_ends_early_has_failed() {
        let outcome = outcome("running 2 tests\ntest a ... ok\n", "signal: 11 (SIGSEGV)");
        assert_eq!((outcome.passed, outcome.failures.len()), (0, 1));
        assert!(outcome.failures[0].text.ends_with("signal: 11 (SIGSEGV)"), "{:?}", outcome.failures);
    }

    #[test]
    fn a_suite_that_passes_has_no_failures() {
        let green = "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out";
        let outcome = outcome(green, "exit status: 0");
        assert_eq!((outcome.passed, outcome.failures.len()), (12, 0));
    }
}
