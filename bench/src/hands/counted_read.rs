//! Counts the bytes that a server sends.

use std::{
    io,
    pin::Pin,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, ReadBuf};

/// The bytes that came so far.
#[derive(Clone, Debug, Default)]
pub(super) struct ByteCount(Arc<AtomicUsize>);

/// A stream whose bytes are counted.
pub(super) struct CountedRead<R> {
    stream: R,
    count: ByteCount,
}

impl ByteCount {
    /// How many came so far.
    pub(super) fn so_far(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl<R> CountedRead<R> {
    /// This stream, whose bytes are added to this count.
    pub(super) const fn new(stream: R, count: ByteCount) -> CountedRead<R> {
        CountedRead { stream, count }
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for CountedRead<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        self.count.0.fetch_add(buffer.filled().len() - before, Ordering::Relaxed);
        Poll::Ready(Ok(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::AsyncReadExt;

    #[tokio::test]
    async fn every_byte_is_counted_once() {
        let count = ByteCount::default();
        let mut stream = CountedRead::new(&b"a\nbc\n"[..], count.clone());
        let mut read = [0; 2];
        stream.read_exact(&mut read).await.unwrap();
        assert_eq!(count.so_far(), 2);
        stream.read_to_end(&mut Vec::new()).await.unwrap();
        assert_eq!(count.so_far(), 5);
    }
}
