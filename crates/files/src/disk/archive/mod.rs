//! Archives: packed from a file or a folder, and unpacked into a new folder, which has all of it or does not exist.

mod entry;
mod pack;
mod tar;
mod unpack;
mod zip;

use super::{Context, confirmed, place::Place, text::counted};
use crate::error::{FileError, about, unproven};
use deskpilot_core::Outcome;
use entry::{Limits, Totals};
use std::path::Path;

/// The format of an archive, as its name says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Zip,
    TarGz,
}

impl Format {
    fn of(path: &Path) -> Result<Format, FileError> {
        let name = path.as_os_str().to_string_lossy().to_lowercase();
        let has = |ending: &str| name.ends_with(ending);
        match () {
            () if has(".zip") => Ok(Format::Zip),
            () if has(".tar.gz") || has(".tgz") => Ok(Format::TarGz),
            () => Err(about(path, "must end in .zip or .tar.gz, which decides the format of the archive")),
        }
    }
}

/// Packs a file or a folder into a new archive, and reads the archive back.
pub(super) fn make_archive(
    from: &Place,
    archive: &Place,
    context: &Context<'_>,
) -> Result<Outcome, FileError> {
    let format = Format::of(&archive.path)?;
    archive.must_be_free()?;
    let (packed, left_out) = pack::pack(from, archive, format, context)?;
    let mut found = Totals::default();
    let reading =
        unpack::read(archive, format, &mut |entry, content| found.count(entry, content, context.work));
    reading.map_err(unproven(format!("{:?} was made", archive.path)))?;
    if found != packed {
        return Err(FileError::Partly(format!(
            "{:?} was made, and another program changed it",
            archive.path
        )));
    }
    let state = format!("{:?} is packed into {:?}: {packed}{left_out}", from.path, archive.path);
    Ok(confirmed(state))
}

/// Unpacks an archive into a new folder.
pub(super) fn open_archive(archive: &Place, to: &Place, context: &Context<'_>) -> Result<Outcome, FileError> {
    let format = Format::of(&archive.path)?;
    to.must_be_free()?;
    let unpacked = unpack::unpack(archive, to, format, Limits::USUAL, context)?;
    let state = format!("{:?} is unpacked into the new folder {:?}: {unpacked}", archive.path, to.path);
    Ok(confirmed(state))
}
