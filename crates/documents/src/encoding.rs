//! Bytes as text: by the mark at their beginning, by what the document declares, or else as UTF-8.

use crate::CharacterSet;
use std::borrow::Cow;

/// Where declarations stand.
const BEGINNING: usize = 1024;
/// The names under which documents declare Latin-1, or what differs from it by a few signs.
const LATIN_1: [&str; 6] = ["iso-8859-1", "iso8859-1", "latin1", "latin-1", "windows-1252", "iso-8859-15"];

/// The text of a document. What is no text in its encoding becomes replacement characters.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((marked, rest)) = CharacterSet::of_mark(bytes) {
        return marked.text(rest);
    }
    match str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) if declares_latin_1(bytes) => CharacterSet::Windows1252.text(bytes),
        Err(_) => CharacterSet::Utf8.text(bytes),
    }
}

/// Whether it is no text at all.
pub(crate) fn is_binary(bytes: &[u8]) -> bool {
    let is_utf_16 = bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
    !is_utf_16 && bytes.iter().take(8 * BEGINNING).any(|it| *it == 0)
}

/// Declarations of XML (`encoding=`), HTML (`charset=`) and manual pages (`coding:`) at the beginning.
fn declares_latin_1(bytes: &[u8]) -> bool {
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]).to_lowercase();
    ["encoding=", "charset=", "coding:"].iter().any(|key| {
        let Some((_, declared)) = beginning.split_once(key) else { return false };
        let declared = declared.trim_start_matches(['"', '\'', ' ']);
        LATIN_1.iter().any(|it| declared.starts_with(it))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_their_encoding() {
        let utf_16 =
            |unit: fn(u16) -> [u8; 2]| "\u{feff}ä€".encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        for (bytes, expected) in [
            (b"\xef\xbb\xbf\xc3\xa4".to_vec(), "ä"),
            (utf_16(u16::to_le_bytes), "ä€"),
            (utf_16(u16::to_be_bytes), "ä€"),
            (b"\xff\xfe\x00\xd8x".to_vec(), "\u{fffd}"),
            (b"<?xml encoding='ISO-8859-1'?>\xe4\x80".to_vec(), "<?xml encoding='ISO-8859-1'?>ä€"),
            (b"<meta charset=latin1>\xfc".to_vec(), "<meta charset=latin1>ü"),
            (b".\\\" -*- coding: latin-1 -*-\n\xf6".to_vec(), ".\\\" -*- coding: latin-1 -*-\nö"),
            (b"a\xe4".to_vec(), "a\u{fffd}"),
            // It declares what it is not.
            ("<?xml encoding='latin1'?>ä".as_bytes().to_vec(), "<?xml encoding='latin1'?>ä"),
        ] {
            assert_eq!(decode(&bytes), expected, "{bytes:?}");
        }
        assert!(is_binary(b"a\0") && !is_binary("ä".as_bytes()) && !is_binary(b"\xff\xfea\0"));
    }
}
