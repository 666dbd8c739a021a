//! Checks files in a task's home.

use super::CheckAttempt;
use crate::task::{FileContent, HomePath, quoted};
use deskpilot_system::{ReadLimit, open_regular, reason};
use std::{io, path::Path};

/// The largest text file that is read.
const LARGEST: ReadLimit = ReadLimit::mib(8);

/// What exists at a path of the home.
pub(super) enum FileLookup {
    /// Nothing.
    Missing,
    /// A folder or another object that is no regular file.
    NotAFile,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Something that was not read, for this reason.
    Unreadable(String),
}

/// What exists at the path, read only if it lies in the home and is not larger than this.
pub(super) fn look_up(home: &Path, path: &HomePath, largest: ReadLimit) -> FileLookup {
    match read(home, path, largest) {
        Ok(found) => found,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            FileLookup::Missing
        }
        Err(error) => FileLookup::Unreadable(format!("it cannot be read: {}", reason(&error))),
    }
}

fn read(home: &Path, path: &HomePath, largest: ReadLimit) -> io::Result<FileLookup> {
    // Resolves links, which a task may have created.
    let real = home.join(path.as_path()).canonicalize()?;
    if !real.starts_with(home.canonicalize()?) {
        return Ok(FileLookup::Unreadable("a link leads out of the task's home".into()));
    }
    let file = match open_regular(&real) {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => return Ok(FileLookup::NotAFile),
        file => file?,
    };
    Ok(match largest.read_open(&file) {
        Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
            FileLookup::Unreadable(format!("it is larger than {largest}"))
        }
        bytes => FileLookup::Bytes(bytes?),
    })
}

/// Whether the file has the wanted content.
pub(super) fn check(home: &Path, path: &HomePath, content: &FileContent) -> CheckAttempt {
    let wants_absence = *content == FileContent::Absent;
    match (look_up(home, path, LARGEST), content) {
        (FileLookup::Missing, _) => CheckAttempt::of(wants_absence, format!("{path} is not there")),
        (FileLookup::Unreadable(why), FileContent::Absent) => {
            CheckAttempt::no(format!("{path} is there; {why}"))
        }
        (FileLookup::Unreadable(why), _) => CheckAttempt::unsure(format!("{path}: {why}")),
        (_, FileContent::Absent) => CheckAttempt::no(format!("{path} is there")),
        (_, FileContent::Any) => CheckAttempt::yes(format!("{path} is there")),
        (FileLookup::NotAFile, _) => CheckAttempt::no(format!("{path} is not a file")),
        (FileLookup::Bytes(bytes), _) => match String::from_utf8(bytes) {
            Ok(text) => compare_text(path, text.trim_start_matches('\u{feff}'), content),
            Err(error) => {
                CheckAttempt::no(format!("{path} is not UTF-8 text: {} bytes", error.as_bytes().len()))
            }
        },
    }
}

fn compare_text(path: &HomePath, text: &str, content: &FileContent) -> CheckAttempt {
    let holds = match content {
        FileContent::Equals(wanted) => without_final_line_break(text) == without_final_line_break(wanted),
        FileContent::Contains(wanted) => text.contains(wanted.as_str()),
        FileContent::Lines(wanted) => text.lines().eq(wanted.iter().map(String::as_str)),
        FileContent::Any | FileContent::Absent => false,
    };
    CheckAttempt::of(holds, format!("{path} holds {}", quoted(text)))
}

/// The text without a line break at its end.
fn without_final_line_break(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
