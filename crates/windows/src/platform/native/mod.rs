//! What several parts of the platform ask Windows for: folders, the registry, objects of the shell.

pub(crate) mod com;
pub(crate) mod known_folders;
pub(crate) mod registry;

use std::io;
use windows::Win32::Foundation::WIN32_ERROR;

/// An error of Windows with the kind that it has for the standard library, which does not know numbers of COM.
pub(crate) fn io_error(error: windows::core::Error) -> io::Error {
    match WIN32_ERROR::from_error(&error) {
        Some(WIN32_ERROR(code)) => io::Error::from_raw_os_error(code.cast_signed()),
        None => error.into(),
    }
}

/// The text before the first zero. Half a surrogate pair becomes a replacement character.
pub(crate) fn text_of(units: &[u16]) -> String {
    let end = units.iter().position(|unit| *unit == 0).unwrap_or(units.len());
    String::from_utf16_lossy(&units[..end])
}
