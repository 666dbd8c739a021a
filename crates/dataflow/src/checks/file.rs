//! Files of a task's home.

use super::Finding;
use crate::task::{Content, HomePath, quoted};
use std::{
    fs::{self, File},
    io::{self, Read},
    path::Path,
};

/// The largest text that is read, in bytes.
const LARGEST: u64 = 8 << 20;

/// What there is at a path of the home.
pub(super) enum There {
    /// Nothing.
    Nothing,
    /// A folder, or another thing that holds no bytes.
    NoFile,
    /// These bytes.
    Bytes(Vec<u8>),
    /// Something that was not looked at, for this reason.
    Unseen(String),
}

/// What there is, if it is in the home and no larger than this.
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
    // What it really is, past links that whoever did the task may have laid.
    let real = home.join(path.as_path()).canonicalize()?;
    if !real.starts_with(home.canonicalize()?) {
        return Ok(There::Unseen("a link leads out of the task's home".into()));
    }
    // To open a pipe would wait for somebody to write.
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

/// Whether the file holds what it should.
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
