//! Fetches the weights of the networks for their tests.

use crate::run::run;
use anyhow::{Context, Result};
use std::path::Path;

/// Where the tests look for the weights, in the folder of the workspace.
const FOLDER: &str = "target/weights";

/// Fetches the weights with this program; does nothing if they are there already.
pub(crate) fn fetch(root: &Path, program: &Path) -> Result<()> {
    let program = program.to_str().context("the path of the program is not UTF-8")?;
    run(root, program, &["grounding", "fetch", "--folder", FOLDER])?;
    run(root, program, &["knowledge", "model", "fetch", "--folder", FOLDER])
}
