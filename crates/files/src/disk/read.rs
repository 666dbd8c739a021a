//! Reads the text of files: some lines of one, or several files at once.

use super::{
    Context, MAX_OUTPUT, PIECE,
    file_text::{FileText, file_text},
    place::Place,
    read_out,
    text::counted,
};
use crate::error::{FileError, of_system};
use deskpilot_core::{Effect, Outcome};
use std::{
    io::{BufRead, BufReader, Cursor, Read},
    path::{Path, PathBuf},
};

/// Which lines to read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines {
    /// The first one, from 1.
    pub(super) from: u64,
    /// The most of them; as many as fit if there is no limit.
    pub(super) most: Option<u64>,
}

/// The most bytes that several files give together.
const MAX_OF_SEVERAL: usize = 64 << 10;
/// The least room in which the beginning of a file is read.
const LEAST_ROOM: usize = 1 << 10;

/// Lines of a text that were read.
pub(super) struct LinesRead {
    pub(super) text: String,
    count: u64,
    /// Whether they go to the end of the file.
    is_all: bool,
    /// Whether it is the start of one long line.
    is_in_line: bool,
    /// How many places are no UTF-8.
    damaged: usize,
}

/// Reads lines of a file; for a file that is not text, reports what it is.
pub(super) fn read_file(place: &Place, wanted: Lines, context: &Context<'_>) -> Result<Outcome, FileError> {
    let path = &place.path;
    Ok(match read_part(place, wanted, MAX_OUTPUT, context)? {
        FilePart::Text { lines, size, remark } => {
            read_out(lines.of_file(path, wanted, size) + &remark, lines.text)
        }
        FilePart::Other(kind) => {
            let kind = format!("it is no text but {kind}");
            read_out(format!("{path:?} is looked at: {kind}"), kind)
        }
    })
}

/// Reads several files from their beginnings, whole as long as all of them fit. A file that cannot be read is named, and the others
/// are read.
pub(super) fn read_files(paths: &[PathBuf], context: &Context<'_>) -> Result<Outcome, FileError> {
    let wanted = Lines { from: 1, most: None };
    let (mut output, mut cut, mut unread, mut read) = (String::new(), Vec::new(), Vec::new(), 0);
    for path in paths {
        let room = MAX_OF_SEVERAL.saturating_sub(output.len());
        if room < LEAST_ROOM {
            cut.push(format!("{path:?} from 1"));
            continue;
        }
        let part = Place::of(path).and_then(|place| read_part(&place, wanted, room, context));
        match part {
            Err(error @ (FileError::Late { .. } | FileError::Stopped)) => return Err(error),
            Err(error) => unread.push(error.to_string()),
            Ok(FilePart::Other(kind)) => unread.push(format!("{path:?} is no text but {kind}")),
            Ok(FilePart::Text { lines, size, remark }) => {
                let summary = lines.of_file(path, wanted, size) + &remark;
                output.push_str(&format!("--- {summary}\n{}\n", lines.text));
                read += 1;
                cut.extend(lines.next(wanted).map(|it| format!("{path:?} from {it}")));
            }
        }
    }
    if read == 0 {
        return Err(FileError::NotPossible(unread.join("; ")));
    }
    let state = format!("{read} of {} are read", counted(paths.len() as u64, "file"));
    Ok(several(state, output, &cut, &unread))
}

fn several(mut state: String, output: String, cut: &[String], unread: &[String]) -> Outcome {
    if !cut.is_empty() {
        state += &format!("; not all of it fits: read on with {}", cut.join(", "));
    }
    if unread.is_empty() {
        return read_out(state, output);
    }
    let effect = Effect::Partial(format!("{state}; not read: {}", unread.join("; ")));
    Outcome { output: Some(output), ..effect.into() }
}

/// What was read of a file.
enum FilePart {
    /// Lines of its text, its size in bytes, and a remark about its encoding.
    Text { lines: LinesRead, size: u64, remark: String },
    /// It is no text but this.
    Other(String),
}

