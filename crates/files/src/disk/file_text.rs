//! The text of a file in whatever encoding it is, or what else the file is.

use super::{Context, PIECE, place::Place};
use crate::{
    error::{FileError, of_system},
    work::Work,
};
use deskpilot_core::ContentKind;
use deskpilot_documents::{DecodeError, DecodedText, Format, TextEncoding, decode};
use std::{
    fs::File,
    io::{Read, Seek},
    path::Path,
};

/// The largest text that is decoded. Of a larger one only UTF-8 is read.
const LARGEST_DECODED: u64 = 16 << 20;
/// How many bytes decide whether a large file is text.
const HEAD: usize = 8 << 10;

/// What a file is.
pub(super) enum FileText {
    /// A text, the size of the file in bytes, and a remark about its encoding.
    Decoded { text: String, size: u64, remark: String },
    /// A text that is too large to be decoded; the file is at its beginning.
    Large { file: File, size: u64 },
    /// No text but this.
    Other { kind: String, size: u64 },
}

/// The text of a file.
pub(super) fn file_text(place: &Place, context: &Context<'_>) -> Result<FileText, FileError> {
    let failed = |error: std::io::Error| of_system(&place.path, &error);
    let mut file = place.folder.file(place.name())?;
    let size = file.metadata().map_err(failed)?.len();
    if size <= LARGEST_DECODED
        && let Some(bytes) = bytes_of(&mut file, LARGEST_DECODED, &place.path, context.work)?
    {
        let other = |kind: String| FileText::Other { kind, size };
        if let Some(kind) = ContentKind::of(&bytes) {
            return Ok(other(kind.to_string()));
        }
        return Ok(match decode_file(&place.path, &bytes) {
            Ok(decoded) => {
                let remark = remark(&decoded);
                FileText::Decoded { text: decoded.text.into_owned(), size, remark }
            }
            Err(_) => other("other data".to_owned()),
        });
    }
    file.rewind().map_err(failed)?;
    Ok(match binary_kind(&mut file).map_err(failed)? {
        Some(kind) => FileText::Other { kind, size },
        None => FileText::Large { file, size },
    })
}

/// The text in the bytes of a file, which may declare its encoding if its name says that it is a page or a document in XML.
pub(super) fn decode_file<'a>(path: &Path, bytes: &'a [u8]) -> Result<DecodedText<'a>, DecodeError> {
    decode(bytes, Format::of_name(path).and_then(|it| TextEncoding::declared(bytes, it)))
}

/// All that can still be read of a file; `None` if that is more than this.
pub(super) fn bytes_of(
    file: &mut File,
    most: u64,
    path: &Path,
    work: &Work,
) -> Result<Option<Vec<u8>>, FileError> {
    let mut bytes = Vec::new();
    let mut file = file.take(most + 1);
    loop {
        work.check()?;
        let piece = file.by_ref().take(PIECE as u64).read_to_end(&mut bytes);
        if piece.map_err(|error| of_system(path, &error))? == 0 {
            break;
        }
    }
    Ok((bytes.len() as u64 <= most).then_some(bytes))
}

/// What the caller should know: an encoding other than UTF-8, and places that could not be decoded.
fn remark(decoded: &DecodedText<'_>) -> String {
    let DecodedText { encoding, source, damage, .. } = decoded;
    let mut remark = String::new();
    if !encoding.is_utf_8() {
        remark += &format!("; its encoding is {encoding}, {source}");
    }
    if let Some(damage) = damage {
        let (places, line) = (damage.places, damage.line);
        remark += &format!(
            "; places in it that are not {encoding}, each shown as U+FFFD: {places}, the first in line {line}"
        );
    }
    remark
}

/// What a large file is that is no text in UTF-8; `None` for a text. Leaves the file at its beginning.
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
    let kind = format!("other data, or a text of more than {} MiB that is not UTF-8,", LARGEST_DECODED >> 20);
    Ok((!is_text || head.contains(&0)).then_some(kind))
}
