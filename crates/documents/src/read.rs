//! Reads a file as a document. The only file here that touches what a person names.

use crate::{
    Document, DocumentError, Format, ReadPicture, UnreadFormat,
    decode::decode_document,
    epub,
    format::without_gz,
    guide,
    help::{docbook, mallard},
    html,
    limits::{LARGEST_FILE, LARGEST_TEXT},
    man, office, pdf, plain, sniff, subtitles,
    summarised::{self, Summary},
};
use deskpilot_system::ReadLimit;
use flate2::read::MultiGzDecoder;
use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The document in a file, whose format its name or its content says. The file may be compressed with gzip.
///
/// It blocks: a PDF document takes seconds. It opens no file that the document refers to, except, for a
/// document in XML, the file in the same folder with `.meta` appended to its name.
///
/// # Errors
/// The file cannot be read, is too large or of no format that is known, or its content is damaged.
pub fn read(path: &Path) -> Result<Document, DocumentError> {
    let format = Format::of_name(path);
    let bytes = content(path, format)?;
    let format = format_of(path, format, &bytes)?;
    document(path, &bytes, format, &title(path)).map_err(|source| in_file(path, source))
}

/// The document in a file as [`read`] reads it, with the text of the pages of a PDF document that have none: this reads it in their
/// pictures.
///
/// # Errors
/// Those of [`read`], and what reads the pictures fails.
pub fn read_with_pictures(path: &Path, pictures: ReadPicture<'_>) -> Result<Document, DocumentError> {
    let format = Format::of_name(path);
    let bytes = content(path, format)?;
    let document = match format_of(path, format, &bytes)? {
        Format::Pdf => pdf::read_with_pictures(&bytes, &title(path), pictures),
        format => document(path, &bytes, format, &title(path)),
    };
    document.map_err(|source| in_file(path, source))
}

/// The document in these bytes, which the caller read from a file of this path. Its name or its content says the format, and it may be
/// compressed with gzip. It blocks as [`read`] does, and opens no file.
///
/// # Errors
/// It is too large or of no format that is known, or its content is damaged.
pub fn read_bytes(path: &Path, bytes: Vec<u8>) -> Result<Document, DocumentError> {
    let format = Format::of_name(path);
    let bytes = limited(bytes, limit(format))
        .map_err(|source| DocumentError::NotRead { path: path.into(), source })?;
    let format = match format_of(path, format, &bytes)? {
        Format::Xml => xml_format(&bytes).map_err(|source| in_file(path, source))?,
        format => format,
    };
    of_bytes(&bytes, format, &title(path)).map_err(|source| in_file(path, source))
}

/// The title of a document that has none: the name of its file.
fn title(path: &Path) -> String {
    without_gz(path).file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default()
}

fn format_of(path: &Path, named: Option<Format>, bytes: &[u8]) -> Result<Format, DocumentError> {
    let unread = || match UnreadFormat::of(path, bytes) {
        Some(format) => DocumentError::NotReadHere { path: path.into(), format },
        None => DocumentError::UnknownFormat { path: path.into() },
    };
    named.or_else(|| sniff::format(bytes)).ok_or_else(unread)
}

fn in_file(path: &Path, source: DocumentError) -> DocumentError {
    DocumentError::InFile { path: path.into(), source: Box::new(source) }
}

fn document(path: &Path, bytes: &[u8], format: Format, name: &str) -> Result<Document, DocumentError> {
    match format {
        Format::Xml => xml(path, bytes, name),
        format => of_bytes(bytes, format, name),
    }
}

/// The document in these bytes.
pub(crate) fn of_bytes(bytes: &[u8], format: Format, name: &str) -> Result<Document, DocumentError> {
    match format {
        Format::Pdf => return pdf::read(bytes, name),
        Format::Odt => return office::odt::read(bytes, name),
        Format::Docx => return office::docx::read(bytes, name),
        Format::Ods => return office::ods::read(bytes, name),
        Format::Xlsx => return office::xlsx::read(bytes, name),
        Format::Odp => return office::odp::read(bytes, name),
        Format::Pptx => return office::pptx::read(bytes, name),
        Format::Epub => return epub::read(bytes, name),
        _ => {}
    }
    let text = text(bytes, format)?;
    match format {
        Format::Markdown => plain::markdown(&text, name),
        Format::Html if text.trim_start().starts_with("<?xml") => html::read_xhtml(&text, name),
        Format::Html => html::read(&text, name),
        Format::Mallard => mallard::read(&text, name),
        Format::DocBook => docbook::read(&text, name),
        Format::Guide => guide::read(&text, name),
        Format::ManPage => man::read(&text, name),
        Format::Subtitles => subtitles::read(&text, name),
        Format::Summarised | Format::Xml => summarised::read(&text, name, &Summary::default()),
        // Only `Text` comes here: the others were read above.
        Format::Text
        | Format::Pdf
        | Format::Odt
        | Format::Docx
        | Format::Ods
        | Format::Xlsx
        | Format::Odp
        | Format::Pptx
        | Format::Epub => plain::text(&text, name),
    }
}

/// The complete text of a document of this format.
fn text(bytes: &[u8], format: Format) -> Result<Cow<'_, str>, DocumentError> {
    decode_document(bytes, format).map_err(|error| DocumentError::damaged(format, &error))
}

/// A document whose outermost element says its format, or which has its title in a second file.
fn xml(path: &Path, bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let format = xml_format(bytes)?;
    let meta = with_ending(path, ".meta");
    if format != Format::Xml || !meta.is_file() {
        return of_bytes(bytes, format, name);
    }
    let summary = Summary::read(&text(&content(&meta, Some(Format::Summarised))?, Format::Summarised)?)?;
    summarised::read(&text(bytes, Format::Xml)?, name, &summary)
}

/// The format of a document in XML, by its outermost element.
fn xml_format(bytes: &[u8]) -> Result<Format, DocumentError> {
    Ok(sniff::format_of_xml(&text(bytes, Format::Xml)?))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// The bytes of a file, unpacked.
fn content(path: &Path, format: Option<Format>) -> Result<Vec<u8>, DocumentError> {
    let limit = limit(format);
    let bytes = limit.read(path).and_then(|bytes| unpacked(bytes, limit));
    bytes.map_err(|source| DocumentError::NotRead { path: path.into(), source })
}

/// The largest file of a format; of one whose name says none it may be any.
fn limit(format: Option<Format>) -> ReadLimit {
    match format {
        Some(format) if format.is_text() => LARGEST_TEXT,
        _ => LARGEST_FILE,
    }
}

/// The content of a file that was read by the caller.
fn limited(bytes: Vec<u8>, limit: ReadLimit) -> io::Result<Vec<u8>> {
    match bytes.len() as u64 > limit.in_bytes() {
        true => Err(io::Error::new(io::ErrorKind::FileTooLarge, limit.too_large())),
        false => unpacked(bytes, limit),
    }
}

fn unpacked(bytes: Vec<u8>, limit: ReadLimit) -> io::Result<Vec<u8>> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(bytes);
    }
    let mut content = Vec::new();
    MultiGzDecoder::new(bytes.as_slice()).take(limit.in_bytes() + 1).read_to_end(&mut content)?;
    let is_too_large = content.len() as u64 > limit.in_bytes();
    let too_large = || io::Error::new(io::ErrorKind::FileTooLarge, limit.too_large());
    if is_too_large { Err(too_large()) } else { Ok(content) }
}

#[cfg(test)]
mod tests;
