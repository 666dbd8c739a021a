//! The Python for which LibreOffice's own interface is installed.

use crate::requirements::find;
use std::path::PathBuf;

/// The package that installs the interface on Debian.
pub(crate) const PACKAGE: &str = "python3-uno";
/// The program of the machine, for which distributions install the interface.
const OF_THE_MACHINE: &str = "/usr/bin/python3";
/// Where distributions install the interface for it.
const INTERFACES: [&str; 3] = [
    "/usr/lib/python3/dist-packages/uno.py",
    "/usr/lib/*/site-packages/uno.py",
    "/usr/lib64/*/site-packages/uno.py",
];
/// The program that LibreOffice brings along where it does not come from a distribution.
const OWN: &str = "/opt/*/program/python";

/// The program, if there is one.
pub(crate) fn office_python() -> Option<PathBuf> {
    let is_there = INTERFACES.into_iter().any(|file| find(file, "").is_some());
    let of_the_machine = is_there.then(|| find(OF_THE_MACHINE, "")).flatten();
    of_the_machine.or_else(|| find(OWN, ""))
}

/// Whether LibreOffice is installed.
pub(crate) fn is_office_installed() -> bool {
    let path = std::env::var("PATH").unwrap_or_default();
    ["libreoffice", "soffice"].into_iter().any(|program| find(program, &path).is_some())
}
