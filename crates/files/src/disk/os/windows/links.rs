//! Where a link leads, as it is stored. Pure.

use std::{ffi::OsString, os::windows::ffi::OsStringExt};
use windows::Win32::System::SystemServices::{IO_REPARSE_TAG_MOUNT_POINT, IO_REPARSE_TAG_SYMLINK};

/// Bytes before the description of a link: its tag and its length.
const HEAD: usize = 8;
/// Bytes of the four numbers that say where its two names are.
const NUMBERS: usize = 8;

/// The name of its target for people, or if it has none, that for the system; `None` for what is no link to a name.
pub(super) fn target(data: &[u8]) -> Option<OsString> {
    let tag = u32::from_le_bytes(data.get(..4)?.try_into().ok()?);
    let flags = match tag {
        IO_REPARSE_TAG_SYMLINK => 4,
        IO_REPARSE_TAG_MOUNT_POINT => 0,
        _ => return None,
    };
    let names = data.get(HEAD + NUMBERS + flags..)?;
    let number = |index: usize| {
        let at = HEAD + 2 * index;
        Some(usize::from(u16::from_le_bytes(data.get(at..at + 2)?.try_into().ok()?)))
    };
    let name = |offset: usize, length: usize| names.get(offset..offset + length);
    let (system, shown) = (name(number(0)?, number(1)?)?, name(number(2)?, number(3)?)?);
    let letters = if shown.is_empty() { system } else { shown };
    let letters: Vec<u16> = letters.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect();
    Some(OsString::from_wide(&letters))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A link as it is stored.
    fn link(tag: u32, flags: &[u8], system: &str, shown: &str) -> Vec<u8> {
        let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        let (system, shown) = (wide(system), wide(shown));
        let number = |it: usize| u16::try_from(it).unwrap().to_le_bytes();
        let numbers = [number(0), number(system.len()), number(system.len()), number(shown.len())].concat();
        [&tag.to_le_bytes()[..], &[0; 4], &numbers, flags, &system, &shown].concat()
    }

    #[test]
    fn a_target_is_read_from_what_is_stored_and_nothing_from_what_is_cut_off() {
        let junction = link(IO_REPARSE_TAG_MOUNT_POINT, &[], r"\??\C:\a", r"C:\a");
        let unnamed = link(IO_REPARSE_TAG_MOUNT_POINT, &[], r"\??\C:\a", "");
        let relative = link(IO_REPARSE_TAG_SYMLINK, &[1, 0, 0, 0], r"..\b", r"..\b");
        let other = link(7, &[], "a", "a");
        for (data, expected) in [
            (&junction[..], Some(r"C:\a")),
            (&unnamed[..], Some(r"\??\C:\a")),
            (&relative[..], Some(r"..\b")),
            (&other[..], None),
            (&junction[..junction.len() - 1], None),
            (&junction[..9], None),
            (&[], None),
        ] {
            assert_eq!(target(data), expected.map(OsString::from), "{data:?}");
        }
    }
}
