//! The character sets of documents, and bytes in them as text.

use std::borrow::Cow;

/// What Windows has in the place of the control characters of Latin-1, which documents that declare Latin-1 mean too.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž', '\u{fffd}',
    '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}', 'ž', 'Ÿ',
];

/// A character set of documents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterSet {
    /// UTF-8, with ASCII in it.
    Utf8,
    /// UTF-16 with the low byte first.
    Utf16Le,
    /// UTF-16 with the high byte first.
    Utf16Be,
    /// Windows-1252. Browsers read Latin-1 as it, too.
    Windows1252,
}

impl CharacterSet {
    /// The character set of the byte order mark at the beginning, and what follows the mark; `None` if there is no mark.
    pub fn of_mark(bytes: &[u8]) -> Option<(CharacterSet, &[u8])> {
        match bytes {
            [0xef, 0xbb, 0xbf, rest @ ..] => Some((CharacterSet::Utf8, rest)),
            [0xff, 0xfe, rest @ ..] => Some((CharacterSet::Utf16Le, rest)),
            [0xfe, 0xff, rest @ ..] => Some((CharacterSet::Utf16Be, rest)),
            _ => None,
        }
    }

    /// The bytes as text. What is no text in this character set becomes replacement characters.
    pub fn text(self, bytes: &[u8]) -> Cow<'_, str> {
        match self {
            CharacterSet::Utf8 => String::from_utf8_lossy(bytes),
            CharacterSet::Utf16Le => utf_16(bytes, u16::from_le_bytes).into(),
            CharacterSet::Utf16Be => utf_16(bytes, u16::from_be_bytes).into(),
            CharacterSet::Windows1252 => {
                bytes.iter().map(|it| of_windows_1252(*it)).collect::<String>().into()
            }
        }
    }
}

fn utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.as_chunks::<2>().0.iter().map(|it| unit(*it));
    char::decode_utf16(units).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

fn of_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}
