//! The other streams of a file, such as the mark of what came from the internet.

use super::native::{self, Opening};
use std::{
    fs::File,
    io::{self, ErrorKind},
    os::windows::io::AsHandle,
};
use windows::Win32::Storage::FileSystem::{FILE_GENERIC_READ, FILE_GENERIC_WRITE};

/// Bytes of an entry before the name: where the next one begins, the length of the name, and two sizes.
const HEAD: usize = 24;
/// The name of the stream that is the file itself.
const OWN: &str = "::$DATA";

/// The other streams of a file, each opened, with one of its name that is made for a copy. A disk that keeps none has none.
pub(in crate::disk) fn other_streams(from: &File, to: &File) -> io::Result<Vec<(File, File)>> {
    let mut streams = Vec::new();
    for name in names(&native::stream_list(from)?) {
        let source = native::open(from.as_handle(), &name, Opening::file(FILE_GENERIC_READ.0))?;
        match native::open(to.as_handle(), &name, Opening::new_file(FILE_GENERIC_WRITE.0)) {
            Ok(target) => streams.push((File::from(source), File::from(target))),
            // The disk of the copy keeps none.
            Err(error) if error.kind() == ErrorKind::InvalidFilename => {}
            Err(error) => return Err(error),
        }
    }
    Ok(streams)
}

/// The names of the streams in a list, without that of the file itself.
fn names(list: &[u8]) -> Vec<Vec<u16>> {
    let number = |at: usize| {
        let bytes = list.get(at..at + 4)?.try_into().ok()?;
        usize::try_from(u32::from_le_bytes(bytes)).ok()
    };
    let (mut names, mut at) = (Vec::new(), 0);
    while let (Some(next), Some(length)) = (number(at), number(at + 4)) {
        let Some(letters) = list.get(at + HEAD..).and_then(|it| it.get(..length)) else { break };
        let name: Vec<u16> = letters.chunks_exact(2).map(|it| u16::from_le_bytes([it[0], it[1]])).collect();
        if !name.is_empty() && !name.iter().copied().eq(OWN.encode_utf16()) {
            names.push(name);
        }
        if next == 0 {
            break;
        }
        at += next;
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(next: u32, name: &str) -> Vec<u8> {
        let letters: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let length = u32::try_from(letters.len()).unwrap();
        [&next.to_le_bytes()[..], &length.to_le_bytes(), &[7; 16], &letters].concat()
    }

    #[test]
    fn a_list_has_the_names_of_other_streams_alone() {
        let name = |it: &str| it.encode_utf16().collect::<Vec<u16>>();
        let own = entry(40, OWN);
        let mark = entry(0, ":Zone.Identifier:$DATA");
        let both = [&own[..], &[0; 2], &mark].concat();
        for (list, expected) in [
            (&both[..], vec![name(":Zone.Identifier:$DATA")]),
            (&entry(0, OWN), vec![]),
            (&both[..both.len() - 1], vec![]),
            (&[0; 64], vec![]),
            (&[], vec![]),
        ] {
            assert_eq!(names(list), expected, "{list:?}");
        }
    }
}
