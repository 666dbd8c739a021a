//! Reads a log's bytes, up to a size and a length of a line.

use deskpilot_system::{ReadLimit, open_regular};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The largest log that is read: far more than a session writes.
const LARGEST: ReadLimit = ReadLimit::mib(1024);

/// The longest line that is read: far more than the largest window has in controls.
pub(super) const LONGEST_LINE: ReadLimit = ReadLimit::mib(64);

/// How much is read before lines are measured again.
const CHUNK: u64 = 1 << 20;

/// The bytes of the log at this path.
pub(crate) fn read_log(path: &Path) -> io::Result<Vec<u8>> {
    read_lines(open_log(path)?, LARGEST, LONGEST_LINE)
}

/// The log at this path, unless it is larger than any session writes.
pub(super) fn open_log(path: &Path) -> io::Result<File> {
    let file = open_regular(path)?;
    if file.metadata()?.len() > LARGEST.in_bytes() { Err(large_log(LARGEST)) } else { Ok(file) }
}

fn read_lines(mut file: File, largest: ReadLimit, longest_line: ReadLimit) -> io::Result<Vec<u8>> {
    let (mut bytes, mut line) = (Vec::new(), 0);
    loop {
        let before = bytes.len();
        // In pieces, because the file may have grown since its length was checked.
        file.by_ref().take(CHUNK).read_to_end(&mut bytes)?;
        if bytes.len() == before {
            return Ok(bytes);
        }
        if let Some(last) = bytes[before..].iter().rposition(|byte| *byte == b'\n') {
            line = before + last + 1;
        }
        if (bytes.len() - line) as u64 > longest_line.in_bytes() {
            return Err(long_line(longest_line));
        }
        if bytes.len() as u64 > largest.in_bytes() {
            return Err(large_log(largest));
        }
    }
}

fn large_log(largest: ReadLimit) -> io::Error {
    let why = format!("it is larger than {largest}, the most that is read: begin a new task");
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

/// The error of a line that is longer than this.
pub(super) fn long_line(longest: ReadLimit) -> io::Error {
    let why = format!(
        "it has a line of more than {longest}, which no session writes: put an unchanged copy back, or begin a new task"
    );
    io::Error::new(io::ErrorKind::FileTooLarge, why)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_log_is_read_up_to_its_size_and_the_length_of_its_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("events.jsonl");
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            read_lines(File::open(&path).unwrap(), ReadLimit::mib(3), ReadLimit::mib(1))
                .map_err(|error| error.to_string())
        };
        let line = "x".repeat(1 << 20);
        assert_eq!(read("").unwrap(), b"");
        assert_eq!(read(&format!("a\n{line}\nb")).unwrap().len(), (1 << 20) + 4);
        let long = read(&format!("a\n{line}{line}\n")).unwrap_err();
        assert!(long.starts_with("it has a line of more than 1 MiB"), "{long}");
        let large = read(&format!("{line}\n").repeat(4)).unwrap_err();
        assert!(large.starts_with("it is larger than 3 MiB"), "{large}");
    }
}
