//! The pipes to and from a server that is a program.

use super::meter::Meter;
use rmcp::{
    RoleClient,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport},
};
use std::{
    io,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, ready},
    time::Duration,
};
use tokio::{
    io::{AsyncRead, ReadBuf},
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

/// How long a server may leave its input unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Messages as lines over pipes, within the limits of a meter.
pub(super) struct PipeTransport {
    lines: AsyncRwTransport<RoleClient, MeteredRead<ChildStdout>, ChildStdin>,
    meter: Arc<Meter>,
}

impl PipeTransport {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout, meter: Arc<Meter>) -> PipeTransport {
        let stdout = MeteredRead { stream: stdout, line: 0, meter: Arc::clone(&meter) };
        PipeTransport { lines: AsyncRwTransport::new(stdout, stdin), meter }
    }
}

impl Transport<RoleClient> for PipeTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (sending, meter) = (self.lines.send(message), Arc::clone(&self.meter));
        async move {
            timeout(WRITE_TIMEOUT, sending).await.unwrap_or_else(|_| {
                // A part of the message may be written: nothing can follow it.
                meter.end(format!("it did not read its input for {} s", WRITE_TIMEOUT.as_secs()));
                Err(io::ErrorKind::TimedOut.into())
            })
        }
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleClient>> {
        tokio::select! {
            message = self.lines.receive() => message,
            () = self.meter.ended() => None,
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.lines.close().await
    }
}

/// Counts lines and their bytes before they are stored.
struct MeteredRead<R> {
    stream: R,
    /// The length of the unfinished line.
    line: usize,
    meter: Arc<Meter>,
}

impl<R: AsyncRead + Unpin> AsyncRead for MeteredRead<R> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.stream).poll_read(context, buffer))?;
        let fresh = &buffer.filled()[before..];
        for piece in fresh.split_inclusive(|byte| *byte == b'\n') {
            self.line += piece.len();
            let ends = piece.ends_with(b"\n");
            let within = self.meter.check_message(self.line);
            if within.and_then(|()| self.meter.count(usize::from(ends), piece.len())).is_err() {
                return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
            }
            if ends {
                self.line = 0;
            }
        }
        Poll::Ready(Ok(()))
    }
}
