//! The program `deskpilot`, compiled where no tests are compiled with it.

use crate::run::run;
use anyhow::Result;
use std::{
    env,
    path::{Path, PathBuf},
};

/// Builds the program, and says where it is.
pub(crate) fn build(root: &Path) -> Result<PathBuf> {
    run(root, "cargo", &["build", "--quiet", "--locked", "--package", "deskpilot-cli"])?;
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |it| root.join(it));
    Ok(target.join("debug/deskpilot"))
}
