//! Texts as Windows has them: units of 16 bits, ended by a zero. Pure.

/// The units of a text, with the zero that ends it.
pub(crate) fn terminated(text: &str) -> Vec<u16> {
    text.encode_utf16().chain([0]).collect()
}

/// The text before the first zero.
pub(crate) fn text_of(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}
