//! The crates of the Windows platform, and that of files, which has code of its own for Windows: their lints, and their tests under Wine.

use super::{
    PACKAGE_OF_PROGRAM, PROGRAM, TARGET, cargo_for_windows, standard_library::StandardLibrary, wine::Wine,
};
use crate::{
    say,
    test::{
        children::Children,
        compile::{Compiler, UNIT, test_programs},
        job::Job,
        pool,
        report::{Outcome, SuiteReport},
        suite::Suite,
    },
};
use anyhow::{Context, Result, bail, ensure};
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};

/// The folders in `crates` of the crates whose tests run under Wine, also of those to come: those of the platform, and those that have
/// tests of their own for it.
pub(crate) const CRATES: [&str; 8] =
    ["browser", "com_office", "files", "system", "uia", "win32", "windows", "windows-fixtures"];

/// Those that are tried in a whole run alone: a usual one has no time to compile them.
const IN_WHOLE_RUNS: [&str; 3] = ["browser", "files", "system"];

/// Which of their tests run.
#[derive(Clone, Copy, Debug)]
pub(super) enum Tests {
    /// Those in the sources, which take milliseconds.
    Unit,
    /// All, also those that open windows of fixtures.
    All,
}

impl Tests {
    /// Whether this program with tests runs.
    fn include(self, suite: &Suite) -> bool {
        match self {
            Tests::Unit => suite.target == UNIT,
            Tests::All => true,
        }
    }

    /// The folders of the crates whose tests these are.
    fn crates(self) -> impl Iterator<Item = &'static str> {
        let is_tried = move |it: &&str| matches!(self, Tests::All) || !IN_WHOLE_RUNS.contains(it);
        CRATES.into_iter().filter(is_tried)
    }
}

/// What became of the compilation.
#[derive(Debug)]
pub(super) enum Compiled {
    /// The programs with the tests.
    Suites(Vec<Suite>),
    /// It was ended because its time was over, which says nothing about the crates.
    Late,
}

/// A command of cargo, the packages that it is about, and its other arguments.
type Step<'a> = (&'a str, &'a [&'a str], &'a [&'a str]);

/// The packages with these tests that are there.
pub(super) fn packages(root: &Path, tests: Tests) -> Vec<String> {
    let there = tests.crates().filter(|it| root.join("crates").join(it).join("Cargo.toml").is_file());
    there.map(|it| format!("deskpilot-{}", it.replace('_', "-"))).collect()
}

/// Compiles the tests of the crates, and before them the program if tests of it run. Clippy's compiler lints what it compiles, so that
/// what they use is compiled once.
///
/// # Errors
/// There is a warning, or something does not compile.
pub(super) fn compile(
    root: &Path,
    library: &StandardLibrary,
    tests: Tests,
    children: &Children,
    time: Duration,
) -> Result<Compiled> {
    let deadline = Instant::now() + time;
    let own = packages(root, tests);
    let own: Vec<&str> = own.iter().flat_map(|it| ["--package", it]).collect();
    let of_program = ["--package", PACKAGE_OF_PROGRAM];
    let compiler = Compiler::clippy().unwrap_or(Compiler::Rustc);
    let program: Option<Step<'_>> = match tests {
        Tests::Unit => None,
        Tests::All => Some(("build", &of_program, &["--bin", PROGRAM])),
    };
    // All of them, so that all are linted. No crate has tests in its documentation.
    let json = ["--no-run", "--message-format", "json-render-diagnostics", "--tests"];
    let mut messages = String::new();
    for (what, selected, end) in program.into_iter().chain([("test", &own[..], &json[..])]) {
        let mut cargo = cargo_for_windows(root, library);
        cargo
            .envs(compiler.environment())
            .arg(what)
            .args(["--locked", "--target", TARGET])
            .args(selected)
            .args(end);
        say(&format!("$ cargo {what} {} … {}", selected.join(" "), end.join(" ")));
        let output = match children.output(&mut cargo, left(deadline)) {
            Err(_) if left(deadline).is_zero() => return Ok(Compiled::Late),
            output => output?,
        };
        if !output.status.success() {
            bail!("cargo {what} failed for {TARGET}:\n{}", String::from_utf8_lossy(&output.stderr));
        }
        messages = String::from_utf8_lossy(&output.stdout).into_owned();
    }
    let suites = test_programs(&messages)?;
    Ok(Compiled::Suites(suites.into_iter().filter(|it| tests.include(it)).collect()))
}

/// Runs the tests under Wine, one program after the other: each has a desktop for itself, and the machine's cores. The reports name
/// what failed; the whole output of each is with that of other tests.
///
/// # Errors
/// The folder of the logs cannot be written.
pub(super) fn run(
    root: &Path,
    suites: &[Suite],
    wine: &Wine,
    children: &Children,
    time: Duration,
) -> Result<Vec<SuiteReport>> {
    let (deadline, logs) = (Instant::now() + time, pool::logs(root));
    fs::create_dir_all(&logs).with_context(|| format!("{} cannot be created", logs.display()))?;
    let mut reports = Vec::new();
    for suite in suites {
        let began = Instant::now();
        let mut command = wine.command(&suite.executable);
        command.current_dir(&suite.folder).env("CARGO_MANIFEST_DIR", &suite.folder);
        if suite.target != UNIT {
            // They share a desktop: what one of them starts may take keys from another.
            command.env("RUST_TEST_THREADS", "1");
        }
        let (output, end) = match children.output(&mut command, left(deadline)) {
            Ok(it) => (
                String::from_utf8_lossy(&[it.stdout, it.stderr].concat()).into_owned(),
                it.status.to_string(),
            ),
            Err(error) => (String::new(), format!("{error:#}")),
        };
        let log = logs.join(format!("{}.{}.wine.log", suite.package, suite.target));
        fs::write(&log, &output).with_context(|| format!("{} cannot be written", log.display()))?;
        reports.push(report_of(suite, &output, &end, began.elapsed()));
    }
    Ok(reports)
}

