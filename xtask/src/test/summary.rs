//! The end of `cargo xtask test`: the numbers of every crate, and the last output of what failed.

use super::{
    report::SuiteReport,
    step::{Step, StepOutcome},
};
use std::{collections::BTreeMap, fmt, time::Duration};

/// The results of a run.
#[derive(Debug)]
pub(crate) struct Summary {
    /// The steps other than the suites.
    pub(crate) steps: Vec<Step>,
    /// The suites.
    pub(crate) reports: Vec<SuiteReport>,
    /// From the beginning to the end.
    pub(crate) took: Duration,
}

impl Summary {
    /// Whether anything failed.
    pub(crate) fn failed(&self) -> bool {
        self.steps.iter().any(|it| it.failure().is_some())
            || self.reports.iter().any(|it| !it.failures.is_empty())
    }

    /// How many tests passed, how many failed, and how long their processes took, by package.
    fn by_package(&self) -> BTreeMap<&str, (usize, usize, Duration)> {
        let mut packages = BTreeMap::new();
        for report in &self.reports {
            let row: &mut (usize, usize, Duration) = packages.entry(report.package.as_str()).or_default();
            *row = (row.0 + report.passed, row.1 + report.failures.len(), row.2 + report.took);
        }
        packages
    }

    fn failures(&self, to: &mut fmt::Formatter) -> fmt::Result {
        for step in &self.steps {
            if let Some(failure) = step.failure() {
                writeln!(to, "\nfailed: {}\n{}", step.name, indented(failure))?;
            }
        }
        for report in &self.reports {
            for failure in &report.failures {
                let (package, target) = (&report.package, &report.target);
                writeln!(to, "\nfailed: {package} {target} {}\n{}", failure.name, indented(&failure.text))?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, to: &mut fmt::Formatter) -> fmt::Result {
        self.failures(to)?;
        writeln!(to)?;
        for step in &self.steps {
            let result = match step.outcome {
                StepOutcome::Passed => "ok",
                StepOutcome::Skipped(_) => "skipped",
                StepOutcome::Failed(_) => "failed",
            };
            writeln!(to, "{:<28} {result:>15} {:>12}", step.name, time(step.took))?;
        }
        writeln!(to, "{:<28} {:>7} {:>7} {:>12}", "crate", "passed", "failed", "time")?;
        for (package, (passed, failed, took)) in self.by_package() {
            writeln!(to, "{package:<28} {passed:>7} {failed:>7} {:>12}", time(took))?;
        }
        writeln!(to, "{:<44} {:>12}", "from the beginning to the end", time(self.took))?;
        for report in self.reports.iter().filter(|it| !it.left_out.is_empty()) {
            let (package, target) = (&report.package, &report.target);
            writeln!(
                to,
                "left out, for `cargo xtask soak`: {package} {target}: {}",
                report.left_out.join("; ")
            )?;
        }
        for step in &self.steps {
            if let StepOutcome::Skipped(remedy) = &step.outcome {
                writeln!(to, "skipped: {}: {remedy}", step.name)?;
            }
        }
        let passed: usize = self.reports.iter().map(|it| it.passed).sum();
        let failed: usize = self.reports.iter().map(|it| it.failures.len()).sum();
        write!(to, "{passed} passed, {failed} failed")
    }
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("  | {line}")).collect::<Vec<_>>().join("\n")
}

fn time(took: Duration) -> String {
    match took.as_secs() {
        seconds @ 60.. => format!("{} min {:02} s", seconds / 60, seconds % 60),
        seconds => format!("{seconds}.{} s", took.subsec_millis() / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test::report::Failure;

    fn report(package: &str, passed: usize) -> SuiteReport {
        SuiteReport {
            package: package.into(),
            target: "it".into(),
            passed,
            failures: Vec::new(),
            left_out: Vec::new(),
            took: Duration::from_millis(61_900),
        }
    }

    #[test]
    fn the_end_names_what_failed_and_counts_the_rest() {
        let some = SuiteReport { left_out: vec!["the tasks x, y".into()], ..report("a", 5) };
        let failure = Failure { name: "c::d".into(), text: "died\nsignal: 9".into() };
        let step = |name, outcome| Step { name, outcome, took: Duration::from_millis(1_230) };
        let summary = Summary {
            steps: vec![
                step("tidy", StepOutcome::Passed),
                step("page", StepOutcome::Skipped("install npm".into())),
                step("clippy", StepOutcome::Failed("a warning".into())),
            ],
            reports: vec![report("a", 5), some, SuiteReport { failures: vec![failure], ..report("b", 0) }],
            took: Duration::from_secs(130),
        };
        assert!(summary.failed());
        let text = summary.to_string();
        for expected in [
            "failed: clippy\n  | a warning",
            "failed: b it c::d\n  | died\n  | signal: 9",
            "tidy                                      ok        1.2 s",
            "page                                 skipped        1.2 s",
            "a                                 10       0   2 min 03 s",
            "b                                  0       1   1 min 01 s",
            "2 min 10 s\nleft out, for `cargo xtask soak`: a it: the tasks x, y\nskipped: page: install npm\n10 passed, 1 failed",
        ] {
            assert!(text.contains(expected), "{expected:?} is not in\n{text}");
        }
    }
}
