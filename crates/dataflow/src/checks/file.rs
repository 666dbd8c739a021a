//! Checks files in a task's home.

use super::Finding;
use crate::task::{Content, HomePath, quoted};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The maximum size of a text file, in bytes.
const LARGEST: u64 = 8 << 20;

/// What exists at a path of the home.
pub(super) enum There {
    /// Nothing.
    Nothing,
    /// A folder or another object that is no regular file.
    NoFile,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Something that was not read, for this reason.
    Unseen(String),
}

/// What exists at the path, read only if it lies in the home and has at most `largest` bytes.
pub(super) fn there(home: &Path, path: &HomePath, largest: u64) -> There {
    match read(home, path, largest) {
        Ok(there) => there,
        Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
            There::Nothing
        }
        Err(error) => There::Unseen(format!("it cannot be read: {error}")),
    }
}

fn read(home: &Path, path: &HomePath, largest: u64) -> io::Result<There> {
    // Resolves links, which a task may have created.
    let real = home.join(path.as_path()).canonicalize()?;
    if !real.starts_with(home.canonicalize()?) {
        return Ok(There::Unseen("a link leads out of the task's home".into()));
    }
    // Opening a pipe would block until somebody writes.
    if !fs::metadata(&real)?.is_file() {
        return Ok(There::NoFile);
    }
    let mut bytes = Vec::new();
    File::open(&real)?.take(largest + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > largest {
        return Ok(There::Unseen(format!("it is larger than {} MiB", largest >> 20)));
    }
    Ok(There::Bytes(bytes))
}

/// Whether the file has the wanted content.
pub(super) fn look(home: &Path, path: &HomePath, content: &Content) -> Finding {
    let wants_nothing = *content == Content::Absent;
    match (there(home, path, LARGEST), content) {
        (There::Nothing, _) => Finding::of(wants_nothing, format!("{path} is not there")),
        (There::Unseen(why), Content::Absent) => Finding::no(format!("{path} is there; {why}")),
        (There::Unseen(why), _) => Finding::unsure(format!("{path}: {why}")),
        (_, Content::Absent) => Finding::no(format!("{path} is there")),
        (_, Content::Any) => Finding::yes(format!("{path} is there")),
        (There::NoFile, _) => Finding::no(format!("{path} is not a file")),
        (There::Bytes(bytes), _) => match String::from_utf8(bytes) {
            Ok(text) => holds(path, text.trim_start_matches('\u{feff}'), content),
            Err(error) => Finding::no(format!("{path} is not UTF-8 text: {} bytes", error.as_bytes().len())),
        },
    }
}

fn holds(path: &HomePath, text: &str, content: &Content) -> Finding {
    let holds = match content {
        Content::Equals(wanted) => without_end(text) == without_end(wanted),
        Content::Contains(wanted) => text.contains(wanted.as_str()),
        Content::Lines(wanted) => text.lines().eq(wanted.iter().map(String::as_str)),
        Content::Any | Content::Absent => false,
    };
    Finding::of(holds, format!("{path} holds {}", quoted(text)))
}

/// The text without a line break at its end.
fn without_end(text: &str) -> &str {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text)
}
