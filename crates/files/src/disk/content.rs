//! The bytes of files: copied in pieces, and known by their SHA-256.

use super::PIECE;
use crate::{
    error::{FileError, of_system},
    work::Work,
};
use sha2::{Digest, Sha256};
use std::{
    fmt,
    io::{Read, Write},
    path::Path,
};

/// The number of bytes of a file, and their hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) size: u64,
    hash: [u8; 32],
}

impl Content {
    /// That of these bytes.
    pub(super) fn of(bytes: &[u8]) -> Content {
        Content { size: bytes.len() as u64, hash: Sha256::digest(bytes).into() }
    }

    /// That of everything that can still be read.
    pub(super) fn read(from: &mut impl Read, path: &Path, work: &Work) -> Result<Content, FileError> {
        copy(NamedStream { stream: from, path }, NamedStream { stream: &mut std::io::sink(), path }, work)
    }
}

impl fmt::Display for Content {
    /// `12 bytes, SHA-256 9f86d081884c7d65…`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes, SHA-256 ", self.size)?;
        self.hash[..8].iter().try_for_each(|it| write!(f, "{it:02x}"))?;
        f.write_str("…")
    }
}

/// Bytes to read or to write, and the path that errors name.
pub(super) struct NamedStream<'a, S> {
    pub(super) stream: &'a mut S,
    pub(super) path: &'a Path,
}

/// Copies everything that can still be read, piece by piece.
pub(super) fn copy(
    from: NamedStream<'_, impl Read>,
    to: NamedStream<'_, impl Write>,
    work: &Work,
) -> Result<Content, FileError> {
    let (NamedStream { stream: from, path: source }, NamedStream { stream: to, path: target }) = (from, to);
    let (mut hash, mut size, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
    loop {
        work.check()?;
        let read = match from.read(&mut piece) {
            Ok(0) => return Ok(Content { size, hash: hash.finalize().into() }),
            Ok(read) => read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(of_system(source, &error)),
        };
        hash.update(&piece[..read]);
        size += read as u64;
        to.write_all(&piece[..read]).map_err(|error| of_system(target, &error))?;
    }
}
