//! The port to a computer-use model: a screenshot goes in, what is to be done on it comes out.

use crate::ModelError;
use async_trait::async_trait;
use deskpilot_core::{Button, Modifier, PictureLimits, ScrollBy, Size, Usage};
use std::sync::Arc;

/// A model that works by looking at screenshots and asking for inputs, in its provider's own dialect.
#[async_trait]
pub trait ComputerUse: Send + Sync {
    /// What the dialect remembers of a conversation; the default is one that has not begun.
    type Talk: Clone + Default + Send + Sync;

    /// Its name for logs and people, such as `openai/computer-use-preview`.
    fn name(&self) -> &str;

    /// The resolution it sees best.
    fn display(&self) -> PictureLimits;

    /// What the model says to this turn, and what is to be remembered of the conversation from then on. Whatever fails
    /// leaves the conversation as it was.
    async fn next(&self, talk: &Self::Talk, turn: &Turn) -> Result<Answered<Self::Talk>, ModelError>;

    /// Whether the error says that the provider does not know the conversation any more.
    fn has_forgotten(&self, _error: &ModelError) -> bool {
        false
    }
}

/// What a model is told and shown at once.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The task with all that is known about it, where a conversation begins.
    pub opening: Option<String>,
    /// What is on the screen now.
    pub screen: Screen,
    /// What came of the calls of the last answer, in their order.
    pub results: Vec<CallResult>,
    /// What it is told besides.
    pub told: Vec<String>,
}

/// A screenshot.
#[derive(Clone, Debug)]
pub struct Screen {
    /// Its file.
    pub png: Arc<[u8]>,
    /// How many pixels it has.
    pub size: Size,
}

/// What came of one call.
#[derive(Clone, Debug, PartialEq)]
pub struct CallResult {
    /// The provider's name for the call.
    pub id: String,
    /// How much of it was done.
    pub done: ToolResult,
    /// What there is to say about it.
    pub text: String,
    /// The safety checks that the user said yes to: none but these are acknowledged.
    pub acknowledged: Vec<SafetyCheck>,
}

/// How much of a call was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolResult {
    /// All of it.
    All,
    /// A part, or nothing was seen to come of it.
    Part,
    /// Nothing.
    Nothing,
}

/// A warning of the provider about a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafetyCheck {
    /// The provider's name for it.
    pub id: String,
    /// What kind of warning it is.
    pub code: String,
    /// What it says.
    pub message: String,
}

impl SafetyCheck {
    /// The warning in words for the user.
    pub fn warning(&self) -> String {
        match (self.code.as_str(), self.message.as_str()) {
            ("", "") => "the provider did not say of what".to_owned(),
            (code, "") => code.to_owned(),
            ("", message) => message.to_owned(),
            (code, message) => format!("{code}: {message}"),
        }
    }
}

/// What a model says to a turn.
#[derive(Clone, Debug)]
pub struct Answered<T> {
    /// What is to be remembered of the conversation.
    pub talk: T,
    /// Why it decides so.
    pub thought: String,
    /// What it asks for.
    pub calls: Vec<Call>,
    /// What it says where it asks for nothing more.
    pub last_word: Option<LastWord>,
    /// The model that answered, as its provider names it.
    pub model: String,
    /// What the answer used up.
    pub usage: Usage,
}

/// The end of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LastWord {
    /// It says this, and has nothing more to do.
    Message(String),
    /// It will not go on.
    Refusal(String),
}

/// One call of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The provider's name for it.
    pub id: String,
    /// What it asks for, one after the other.
    pub actions: Vec<OperatorAction>,
    /// What the provider warns of.
    pub checks: Vec<SafetyCheck>,
}

/// A place on the screenshot, in its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// Something a model asks for.
#[derive(Clone, Debug, PartialEq)]
pub enum OperatorAction {
    /// Press and release a button.
    Click {
        /// Where.
        at: Place,
        /// Which button.
        button: Button,
        /// How often in quick succession, 1 to 3.
        count: u8,
        /// Keys held meanwhile.
        held: Vec<Modifier>,
    },
    /// Move the pointer there and press nothing.
    Move(Place),
    /// Move along the path with the left button held.
    Drag {
        /// The places it goes through.
        path: Vec<Place>,
        /// Keys held meanwhile.
        held: Vec<Modifier>,
    },
    /// Turn the wheel.
    Scroll {
        /// Over which place.
        at: Place,
        /// How far.
        by: ScrollBy,
    },
    /// Press a chord: each part by our own name for it.
    Keys(Vec<String>),
    /// Type a text where the focus is.
    Type(String),
    /// Wait so many seconds.
    Wait(f64),
    /// Look again.
    Screenshot,
    /// Keep a text for the others under a name.
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
    /// Something that is not offered or not understood; why, in words for the model.
    Unclear(String),
}
