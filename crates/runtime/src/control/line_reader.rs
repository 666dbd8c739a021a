//! Reads the lines of one side of a connection, up to a length.

use deskpilot_system::ReadLimit;
use std::{io, mem};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, BufReader};

/// Why the next line of a connection cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LineError {
    /// It is longer than this.
    #[error("a line of more than {0}")]
    TooLong(ReadLimit),
    /// The connection broke.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The reading side of a connection.
pub(crate) struct LineReader {
    reader: BufReader<Box<dyn AsyncRead + Send + Unpin>>,
    /// The beginning of a line whose end has not arrived.
    begun: Vec<u8>,
}

impl LineReader {
    pub(crate) fn of(reader: Box<dyn AsyncRead + Send + Unpin>) -> LineReader {
        LineReader { reader: BufReader::new(reader), begun: Vec::new() }
    }

    /// The next line, with its end; `None` once the other side has closed the connection. A dropped future loses nothing.
    ///
    /// # Errors
    /// The line, with its end, is longer than the limit, or the connection broke within it.
    pub(crate) async fn next(&mut self, longest: ReadLimit) -> Result<Option<Vec<u8>>, LineError> {
        let room = longest.in_bytes().saturating_sub(self.begun.len() as u64);
        (&mut self.reader).take(room).read_until(b'\n', &mut self.begun).await?;
        match self.begun.last() {
            Some(b'\n') => Ok(Some(mem::take(&mut self.begun))),
            _ if self.begun.len() as u64 >= longest.in_bytes() => Err(LineError::TooLong(longest)),
            None => Ok(None),
            Some(_) => Err(io::Error::from(io::ErrorKind::UnexpectedEof).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncWriteExt, duplex};

    const LIMIT: ReadLimit = ReadLimit::bytes(4);

    /// What each call returns for a connection that sends these bytes and closes.
    async fn lines(sent: &[u8]) -> Vec<String> {
        let (mut there, here) = duplex(64);
        there.write_all(sent).await.unwrap();
        drop(there);
        let mut reader = LineReader::of(Box::new(here));
        let mut lines = Vec::new();
        loop {
            match reader.next(LIMIT).await {
                Ok(Some(line)) => lines.push(String::from_utf8(line).unwrap()),
                Ok(None) => return lines,
                Err(error) => {
                    lines.push(error.to_string());
                    return lines;
                }
            }
        }
    }

    #[tokio::test]
    async fn a_line_is_read_up_to_the_limit_and_no_longer_one_is() {
        for (sent, expected) in [
            (&b""[..], &[][..]),
            (b"abc\n\nd\n", &["abc\n", "\n", "d\n"]),
            (b"abc\nabcd\n", &["abc\n", "a line of more than 4 bytes"]),
            (b"abcd", &["a line of more than 4 bytes"]),
            (b"a\nab", &["a\n", "unexpected end of file"]),
        ] {
            assert_eq!(lines(sent).await, expected, "{sent:?}");
        }
    }

    #[tokio::test]
    async fn a_line_that_arrives_in_parts_is_whole_though_nobody_waits_for_it() {
        let (mut there, here) = duplex(64);
        let mut reader = LineReader::of(Box::new(here));
        there.write_all(b"ab").await.unwrap();
        tokio::select! {
            biased;
            line = reader.next(LIMIT) => unreachable!("{line:?}"),
            () = async {} => {}
        }
        there.write_all(b"c\n").await.unwrap();
        assert_eq!(reader.next(LIMIT).await.unwrap(), Some(b"abc\n".to_vec()));
    }
}
