//! Checks files in a task's home.

use super::CheckAttempt;
use crate::task::{FileContent, HomePath, quoted};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The maximum size of a text file, in bytes.
const LARGEST: u64 = 8 << 20;

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

/// What exists at the path, read only if it lies in the home and has at most `largest` bytes.
pub(super) fn look_up(home: &Path, path: &HomePath, largest: u64) -> FileLookup {
    match read(home, path, largest) {
        Ok(found) => found,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            FileLookup::Missing
        }
        Err(error) => FileLookup::Unreadable(format!("it cannot be read: {error}")),
    }
}

fn read(home: &Path, path: &HomePath, largest: u64) -> io::Result<FileLookup> {
    // Resolves links, which a task may have created.
    let real = home.join(path.as_path()).canonicalize()?;
    if !real.starts_with(home.canonicalize()?) {
        return Ok(FileLookup::Unreadable("a link leads out of the task's home".into()));
    }
    // Opening a pipe would block until somebody writes.
    if !fs::metadata(&real)?.is_file() {
        return Ok(FileLookup::NotAFile);
    }
    let mut bytes = Vec::new();
    File::open(&real)?.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Ok(FileLookup::Unreadable(format!("it is larger than {} MiB", largest >> 20)));
    }
    Ok(FileLookup::Bytes(bytes))
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
