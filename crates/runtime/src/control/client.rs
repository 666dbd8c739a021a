//! The other side of a connection: a session of another process, as far as it can be steered, watched and answered.

use super::{Call, Greeting, Message, Order, PROTOCOL, Refusal, Status};
use deskpilot_desktop::{Connection, Platform};
use std::{collections::VecDeque, io, path::Path, time::Duration};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader, Lines},
    time::timeout,
};

/// How long a session may take to say something that it need not wait for.
const DEADLINE: Duration = Duration::from_secs(5);

/// Why a session of another process could not be reached, or did not do what it was told.
#[derive(Debug, thiserror::Error)]
pub enum ControlError {
    /// No process is at the task, or it does not listen.
    #[error("no session listens there")]
    NobodyThere,
    /// It is another program, or another version of this one.
    #[error(
        "it speaks version {theirs} of the protocol, and this program speaks {PROTOCOL}: use the same program"
    )]
    OtherVersion {
        /// The version that it speaks.
        theirs: u32,
    },
    /// It did not answer in time.
    #[error("the session does not answer")]
    Silent,
    /// It did not do what it was told, for this reason.
    #[error("{}", .0.says)]
    Refused(Refusal),
    /// The connection broke.
    #[error("the connection to the session broke: {0}")]
    Broken(#[from] io::Error),
}

/// A connection to a session of another process.
pub struct Remote {
    lines: Lines<BufReader<Box<dyn AsyncRead + Send + Unpin>>>,
    writer: Box<dyn AsyncWrite + Send + Unpin>,
    greeting: Greeting,
    calls: u64,
    /// What came while a result was waited for.
    heard: VecDeque<Message>,
}

impl Remote {
    /// Connects to the session that is at the task of this folder.
    ///
    /// # Errors
    /// None is, it does not answer within 5 s, or it speaks another version.
    pub async fn connect(platform: &dyn Platform, folder: &Path) -> Result<Remote, ControlError> {
        within(async {
            let connected = platform.connect(folder).await.map_err(|error| match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => ControlError::NobodyThere,
                _ => ControlError::Broken(error),
            })?;
            let Connection { reader, writer } = connected;
            let mut lines = BufReader::new(reader).lines();
            let greeting: Greeting = parsed(&lines.next_line().await?.ok_or(ControlError::NobodyThere)?)?;
            match greeting.deskpilot {
                PROTOCOL => Ok(Remote { lines, writer, greeting, calls: 0, heard: VecDeque::new() }),
                theirs => Err(ControlError::OtherVersion { theirs }),
            }
        })
        .await
    }

    /// Who answers there.
    pub fn greeting(&self) -> &Greeting {
        &self.greeting
    }

    /// Tells the session to do something, and returns how it stands then.
    ///
    /// # Errors
    /// It refuses, it does not answer within 5 s, or the connection breaks.
    pub async fn tell(&mut self, order: Order) -> Result<Status, ControlError> {
        self.calls += 1;
        let call = Call { id: self.calls, order };
        let mut line = serde_json::to_vec(&call).map_err(io::Error::from)?;
        line.push(b'\n');
        within(async {
            self.writer.write_all(&line).await?;
            loop {
                match self.read().await? {
                    Some(Message::Result { error: Some(refusal), .. }) => {
                        return Err(ControlError::Refused(refusal));
                    }
                    Some(Message::Result { status: Some(status), .. }) => return Ok(status),
                    Some(other) => self.heard.push_back(other),
                    None => return Err(ControlError::NobodyThere),
                }
            }
        })
        .await
    }

    /// The next entry or question that the session was told to tell of; `None` when it has closed the connection.
    ///
    /// # Errors
    /// The connection breaks.
    pub async fn next(&mut self) -> Result<Option<Message>, ControlError> {
        match self.heard.pop_front() {
            Some(message) => Ok(Some(message)),
            None => self.read().await,
        }
    }

    async fn read(&mut self) -> Result<Option<Message>, ControlError> {
        match self.lines.next_line().await? {
            Some(line) => parsed(&line).map(Some),
            None => Ok(None),
        }
    }
}

fn parsed<T: serde::de::DeserializeOwned>(line: &str) -> Result<T, ControlError> {
    serde_json::from_str(line).map_err(|error| ControlError::Broken(error.into()))
}

async fn within<T>(call: impl Future<Output = Result<T, ControlError>>) -> Result<T, ControlError> {
    timeout(DEADLINE, call).await.unwrap_or(Err(ControlError::Silent))
}
