//! The source of Rust's standard library, from a Debian package of the same release as the compiler.

use super::debian::{self, Apt, cannot_write};
use anyhow::{Context, Result};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// The suites of Debian whose package may have the release; the machine's own suite is older.
const SUITES: [&str; 2] = ["trixie-backports", "sid"];

/// Fetches the package into this folder, changing nothing of the machine's own lists, and unpacks it; gives the folder
/// `library`. An error says what is missing.
pub(super) fn unpack(folder: &Path, release: &str) -> Result<PathBuf> {
    let library = folder.join("library");
    if library.is_dir() {
        return Ok(library);
    }
    let (lists, unpacked) = (folder.join("apt"), folder.join("unpacked"));
    let apt = Apt::fetch_lists(&lists, &SUITES)?;
    for package in apt.fetch(&format!("rust-src={release}*"))? {
        debian::unpack(&package, &unpacked)?;
    }
    let source = unpacked.join(format!("usr/src/rustc-{release}/library"));
    let moved = fs::rename(&source, &library)
        .and_then(|()| fs::remove_dir_all(&unpacked))
        .and_then(|()| fs::remove_dir_all(&lists));
    moved.with_context(|| cannot_write(folder))?;
    Ok(library)
}
