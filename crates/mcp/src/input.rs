//! Standard input, and the moment at which the client closes it.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, ReadBuf};
use tokio_util::sync::CancellationToken;

/// An input that cancels a token at its end. The service waits for calls under way when its input ends, and tasks must be stopped for
/// these to end.
pub(crate) struct WatchedInput<R> {
    stream: R,
    ended: CancellationToken,
}

impl<R> WatchedInput<R> {
    pub(crate) const fn new(stream: R, ended: CancellationToken) -> WatchedInput<R> {
        WatchedInput { stream, ended }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for WatchedInput<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let has_room = buffer.remaining() > 0;
        let read = ready!(Pin::new(&mut self.stream).poll_read(context, buffer));
        // Nothing came although there was room: that is the end of the stream.
        if read.is_err() || has_room && buffer.filled().len() == before {
            self.ended.cancel();
        }
        Poll::Ready(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn the_end_of_the_input_is_told_and_not_its_pauses() {
        let (mut client, server) = tokio::io::duplex(64);
        let ended = CancellationToken::new();
        let mut input = WatchedInput::new(server, ended.clone());
        tokio::io::AsyncWriteExt::write_all(&mut client, b"a").await.unwrap();
        assert_eq!(input.read_u8().await.unwrap(), b'a');
        assert!(!ended.is_cancelled());
        drop(client);
        assert!(input.read_u8().await.is_err());
        assert!(ended.is_cancelled());
    }
}