/// What a program with tests reported under Wine.
fn report_of(suite: &Suite, output: &str, end: &str, took: Duration) -> SuiteReport {
    let job = Job { suite: 0, test: None };
    // Lines end as on Windows.
    let outcome = Outcome::of(job, &output.replace("\r\n", "\n"), end, took);
    let mut report = SuiteReport::of(suite, 0, &[outcome]);
    report.target.push_str(" under Wine");
    report
}

/// How many tests passed and failed, and how many parts the tests say that they leave out.
///
/// # Errors
/// A test failed; the error has its name and its output.
pub(super) fn counted(reports: &[SuiteReport]) -> Result<String> {
    let sum = |number: fn(&SuiteReport) -> usize| -> usize { reports.iter().map(number).sum() };
    let (failed, skipped) = (sum(|it| it.failures.len()), sum(|it| it.left_out.len()));
    let counts = format!("under Wine {} passed, {failed} failed, {skipped} skipped", sum(|it| it.passed));
    let all = reports.iter().flat_map(|it| it.failures.iter().map(move |failure| (it, failure)));
    let failures = all.map(|(SuiteReport { package, target, .. }, failure)| {
        format!("failed: {package} {target} {}\n{}\n", failure.name, failure.text)
    });
    let failures: Vec<String> = failures.collect();
    ensure!(failed == 0, "{}{counts}", failures.concat());
    Ok(counts)
}

fn left(deadline: Instant) -> Duration {
    deadline.saturating_duration_since(Instant::now())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{root, test::report::Failure};

    #[test]
    fn only_crates_that_are_there_are_tried() {
        let folder = std::env::temp_dir().join(format!("xtask-windows-{}", std::process::id()));
        assert!(packages(&folder, Tests::All).is_empty());
        for it in ["com_office", "files", "win32", "x11"] {
            fs::create_dir_all(folder.join("crates").join(it)).unwrap();
            fs::write(folder.join("crates").join(it).join("Cargo.toml"), "").unwrap();
        }
        assert_eq!(packages(&folder, Tests::Unit), ["deskpilot-com-office", "deskpilot-win32"]);
        let all = ["deskpilot-com-office", "deskpilot-files", "deskpilot-win32"];
        assert_eq!(packages(&folder, Tests::All), all);
        fs::remove_dir_all(&folder).unwrap();
    }

    /// A report with the failures of these names.
    fn report(passed: usize, failed: &[&str], left_out: &[&str]) -> SuiteReport {
        let failures = failed.iter().map(|it| Failure { name: (*it).into(), text: "not so".into() });
        SuiteReport {
            package: "deskpilot-win32".into(),
            target: "unit under Wine".into(),
            passed,
            failures: failures.collect(),
            left_out: left_out.iter().map(|it| (*it).to_owned()).collect(),
            took: Duration::ZERO,
        }
    }

    #[test]
    fn lines_that_end_as_on_windows_are_read_and_what_hangs_has_failed() {
        let suite = Suite {
            package: "deskpilot-win32".into(),
            target: "it".into(),
            folder: "/".into(),
            executable: "/x.exe".into(),
        };
        let report = |lines: &str, end: &str| {
            report_of(&suite, &lines.replace('\n', "\r\n"), end, Duration::from_secs(60))
        };
        let good = report("test a ... ok\n\ntest result: ok. 1 passed; 0 failed\n", "exit status: 0");
        assert_eq!((good.passed, good.failures.len(), good.target.as_str()), (1, 0, "it under Wine"));
        let names = |it: SuiteReport| it.failures.into_iter().map(|it| it.name).collect::<Vec<_>>();
        let bad = "\nfailures:\n\n---- a::b stdout ----\nnot so\n\n\nfailures:\n    a::b\n\ntest result: FAILED. 0 passed; 1 failed\n";
        assert_eq!(names(report(bad, "exit status: 101")), ["a::b"]);
        let hung = report("running 2 tests\ntest a ... ok\n", "killed after 60 s");
        assert_eq!(names(hung), ["*, which ended before it was done"]);
    }

    #[test]
    fn numbers_are_added_and_a_failure_is_named() {
        let good = [report(3, &[], &["menus of others"]), report(4, &[], &[])];
        assert_eq!(counted(&good).unwrap(), "under Wine 7 passed, 0 failed, 1 skipped");
        let error = counted(&[report(3, &["a::b"], &[])]).unwrap_err().to_string();
        let expected =
            "failed: deskpilot-win32 unit under Wine a::b\nnot so\nunder Wine 3 passed, 1 failed, 0 skipped";
        assert_eq!(error, expected);
    }

    #[test]
    fn what_does_not_compile_in_its_time_says_nothing() {
        let compiled = compile(
            &root().unwrap(),
            &StandardLibrary::Installed,
            Tests::Unit,
            &Children::default(),
            Duration::ZERO,
        );
        assert!(matches!(compiled, Ok(Compiled::Late)), "{compiled:?}");
    }
}
