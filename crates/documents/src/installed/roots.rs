//! Where a system keeps the help of its applications.

use super::languages;
use std::path::PathBuf;

/// The folders of help.
#[derive(Clone, Debug)]
pub(super) struct Roots {
    /// Data of applications, such as `/usr/share`.
    pub(super) share: PathBuf,
    /// Where else LibreOffice may have its help, such as `/usr/lib/libreoffice/help`.
    pub(super) office: PathBuf,
    /// The database of packages, such as `/var/lib/dpkg`.
    pub(super) packages: PathBuf,
    /// The user's languages, the first one first, then English.
    pub(super) languages: Vec<String>,
}

impl Roots {
    /// Those of this system, and the languages of this process.
    pub(super) fn of_system() -> Roots {
        Roots {
            share: "/usr/share".into(),
            office: "/usr/lib/libreoffice/help".into(),
            packages: "/var/lib/dpkg".into(),
            languages: languages::of_environment(),
        }
    }
}

/// Whether a name is that of one file: a requested name never leads to another folder.
pub(super) fn is_file_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.contains(['/', '\0'])
}
