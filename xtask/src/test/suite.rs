//! A suite: the tests of one package in one program.

use std::path::PathBuf;

/// The packages whose tests open real desktops. The others need nothing but their process.
const REAL: &[&str] = &[
    "deskpilot-linux",
    "deskpilot-x11",
    "deskpilot-grounding",
    "deskpilot-runtime",
    "deskpilot-cli",
    "deskpilot-adversary",
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
    /// Whether it opens real desktops.
    pub(crate) fn is_real(&self) -> bool {
        REAL.contains(&self.package.as_str())
    }
}
