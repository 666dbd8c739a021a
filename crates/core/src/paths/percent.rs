//! Percent-encoding, as addresses have it (RFC 3986).

/// The bytes of a text with every `%XX` decoded.
pub(super) fn percent_decoded(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut decoded = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let escaped = escaped_byte(bytes, at);
        decoded.push(escaped.unwrap_or(*byte));
        at += if escaped.is_some() { 3 } else { 1 };
    }
    decoded
}

/// The byte that `%XX` at this offset encodes.
fn escaped_byte(bytes: &[u8], at: usize) -> Option<u8> {
    let digits = bytes.get(at..at + 3)?.strip_prefix(b"%")?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
