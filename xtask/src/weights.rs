//! Fetches what the text reader has learned, once, for its tests.

use crate::run::run;
use anyhow::Result;
use std::path::Path;

/// Where the tests look for the weights, told from the folder of the workspace.
const FOLDER: &str = "target/weights";

/// Fetches the weights; nothing happens where they are.
pub(crate) fn fetch(root: &Path) -> Result<()> {
    let deskpilot = ["run", "--quiet", "--locked", "--package", "deskpilot-cli", "--"];
    run(root, "cargo", &[&deskpilot, ["grounding", "fetch", "--folder", FOLDER].as_slice()].concat())
}
