//! The lines between Deskpilot and the editor, each of which is one message.

use agent_client_protocol::Lines;
use futures::{Sink, SinkExt, Stream, StreamExt, future::ready};
use std::io;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::{
    codec::{FramedRead, FramedWrite, LinesCodec, LinesCodecError},
    sync::CancellationToken,
};

/// The longest message of an editor, in bytes.
const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// The error for a longer message.
const LINE_TOO_LONG: &str = "the editor said more than 16 MiB in one message";

/// The messages over these ends. Empty lines are skipped; other lines that are no messages are answered with an error. Cancels the
/// token when the editor has closed the end that it reads from.
pub(crate) fn wire(
    input: impl AsyncRead + Send + Unpin + 'static,
    output: impl AsyncWrite + Send + Unpin + 'static,
    gone: CancellationToken,
) -> Lines<
    impl Sink<String, Error = io::Error> + Send + 'static,
    impl Stream<Item = io::Result<String>> + Send + 'static,
> {
    let written = move |error| {
        let error = io_error(error);
        if error.kind() == io::ErrorKind::BrokenPipe {
            gone.cancel();
        }
        error
    };
    let outgoing = SinkExt::<String>::sink_map_err(FramedWrite::new(output, LinesCodec::new()), written);
    let lines = FramedRead::new(input, LinesCodec::new_with_max_length(MAX_LINE_BYTES));
    let incoming = lines.map(|it| it.map_err(io_error));
    let is_message = |it: &io::Result<String>| it.as_ref().map_or(true, |line| !line.trim().is_empty());
    Lines::new(outgoing, incoming.filter(move |it| ready(is_message(it))))
}

fn io_error(error: LinesCodecError) -> io::Error {
    match error {
        LinesCodecError::Io(error) => error,
        LinesCodecError::MaxLineLengthExceeded => io::Error::other(LINE_TOO_LONG),
    }
}
