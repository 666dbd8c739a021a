//! Writes the lines of one side of a connection, each of them whole.

use std::{collections::VecDeque, io};
use tokio::io::{AsyncWrite, AsyncWriteExt};

/// The writing side of a connection.
pub(crate) struct LineWriter {
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    /// The rest of a line of which a part was written.
    begun: VecDeque<u8>,
}

impl LineWriter {
    pub(crate) fn of(writer: Box<dyn AsyncWrite + Send + Unpin>) -> LineWriter {
        LineWriter { writer, begun: VecDeque::new() }
    }

    /// Writes a line, with its end. If the future is dropped meanwhile, the next line comes after the rest of this one.
    ///
    /// # Errors
    /// The connection broke.
    pub(crate) async fn write(&mut self, line: Vec<u8>) -> io::Result<()> {
        self.writer.write_all_buf(&mut self.begun).await?;
        self.begun = line.into();
        self.writer.write_all_buf(&mut self.begun).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt, duplex};

    #[tokio::test]
    async fn a_line_is_whole_though_its_sender_has_gone_and_comes_before_the_next() {
        let (here, mut there) = duplex(4);
        let mut writer = LineWriter::of(Box::new(here));
        tokio::select! {
            biased;
            written = writer.write(b"a long line\n".to_vec()) => unreachable!("{written:?}"),
            () = async {} => {}
        }
        let writing = async move { writer.write(b"next\n".to_vec()).await.unwrap() };
        let mut read = String::new();
        let ((), length) = tokio::join!(writing, there.read_to_string(&mut read));
        assert_eq!((read.as_str(), length.unwrap()), ("a long line\nnext\n", 17));
    }
}
