//! One connection of the control protocol: does what it asks for, and sends what it follows.

use super::{
    AnswerError, Presence, SessionHandle, TERMINAL,
    connection_writer::{Writer, write},
    frame_stream::{DrawnFrames, ScreenLook, send_frames},
};
use crate::control::{
    ControlCommand, ControlRequest, ErrorCode, ErrorReply, Greeting, LONGEST_COMMAND, LineReader, LineWriter,
    Message, PROTOCOL, SessionStatus,
};
use deskpilot_agent::REMEMBERED;
use deskpilot_desktop::Connection;
use std::{sync::Arc, time::Instant};
use tokio::{
    sync::{Mutex, watch},
    task::{AbortHandle, JoinSet},
};

/// Who answers within the session's own process. Nobody outside of it can answer in their name.
const SESSION_NAMES: [&str; 2] = [TERMINAL, REMEMBERED];

/// One connection, with what it follows.
struct Connected {
    writer: Writer,
    handle: SessionHandle,
    senders: JoinSet<()>,
    presence: Option<Presence>,
    /// Sends the screen, if the connection wants it.
    screen: Option<AbortHandle>,
    /// What it says of the frames that it was sent.
    drawn: DrawnFrames,
    /// Who did something on the desktop through it last.
    acted: Option<String>,
}

/// Serves one connection until the client closes it, or until the session is over and all its entries were sent.
pub(super) async fn serve_connection(taken: Connection, handle: SessionHandle) {
    let Connection { reader, writer } = taken;
    let writer = Arc::new(Mutex::new(LineWriter::of(writer)));
    let greeting =
        Greeting { deskpilot: PROTOCOL, task: handle.task().to_owned(), process: std::process::id() };
    if write(&writer, &greeting).await.is_err() {
        return;
    }
    let (senders, presence, screen, acted) = (JoinSet::new(), None, None, None);
    let drawn = DrawnFrames::new(None);
    let mut connected = Connected { writer, handle: handle.clone(), senders, presence, screen, drawn, acted };
    tokio::select! {
        () = handle.wait_until_over() => {}
        () = connected.listen(LineReader::of(reader)) => {
            if let Some(by) = connected.acted {
                handle.screen().let_go(&by);
            }
            // The client is gone: with the set of senders, everything ends that nobody reads any more.
            return;
        }
    }
    // What the connection follows ends with the session, and all of it goes before the farewell.
    while connected.senders.join_next().await.is_some() {}
    let _ = write(&connected.writer, &Message::Over).await;
}

impl Connected {
    async fn listen(&mut self, mut lines: LineReader) {
        while let Ok(Some(line)) = lines.next(LONGEST_COMMAND).await {
            // What has been sent takes no room any more.
            while self.senders.try_join_next().is_some() {}
            let message = match serde_json::from_slice::<ControlRequest>(&line) {
                Ok(ControlRequest { id, command }) => {
                    let done = self.perform(command);
                    Message::Result { id, status: Some(status(&self.handle)), error: done.err() }
                }
                Err(error) => {
                    let says =
                        format!("this line is not valid in version {PROTOCOL} of the protocol: {error}");
                    let error = Some(ErrorReply { code: ErrorCode::Unknown, says });
                    // 0, because a line that cannot be read has no id to give back.
                    Message::Result { id: 0, status: None, error }
                }
            };
            if write(&self.writer, &message).await.is_err() {
                return;
            }
        }
    }

