//! The bytes of a log as lines, before any of them is read as an entry. Pure.

/// The whole lines, each with its end.
pub(super) fn whole(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes[..end(bytes)].split_inclusive(|byte| *byte == b'\n')
}

/// Where the last whole line ends.
pub(super) fn end(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
}

/// The format that the first line of a log names.
pub(super) fn format(line: &[u8]) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Opening {
        format: Option<u32>,
    }
    serde_json::from_slice::<Opening>(line).ok()?.format
}
