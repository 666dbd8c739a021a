//! Texts of programs in the code page of their console.
#![expect(unsafe_code, reason = "calls Windows")]

use std::str;
use windows::Win32::Globalization::{CP_OEMCP, MULTI_BYTE_TO_WIDE_CHAR_FLAGS, MultiByteToWideChar};

/// What programs write that know of UTF-8 is read as that, and else by the code page of consoles.
pub(crate) fn console_text(bytes: &[u8]) -> String {
    match str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        // The end was cut within a letter.
        Err(error) if error.error_len().is_none() && !bytes[..error.valid_up_to()].is_ascii() => {
            String::from_utf8_lossy(bytes).into_owned()
        }
        Err(_) => of_code_page(bytes).unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned()),
    }
}

fn of_code_page(bytes: &[u8]) -> Option<String> {
    // No code page has letters of more than one unit for a byte.
    let mut units = vec![0; bytes.len()];
    // SAFETY: the function reads and writes the slices alone, whose lengths it gets with them.
    let written = unsafe {
        MultiByteToWideChar(CP_OEMCP, MULTI_BYTE_TO_WIDE_CHAR_FLAGS::default(), bytes, Some(&mut units))
    };
    let written = usize::try_from(written).ok().filter(|it| *it > 0)?;
    Some(String::from_utf16_lossy(&units[..written]))
}
