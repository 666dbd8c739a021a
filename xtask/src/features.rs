//! `cargo xtask features`: the program compiles without features and with each alone, the benchmarks with theirs.

use crate::{root, run::run};
use anyhow::Result;
use std::path::Path;

/// How the demo is built: with the built-in model on the accessibility tree it needs no feature and no key.
pub(crate) const DEMO: &[&str] = &["--no-default-features"];

/// How the benchmarks are built: with the libraries that Deskpilot is measured against, which no test needs.
pub(crate) const BENCH: &[&str] = &["--package", "deskpilot-bench", "--features", "reference"];

/// The features of the program; a test compares them with its manifest.
pub(crate) const FEATURES: &[&str] = &[
    "browser",
    "datasets",
    "editors",
    "embeddings",
    "external-agents",
    "fleet",
    "grounding-service",
    "hosted",
    "mcp",
    "ocr",
    "page",
    "tool-servers",
    "traces",
    "web-search",
];

/// Checks the program without features and with each alone, and the benchmarks with theirs. Every other command compiles the
/// program with all features; those that compile the benchmarks do it without theirs.
pub(crate) fn features() -> Result<()> {
    let root = root()?;
    check(&root, &[])?;
    FEATURES.iter().try_for_each(|feature| check(&root, &["--features", feature]))?;
    run(&root, "cargo", &[["check", "--quiet", "--locked", "--all-targets"].as_slice(), BENCH].concat())
}

fn check(root: &Path, features: &[&str]) -> Result<()> {
    let cargo = ["check", "--quiet", "--locked", "--package", "deskpilot-cli", "--no-default-features"];
    run(root, "cargo", &[cargo.as_slice(), features].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The features of a manifest, except `default`, and those that it builds by default.
    fn features_of(manifest: &str) -> (Vec<String>, Vec<String>) {
        let manifest = fs::read_to_string(root().unwrap().join(manifest)).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let features = manifest["features"].as_table().unwrap();
        let default = features.get("default").and_then(toml::Value::as_array).into_iter().flatten();
        let default = default.filter_map(toml::Value::as_str).map(str::to_owned).collect();
        (features.keys().filter(|it| *it != "default").cloned().collect(), default)
    }

    #[test]
    fn the_features_are_those_of_the_program_and_all_are_built_by_default() {
        let (all, default) = features_of("crates/cli/Cargo.toml");
        assert_eq!(all, FEATURES);
        assert_eq!(default, FEATURES);
    }

    #[test]
    fn what_the_benchmarks_measure_against_is_not_built_by_default() {
        let (all, default) = features_of("bench/Cargo.toml");
        assert_eq!(all, [BENCH[3]]);
        assert!(default.is_empty(), "{default:?}");
    }
}
