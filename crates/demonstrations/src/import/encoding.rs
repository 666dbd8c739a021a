//! Decodes the bodies of MIME parts: transfer encodings and character sets.

use base64::{
    Engine,
    alphabet::STANDARD,
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use deskpilot_documents::{TextEncoding, decode as decode_text};

/// Base64 as mail programs write it: the padding may be missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// The content of a body with this transfer encoding.
pub(super) fn decode(body: &[u8], encoding: &str, most: usize) -> Result<Vec<u8>, String> {
    let decoded = match encoding.trim().to_ascii_lowercase().as_str() {
        "" | "7bit" | "8bit" | "binary" => body.to_vec(),
        "quoted-printable" => quoted_printable(body),
        "base64" => {
            let letters: Vec<u8> = body.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect();
            // Four letters are three bytes.
            if letters.len() / 4 > most / 3 + 1 {
                return Err(format!("a part is larger than {most} bytes"));
            }
            BASE64.decode(&letters).map_err(|error| format!("a part is no base64: {error}"))?
        }
        _ => {
            return Err(
                "a part has a transfer encoding other than 7bit, 8bit, quoted-printable and base64".into()
            );
        }
    };
    if decoded.len() > most { Err(format!("a part is larger than {most} bytes")) } else { Ok(decoded) }
}

/// Quoted-printable as RFC 2045 describes it; invalid sequences stay as they are.
fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'=' {
            decoded.push(*first);
            continue;
        }
        let line_end = after.iter().position(|it| !matches!(it, b' ' | b'\t'));
        match (after, line_end.map(|end| &after[end..])) {
            (_, Some([b'\r', b'\n', next @ ..] | [b'\n', next @ ..])) => rest = next,
            (_, None) => rest = &[],
            ([high, low, next @ ..], _) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    decoded.push(high << 4 | low);
                    rest = next;
                }
                _ => decoded.push(b'='),
            },
            _ => decoded.push(b'='),
        }
    }
    decoded
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|it| u8::try_from(it).ok())
}

/// The text in this character set, or in the one that its bytes show: many mail programs declare what a text is not.
pub(super) fn text(bytes: &[u8], charset: &str) -> Result<String, String> {
    let declared = match charset.trim() {
        "" => None,
        label => Some(TextEncoding::of_label(label).ok_or_else(|| {
            format!("its page has the character set {label:?}, which is not read: save it again as UTF-8")
        })?),
    };
    let text = decode_text(bytes, declared).and_then(|it| it.complete());
    Ok(text.map_err(|error| format!("its page is not read: {error}"))?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_are_decoded() {
        for (body, encoding, expected) in [
            ("a=3Db=\r\nc=c3=A4", "quoted-printable", "a=bcä"),
            ("a= \t\n=zz=4", "Quoted-Printable", "a=zz=4"),
            ("end=", "quoted-printable", "end"),
            ("aGVs\r\nbG8=", "BASE64", "hello"),
            ("aGVsbG8", "base64", "hello"),
            ("a=3D", "7bit", "a=3D"),
        ] {
            assert_eq!(String::from_utf8(decode(body.as_bytes(), encoding, 99).unwrap()).unwrap(), expected);
        }
        for (body, encoding, why) in [
            ("####", "base64", "no base64"),
            ("x", "x-uuencode", "transfer encoding"),
            ("12345", "8bit", "larger than 4 bytes"),
            ("aGVsbG8gaGVsbG8gaGVsbG8=", "base64", "larger than 4 bytes"),
        ] {
            let error = decode(body.as_bytes(), encoding, 4).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    fn texts_are_read_in_their_character_set() {
        for (bytes, charset, expected) in [
            (&b"\xc3\xa4"[..], "UTF-8", "ä"),
            (b"\xe4\x80", "windows-1252", "ä€"),
            (b"\xe4", "ISO-8859-1", "ä"),
            (b"\xff\xfeh\0i\0", "utf-8", "hi"),
            (b"h\0i\0", "utf-16le", "hi"),
            (b"\0h\0i", "utf-16be", "hi"),
            (b"\xef\xbb\xbfhi", "windows-1252", "hi"),
            (b"\x82\xb1\x82\xcc", "shift_jis", "\u{3053}\u{306e}"),
            (b"caf\xe9 au lait", "", "caf\u{e9} au lait"),
        ] {
            assert_eq!(text(bytes, charset).unwrap(), expected, "{charset}");
        }
        for (bytes, charset) in [(&b"x"[..], "utf-7"), (b"\xff\xfe\x00\xd8x\0", ""), (b"a\0b", "utf-8")] {
            assert!(text(bytes, charset).is_err(), "{bytes:?} {charset}");
        }
    }
}
