//! Reads the text of a file, some lines at a time.

use super::{Context, MAX_OUTPUT, PIECE, place::Place, read_out};
use crate::error::{FileError, of_system};
use deskpilot_core::{ContentKind, Outcome};
use std::{
    fs::File,
    io::{BufRead, BufReader, Read, Seek},
};

/// Which lines to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The first one, from 1.
    pub(super) from: u64,
    /// The most of them; as many as fit if there is no limit.
    pub(super) most: Option<u64>,
}

/// How many bytes tell whether a file is text.
const HEAD: usize = 8 << 10;

/// Reads lines of a file; for a file that is not text, reports what it is.
pub(super) fn read_file(place: &Place, wanted: Lines, context: &Context<'_>) -> Result<Outcome, FileError> {
    let failed = |error: std::io::Error| of_system(&place.path, &error);
    let mut file = place.folder.file(place.name())?;
    let size = file.metadata().map_err(failed)?.len();
    if let Some(what) = binary_kind(&mut file).map_err(failed)? {
        let kind = format!("it is no text but {what} of {size} bytes");
        return Ok(read_out(format!("{:?} is looked at: {kind}", place.path), kind));
    }
    let mut reader = BufReader::with_capacity(PIECE, file);
    skip_lines(&mut reader, wanted.from - 1, place, context)?;
    let mut text = Vec::new();
    let (mut lines, mut is_cut) = (0, false);
    while wanted.most.is_none_or(|most| lines < most) && !is_cut {
        context.work.check()?;
        let room = (MAX_OUTPUT - text.len()) as u64;
        let before = text.len();
        let read = reader.by_ref().take(room).read_until(b'\n', &mut text).map_err(failed)?;
        if read == 0 && room > 0 {
            break;
        }
        is_cut = text.last() != Some(&b'\n') && !reader.fill_buf().map_err(failed)?.is_empty();
        if is_cut && lines > 0 {
            // The next part starts with this line, so that no line is split.
            text.truncate(before);
        } else {
            lines += 1;
        }
    }
    let is_all = reader.fill_buf().map_err(failed)?.is_empty() && !is_cut;
    let read = PartRead { lines, is_all, is_in_line: is_cut && lines == 1 };
    let summary = report(place, wanted, read, size);
    Ok(read_out(summary, String::from_utf8_lossy(&text).into_owned()))
}

/// The part of a file that was read.
#[derive(Clone, Copy)]
struct PartRead {
    lines: u64,
    /// Whether it goes to the end of the file.
    is_all: bool,
    /// Whether it is the start of one long line.
    is_in_line: bool,
}

/// What was read, and where to read on.
fn report(place: &Place, wanted: Lines, read: PartRead, size: u64) -> String {
    let (path, from) = (&place.path, wanted.from);
    match read.lines {
        0 => format!("{path:?} has no line {from}; it has {size} bytes"),
        _ if read.is_in_line => {
            format!(
                "line {from} of {path:?} is read: its first {MAX_OUTPUT} bytes; the line is longer than can be read"
            )
        }
        _ => {
            let last = from + read.lines - 1;
            let more = match read.is_all {
                true => "to its end".to_owned(),
                false => format!("and there is more: read on with from {}", last + 1),
            };
            format!("lines {from} to {last} of {path:?} are read, {more}; it has {size} bytes")
        }
    }
}

fn skip_lines(
    reader: &mut BufReader<File>,
    mut lines: u64,
    place: &Place,
    context: &Context<'_>,
) -> Result<(), FileError> {
    while lines > 0 {
        context.work.check()?;
        let piece = reader.fill_buf().map_err(|error| of_system(&place.path, &error))?;
        if piece.is_empty() {
            break;
        }
        let mut used = piece.len();
        for (at, _) in piece.iter().enumerate().filter(|(_, it)| **it == b'\n') {
            lines -= 1;
            if lines == 0 {
                used = at + 1;
                break;
            }
        }
        reader.consume(used);
    }
    Ok(())
}

/// What a file is that is no text; `None` for a text. Leaves the file at its beginning.
fn binary_kind(file: &mut File) -> std::io::Result<Option<String>> {
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    file.rewind()?;
    if let Some(kind) = ContentKind::of(&head) {
        return Ok(Some(kind.to_string()));
    }
    let is_text = match std::str::from_utf8(&head) {
        Ok(_) => true,
        // The last letter may go on after the head.
        Err(error) => error.error_len().is_none() && head.len() == HEAD,
    };
    Ok((!is_text || head.contains(&0)).then(|| "other data".to_owned()))
}
