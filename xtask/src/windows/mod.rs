//! `cargo xtask windows`: everything but the Linux platform compiles for Windows, and the tests of the Windows platform pass under
//! Wine, as does the package that is made of the program.

mod archive_trial;
mod debian;
mod platform_crates;
mod source;
mod standard_library;
mod target;
mod wine;

pub(crate) use platform_crates::CRATES;
pub(crate) use target::TARGET;

use crate::{
    package::pack_archive,
    program::path,
    root,
    run::command,
    say,
    setup::setup,
    test::{children::Children, compile::LEAN, report::SuiteReport},
};
use anyhow::{Context, Result, bail, ensure};
use platform_crates::{Compiled, Tests};
use standard_library::{StandardLibrary, standard_library};
use std::{
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use wine::Wine;

/// The package of the C compiler, with which TLS and SQLite are compiled.
const PACKAGES: &str = "xtask/windows-packages.txt";

/// The program, in its package.
const PROGRAM: &str = "deskpilot";
const PACKAGE_OF_PROGRAM: &str = "deskpilot-cli";

/// Where the package for Windows is tried.
const TRIAL: &str = "target/windows/trial";

/// The crates that are left out: those of the Linux platform, and those that only developers on Linux use.
const EXCLUDED: &[&str] = &[
    "deskpilot-dbus",
    "deskpilot-dbus-apps",
    "deskpilot-atspi",
    "deskpilot-x11",
    "deskpilot-linux",
    "deskpilot-adversary",
    "deskpilot-bench",
    "deskpilot-matrix",
    "deskpilot-fuzz",
    "deskpilot-text",
    "xtask",
];

/// How long the crates of the Windows platform may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    /// Their lints, and the compilation of their tests. When it is over, nothing is known of them.
    compiling: Duration,
    /// Their tests together. One that runs at the end of it has failed.
    testing: Duration,
}

/// What `cargo xtask test` spends on lints and unit tests of these crates: three minutes. `None` would leave them to `cargo xtask windows`.
const USUAL_RUN: Option<Bounds> =
    Some(Bounds { compiling: Duration::from_secs(120), testing: Duration::from_secs(60) });

/// Where nobody waits: what hangs is ended.
const WHOLE_RUN: Bounds = Bounds { compiling: Duration::from_secs(3600), testing: Duration::from_secs(1800) };

/// What became of the check. What does not compile, and what fails, is an error.
#[derive(Debug)]
pub(crate) enum WindowsCheck {
    /// Everything compiles, without a warning, and every test passed.
    Passed,
    /// Something was not checked, for this reason.
    Skipped(String),
}

/// What the tests of the Windows platform need of this machine.
#[derive(Debug)]
pub(crate) struct Tools {
    library: StandardLibrary,
    wine: Wine,
}

impl Tools {
    /// Installs and compiles what is missing.
    ///
    /// # Errors
    /// Says what cannot be had here.
    pub(crate) fn set_up(root: &Path) -> Result<Tools> {
        Ok(Tools { library: prepare(root)?, wine: Wine::set_up(root)? })
    }
}

/// Checks every crate but those of the Linux platform, with every feature and without tests; then lints those of the Windows platform,
/// and runs their tests. It is skipped where the compiler for Windows or Wine cannot be had.
pub(crate) fn windows() -> Result<WindowsCheck> {
    let (root, children) = (root()?, Children::of_this_run()?);
    let compiler = format!("nothing was checked for {TARGET}, because it cannot be had here");
    let result = concluded(prepare(&root), &compiler, |library| {
        check(&root, &library)?;
        if platform_crates::packages(&root, Tests::All).is_empty() {
            say("there is no crate of the Windows platform, and no test to run");
            return Ok(WindowsCheck::Passed);
        }
        let time = WHOLE_RUN.compiling;
        let suites = match platform_crates::compile(&root, &library, Tests::All, &children, time)? {
            Compiled::Suites(suites) => suites,
            Compiled::Late => bail!("the tests did not compile within {} s", time.as_secs()),
        };
        concluded(Wine::set_up(&root), "no test for Windows ran, because Wine cannot be had here", |wine| {
            let reports = platform_crates::run(&root, &suites, &wine, &children, WHOLE_RUN.testing)?;
            say(&platform_crates::counted(&reports)?);
            let folder = root.join(TRIAL);
            let archive = pack_archive(&root, &folder, &program(&root, "debug"))?;
            archive_trial::try_archive(&archive, &folder, &wine, &children)?;
            Ok(WindowsCheck::Passed)
        })
    })?;
    if let WindowsCheck::Skipped(why) = &result {
        say(&format!("SKIPPED: {why}"));
    }
    Ok(result)
}

