//! `cargo xtask windows`: everything above the platforms compiles for Windows.

use crate::{root, run::run, say};
use anyhow::{Context, Result, bail};
use std::process::Command;

/// The target. Nothing is linked, so its linker need not be installed.
const TARGET: &str = "x86_64-pc-windows-gnu";

/// The crates that are left out: those of the Linux platform, those that use them, those that only tests and developers on
/// Linux use, and the one that needs a C compiler for the target: `https`, for its cryptography (`ring`).
const EXCLUDED: &[&str] = &[
    "deskpilot-dbus",
    "deskpilot-dbus-apps",
    "deskpilot-atspi",
    "deskpilot-x11",
    "deskpilot-linux",
    "deskpilot-cli",
    "deskpilot-adversary",
    "deskpilot-bench",
    "deskpilot-browser",
    "deskpilot-matrix",
    "deskpilot-fuzz",
    "deskpilot-https",
    "deskpilot-testkit",
    "deskpilot-text",
    "deskpilot-tool-servers",
    "deskpilot-web",
    "deskpilot-web-search",
    "xtask",
];

/// All features except those that need `https`.
const FEATURES: &str = "deskpilot-external-agents/protocols,deskpilot-grounding/ocr";

/// Checks every crate that uses no platform, without its tests.
pub(crate) fn windows() -> Result<()> {
    if !is_installed()? {
        bail!("the target {TARGET} is not installed: run `rustup target add {TARGET}`");
    }
    let check = ["check", "--quiet", "--locked", "--target", TARGET, "--workspace"];
    let features = ["--no-default-features", "--features", FEATURES];
    let without = EXCLUDED.iter().flat_map(|it| ["--exclude", it]);
    let args: Vec<&str> = check.into_iter().chain(without).chain(features).collect();
    run(&root()?, "cargo", &args)?;
    say(&format!("everything except {} compiles for {TARGET}", EXCLUDED.join(", ")));
    Ok(())
}

fn is_installed() -> Result<bool> {
    let listed = Command::new("rustup").args(["target", "list", "--installed"]).output();
    let listed = listed.context("rustup does not start: install it from https://rustup.rs")?;
    Ok(String::from_utf8_lossy(&listed.stdout).lines().any(|it| it == TARGET))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, path::PathBuf};

    /// Crates that are left out even if they use no crate of the Linux platform.
    const ALWAYS: &[&str] = &[
        "deskpilot-dbus",
        "deskpilot-dbus-apps",
        "deskpilot-atspi",
        "deskpilot-x11",
        "deskpilot-linux",
        "deskpilot-fuzz",
        "deskpilot-https",
        "deskpilot-testkit",
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
