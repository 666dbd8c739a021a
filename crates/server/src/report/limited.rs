//! How large a report may be, and a writer that ends where it would be larger.

use std::io::{self, Write};

/// The most bytes that are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Of the replies about one task, before they are compressed: a browser unpacks them into one text.
    pub(super) replies: u64,
    /// Of the file.
    pub(super) file: u64,
}

impl Limits {
    /// What browsers take: the longest text of Chromium has 512 MiB, and a text that is parsed takes its size several times.
    pub(super) const USUAL: Limits = Limits { replies: 256 << 20, file: 500 << 20 };
}

/// What a limit is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LimitedPart {
    /// The replies about one task.
    Task,
    /// The file.
    File,
}

/// More was to be written than is allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("more than {most} bytes")]
pub(super) struct OverLimit {
    pub(super) part: LimitedPart,
    pub(super) most: u64,
}

/// Passes on so many bytes and no more.
#[derive(Debug)]
pub(super) struct Limited<W> {
    inner: W,
    written: u64,
    limit: OverLimit,
}

impl<W: Write> Limited<W> {
    /// At most this many bytes of this part.
    pub(super) const fn new(inner: W, part: LimitedPart, most: u64) -> Limited<W> {
        Limited { inner, written: 0, limit: OverLimit { part, most } }
    }

    /// How many bytes were passed on.
    pub(super) const fn written(&self) -> u64 {
        self.written
    }

    /// What they were passed on to.
    pub(super) fn into_inner(self) -> W {
        self.inner
    }
}

impl<W: Write> Write for Limited<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.written + bytes.len() as u64;
        if written > self.limit.most {
            return Err(io::Error::other(self.limit));
        }
        self.inner.write_all(bytes)?;
        self.written = written;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
