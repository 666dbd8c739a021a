//! Errors of Windows as those of the standard library.

use std::io;
use windows::{Win32::Foundation::WIN32_ERROR, core::Error};

/// An error with the kind that it has for the standard library, which does not know numbers of COM.
pub(crate) fn io_error(error: Error) -> io::Error {
    match WIN32_ERROR::from_error(&error) {
        Some(WIN32_ERROR(code)) => io::Error::from_raw_os_error(code.cast_signed()),
        None => error.into(),
    }
}