/// Builds the program for a release on Windows, and has it packed. It is skipped where the compiler for Windows cannot be had.
pub(crate) fn with_release(root: &Path, pack: impl FnOnce(&Path) -> Result<()>) -> Result<WindowsCheck> {
    let missing = "no package for Windows was made, because its compiler cannot be had here";
    concluded(prepare(root), missing, |library| {
        let build = ["build", "--release", "--locked", "--target", TARGET, "--package", PACKAGE_OF_PROGRAM];
        say(&format!("$ cargo {}", build.join(" ")));
        let status =
            cargo_for_windows(root, &library).args(build).status().context("cargo does not start")?;
        ensure!(status.success(), "Deskpilot does not compile for {TARGET}: {status}");
        pack(&program(root, "release"))?;
        Ok(WindowsCheck::Passed)
    })
}

/// Tries the package for Windows. It is skipped where Wine cannot be had.
pub(crate) fn try_archive(root: &Path, archive: &Path) -> Result<WindowsCheck> {
    let missing = "the package for Windows was not tried, because Wine cannot be had here";
    concluded(Wine::set_up(root), missing, |wine| {
        let children = Children::of_this_run()?;
        archive_trial::try_archive(archive, &root.join(TRIAL), &wine, &children)?;
        Ok(WindowsCheck::Passed)
    })
}

/// The path of the program for Windows that cargo builds with this profile, `debug` or `release`.
fn program(root: &Path, profile: &str) -> PathBuf {
    path(root, &format!("{TARGET}/{profile}")).with_extension("exe")
}

/// The bounds of a usual run; `None` where it does nothing for Windows, because it is decided so or because no crate is there.
pub(crate) fn in_usual_run(root: &Path) -> Option<Bounds> {
    USUAL_RUN.filter(|_| !platform_crates::packages(root, Tests::Unit).is_empty())
}

/// Lints the crates of the Windows platform, and runs their unit tests; what came of the tests is added to the reports.
pub(crate) fn usual_run(
    root: &Path,
    tools: Result<Tools>,
    bounds: &Bounds,
    children: &Children,
    reports: &mut Vec<SuiteReport>,
) -> Result<WindowsCheck> {
    let missing = "no crate of the Windows platform was tried, because that cannot be done here";
    concluded(tools, missing, |Tools { library, wine }| {
        let compiled = platform_crates::compile(root, &library, Tests::Unit, children, bounds.compiling)?;
        let Compiled::Suites(suites) = compiled else {
            let time = bounds.compiling.as_secs();
            let why = format!(
                "they did not compile within {time} s; `cargo xtask windows` tries them without haste"
            );
            return Ok(WindowsCheck::Skipped(why));
        };
        reports.extend(platform_crates::run(root, &suites, &wine, children, bounds.testing)?);
        Ok(WindowsCheck::Passed)
    })
}

/// What became of a check, which is skipped where what it needs is not there.
fn concluded<Needed>(
    needed: Result<Needed>,
    skipped: &str,
    check: impl FnOnce(Needed) -> Result<WindowsCheck>,
) -> Result<WindowsCheck> {
    match needed {
        Ok(it) => check(it),
        Err(error) => Ok(WindowsCheck::Skipped(format!("{skipped}: {error:#}"))),
    }
}

fn check(root: &Path, library: &StandardLibrary) -> Result<()> {
    let without = EXCLUDED.iter().flat_map(|it| ["--exclude", it]);
    // No tests: those of most crates are for Linux. The program is that of the platform.
    let check = ["check", "--lib", "--bin", PROGRAM, "--locked", "--target", TARGET, "--workspace"];
    let mut cargo = cargo_for_windows(root, library);
    let status = cargo.args(check.into_iter().chain(without)).status().context("cargo does not start")?;
    ensure!(status.success(), "Deskpilot does not compile for {TARGET}: {status}");
    say(&format!("everything except {} compiles for {TARGET}", EXCLUDED.join(", ")));
    Ok(())
}

