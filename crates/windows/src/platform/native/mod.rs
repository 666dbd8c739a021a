//! What several parts of the platform ask Windows for: folders, the registry, objects of the shell.

pub(crate) mod com;
pub(crate) mod known_folders;
pub(crate) mod registry;

/// The text before the first zero. Half a surrogate pair becomes a replacement character.
pub(crate) fn text_of(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}
