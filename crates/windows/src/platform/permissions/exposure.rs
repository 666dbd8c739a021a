//! Who besides the user and the administrators can change a file: by itself, or by a folder on its way.

use super::access_list::Place;
use super::security::{current_user, of_path};
use super::sid::Sid;
use deskpilot_desktop::{Exposure, FileAccess};
use std::{fs, io, path::Path};

/// The file itself or the nearest folder on its way that others can change. Links are followed, and the folders that they stand in
/// count too.
pub(crate) fn exposure(path: &Path) -> io::Result<Option<Exposure>> {
    let user = current_user()?;
    let (real, written) = (path.canonicalize()?, std::path::absolute(path)?);
    for place in real.ancestors().chain(written.ancestors().skip(1)) {
        if let Some(remedy) = remedy(place, &user)? {
            return Ok(Some(Exposure { path: place.to_owned(), remedy }));
        }
    }
    Ok(None)
}

/// What to do about a file or a folder that others can change; `None` if they cannot.
fn remedy(path: &Path, user: &Sid) -> io::Result<Option<String>> {
    let about = fs::metadata(path)?;
    let place = if about.is_dir() { Place::Folder } else { Place::File };
    let shown = path.display();
    Ok(match of_path(path)?.access_of_others(user, place) {
        FileAccess::Own => Some(format!("{shown} belongs to another user: keep it in a folder of your own")),
        FileAccess::Change => Some(format!("others can change {shown}: run `{}`", command(path))),
        FileAccess::Read | FileAccess::Nothing => None,
    })
}

/// The command that leaves a file to its user alone.
pub(crate) fn command(path: &Path) -> String {
    let shown = path.to_string_lossy();
    // As people write paths: what Windows puts before one that was made canonical is for programs.
    let shown = shown.strip_prefix(r"\\?\").unwrap_or(&shown);
    format!("icacls \"{shown}\" /inheritance:r /grant:r %USERNAME%:F")
}
