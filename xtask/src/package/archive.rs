//! Files in one `.zip` archive. Pure.

use anyhow::Result;
use std::io::{Cursor, Write};
use zip::{CompressionMethod, DateTime, ZipWriter, write::SimpleFileOptions};

/// A file of an archive.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArchivedFile<'a> {
    /// Its path in the archive, with slashes.
    pub(super) name: &'a str,
    /// What it is for.
    pub(super) kind: FileKind,
    /// What is in it.
    pub(super) bytes: &'a [u8],
}

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FileKind {
    /// It is read.
    Document,
    /// It is run.
    Program,
}

impl FileKind {
    /// Its permissions on Unix.
    const fn mode(self) -> u32 {
        match self {
            FileKind::Document => 0o644,
            FileKind::Program => 0o755,
        }
    }
}

/// The bytes of the archive. It contains no times, so that the same files give the same archive.
pub(super) fn archive(files: &[ArchivedFile<'_>]) -> Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default()
        .last_modified_time(DateTime::default())
        .compression_method(CompressionMethod::Deflated);
    for ArchivedFile { name, kind, bytes } in files {
        archive.start_file(*name, options.unix_permissions(kind.mode()))?;
        archive.write_all(bytes)?;
    }
    Ok(archive.finish()?.into_inner())
}
