//! The server of the control protocol. No connection delays the session or another connection.

use super::{AnswerError, Presence, SessionHandle, TERMINAL};
use crate::control::{
    ControlCommand, ControlRequest, ErrorCode, ErrorReply, Greeting, LONGEST_COMMAND, LineReader, Message,
    PROTOCOL, SessionStatus,
};
use deskpilot_agent::REMEMBERED;
use deskpilot_desktop::{Connection, ControlListener};
use std::{io, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncWrite, AsyncWriteExt},
    sync::Mutex,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::task::AbortOnDropHandle;

/// The most connections of a session at once.
const CONNECTIONS: usize = 32;
/// The time limit for telling all connections that the session is over.
const FAREWELL: Duration = Duration::from_millis(500);
/// Who answers within the session's own process. Nobody outside of it can answer in their name.
const SESSION_NAMES: [&str; 2] = [TERMINAL, REMEMBERED];
/// The pause after a failed accept.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves the connections to a session until it is dropped.
pub(super) struct Server(AbortOnDropHandle<()>);

impl Server {
    /// Serves all connections. Must be called within a tokio runtime.
    pub(super) fn of(listener: Box<dyn ControlListener>, handle: SessionHandle) -> Server {
        Server(AbortOnDropHandle::new(tokio::spawn(serve(listener, handle))))
    }

    /// Tells the connections of a session that has ended so, and closes them.
    pub(super) async fn close(self) {
        let _ = timeout(FAREWELL, self.0).await;
    }
}

async fn serve(listener: Box<dyn ControlListener>, handle: SessionHandle) {
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            () = handle.wait_until_over() => break,
            Some(_) = connections.join_next() => {}
            taken = listener.accept(), if connections.len() < CONNECTIONS => match taken {
                Ok(taken) => { connections.spawn(connection(taken, handle.clone())); }
                Err(_) => sleep(PAUSE).await,
            },
        }
    }
    while connections.join_next().await.is_some() {}
}

/// The writing side of one connection.
type Writer = Arc<Mutex<Box<dyn AsyncWrite + Send + Unpin>>>;

/// Serves one connection until the client closes it, or until the session is over and all its entries were sent.
async fn connection(taken: Connection, handle: SessionHandle) {
    let Connection { reader, writer } = taken;
    let writer = Arc::new(Mutex::new(writer));
    let mut senders = JoinSet::new();
    let greeting =
        Greeting { deskpilot: PROTOCOL, task: handle.task().to_owned(), process: std::process::id() };
    if write(&writer, &greeting).await.is_err() {
        return;
    }
    let listening = listen(LineReader::of(reader), &writer, &handle, &mut senders);
    tokio::select! {
        () = handle.wait_until_over() => {}
        () = listening => return,
    }
    while senders.join_next().await.is_some() {}
    let _ = write(&writer, &Message::Over).await;
}

async fn listen(mut lines: LineReader, writer: &Writer, handle: &SessionHandle, senders: &mut JoinSet<()>) {
    let mut presence: Option<Presence> = None;
    while let Ok(Some(line)) = lines.next(LONGEST_COMMAND).await {
        let message = match serde_json::from_slice::<ControlRequest>(&line) {
            Ok(ControlRequest { id, command }) => {
                let done = perform(command, writer, handle, senders, &mut presence);
                Message::Result { id, status: Some(status(handle)), error: done.err() }
            }
            Err(error) => {
                let says = format!("this line is not valid in version {PROTOCOL} of the protocol: {error}");
                Message::Result {
                    id: 0,
                    status: None,
                    error: Some(ErrorReply { code: ErrorCode::Unknown, says }),
                }
            }
        };
        if write(writer, &message).await.is_err() {
            return;
        }
    }
}

fn perform(
    command: ControlCommand,
    writer: &Writer,
    handle: &SessionHandle,
    senders: &mut JoinSet<()>,
    presence: &mut Option<Presence>,
) -> Result<(), ErrorReply> {
    match command {
        ControlCommand::Stop => handle.stop(),
        ControlCommand::Pause => handle.pause(),
        ControlCommand::HandBack => handle.hand_back(),
        ControlCommand::Status => {}
        ControlCommand::Answer { by, .. } if SESSION_NAMES.contains(&by.trim()) => {
            let says = format!("{by} answers for itself: give a name of your own in \"by\"");
            return Err(ErrorReply { code: ErrorCode::Unfit, says });
        }
        ControlCommand::Answer { question, reply, by } => {
            return handle.answer(question, reply, &by).map_err(|error| error_reply(&error));
        }
        ControlCommand::Follow { from } => {
            senders.spawn(follow(handle.clone(), from, writer.clone()));
        }
        ControlCommand::Attend if presence.is_none() => {
            *presence = Some(handle.attend());
            senders.spawn(questions(handle.clone(), writer.clone()));
        }
        ControlCommand::Attend => {}
        ControlCommand::Request { text } => {
            if !handle.request(text) {
                let says = "the session takes no further requests".into();
                return Err(ErrorReply { code: ErrorCode::NoRequests, says });
            }
        }
    }
    Ok(())
}

fn error_reply(error: &AnswerError) -> ErrorReply {
    let code = match error {
        AnswerError::Late { .. } => ErrorCode::Late,
        AnswerError::NotOpen(_) => ErrorCode::NotOpen,
        AnswerError::Unfit(_) => ErrorCode::Unfit,
    };
    ErrorReply { code, says: error.to_string() }
}

async fn follow(handle: SessionHandle, from: u64, writer: Writer) {
    let mut events = handle.events(from);
    while let Ok(Some(entry)) = events.next().await {
        if write(&writer, &Message::Entry(Box::new(entry.as_ref().clone()))).await.is_err() {
            return;
        }
    }
}

async fn questions(handle: SessionHandle, writer: Writer) {
    let mut questions = handle.questions();
    let asking = async {
        while let Some(question) = questions.next().await {
            if write(&writer, &Message::Question(Box::new(question))).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = handle.wait_until_over() => {}
        () = asking => {}
    }
}

fn status(handle: &SessionHandle) -> SessionStatus {
    SessionStatus { phase: handle.phase(), next: handle.next_seq(), question: handle.question() }
}

async fn write(writer: &Writer, message: &impl serde::Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    writer.lock().await.write_all(&line).await
}
