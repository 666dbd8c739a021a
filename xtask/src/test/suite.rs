//! A suite: the tests of one package in one program.

use std::path::PathBuf;

/// The packages whose tests open real desktops or read with what `setup` installs, those that take longest first. The others need
/// nothing but their process.
const REAL: &[&str] = &[
    "deskpilot-cli",
    "deskpilot-linux",
    "deskpilot-adversary",
    "deskpilot-grounding",
    "deskpilot-embeddings",
    "deskpilot-runtime",
    "deskpilot-x11",
    "deskpilot-dataset",
    "deskpilot-tool-servers",
];

/// The tests of one package that are in one program.
#[derive(Debug)]
pub(crate) struct Suite {
    /// The package's name.
    pub(crate) package: String,
    /// `unit`, or the name of the folder in `tests`.
    pub(crate) target: String,
    /// The package's folder, in which its tests run.
    pub(crate) folder: PathBuf,
    /// The program.
    pub(crate) executable: PathBuf,
}

impl Suite {
    /// Whether it opens real desktops or needs what `setup` installs.
    pub(crate) fn is_real(&self) -> bool {
        self.rank() < REAL.len()
    }

    /// How many of its tests run at once on this many cores. Those of the command line carry out whole tasks, and mostly wait for
    /// applications.
    pub(crate) fn threads(&self, cores: usize) -> usize {
        if self.package == "deskpilot-cli" { cores + cores / 2 } else { cores }
    }

    /// Its place in the order in which suites begin.
    pub(crate) fn rank(&self) -> usize {
        REAL.iter().position(|it| *it == self.package).unwrap_or(REAL.len())
    }
}
