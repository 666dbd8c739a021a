//! Sets up Python for the tests that need packages of it: each group of them in a folder of its own.

use crate::run::run;
use anyhow::{Context, Result};
use std::{fs, path::Path};

/// Packages with versions and hashes, and where tests look for them; all in the folder of the workspace.
struct Environment {
    /// Those that come built.
    requirements: &'static str,
    /// Those that come as source alone, which the others build.
    sources: Option<&'static str>,
    folder: &'static str,
}

/// What reads an exported dataset and runs its rows, and real tool servers.
const ENVIRONMENTS: [Environment; 2] = [
    Environment {
        requirements: "crates/dataset/tests/python/requirements.txt",
        sources: Some("crates/dataset/tests/python/sources.txt"),
        folder: "target/python",
    },
    Environment {
        requirements: "crates/tool_servers/tests/python/requirements.txt",
        sources: None,
        folder: "target/tool-servers",
    },
];

/// What the index of knowledge is compared with.
const PIPELINE: Environment =
    Environment { requirements: "bench/peers/requirements.txt", sources: None, folder: "target/faiss" };

/// What the hands that other agents borrow are compared with.
const HANDS: Environment =
    Environment { requirements: "bench/peers/hands.txt", sources: None, folder: "target/cua-driver" };

/// Options of pip for packages that come built.
const BUILT: [&str; 2] = ["--only-binary", ":all:"];
/// Options of pip for source, which is built with what is installed already: pip would fetch other packages without a hash.
const SOURCE: [&str; 3] = ["--no-binary", ":all:", "--no-build-isolation"];

/// Installs the packages of the pipeline that the index of knowledge is compared with.
pub(crate) fn set_up_pipeline(root: &Path) -> Result<()> {
    PIPELINE.set_up(root)
}

/// Installs the server that the hands of other agents are compared with.
pub(crate) fn set_up_hands(root: &Path) -> Result<()> {
    HANDS.set_up(root)
}

/// Installs the packages; does nothing if they are there already.
pub(crate) fn set_up(root: &Path) -> Result<()> {
    ENVIRONMENTS.iter().try_for_each(|it| it.set_up(root))
}

impl Environment {
    /// Debian's Python brings no pip into a new environment: the system's pip installs into it.
    fn set_up(&self, root: &Path) -> Result<()> {
        let Environment { requirements, sources, folder } = *self;
        let lists = std::iter::once(requirements).chain(sources);
        let wanted = lists.map(|it| text(&root.join(it))).collect::<Result<String>>()?;
        let installed = root.join(folder).join("requirements.txt");
        if fs::read_to_string(&installed).is_ok_and(|it| it == wanted) {
            return Ok(());
        }
        run(root, "python3", &["-m", "venv", "--clear", "--without-pip", folder])?;
        self.install(root, &BUILT, requirements)?;
        if let Some(sources) = sources {
            self.install(root, &SOURCE, sources)?;
        }
        fs::write(&installed, wanted).with_context(|| format!("{} cannot be written", installed.display()))
    }

    /// Installs the packages of a list.
    fn install(&self, root: &Path, kind: &[&str], list: &str) -> Result<()> {
        let python = format!("{}/bin/python", self.folder);
        let pip = ["-m", "pip", "--python", &python, "--quiet", "--disable-pip-version-check"];
        let install = ["install", "--no-deps", "--require-hashes"];
        run(root, "python3", &[pip.as_slice(), &install, kind, &["--requirement", list]].concat())
    }
}

fn text(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}
