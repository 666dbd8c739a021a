//! The strongest true thing that can be said about what an action did.

use super::Operation;
use crate::Window;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What was seen that an effect is told from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Evidence {
    /// The control's text or number, before and after.
    Value {
        /// Before the action.
        before: Option<String>,
        /// After it.
        after: Option<String>,
        /// Whose it is, where it is not that of the control the action was for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    /// A state the control came into or left.
    State(String),
    /// Where the keyboard focus is now.
    Focus(String),
    /// A window that appeared, went or changed its title.
    Window(String),
    /// Something else in the window changed: how many controls.
    Tree {
        /// Controls that were not there before.
        added: u32,
        /// Controls that are gone.
        removed: u32,
        /// Controls whose name, value or states differ.
        changed: u32,
        /// A few of them, in words.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        told: Vec<String>,
    },
    /// The application accepted the call.
    Accepted,
    /// The program ended with this code.
    ExitCode(i32),
}

impl Evidence {
    /// That no control is different.
    pub const NOTHING: Evidence = Evidence::Tree { added: 0, removed: 0, changed: 0, told: Vec::new() };

    /// That this window opened.
    pub fn opened(window: &Window) -> Evidence {
        Evidence::Window(format!("{:?} opened", window.title))
    }
}

impl fmt::Display for Evidence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evidence::Value { before, after, of } => {
                let shown = |value: &Option<String>| value.as_deref().map_or("nothing".into(), shorten);
                let of = of.as_ref().map_or(String::new(), |of| format!(" of {of}"));
                write!(f, "value{of} {} -> {}", shown(before), shown(after))
            }
            Evidence::State(state) => write!(f, "{state}"),
            Evidence::Focus(place) => write!(f, "focus on {place}"),
            Evidence::Window(what) => write!(f, "{what}"),
            Evidence::Tree { added: 0, removed: 0, changed: 0, .. } => {
                f.write_str("all controls are as they were")
            }
            Evidence::Tree { added, removed, changed, told } => {
                write!(f, "controls: {added} added, {removed} removed, {changed} changed")?;
                if told.is_empty() { Ok(()) } else { write!(f, ": {}", told.join("; ")) }
            }
            Evidence::Accepted => f.write_str("accepted by the application"),
            Evidence::ExitCode(code) => write!(f, "exit code {code}"),
        }
    }
}

fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(60).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("{short:?}")
}

/// What can truly be said about an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// We looked again and saw the change.
    Confirmed(Evidence),
    /// It was delivered; nothing could be checked, for this reason.
    Unverified(String),
    /// It was delivered, and what we looked at did not change.
    NoChange(Evidence),
    /// Some of it was delivered: what was, and what was not.
    Partial(String),
    /// Nothing was sent, for this reason.
    Refused(String),
    /// The session ended while it was under way: it may or may not have happened.
    Interrupted,
}

impl Effect {
    /// Whether the agent may build upon it: it happened, or nothing speaks against it.
    pub const fn is_success(&self) -> bool {
        matches!(self, Effect::Confirmed(_) | Effect::Unverified(_))
    }

    /// One word for logs and prompts.
    pub const fn word(&self) -> &'static str {
        match self {
            Effect::Confirmed(_) => "confirmed",
            Effect::Unverified(_) => "unverified",
            Effect::NoChange(_) => "no_change",
            Effect::Partial(_) => "partial",
            Effect::Refused(_) => "refused",
            Effect::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Effect::Confirmed(evidence) => write!(f, "confirmed: {evidence}"),
            Effect::Unverified(why) => write!(f, "unverified: {why}"),
            Effect::NoChange(evidence) => write!(f, "no change: {evidence}"),
            Effect::Partial(what) => write!(f, "partial: {what}"),
            Effect::Refused(why) => write!(f, "refused: {why}"),
            Effect::Interrupted => f.write_str("interrupted: it may or may not have happened"),
        }
    }
}

/// What ended the wait for what comes of an action, and after how many milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Settled {
    /// Something happened, and then nothing more.
    Quiet(u64),
    /// What the action was for was seen.
    Condition(u64),
    /// Nothing happened, or it would not end.
    Deadline(u64),
}

impl fmt::Display for Settled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Settled::Quiet(millis) => write!(f, "quiet after {millis} ms"),
            Settled::Condition(millis) => write!(f, "seen after {millis} ms"),
            Settled::Deadline(millis) => write!(f, "waited {millis} ms"),
        }
    }
}

/// An effect, and what the action gave back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What can truly be said about it.
    pub effect: Effect,
    /// The text it was asked for, such as a control's.
    pub output: Option<String>,
    /// What ended the wait for the effect; `None` when none was waited for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settled: Option<Settled>,
}

impl Outcome {
    /// Whether nothing had to change for this operation: it was so already, or its keys only select, move or dismiss, which
    /// often shows nowhere.
    pub fn is_as_wanted(&self, operation: &Operation) -> bool {
        let (Operation::Act(action), Effect::NoChange(evidence)) = (operation, &self.effect) else {
            return false;
        };
        let was_so = matches!(evidence, Evidence::State(what) if what.starts_with("already "));
        was_so || action.only_moves()
    }
}

impl From<Effect> for Outcome {
    fn from(effect: Effect) -> Outcome {
        Outcome { effect, output: None, settled: None }
    }
}