fn read_part(
    place: &Place,
    wanted: Lines,
    room: usize,
    context: &Context<'_>,
) -> Result<FilePart, FileError> {
    Ok(match file_text(place, context)? {
        FileText::Decoded { text, size, remark } => {
            let lines = lines_of(Cursor::new(text), wanted, room, place, context)?;
            FilePart::Text { lines, size, remark }
        }
        FileText::Large { file, size } => {
            let lines = lines_of(BufReader::with_capacity(PIECE, file), wanted, room, place, context)?;
            let remark = match lines.damaged {
                0 => String::new(),
                places => format!("; places in them that are not UTF-8, each shown as U+FFFD: {places}"),
            };
            FilePart::Text { lines, size, remark }
        }
        FileText::Other { kind, size } => FilePart::Other(format!("{kind} of {size} bytes")),
    })
}

/// Reads lines up to a number of bytes. Only the first one is ever split.
pub(super) fn lines_of(
    mut reader: impl BufRead,
    wanted: Lines,
    room: usize,
    place: &Place,
    context: &Context<'_>,
) -> Result<LinesRead, FileError> {
    let failed = |error: std::io::Error| of_system(&place.path, &error);
    skip_lines(&mut reader, wanted.from - 1, place, context)?;
    let mut text = Vec::new();
    let (mut count, mut is_cut) = (0, false);
    while wanted.most.is_none_or(|most| count < most) && !is_cut {
        context.work.check()?;
        let left = (room - text.len()) as u64;
        let before = text.len();
        let read = reader.by_ref().take(left).read_until(b'\n', &mut text).map_err(failed)?;
        if read == 0 && left > 0 {
            break;
        }
        is_cut = text.last() != Some(&b'\n') && !reader.fill_buf().map_err(failed)?.is_empty();
        if is_cut && count > 0 {
            // The next part starts with this line, so that no line is split.
            text.truncate(before);
        } else {
            count += 1;
        }
    }
    let is_all = reader.fill_buf().map_err(failed)?.is_empty() && !is_cut;
    if is_cut {
        remove_cut_letter(&mut text);
    }
    let damaged = text.utf8_chunks().filter(|it| !it.invalid().is_empty()).count();
    let text = String::from_utf8_lossy(&text).into_owned();
    Ok(LinesRead { text, count, is_all, is_in_line: is_cut && count == 1, damaged })
}

/// Takes off the beginning of a letter whose end is not there.
fn remove_cut_letter(text: &mut Vec<u8>) {
    if let Err(error) = str::from_utf8(text)
        && error.error_len().is_none()
    {
        text.truncate(error.valid_up_to());
    }
}

impl LinesRead {
    /// What was read of this, and where to read on.
    pub(super) fn summary(&self, what: &str, wanted: Lines) -> String {
        let from = wanted.from;
        match self.count {
            0 => format!("{what} has no line {from}"),
            _ if self.is_in_line => {
                let bytes = self.text.len();
                format!(
                    "line {from} of {what} is read: its first {bytes} bytes; the line is longer than can be read"
                )
            }
            count => {
                let last = from + count - 1;
                let more = match self.next(wanted) {
                    None => "to its end".to_owned(),
                    Some(next) => format!("and there is more: read on with from {next}"),
                };
                format!("lines {from} to {last} of {what} are read, {more}")
            }
        }
    }

    /// The same of a file of this size.
    fn of_file(&self, path: &Path, wanted: Lines, size: u64) -> String {
        let summary = self.summary(&format!("{path:?}"), wanted);
        if self.is_in_line { summary } else { format!("{summary}; it has {size} bytes") }
    }

    /// The line with which to read on; `None` at the end.
    fn next(&self, wanted: Lines) -> Option<u64> {
        let read = if self.is_in_line { 0 } else { self.count };
        (!self.is_all && self.count > 0).then(|| wanted.from + read)
    }
}

fn skip_lines(
    reader: &mut impl BufRead,
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
