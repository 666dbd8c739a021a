//! The spellings of a secret: as it is, and as programs quote, escape, encode and reverse it.

use super::pattern::{PART, SecretPattern};

/// The minimum length of a part of a reversed secret: shorter ones match ordinary words.
const REVERSED_PART: usize = 6;
/// The minimum length of a part in an encoding that has no words: 4 bytes of hexadecimal, 6 of Base64.
const ENCODED_PART: usize = 8;

/// A pattern for each spelling of a secret.
pub(super) fn of(secret: &str) -> Vec<SecretPattern> {
    // Messages often quote a text, with backslashes before its quotation marks.
    let quoted = format!("{secret:?}").trim_matches('"').to_owned();
    let mut plain = vec![secret.to_owned(), quoted, html_escaped(secret), percent_encoded(secret)];
    plain.dedup();
    let reversed = secret.chars().rev().collect();
    let encoded = (0..3).map(|offset| base64(secret.as_bytes(), offset)).chain([hexadecimal(secret)]);
    let of_length =
        |part: usize| move |it: String| (it.chars().count() >= part).then(|| SecretPattern::of(&it, part));
    let plain = plain.into_iter().filter_map(of_length(PART));
    let reversed = std::iter::once(reversed).filter_map(of_length(REVERSED_PART));
    plain.chain(reversed).chain(encoded.filter_map(of_length(ENCODED_PART))).collect()
}

fn html_escaped(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}

fn percent_encoded(text: &str) -> String {
    let bytes = text.bytes().map(|it| match it {
        b'-' | b'.' | b'_' | b'~' => char::from(it).to_string(),
        _ if it.is_ascii_alphanumeric() => char::from(it).to_string(),
        _ => format!("%{it:02X}"),
    });
    bytes.collect()
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|it| format!("{it:02x}")).collect()
}

/// The characters of a Base64 text that depend on these bytes alone, if `offset` other bytes come before them.
fn base64(bytes: &[u8], offset: usize) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let padded: Vec<u8> = std::iter::repeat_n(0, offset).chain(bytes.iter().copied()).collect();
    let known = (offset * 8).div_ceil(6)..padded.len() * 8 / 6;
    let digit = |nth: usize| {
        let bits = (0..6).map(|bit| nth * 6 + bit).map(|bit| padded[bit / 8] >> (7 - bit % 8) & 1);
        bits.fold(0_usize, |sum, bit| sum << 1 | usize::from(bit))
    };
    known.map(|nth| char::from(ALPHABET[digit(nth)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_the_one_that_programs_write() {
        assert_eq!(html_escaped("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
        assert_eq!(percent_encoded("a b/ä-1"), "a%20b%2F%C3%A4-1");
        assert_eq!(hexadecimal("az"), "617a");
        // "opensesame42" is b3BlbnNlc2FtZTQy, after one byte eG9wZW5zZXNhbWU0Mg, after two eHhvcGVuc2VzYW1lNDI.
        for (offset, expected) in [(0, "b3BlbnNlc2FtZTQy"), (1, "9wZW5zZXNhbWU0M"), (2, "vcGVuc2VzYW1lND")] {
            assert_eq!(base64(b"opensesame42", offset), expected, "{offset}");
        }
    }
}
