//! The Python that LibreOffice brings along, for which its own interface is installed.

use super::native::registry::{RegistryKey, Root};
use std::path::{Path, PathBuf};

/// The keys in which LibreOffice writes where it is.
const KEYS: [&str; 2] =
    [r"SOFTWARE\LibreOffice\UNO\InstallPath", r"SOFTWARE\The Document Foundation\LibreOffice"];
/// Its program, beside which Python is.
const PYTHON: &str = "python.exe";

/// The program, if there is one.
pub(crate) fn office_python() -> Option<PathBuf> {
    let python = program_folder()?.join(PYTHON);
    python.is_file().then_some(python)
}

/// Whether LibreOffice is installed.
pub(crate) fn is_office_installed() -> bool {
    program_folder().is_some()
}

fn program_folder() -> Option<PathBuf> {
    let keys =
        KEYS.iter().flat_map(|key| [Root::User, Root::Machine, Root::Machine32].map(|root| (root, *key)));
    let found = keys.filter_map(|(root, key)| RegistryKey::open(root, key)?.text("", ""));
    found.map(PathBuf::from).find(|it| Path::new(it).is_dir())
}
