//! The client of the control protocol: steers, watches and answers a session of another process.

use super::{
    ControlCommand, ControlRequest, ErrorReply, Greeting, LONGEST_COMMAND, LONGEST_MESSAGE, Message,
    PROTOCOL, SessionStatus,
    line_reader::{LineError, LineReader},
};
use deskpilot_desktop::{Connection, ControlTransport};
use deskpilot_system::{ReadLimit, reason};
use std::{collections::VecDeque, io, path::Path, time::Duration};
use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    time::{Instant, sleep, timeout},
};

/// The time limit for a session to reply to a command.
const DEADLINE: Duration = Duration::from_secs(5);

/// How long a task that has just begun may take until it listens.
const STARTUP: Duration = Duration::from_secs(2);

/// The pause between two attempts to connect to it.
const PAUSE: Duration = Duration::from_millis(20);

/// Why a session of another process could not be reached, or did not do a command.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// No process runs the task, or it does not listen.
    #[error("no session listens there")]
    NotListening,
    /// The session runs in another program, or in another version of this one.
    #[error(
        "the session speaks version {theirs} of the protocol, this program version {PROTOCOL}: use the program that \
         started it"
    )]
    ProtocolMismatch {
        /// The version of the session's protocol.
        theirs: u32,
    },
    /// It did not answer in time.
    #[error("the session does not answer")]
    TimedOut,
    /// The session rejected the command, for this reason.
    #[error("{}", .0.says)]
    Refused(ErrorReply),
    /// It sent a line longer than this, which no session does.
    #[error(
        "the session sends a line of more than {0}, which no session does: end the process that listens there, then \
         resume the task"
    )]
    TooLong(ReadLimit),
    /// The connection broke.
    #[error("the connection to the session broke: {}", reason(.0))]
    Io(#[from] io::Error),
}

impl From<LineError> for ControlError {
    fn from(error: LineError) -> ControlError {
        match error {
            LineError::TooLong(limit) => ControlError::TooLong(limit),
            LineError::Io(error) => ControlError::Io(error),
        }
    }
}

/// A connection to a session of another process.
pub struct SessionClient {
    lines: LineReader,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    greeting: Greeting,
    calls: u64,
    /// Messages that arrived while a result was awaited.
    pending: VecDeque<Message>,
}

impl SessionClient {
    /// Connects to the session that runs the task of this folder.
    ///
    /// # Errors
    /// No session listens, it does not answer within 5 s, it speaks another version, or its first line is too long.
    pub async fn connect(
        transport: &dyn ControlTransport,
        folder: &Path,
    ) -> Result<SessionClient, ControlError> {
        within(async {
            let connected = transport.connect(folder).await.map_err(|error| match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => ControlError::NotListening,
                _ => ControlError::Io(error),
            })?;
            let Connection { reader, writer } = connected;
            let mut lines = LineReader::of(reader);
            let greeting = lines.next(LONGEST_COMMAND).await?.ok_or(ControlError::NotListening)?;
            let greeting: Greeting = parse(&greeting)?;
            match greeting.deskpilot {
                PROTOCOL => Ok(SessionClient { lines, writer, greeting, calls: 0, pending: VecDeque::new() }),
                theirs => Err(ControlError::ProtocolMismatch { theirs }),
            }
        })
        .await
    }

    /// Connects like [`connect`](SessionClient::connect), and tries again for a moment, because a task takes its lock before it
    /// listens.
    ///
    /// # Errors
    /// As for `connect`.
    pub async fn join(
        transport: &dyn ControlTransport,
        folder: &Path,
    ) -> Result<SessionClient, ControlError> {
        let deadline = Instant::now() + STARTUP;
        loop {
            match SessionClient::connect(transport, folder).await {
                Err(ControlError::NotListening) if Instant::now() < deadline => sleep(PAUSE).await,
                connected => return connected,
            }
        }
    }

    /// The first line of the session: its task and process.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Sends a command, and returns the session's status after it.
    ///
    /// # Errors
    /// The session rejects it, does not answer within 5 s, or sends a line that is too long, or the connection breaks.
    pub async fn send(&mut self, command: ControlCommand) -> Result<SessionStatus, ControlError> {
        self.calls += 1;
        let request = ControlRequest { id: self.calls, command };
        let mut line = serde_json::to_vec(&request).map_err(io::Error::from)?;
        line.push(b'\n');
        within(async {
            self.writer.write_all(&line).await?;
            loop {
                match self.read().await? {
                    // Only one command is under way on a connection, so the next result is its own.
                    Some(Message::Result { error: Some(error), .. }) => {
                        return Err(ControlError::Refused(error));
                    }
                    Some(Message::Result { status: Some(status), .. }) => return Ok(status),
                    Some(other) => self.pending.push_back(other),
                    None => return Err(ControlError::NotListening),
                }
            }
        })
        .await
    }

    /// The next entry or question that the session sends; `None` when it has closed the connection.
    ///
    /// # Errors
    /// The connection breaks, or a line is too long.
    pub async fn next(&mut self) -> Result<Option<Message>, ControlError> {
        match self.pending.pop_front() {
            Some(message) => Ok(Some(message)),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Result<Option<Message>, ControlError> {
        match self.lines.next(LONGEST_MESSAGE).await? {
            Some(line) => parse(&line).map(Some),
            None => Ok(None),
        }
    }
}

fn parse<T: serde::de::DeserializeOwned>(line: &[u8]) -> Result<T, ControlError> {
    serde_json::from_slice(line).map_err(|error| ControlError::Io(error.into()))
}

async fn within<T>(call: impl Future<Output = Result<T, ControlError>>) -> Result<T, ControlError> {
    timeout(DEADLINE, call).await.unwrap_or(Err(ControlError::TimedOut))
}
