//! The control protocol, by which another process steers, watches and answers a session: lines of JSON over the platform's
//! connection to the task's folder. `docs/sessions.md` describes the lines. Knows nothing of how a session is carried out: the
//! module `session` serves the protocol.

mod client;
mod frame;
mod frame_pace;
mod line_reader;
mod line_writer;
mod shared_picture;

pub use client::{ControlError, SessionClient};
pub use frame::Frame;
pub(crate) use frame::FrameEncoder;
pub(crate) use frame_pace::{FramePace, FrameQuality};
pub(crate) use line_reader::LineReader;
pub(crate) use line_writer::LineWriter;
pub use shared_picture::FramePicture;
pub(crate) use shared_picture::SharedPicture;

use deskpilot_core::{
    Consent, Entry,
    fold::{OpenQuestion, QuestionId},
};
use deskpilot_desktop::RemoteInput;
use deskpilot_system::ReadLimit;
use serde::{Deserialize, Serialize};

/// The version of the protocol. A session rejects a line that its version does not define.
pub const PROTOCOL: u32 = 1;

/// The longest line to a session, and the longest greeting of one: what a page says has at most 64 KiB, and the command stands
/// around it.
pub(crate) const LONGEST_COMMAND: ReadLimit = ReadLimit::kib(65);

/// The longest line of a session: an entry, which is a line of a log and has at most 64 MiB, and what stands around it.
const LONGEST_MESSAGE: ReadLimit = ReadLimit::mib(65);

/// The first line of a session.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Greeting {
    /// The version of the protocol.
    pub deskpilot: u32,
    /// The name of the task.
    pub task: String,
    /// The process that runs it.
    pub process: u32,
}

/// A line to a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ControlRequest {
    /// Chosen by the client; the result repeats it.
    pub(crate) id: u64,
    #[serde(flatten)]
    pub(crate) command: ControlCommand,
}

/// A command to a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum ControlCommand {
    /// Stop at once.
    Stop,
    /// Release the desktop.
    Pause,
    /// Take the desktop back.
    HandBack,
    /// Report the status only.
    Status,
    /// Answer a question.
    Answer {
        /// The question.
        question: QuestionId,
        /// The reply.
        reply: Reply,
        /// Who answers, such as `the dashboard`.
        by: String,
    },
    /// Send every entry from this number on.
    Follow {
        /// The number of the first entry.
        from: u64,
    },
    /// Count this connection among those who can answer, and send every question.
    Attend,
    /// Carry out a further request.
    Request {
        /// The request.
        text: String,
    },
    /// Send what the private desktop shows, as it changes, and who has taken over. Again for another size.
    Screen {
        /// The most pixels of a row.
        width: u32,
        /// The most pictures in a second.
        per_second: u32,
    },
    /// The frames up to this number are drawn. A client who says so gets as many as it takes, and JPEG where that is much smaller.
    Drawn {
        /// The number.
        frame: u32,
    },
    /// Pause, and give the desktop to the person of this name.
    TakeOver {
        /// Their name, such as `browser 2 of page 1234`.
        by: String,
    },
    /// Do this on the desktop, if it is paused and this name has taken over.
    Input {
        /// The name.
        by: String,
        /// What to do.
        input: RemoteInput,
    },
    /// Send the text on the clipboard, under the same condition.
    Copy {
        /// The name.
        by: String,
    },
}

/// A reply to a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reply {
    /// One answer for each question, in their order.
    Answers(Vec<String>),
    /// Approval or refusal of an operation.
    Consent(Consent),
    /// The agent may have the desktop again.
    HandBack,
}

/// A line of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Message {
    /// The result of a line from the client.
    Result {
        /// The line's id; 0 where it could not be read.
        id: u64,
        /// The status of the session now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        status: Option<SessionStatus>,
        /// Why the command was not done.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorReply>,
    },
    /// An entry of the log.
    Entry(Box<Entry>),
    /// A question that is open now.
    Question(Box<OpenQuestion>),
    /// A part of the screen as it is now.
    Frame(Box<Frame>),
    /// Who has taken over; `None` if nobody has.
    Holder(Option<String>),
    /// The text on the clipboard; `None` if it could not be read.
    Copied(Option<String>),
    /// The session is over, and all its entries were sent.
    Over,
}

/// What a session is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// It carries out a request, or prepares to.
    Working,
    /// It waits for a further request.
    Idle,
    /// It has ended.
    Over,
}

/// The status of a session.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SessionStatus {
    /// What the session is doing.
    pub phase: Phase,
    /// The number of the next entry.
    pub next: u64,
    /// The open question, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<OpenQuestion>,
}

/// Why a command was not done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ErrorReply {
    /// The kind of error, for programs.
    pub code: ErrorCode,
    /// The error in words.
    pub says: String,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Somebody else answered first.
    Late,
    /// The question was never asked, or is no longer open.
    NotOpen,
    /// The reply does not fit the question.
    Unfit,
    /// The session takes no further request.
    NoRequests,
    /// The session is not paused, so that the desktop is the agent's.
    NotPaused,
    /// Somebody else has taken over, or nobody has.
    NotHeld,
    /// It works on the desktop that its user sits at.
    NotPrivate,
    /// It has more inputs to do than it keeps.
    Busy,
    /// The line is not valid in this version of the protocol.
    Unknown,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_text_of_a_page_fits_into_a_command() {
        let (by, text) = ("browser 1000000 of page 4194304".to_owned(), "a".repeat(64 << 10));
        for command in [
            ControlCommand::Request { text: text.clone() },
            ControlCommand::Input { by, input: RemoteInput::Paste(text) },
        ] {
            let line = serde_json::to_vec(&ControlRequest { id: u64::MAX, command }).unwrap();
            assert!((line.len() as u64) < LONGEST_COMMAND.in_bytes(), "{}", line.len());
        }
    }
}
