//! `cargo xtask windows`: everything but the Linux platform compiles for Windows.

mod source;
mod standard_library;

use crate::{root, run::command, say, setup::setup};
use anyhow::{Context, Result, ensure};
use standard_library::{StandardLibrary, standard_library};
use std::path::Path;

/// The target. It is checked, and nothing is linked.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// The package of the C compiler, with which TLS and SQLite are compiled.
const PACKAGES: &str = "xtask/windows-packages.txt";

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

/// What became of the check. What does not compile is an error.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WindowsCheck {
    /// Everything compiles, without a warning.
    Passed,
    /// Nothing was checked.
    Skipped,
}

/// Checks every crate but those of the Linux platform, with every feature and without tests. It is skipped where the compiler for
/// Windows cannot be had.
pub(crate) fn windows() -> Result<WindowsCheck> {
    let root = root()?;
    concluded(prepare(&root), |library| check(&root, library))
}

/// What became of the check; what is missing for it is said aloud.
fn concluded(
    prepared: Result<StandardLibrary>,
    check: impl FnOnce(StandardLibrary) -> Result<()>,
) -> Result<WindowsCheck> {
    match prepared {
        Ok(library) => check(library).map(|()| WindowsCheck::Passed),
        Err(error) => {
            say(&format!(
                "SKIPPED: nothing was checked for {TARGET}, because it cannot be had here: {error:#}"
            ));
            Ok(WindowsCheck::Skipped)
        }
    }
}

fn check(root: &Path, library: StandardLibrary) -> Result<()> {
    let without = EXCLUDED.iter().flat_map(|it| ["--exclude", it]);
    // Libraries alone: the program itself names the platform.
    let check = ["check", "--lib", "--locked", "--target", TARGET, "--workspace"];
    let mut cargo = command("cargo");
    cargo.args(check.into_iter().chain(without)).current_dir(root);
    let sysroot = match library {
        StandardLibrary::Installed => String::new(),
        StandardLibrary::Compiled(sysroot) => format!("\u{1f}--sysroot\u{1f}{}", sysroot.display()),
    };
    // Encoded, because the path may have a blank.
    cargo.env("CARGO_ENCODED_RUSTFLAGS", format!("-Dwarnings{sysroot}"));
    let status = cargo.status().context("cargo does not start")?;
    ensure!(status.success(), "Deskpilot does not compile for {TARGET}: {status}");
    say(&format!("everything except {} compiles for {TARGET}", EXCLUDED.join(", ")));
    Ok(())
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
    use std::{fs, path::PathBuf, process::ExitCode};

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
        let missing = concluded(Err(anyhow!("there is no rust-src")), |_| Ok(())).unwrap();
        assert_eq!(format!("{:?}", windows_exit(missing)), format!("{:?}", ExitCode::from(77)));
        let passed = concluded(Ok(StandardLibrary::Installed), |_| Ok(())).unwrap();
        assert_eq!(format!("{:?}", windows_exit(passed)), format!("{:?}", ExitCode::SUCCESS));
        assert!(concluded(Ok(StandardLibrary::Installed), |_| Err(anyhow!("E0433"))).is_err());
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
