//! Sets up Python for the tests that need packages of it: each group of them in a folder of its own.

use crate::run::run;
use anyhow::{Context, Result};
use std::{fs, path::Path};

/// Packages with versions and hashes, and where tests look for them; both in the folder of the workspace.
struct Environment {
    requirements: &'static str,
    folder: &'static str,
}

/// What reads an exported dataset, and real tool servers.
const ENVIRONMENTS: [Environment; 2] = [
    Environment { requirements: "crates/dataset/tests/python/requirements.txt", folder: "target/python" },
    Environment {
        requirements: "crates/tool_servers/tests/python/requirements.txt",
        folder: "target/tool-servers",
    },
];

/// What the index of knowledge is compared with.
const PIPELINE: Environment =
    Environment { requirements: "bench/peers/requirements.txt", folder: "target/faiss" };

/// Installs the packages of the pipeline that the index of knowledge is compared with.
pub(crate) fn set_up_pipeline(root: &Path) -> Result<()> {
    PIPELINE.set_up(root)
}

/// Installs the packages; does nothing if they are there already.
pub(crate) fn set_up(root: &Path) -> Result<()> {
    ENVIRONMENTS.iter().try_for_each(|it| it.set_up(root))
}

impl Environment {
    /// Debian's Python brings no pip into a new environment: the system's pip installs into it.
    fn set_up(&self, root: &Path) -> Result<()> {
        let Environment { requirements, folder } = *self;
        let path = root.join(requirements);
        let wanted =
            fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))?;
        let installed = root.join(folder).join("requirements.txt");
        if fs::read_to_string(&installed).is_ok_and(|it| it == wanted) {
            return Ok(());
        }
        let python = format!("{folder}/bin/python");
        run(root, "python3", &["-m", "venv", "--clear", "--without-pip", folder])?;
        let pip = ["-m", "pip", "--python", &python, "--quiet", "--disable-pip-version-check"];
        let install = ["install", "--no-deps", "--require-hashes", "--only-binary", ":all:", "--requirement"];
        run(root, "python3", &[pip.as_slice(), &install, &[requirements]].concat())?;
        fs::write(&installed, wanted).with_context(|| format!("{} cannot be written", installed.display()))
    }
}
