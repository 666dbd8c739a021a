//! Bytes of unknown encoding as text: the one decoder for files, pages and documents.

mod scripts;

use crate::{EncodingSource, Format, TextEncoding};
use chardetng::EncodingDetector;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use scripts::is_of_one_script;
use std::borrow::Cow;
use thiserror::Error;

/// In UTF-16 at least one letter of so many has a zero byte, unless it has few letters of Latin scripts, digits and spaces.
const LETTERS_PER_ZERO: usize = 4;
/// How many more zero bytes UTF-16 has on one side of its letters than on the other.
const ONE_SIDED: usize = 16;
/// How many letters a text has for each control character at least, in so many bytes of its beginning.
const LETTERS_PER_CONTROL: usize = 32;
const HEAD: usize = 64 << 10;
/// How many bytes the detector gets, and how many of them come before the first letter that is not ASCII.
const MOST_DETECTED: usize = 1 << 20;
const BEFORE_LETTERS: usize = 1 << 10;
/// How many letters of several bytes are in UTF-8 for each place that is damaged, at least.
const LETTERS_PER_DAMAGE: usize = 4;

/// A text, and the facts about its encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedText<'a> {
    /// The text without its byte order mark.
    pub text: Cow<'a, str>,
    /// Its encoding.
    pub encoding: TextEncoding,
    /// How the encoding was found.
    pub source: EncodingSource,
    /// The places that are no text in this encoding; `None` if all of it was decoded.
    pub damage: Option<TextDamage>,
}

/// Places of a text that could not be decoded. Each is the replacement character U+FFFD in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextDamage {
    /// How many there are.
    pub places: usize,
    /// The line of the first one, from 1.
    pub line: usize,
}

/// Why bytes are not read as a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DecodeError {
    /// They are other data.
    #[error("it is no text")]
    NoText,
    /// Some of them are no text in its encoding.
    #[error("places in it that are not {encoding}: {}, the first in line {}", .damage.places, .damage.line)]
    Damaged {
        /// The encoding of the others.
        encoding: TextEncoding,
        /// Which they are.
        damage: TextDamage,
    },
}

impl<'a> DecodedText<'a> {
    /// The text, if all of it was decoded.
    ///
    /// # Errors
    /// [`DecodeError::Damaged`].
    pub fn complete(self) -> Result<Cow<'a, str>, DecodeError> {
        match self.damage {
            None => Ok(self.text),
            Some(damage) => Err(DecodeError::Damaged { encoding: self.encoding, damage }),
        }
    }

    fn of(bytes: &'a [u8], encoding: &'static Encoding, source: EncodingSource) -> DecodedText<'a> {
        let (text, is_damaged) = encoding.decode_without_bom_handling(bytes);
        let damage = if is_damaged { TextDamage::of(&text) } else { None };
        DecodedText { text, encoding: TextEncoding(encoding), source, damage }
    }
}

impl TextDamage {
    /// That which the replacement characters of a text show.
    fn of(text: &str) -> Option<TextDamage> {
        let places = text.matches(char::REPLACEMENT_CHARACTER).count();
        let first = text.find(char::REPLACEMENT_CHARACTER)?;
        Some(TextDamage { places, line: 1 + text[..first].matches('\n').count() })
    }
}

/// The text of all these bytes: by their byte order mark, as UTF-8 if they are that, by `declared`, which the caller knows, or else
/// by what their letters show. A declaration that does not fit does not count: many documents declare what they are not.
///
/// # Errors
/// [`DecodeError::NoText`]: they are other data.
pub fn decode(bytes: &[u8], declared: Option<TextEncoding>) -> Result<DecodedText<'_>, DecodeError> {
    match Encoding::for_bom(bytes) {
        Some((encoding, mark)) => checked(DecodedText::of(&bytes[mark..], encoding, EncodingSource::Mark)),
        None => without_mark(bytes, declared).or_else(|error| utf_16_of_script(bytes).ok_or(error)),
    }
}

/// The text of all these bytes in an encoding that a person names. Only their byte order mark counts more.
pub fn decode_as(bytes: &[u8], encoding: TextEncoding) -> DecodedText<'_> {
    match Encoding::for_bom(bytes) {
        Some((marked, mark)) => DecodedText::of(&bytes[mark..], marked, EncodingSource::Mark),
        None => DecodedText::of(bytes, encoding.0, EncodingSource::Declared),
    }
}

