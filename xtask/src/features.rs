//! `cargo xtask features`: every feature compiles by itself, and none at all does.

use crate::{root, run::run};
use anyhow::Result;
use std::path::Path;

/// What the demonstration leaves out: it runs the built-in model on the accessibility tree, without any key.
pub(crate) const DEMO: &[&str] = &["--no-default-features"];

/// The features of the program; a test holds the list to its manifest.
pub(crate) const FEATURES: &[&str] = &["external-agents", "grounding-service", "hosted", "ocr"];

/// Checks the program with no feature, and with each alone. All of them together is what everything else compiles.
pub(crate) fn features() -> Result<()> {
    let root = root()?;
    check(&root, &[])?;
    FEATURES.iter().try_for_each(|feature| check(&root, &["--features", feature]))
}

fn check(root: &Path, features: &[&str]) -> Result<()> {
    let cargo = ["check", "--quiet", "--locked", "--package", "deskpilot-cli", "--no-default-features"];
    run(root, "cargo", &[cargo.as_slice(), features].concat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_features_are_those_of_the_program_and_all_are_built_by_default() {
        let manifest = fs::read_to_string(root().unwrap().join("crates/cli/Cargo.toml")).unwrap();
        let manifest: toml::Table = manifest.parse().unwrap();
        let features = manifest["features"].as_table().unwrap();
        let by_default: Vec<&str> =
            features["default"].as_array().unwrap().iter().filter_map(toml::Value::as_str).collect();
        let named: Vec<&str> = features.keys().map(String::as_str).filter(|it| *it != "default").collect();
        assert_eq!(named, FEATURES);
        assert_eq!(by_default, FEATURES);
    }
}
