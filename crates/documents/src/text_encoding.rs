//! The encodings of texts, by the names of the Encoding Standard, and what a document declares.

use crate::Format;
use encoding_rs::Encoding;
use std::fmt;

/// Where declarations stand.
const BEGINNING: usize = 1024;

/// An encoding of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextEncoding(pub(crate) &'static Encoding);

/// How the encoding of a text was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodingSource {
    /// By the byte order mark at its beginning.
    Mark,
    /// The document declares it, or who sent it did.
    Declared,
    /// The bytes are UTF-8, all of them or nearly all.
    Utf8,
    /// Every other byte is zero, as in UTF-16.
    ZeroBytes,
    /// By how often bytes follow each other in the languages that are written in it.
    Guessed,
}

impl TextEncoding {
    /// The encoding that a header or a declaration names so. As in browsers, Latin-1 and ASCII are read as Windows-1252, which has
    /// letters in place of control characters.
    pub fn of_label(label: &str) -> Option<TextEncoding> {
        let label = label.trim().to_ascii_lowercase().replace("latin-", "latin");
        Encoding::for_label_no_replacement(label.as_bytes()).map(TextEncoding)
    }

    /// The encoding that a document declares at its beginning: XML by `encoding=`, HTML by `charset=`, a manual page by `coding:`.
    pub fn declared(bytes: &[u8], format: Format) -> Option<TextEncoding> {
        let key = match format {
            Format::Html => "charset=",
            Format::Mallard | Format::DocBook | Format::Summarised | Format::Xml => "encoding=",
            Format::ManPage => "coding:",
            _ => return None,
        };
        declared_after(key, bytes).or_else(|| declared_after("encoding=", bytes).filter(|_| is_xml(bytes)))
    }

    /// Whether it is UTF-8.
    pub fn is_utf_8(self) -> bool {
        self.0 == encoding_rs::UTF_8
    }

    /// Whether ASCII in it is ASCII.
    pub(crate) fn keeps_ascii(self) -> bool {
        self.0.is_ascii_compatible()
    }
}

/// What is declared after this key. It was found as ASCII, so that it cannot be UTF-16.
fn declared_after(key: &str, bytes: &[u8]) -> Option<TextEncoding> {
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_ascii_lowercase();
    let (_, declared) = beginning.split_once(key)?;
    let declared = declared.trim_start_matches(['"', '\'', ' ']);
    let is_of_name = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | ':');
    let name = declared.split(|it: char| !is_of_name(it)).next()?;
    let is_utf_16 = |it: &TextEncoding| [encoding_rs::UTF_16LE, encoding_rs::UTF_16BE].contains(&it.0);
    TextEncoding::of_label(name).filter(|it| !is_utf_16(it))
}

fn is_xml(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(b"<?xml")
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.name())
    }
}

impl fmt::Display for EncodingSource {
    /// A clause about the encoding.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EncodingSource::Mark => "as its first bytes say",
            EncodingSource::Declared => "as it declares",
            EncodingSource::Utf8 => "as its bytes show",
            EncodingSource::ZeroBytes => "as its zero bytes show",
            EncodingSource::Guessed => "guessed by its letters",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_declares_its_encoding() {
        for (bytes, format, expected) in [
            (&b"<?xml version='1.0' encoding='ISO-8859-2'?>"[..], Format::Xml, Some("ISO-8859-2")),
            (b"<?xml encoding=\"Shift_JIS\"?>", Format::Mallard, Some("Shift_JIS")),
            (b"<meta charset=latin1>", Format::Html, Some("windows-1252")),
            (b"<META CONTENT='text/html; charset=KOI8-R'>", Format::Html, Some("KOI8-R")),
            (b"<?xml version='1.0' encoding='euc-jp'?><html>", Format::Html, Some("EUC-JP")),
            (b".\\\" -*- coding: latin-1 -*-", Format::ManPage, Some("windows-1252")),
            // It was read as ASCII.
            (b"<?xml encoding='UTF-16'?>", Format::Xml, None),
            (b"<?xml encoding='utf-7'?>", Format::Xml, None),
            (b"<p>", Format::Html, None),
            (b"charset=koi8-r", Format::Text, None),
        ] {
            let declared = TextEncoding::declared(bytes, format).map(|it| it.to_string());
            assert_eq!(declared.as_deref(), expected, "{}", String::from_utf8_lossy(bytes));
        }
    }
}
