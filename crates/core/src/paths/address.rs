//! `file:` addresses: the path after the scheme, percent-decoded.

use url::Url;

/// The text after `file:` in any case, also after `view-source:`.
pub(super) fn strip_file_scheme(text: &str) -> Option<&str> {
    strip_scheme(strip_scheme(text, "view-source:").unwrap_or(text), "file:")
}

fn strip_scheme<'t>(text: &'t str, scheme: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(scheme.len())?;
    start.eq_ignore_ascii_case(scheme).then_some(rest)
}

/// The path of a `file:` address, decoded.
pub(super) fn decode(rest: &str) -> String {
    let Ok(url) = Url::parse(&format!("file:{rest}")) else { return rest.to_owned() };
    let bytes = url.path().as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match escaped_byte(bytes, at) {
            Some(byte) => {
                decoded.push(byte);
                at += 3;
            }
            None => {
                decoded.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&decoded).into_owned()
}

/// The byte that `%XX` at this offset encodes.
fn escaped_byte(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = bytes.get(at..at + 3)?.strip_prefix(b"%")?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
