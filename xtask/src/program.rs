//! The program `deskpilot`, built separately from the tests.

use crate::run::run;
use anyhow::Result;
use std::{
    env,
    path::{Path, PathBuf},
};

/// Builds the program; returns its path.
pub(crate) fn build(root: &Path) -> Result<PathBuf> {
    run(root, "cargo", &["build", "--quiet", "--locked", "--package", "deskpilot-cli"])?;
    Ok(path(root, "debug"))
}

/// The path of the program that cargo builds with this profile, `debug` or `release`.
pub(crate) fn path(root: &Path, profile: &str) -> PathBuf {
    // Cargo takes a relative folder from where it runs, which is the root.
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it));
    target.join(profile).join("deskpilot")
}