fn without_mark(bytes: &[u8], declared: Option<TextEncoding>) -> Result<DecodedText<'_>, DecodeError> {
    let declared = declared.and_then(|it| as_declared(bytes, it));
    let has_zeros = bytes.contains(&0);
    match declared {
        Some(declared) if !declared.encoding.keeps_ascii() => return checked(declared),
        _ if has_zeros => return utf_16(bytes).ok_or(DecodeError::NoText),
        _ => {}
    }
    if let Ok(text) = str::from_utf8(bytes) {
        let (encoding, source) = (TextEncoding(UTF_8), EncodingSource::Utf8);
        return checked(DecodedText { text: text.into(), encoding, source, damage: None });
    }
    match declared {
        Some(declared) => checked(declared),
        None if is_mostly_utf_8(bytes) => checked(DecodedText::of(bytes, UTF_8, EncodingSource::Utf8)),
        None => guessed(bytes),
    }
}

/// The complete text of a document whose format may declare its encoding.
///
/// # Errors
/// It is no text, or a part of it is not.
pub(crate) fn decode_document(bytes: &[u8], format: Format) -> Result<Cow<'_, str>, DecodeError> {
    decode(bytes, TextEncoding::declared(bytes, format))?.complete()
}

/// `None` if not all of it is a text in this encoding.
fn as_declared(bytes: &[u8], declared: TextEncoding) -> Option<DecodedText<'_>> {
    Some(DecodedText::of(bytes, declared.0, EncodingSource::Declared)).filter(|it| it.damage.is_none())
}

/// The text, unless too much of it is control characters.
fn checked(decoded: DecodedText<'_>) -> Result<DecodedText<'_>, DecodeError> {
    let head = &decoded.text[..decoded.text.floor_char_boundary(HEAD)];
    let count = head.chars().filter(|it| is_rare_control(*it)).count();
    let is_data = decoded.text.contains('\0') || count * LETTERS_PER_CONTROL > head.len();
    if is_data { Err(DecodeError::NoText) } else { Ok(decoded) }
}

/// UTF-16 without a mark.
fn utf_16(bytes: &[u8]) -> Option<DecodedText<'_>> {
    let (units, rest) = bytes.as_chunks::<2>();
    if units.len() < 2 || !rest.is_empty() {
        return None;
    }
    let first = units.iter().filter(|it| it[0] == 0).count();
    let second = units.iter().filter(|it| it[1] == 0).count();
    let (most, least, encoding) = match first > second {
        true => (first, second, UTF_16BE),
        false => (second, first, UTF_16LE),
    };
    if most * LETTERS_PER_ZERO < units.len() || least * ONE_SIDED > most {
        return None;
    }
    let decoded = DecodedText::of(bytes, encoding, EncodingSource::ZeroBytes);
    let is_text = decoded.damage.is_none() && !decoded.text.contains(is_rare_control);
    is_text.then_some(decoded)
}

/// UTF-16 without a mark in another script than Latin, which has few zero bytes or none: in one order of its bytes, and not in the
/// other, all letters are of one script.
fn utf_16_of_script(bytes: &[u8]) -> Option<DecodedText<'_>> {
    let (units, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let is_little = is_of_one_script(units.iter().map(|it| u16::from_le_bytes(*it)));
    let is_big = is_of_one_script(units.iter().map(|it| u16::from_be_bytes(*it)));
    let encoding = match (is_little, is_big) {
        (true, false) => UTF_16LE,
        (false, true) => UTF_16BE,
        _ => return None,
    };
    Some(DecodedText::of(bytes, encoding, EncodingSource::Guessed))
}

/// Whether it is UTF-8 except for a few places.
fn is_mostly_utf_8(bytes: &[u8]) -> bool {
    let (mut letters, mut damaged) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        letters += chunk.valid().chars().filter(|it| !it.is_ascii()).count();
        damaged += usize::from(!chunk.invalid().is_empty());
    }
    letters >= damaged * LETTERS_PER_DAMAGE
}

/// The text in the encoding that its letters show. What the detector knows nothing of is Windows-1252 to it, in which any byte is
/// something: a single control character shows that it is other data.
fn guessed(bytes: &[u8]) -> Result<DecodedText<'_>, DecodeError> {
    let first = bytes.iter().position(|it| !it.is_ascii()).unwrap_or(0).saturating_sub(BEFORE_LETTERS);
    let end = bytes.len().min(first + MOST_DETECTED);
    let mut detector = EncodingDetector::new();
    detector.feed(&bytes[first..end], end == bytes.len());
    let decoded = DecodedText::of(bytes, detector.guess(None, false), EncodingSource::Guessed);
    if decoded.text.contains(is_rare_control) { Err(DecodeError::NoText) } else { checked(decoded) }
}

/// A control character that texts do not have: others end lines and pages, ring the bell, or colour a terminal, and Ctrl+Z ends texts
/// of DOS.
fn is_rare_control(it: char) -> bool {
    let is_common = matches!(it, '\u{7}'..='\r' | '\u{1a}' | '\u{1b}' | '\u{85}');
    it.is_control() && !is_common
}

#[cfg(test)]
mod tests;
