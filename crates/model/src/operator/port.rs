//! The port to a computer-use model: it takes a screenshot and returns the actions to perform.

use crate::ModelError;
use async_trait::async_trait;
use deskpilot_core::{Button, Modifier, PictureLimits, ReplyLength, ScrollBy, Size, Usage};
use std::sync::Arc;

/// A model that looks at screenshots and requests inputs, in its provider's own dialect.
#[async_trait]
pub trait ComputerUse: Send + Sync {
    /// The dialect's state of a conversation; the default is a new one.
    type State: Clone + Default + Send + Sync;

    /// Its name for logs and people, such as `openai/gpt-6.1-terra`.
    fn name(&self) -> &str;

    /// The resolution that it handles best.
    fn display(&self) -> PictureLimits;

    /// Sends a turn; returns the answer and the new state of the conversation. An error leaves the conversation
    /// unchanged.
    async fn next(
        &self,
        state: &Self::State,
        turn: &OperatorTurn,
    ) -> Result<OperatorAnswer<Self::State>, ModelError>;
}

/// One message to the model.
#[derive(Clone, Debug)]
pub struct OperatorTurn {
    /// The task with everything known about it, if a conversation starts.
    pub opening: Option<String>,
    /// The current screenshot.
    pub screen: Screenshot,
    /// The results of the last answer's calls, in order.
    pub results: Vec<ToolCallResult>,
    /// Further messages.
    pub messages: Vec<String>,
    /// How long the answer may be.
    pub answer_length: ReplyLength,
    /// How many calls of the answer are done.
    pub calls: CallsPerTurn,
}

/// How many calls of one answer are done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallsPerTurn {
    /// The first.
    One,
    /// One after the other, until one fails.
    Several,
}

/// A screenshot.
#[derive(Clone, Debug)]
pub struct Screenshot {
    /// The PNG file.
    pub png: Arc<[u8]>,
    /// Its size in pixels.
    pub size: Size,
}

/// The result of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCallResult {
    /// The provider's id of the call.
    pub id: String,
    /// How much of it was done.
    pub done: CallCompletion,
    /// The result in words.
    pub text: String,
    /// The safety checks that the user approved; no others are acknowledged.
    pub acknowledged: Vec<SafetyCheck>,
    /// The part of the screen that the call asked to see larger, as a PNG file.
    pub detail: Option<Arc<[u8]>>,
}

/// How much of a call was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallCompletion {
    /// All of it.
    All,
    /// A part, or no effect was observed.
    Part,
    /// Nothing.
    Nothing,
}

/// A provider's warning about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafetyCheck {
    /// The provider's id.
    pub id: String,
    /// The kind of warning.
    pub code: String,
    /// The message.
    pub message: String,
}

impl SafetyCheck {
    /// The warning as text for the user.
    pub fn warning(&self) -> String {
        match (self.code.as_str(), self.message.as_str()) {
            ("", "") => "the provider did not say of what".to_owned(),
            (code, "") => code.to_owned(),
            ("", message) => message.to_owned(),
            (code, message) => format!("{code}: {message}"),
        }
    }
}

/// A model's answer to a turn.
#[derive(Clone, Debug)]
pub struct OperatorAnswer<T> {
    /// The new state of the conversation.
    pub state: T,
    /// Its reasoning.
    pub thought: String,
    /// The requested calls.
    pub calls: Vec<ToolCall>,
    /// Its closing message, if it requests nothing more.
    pub final_message: Option<FinalMessage>,
    /// The model that answered, as the provider names it.
    pub model: String,
    /// The usage of the answer.
    pub usage: Usage,
}

/// The end of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FinalMessage {
    /// A message; nothing more to do.
    Message(String),
    /// It refuses to continue.
    Refusal(String),
}

/// One tool call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    /// The provider's id.
    pub id: String,
    /// The requested actions, in order.
    pub actions: Vec<OperatorAction>,
    /// The provider's safety checks.
    pub checks: Vec<SafetyCheck>,
}

/// A point on the screenshot, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelPoint {
    /// Pixels from the left.
    pub x: f64,
    /// Pixels from the top.
    pub y: f64,
}

/// A part of the screenshot, as fractions of its sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScreenPart {
    /// The left edge.
    pub left: f64,
    /// The top edge.
    pub top: f64,
    /// The right edge, which is greater than the left one.
    pub right: f64,
    /// The bottom edge, which is greater than the top one.
    pub bottom: f64,
}

/// An action that a model requests.
#[derive(Clone, Debug, PartialEq)]
pub enum OperatorAction {
    /// Press and release a button.
    Click {
        /// The point.
        at: PixelPoint,
        /// Which button.
        button: Button,
        /// The number of quick clicks, 1 to 3.
        count: u8,
        /// Modifiers held during the action.
        held: Vec<Modifier>,
    },
    /// Move the pointer without pressing a button.
    Move(PixelPoint),
    /// Move along the path with the left button held.
    Drag {
        /// The points of the path.
        path: Vec<PixelPoint>,
        /// Modifiers held during the action.
        held: Vec<Modifier>,
    },
    /// Turn the wheel.
    Scroll {
        /// The point under the pointer.
        at: PixelPoint,
        /// How far.
        by: ScrollBy,
    },
    /// Press a chord, given by Deskpilot's key names.
    Keys(Vec<String>),
    /// Type a text where the focus is.
    Type(String),
    /// Wait this many seconds.
    Wait(f64),
    /// Take a new screenshot.
    Screenshot,
    /// Take a new screenshot, and show a part of it larger.
    Zoom {
        /// The top left corner of the part.
        from: PixelPoint,
        /// The bottom right corner, outside of the part.
        to: PixelPoint,
    },
    /// Note a text on the blackboard under a name.
    Note {
        /// The name.
        name: String,
        /// The text.
        text: String,
    },
    /// Ask the user.
    Ask(String),
    /// Give up, for this reason.
    GiveUp(String),
    /// An action that is not offered or not understood, with the reason for the model.
    Unclear(String),
}