/// Cargo with what the compiler needs for Windows; a warning is an error. It compiles what runs on this machine as `cargo xtask test`
/// does, so that nothing is compiled twice.
fn cargo_for_windows(root: &Path, library: &StandardLibrary) -> Command {
    let sysroot = match library {
        StandardLibrary::Installed => String::new(),
        StandardLibrary::Compiled(sysroot) => format!("\u{1f}--sysroot\u{1f}{}", sysroot.display()),
    };
    let mut cargo = command("cargo");
    // Encoded, because the path may have a blank.
    cargo.current_dir(root).envs(LEAN).env("CARGO_ENCODED_RUSTFLAGS", format!("-Dwarnings{sysroot}"));
    cargo
}

/// Installs the C compiler, and finds or compiles the standard library.
fn prepare(root: &Path) -> Result<StandardLibrary> {
    setup(root, &[PACKAGES])?;
    standard_library(root)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::windows_exit;
    use anyhow::anyhow;
    use std::{fs, process::ExitCode};

    /// Crates that are left out even if they use no crate of the Linux platform.
    const ALWAYS: &[&str] = &[
        "deskpilot-dbus",
        "deskpilot-dbus-apps",
        "deskpilot-atspi",
        "deskpilot-x11",
        "deskpilot-linux",
        "deskpilot-fuzz",
        "xtask",
    ];

    fn manifests() -> Vec<PathBuf> {
        let root = root().unwrap();
        let crates = fs::read_dir(root.join("crates")).unwrap().map(|it| it.unwrap().path());
        let all = crates.chain(["adversary", "bench", "matrix", "xtask"].map(|it| root.join(it)));
        all.map(|it| it.join("Cargo.toml")).collect()
    }

    fn is_optional(dependency: &toml::Value) -> bool {
        dependency.get("optional").and_then(toml::Value::as_bool).unwrap_or_default()
    }

    #[test]
    fn what_cannot_be_checked_is_skipped_and_has_not_passed() {
        let passed = |()| Ok(WindowsCheck::Passed);
        let code = |check: WindowsCheck| format!("{:?}", windows_exit(&check));
        let skipped = concluded(Err(anyhow!("there is no rust-src")), "nothing was checked", passed).unwrap();
        assert!(
            matches!(&skipped, WindowsCheck::Skipped(why) if why == "nothing was checked: there is no rust-src")
        );
        assert_eq!(code(skipped), format!("{:?}", ExitCode::from(77)));
        assert_eq!(code(concluded(Ok(()), "", passed).unwrap()), format!("{:?}", ExitCode::SUCCESS));
        assert!(concluded(Ok(()), "", |()| Err(anyhow!("E0433"))).is_err());
    }

    #[test]
    fn a_usual_run_skips_what_it_cannot_try_or_not_in_time_and_reports_no_test() {
        let root = root().unwrap();
        let try_with = |tools| {
            let mut reports = Vec::new();
            let bounds = Bounds { compiling: Duration::ZERO, testing: Duration::ZERO };
            let check = usual_run(&root, tools, &bounds, &Children::default(), &mut reports).unwrap();
            assert!(reports.is_empty());
            format!("{check:?}")
        };
        assert!(try_with(Err(anyhow!("no mirror"))).contains("cannot be done here: no mirror"));
        let tools = Tools { library: StandardLibrary::Installed, wine: Wine::at("/nowhere".into()) };
        assert!(try_with(Ok(tools)).contains("did not compile within 0 s"));
    }

    #[test]
    fn a_usual_run_costs_nothing_where_there_is_no_crate() {
        assert!(in_usual_run(Path::new("/nowhere")).is_none());
    }

    #[test]
    fn nothing_stays_behind_that_names_no_platform() {
        let mut excluded = Vec::new();
        for manifest in manifests() {
            let table: toml::Table = fs::read_to_string(&manifest).unwrap().parse().unwrap();
            let name = table["package"]["name"].as_str().unwrap().to_owned();
            let used = table.get("dependencies").and_then(toml::Value::as_table);
            let is_always =
                |it: &str| used.is_some_and(|used| used.get(it).is_some_and(|it| !is_optional(it)));
            let uses_one = EXCLUDED.iter().any(|it| is_always(it));
            if uses_one || ALWAYS.contains(&name.as_str()) {
                excluded.push(name);
            }
        }
        let mut expected = EXCLUDED.to_vec();
        expected.sort_unstable();
        excluded.sort_unstable();
        assert_eq!(excluded, expected);
    }
}
