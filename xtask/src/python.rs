//! Sets up Python for the test that reads an exported dataset, in a folder of its own.

use crate::run::run;
use anyhow::{Context, Result};
use std::{fs, path::Path};

/// What is installed, with versions and hashes.
const REQUIREMENTS: &str = "crates/dataset/tests/python/requirements.txt";
/// Where the test looks for it, in the folder of the workspace.
const FOLDER: &str = "target/python";
/// What was installed last.
const INSTALLED: &str = "target/python/requirements.txt";

/// Installs the packages; does nothing where they are there already. Debian's Python brings no pip into a new environment: the
/// system's pip installs into it.
pub(crate) fn set_up(root: &Path) -> Result<()> {
    let path = root.join(REQUIREMENTS);
    let wanted = fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
    if fs::read_to_string(root.join(INSTALLED)).is_ok_and(|it| it == wanted) {
        return Ok(());
    }
    let python = format!("{FOLDER}/bin/python");
    run(root, "python3", &["-m", "venv", "--clear", "--without-pip", FOLDER])?;
    let pip = ["-m", "pip", "--python", &python, "--quiet", "--disable-pip-version-check"];
    let install = ["install", "--require-hashes", "--only-binary", ":all:", "--requirement", REQUIREMENTS];
    run(root, "python3", &[pip.as_slice(), &install].concat())?;
    let installed = root.join(INSTALLED);
    fs::write(&installed, wanted).with_context(|| format!("{} cannot be written", installed.display()))
}