    fn perform(&mut self, command: ControlCommand) -> Result<(), ErrorReply> {
        let (handle, writer) = (&self.handle, &self.writer);
        match command {
            ControlCommand::Stop => handle.stop(),
            ControlCommand::Pause => handle.pause(),
            ControlCommand::HandBack => handle.hand_back(),
            ControlCommand::Status => {}
            ControlCommand::Answer { question, reply, by } => {
                check_name(&by)?;
                return handle.answer(question, reply, &by).map_err(|error| error_reply(&error));
            }
            ControlCommand::Follow { from } => {
                self.senders.spawn(follow(handle.clone(), from, writer.clone()));
            }
            ControlCommand::Attend if self.presence.is_none() => {
                self.presence = Some(handle.attend());
                self.senders.spawn(questions(handle.clone(), writer.clone()));
            }
            ControlCommand::Attend => {}
            ControlCommand::Request { text } => {
                if !handle.request(text) {
                    let says = "the session takes no further requests".into();
                    return Err(ErrorReply { code: ErrorCode::NoRequests, says });
                }
            }
            ControlCommand::Screen { width, per_second } => {
                // The frames to come are numbered from 1 again.
                let said = self.drawn.borrow().map(|(_, at)| (0, at));
                self.drawn = DrawnFrames::new(said);
                let look = ScreenLook { width, per_second };
                let sending = screen(handle.clone(), look, self.drawn.subscribe(), writer.clone());
                if let Some(before) = self.screen.replace(self.senders.spawn(sending)) {
                    before.abort();
                }
            }
            ControlCommand::Drawn { frame } => {
                self.drawn.send_replace(Some((frame, Instant::now())));
            }
            ControlCommand::TakeOver { by } => {
                check_name(&by)?;
                return handle.screen().take_over(&by).map_err(dropped);
            }
            ControlCommand::Input { by, input } => {
                let done = handle.screen().perform(&by, input).map_err(dropped);
                self.acted = Some(by);
                return done;
            }
            ControlCommand::Copy { by } => {
                let copied = handle.screen().copy(&by).map_err(dropped)?;
                let writer = writer.clone();
                self.senders.spawn(async move {
                    let copied = Message::Copied(copied.await.unwrap_or_default());
                    let _ = write(&writer, &copied).await;
                });
            }
        }
        Ok(())
    }
}

fn check_name(by: &str) -> Result<(), ErrorReply> {
    if !SESSION_NAMES.contains(&by.trim()) {
        return Ok(());
    }
    let says = format!("{by} answers for itself: give a name of your own in \"by\"");
    Err(ErrorReply { code: ErrorCode::Unfit, says })
}

fn error_reply(error: &AnswerError) -> ErrorReply {
    let code = match error {
        AnswerError::Late { .. } => ErrorCode::Late,
        AnswerError::NotOpen(_) => ErrorCode::NotOpen,
        AnswerError::Unfit(_) => ErrorCode::Unfit,
    };
    ErrorReply { code, says: error.to_string() }
}

/// Why the desktop did not get what somebody did elsewhere.
fn dropped(code: ErrorCode) -> ErrorReply {
    let says = match code {
        ErrorCode::NotPaused => "the desktop is the agent's: take over first",
        ErrorCode::NotHeld => "somebody else has the desktop: take over first",
        ErrorCode::NotPrivate => {
            "it works on the desktop that its user sits at, which nobody takes over from elsewhere"
        }
        ErrorCode::Busy => "the desktop is still doing what came before",
        ErrorCode::Late
        | ErrorCode::NotOpen
        | ErrorCode::Unfit
        | ErrorCode::NoRequests
        | ErrorCode::Unknown => "it cannot be done",
    };
    ErrorReply { code, says: says.into() }
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

/// Sends who has taken over and what the screen shows, until the session is over.
async fn screen(
    handle: SessionHandle,
    look: ScreenLook,
    drawn: watch::Receiver<Option<(u32, Instant)>>,
    writer: Writer,
) {
    tokio::select! {
        () = handle.wait_until_over() => {}
        () = holders(&handle, &writer) => {}
        () = send_frames(&handle, look, drawn, &writer) => {}
    }
}

async fn holders(handle: &SessionHandle, writer: &Writer) {
    let mut pauses = handle.pauses();
    loop {
        if write(writer, &Message::Holder(handle.holder())).await.is_err() || pauses.changed().await.is_err()
        {
            return;
        }
    }
}

fn status(handle: &SessionHandle) -> SessionStatus {
    SessionStatus { phase: handle.phase(), next: handle.next_seq(), question: handle.question() }
}
