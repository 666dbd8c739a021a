//! What the Recycle Bin writes of each file in it. Pure.

use std::{ffi::OsString, os::windows::ffi::OsStringExt, path::PathBuf};

/// What is known of a removed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Description {
    /// When it was removed, in steps of 100 ns since 1601.
    pub(super) time: i64,
    /// Where it was.
    pub(super) path: PathBuf,
}

/// The longest description, in bytes: a path has at most 32,767 letters.
pub(super) const MAX_DESCRIPTION: u64 = 128 << 10;
/// How many bytes hold the version, the size of the file and the time.
const HEAD: usize = 24;
/// The letters of a path in the form before Windows 10, with zeros behind it.
const LETTERS: usize = 260;
const STEPS: i64 = 10_000_000;
const EPOCH: i64 = 11_644_473_600;

impl Description {
    /// Reads a description; `None` for anything else.
    pub(super) fn parse(bytes: &[u8]) -> Option<Description> {
        let number = |at: usize| Some(i64::from_le_bytes(bytes.get(at..at + 8)?.try_into().ok()?));
        let (begin, count) = match number(0)? {
            1 => (HEAD, LETTERS),
            2 => {
                let count = u32::from_le_bytes(bytes.get(HEAD..HEAD + 4)?.try_into().ok()?);
                (HEAD + 4, usize::try_from(count).ok()?)
            }
            _ => return None,
        };
        let letters = bytes.get(begin..begin.checked_add(count.checked_mul(2)?)?)?;
        let letters = letters.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]]));
        let path: Vec<u16> = letters.take_while(|it| *it != 0).collect();
        let path = PathBuf::from(OsString::from_wide(&path));
        path.is_absolute().then_some(Description { time: number(16)?, path })
    }

    /// When it was removed, in seconds since 1970.
    pub(super) const fn removed_at(&self) -> i64 {
        self.time.div_euclid(STEPS) - EPOCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wide(text: &str) -> Vec<u8> {
        text.encode_utf16().flat_map(u16::to_le_bytes).collect()
    }

    #[test]
    fn both_forms_are_read_and_nothing_else() {
        let time = (EPOCH + 5) * STEPS + 7;
        let head = |version: i64| [version, 100, time].map(i64::to_le_bytes).concat();
        let mut old = [head(1), wide(r"C:\a\Ü.txt")].concat();
        old.resize(HEAD + 2 * LETTERS, 0);
        let new = [head(2), 11_u32.to_le_bytes().to_vec(), wide("C:\\a\\Ü.txt\0")].concat();
        let expected = Description { time, path: r"C:\a\Ü.txt".into() };
        for (bytes, expected) in [
            (&old[..], Some(&expected)),
            (&new, Some(&expected)),
            (&new[..new.len() - 1], None),
            (&old[..100], None),
            (&[head(3), wide("C:\\a")].concat(), None),
            (&[head(2), u32::MAX.to_le_bytes().to_vec(), wide("C:\\a")].concat(), None),
            (&[head(2), 3_u32.to_le_bytes().to_vec(), wide("a\\b")].concat(), None),
            (&[], None),
        ] {
            assert_eq!(Description::parse(bytes).as_ref(), expected, "{bytes:?}");
        }
        assert_eq!(expected.removed_at(), 5);
    }
}
