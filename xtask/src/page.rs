//! Runs the page's own tests with npm: its types, what is pure in it, and whether the committed build is what its sources make.

use crate::{npm, run::find};
use anyhow::Result;
use std::path::Path;

/// The page, in the folder of the workspace.
const FOLDER: &str = "crates/server/page";

/// Whether this machine has what the page is built and tested with.
pub(crate) fn is_testable() -> bool {
    ["node", "npm"].iter().all(|it| find(it).is_some())
}

/// Installs the packages of the page and runs its tests.
pub(crate) fn test(root: &Path) -> Result<()> {
    install(root)?;
    npm::npm(&root.join(FOLDER), &["test", "--silent"])
}

/// Installs the packages of the page; does nothing if they are there already.
pub(crate) fn install(root: &Path) -> Result<()> {
    npm::install(&root.join(FOLDER))
}
