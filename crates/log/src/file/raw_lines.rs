//! Splits the bytes of a log into lines, before any is parsed as an entry. Pure.

/// The complete lines, each with its line break.
pub(super) fn complete_lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes[..complete_length(bytes)].split_inclusive(|byte| *byte == b'\n')
}

/// The length of the complete lines, in bytes.
pub(super) fn complete_length(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
}

/// The format version in the first line of a log.
pub(super) fn format(line: &[u8]) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Opening {
        format: Option<u32>,
    }
    serde_json::from_slice::<Opening>(line).ok()?.format
}
