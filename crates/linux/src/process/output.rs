//! Captures a program's standard output and error.

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, ftruncate, memfd_create};
use std::fs::File;
use std::io::{self, Seek};
use std::os::unix::fs::FileExt;
use std::process::Stdio;
use std::sync::Arc;

/// The most bytes kept; a program that writes more gets an error, as on a full disk.
const CAP: u64 = 1 << 20;
/// The most bytes shown.
const TAIL: u64 = 2048;

/// A program's output, in memory that lives as long as the reader or the program.
///
/// A memory file rather than a pipe: a program that outlives us must not be killed by a broken pipe.
#[derive(Clone, Debug)]
pub struct Output {
    file: Arc<File>,
}

impl Output {
    pub(super) fn empty() -> io::Result<Output> {
        let file = memfd_create("output", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?;
        ftruncate(&file, CAP)?;
        fcntl_add_seals(&file, SealFlags::GROW | SealFlags::SHRINK)?;
        Ok(Output { file: Arc::new(file.into()) })
    }

    /// The end that the program writes to.
    pub(super) fn writer(&self) -> io::Result<Stdio> {
        Ok(self.file.try_clone()?.into())
    }

    /// The last 2 KiB of output as text; empty when there is none.
    pub fn tail(&self) -> String {
        self.read_tail().map(|bytes| String::from_utf8_lossy(&bytes).trim().to_owned()).unwrap_or_default()
    }

    fn read_tail(&self) -> io::Result<Vec<u8>> {
        // The file position is shared with the program: it is how much was written.
        let end = (&*self.file).stream_position()?;
        let start = end.saturating_sub(TAIL);
        let mut bytes = vec![0; usize::try_from(end - start).unwrap_or(0)];
        self.file.read_exact_at(&mut bytes, start)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;
    use std::process::Command;

    #[test]
    fn the_tail_is_what_a_program_wrote_last() {
        let output = Output::empty().unwrap();
        let mut echo = Command::new("echo");
        echo.arg("cannot open display").stdout(output.writer().unwrap());
        assert!(echo.status().unwrap().success());
        assert_eq!(output.tail(), "cannot open display");
    }

    #[test]
    fn more_than_the_cap_is_refused_and_the_tail_still_readable() {
        let output = Output::empty().unwrap();
        let line = [b'x'; 4096];
        let accepted = (0..=CAP / 4096).filter(|_| (&*output.file).write_all(&line).is_ok()).count();
        assert_eq!(accepted as u64, CAP / 4096);
        assert_eq!(output.tail().len() as u64, TAIL);
    }
}
