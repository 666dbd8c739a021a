//! The pipes to and from a server that is a program.

use super::{
    message::read_message,
    meter::{MAX_MESSAGE_BYTES, Meter},
    noise::{MAX_NOISE_BYTES, Noise},
};
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
    io::{AsyncBufReadExt, AsyncRead, BufReader, Empty, ReadBuf, empty},
    process::{ChildStdin, ChildStdout},
    time::timeout,
};

/// How long a server may leave its input unread.
const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Messages as lines over pipes, within the limits of a meter. Lines that are no messages are passed over.
pub(super) struct PipeTransport {
    /// Writes to the server. What it could read is never anything.
    input: AsyncRwTransport<RoleClient, Empty, ChildStdin>,
    output: BufReader<MeteredRead<ChildStdout>>,
    /// The beginning of a line, whose end has not come.
    line: Vec<u8>,
    meter: Arc<Meter>,
}

impl PipeTransport {
    pub(super) fn new(stdin: ChildStdin, stdout: ChildStdout, meter: Arc<Meter>) -> PipeTransport {
        let stdout = MeteredRead { stream: stdout, line: 0, head: Vec::new(), meter: Arc::clone(&meter) };
        let input = AsyncRwTransport::new(empty(), stdin);
        PipeTransport { input, output: BufReader::new(stdout), line: Vec::new(), meter }
    }
}

impl Transport<RoleClient> for PipeTransport {
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleClient>,
    ) -> impl Future<Output = io::Result<()>> + Send + 'static {
        let (sending, meter) = (self.input.send(message), Arc::clone(&self.meter));
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
            message = next_message(&mut self.output, &mut self.line, self.meter.noise()) => message,
            () = self.meter.ended() => None,
        }
    }

    async fn close(&mut self) -> io::Result<()> {
        self.input.close().await
    }
}

/// The next message; `None` at the end of the output. Dropping the future loses nothing: what was read of a line stays in it.
async fn next_message(
    output: &mut BufReader<MeteredRead<ChildStdout>>,
    line: &mut Vec<u8>,
    noise: &Noise,
) -> Option<RxJsonRpcMessage<RoleClient>> {
    loop {
        output.read_until(b'\n', line).await.ok()?;
        let is_whole = line.ends_with(b"\n");
        let message = if is_whole { read_message(line) } else { None };
        if message.is_none() {
            noise.note(line);
        }
        line.clear();
        if message.is_some() || !is_whole {
            return message;
        }
    }
}

/// Counts lines and their bytes before they are stored.
struct MeteredRead<R> {
    stream: R,
    /// The length of the unfinished line.
    line: usize,
    /// Its beginning.
    head: Vec<u8>,
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
            let room = MAX_NOISE_BYTES.saturating_sub(self.head.len());
            self.head.extend_from_slice(&piece[..piece.len().min(room)]);
            let ends = piece.ends_with(b"\n");
            if self.line > MAX_MESSAGE_BYTES {
                self.meter.noise().note(&self.head);
            }
            let within = self.meter.check_message(self.line);
            if within.and_then(|()| self.meter.count(usize::from(ends), piece.len())).is_err() {
                return Poll::Ready(Err(io::ErrorKind::FileTooLarge.into()));
            }
            if ends {
                self.line = 0;
                self.head.clear();
            }
        }
        Poll::Ready(Ok(()))
    }
}
