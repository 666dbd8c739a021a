//! Reads a file as a document. The only file here that touches what a person names.

use crate::{
    Document, DocumentError, Format, encoding,
    format::without_gz,
    guide,
    help::{docbook, mallard},
    html,
    limits::{LARGEST_FILE, LARGEST_TEXT},
    man, office, pdf, plain, sniff,
    summarised::{self, Summary},
};
use deskpilot_system::ReadLimit;
use flate2::read::MultiGzDecoder;
use std::{
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
    let name = without_gz(path).file_stem().map(|it| it.to_string_lossy().into_owned()).unwrap_or_default();
    let format = Format::of_name(path);
    let bytes = content(path, format)?;
    let format = format
        .or_else(|| sniff::format(&bytes))
        .ok_or_else(|| DocumentError::UnknownFormat { path: path.into() })?;
    let in_file = |source| DocumentError::InFile { path: path.into(), source: Box::new(source) };
    document(path, &bytes, format, &name).map_err(in_file)
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
        _ if encoding::is_binary(bytes) => return Err(DocumentError::damaged(format, &"it is no text")),
        _ => {}
    }
    let text = encoding::decode(bytes);
    match format {
        Format::Markdown => plain::markdown(&text, name),
        Format::Html => html::read(&text, name),
        Format::Mallard => mallard::read(&text, name),
        Format::DocBook => docbook::read(&text, name),
        Format::Guide => guide::read(&text, name),
        Format::ManPage => man::read(&text, name),
        Format::Summarised | Format::Xml => summarised::read(&text, name, &Summary::default()),
        Format::Text | Format::Pdf | Format::Odt | Format::Docx => plain::text(&text, name),
    }
}

/// A document whose outermost element says its format, or which has its title in a second file.
fn xml(path: &Path, bytes: &[u8], name: &str) -> Result<Document, DocumentError> {
    let format = sniff::format_of_xml(&encoding::decode(bytes));
    let meta = with_ending(path, ".meta");
    if format != Format::Xml || !meta.is_file() {
        return of_bytes(bytes, format, name);
    }
    let summary = Summary::read(&encoding::decode(&content(&meta, Some(Format::Summarised))?))?;
    summarised::read(&encoding::decode(bytes), name, &summary)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

/// The bytes of a file, unpacked.
fn content(path: &Path, format: Option<Format>) -> Result<Vec<u8>, DocumentError> {
    let limit = match format {
        Some(Format::Pdf | Format::Odt | Format::Docx) | None => LARGEST_FILE,
        Some(_) => LARGEST_TEXT,
    };
    let bytes = limit.read(path).and_then(|bytes| unpacked(bytes, limit));
    bytes.map_err(|source| DocumentError::NotRead { path: path.into(), source })
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
