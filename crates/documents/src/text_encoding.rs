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

    /// The bytes of a text in it, without a byte order mark.
    ///
    /// # Errors
    /// The first character that it does not have.
    pub fn encode(self, text: &str) -> Result<Vec<u8>, char> {
        if self.0 == encoding_rs::UTF_16LE {
            return Ok(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
        }
        if self.0 == encoding_rs::UTF_16BE {
            return Ok(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
        }
        let (bytes, _, has_missing) = self.0.encode(text);
        let is_missing = |it: &char| self.0.encode(it.encode_utf8(&mut [0; 4])).2;
        match text.chars().find(|it| has_missing && is_missing(it)) {
            Some(missing) => Err(missing),
            None => Ok(bytes.into_owned()),
        }
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
    fn a_text_is_encoded_as_it_was_decoded_or_its_missing_character_is_named() {
        let in_encoding = |label: &str, text: &str| TextEncoding::of_label(label).unwrap().encode(text);
        assert_eq!(in_encoding("windows-1252", "Straße €"), Ok(b"Stra\xDFe \x80".to_vec()));
        assert_eq!(in_encoding("windows-1252", "ab ł"), Err('ł'));
        assert_eq!(in_encoding("utf-8", "ł"), Ok("ł".into()));
        assert_eq!(in_encoding("utf-16le", "ä"), Ok(vec![0xE4, 0]));
        assert_eq!(in_encoding("utf-16be", "ä"), Ok(vec![0, 0xE4]));
    }

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
