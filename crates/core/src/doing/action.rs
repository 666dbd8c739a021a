//! An action: what the model asked for, and what it means here.

use super::{Aim, Call, Gesture};
use crate::{Chord, Control, Delegation, Key, Label, Modifier, Permit, Window};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One action of an AppAgent in its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// The words it was asked for in.
    pub call: Call,
    /// The window it is for, as it was seen.
    pub window: Window,
    /// What in the window it is for.
    pub aim: Aim,
    /// What it means.
    pub verb: Verb,
}

impl Action {
    /// What the aim is called on the screen; empty for the window itself or a bare point.
    pub fn control_text(&self) -> &str {
        match &self.aim {
            Aim::Control(control) => control.text(),
            Aim::Window | Aim::Point(_) => "",
        }
    }

    /// The label the aim bore in the view it was chosen from.
    pub fn label(&self) -> Option<Label> {
        match &self.aim {
            Aim::Control(control) => control.label,
            Aim::Window | Aim::Point(_) => None,
        }
    }

    /// The name of the note on the blackboard that the action leaves, if it leaves one.
    pub fn note(&self) -> Option<&str> {
        match &self.verb {
            Verb::Read { note } | Verb::ReadClipboard { note } => note.as_deref(),
            Verb::Note { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether the action only moves, selects or dismisses: what it does often shows nowhere.
    pub fn only_moves(&self) -> bool {
        matches!(&self.verb, Verb::Gesture(Gesture::Keys(chords)) if chords.iter().all(moves_or_selects))
    }
}

fn moves_or_selects(chord: &Chord) -> bool {
    use Key::{Char, Down, End, Escape, Home, Left, PageDown, PageUp, Right, Up};
    let moves = matches!(chord.key, Up | Down | Left | Right | Home | End | PageUp | PageDown | Escape);
    moves || (chord.key == Char('a') && chord.held == [Modifier::Control])
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.aim {
            Aim::Control(control) => write!(f, "{} on {}", self.call, control.id()),
            Aim::Window | Aim::Point(_) => write!(f, "{}", self.call),
        }
    }
}

/// What an action means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Something for the hands.
    Gesture(Gesture),
    /// Read the whole text of the aim, and note it on the blackboard under a name if one is given.
    Read {
        /// The name it is noted under.
        note: Option<String>,
    },
    /// Keep what the agent says it sees.
    Summary(String),
    /// Note what the agent says it sees on the blackboard.
    Note {
        /// The name it is noted under.
        name: String,
        /// What it says.
        text: String,
    },
    /// Paint the labels of these controls only, next time, and list them.
    Annotate(Vec<Control>),
    /// List what is in this control, or what is in a list with it, next time.
    ShowMore(Box<Control>),
    /// List the controls with this text, next time.
    Find(String),
    /// Tell all about the native command of this name, or which ones have this in their names.
    Describe(String),
    /// Look once more for what is known about this.
    Recall(String),
    /// Read what is on the clipboard, and note it on the blackboard under a name if one is given.
    ReadClipboard {
        /// The name it is noted under.
        note: Option<String>,
    },
    /// Go on in another window of the application.
    Switch(Box<Window>),
    /// Let time pass, or something happen.
    Wait(Until),
    /// A command of a native interface, carried out by its receiver.
    Native,
}

/// What a wait is for; every wait has a deadline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Until {
    /// A control whose name or value contains this text; `None` waits for the deadline alone.
    pub shows: Option<String>,
    /// The deadline in milliseconds, at most 300,000.
    pub millis: u64,
}

/// An application to open, by any of its names, with a document if one is given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Launch {
    /// Its name, generic name, keyword, file type or identifier.
    pub application: String,
    /// A document to open in it.
    pub file: Option<String>,
}

impl fmt::Display for Launch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "open {} with {file}", self.application),
            None => write!(f, "open {}", self.application),
        }
    }
}

/// A program and its arguments, each one word; never a line for a shell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shell {
    /// The program, then its arguments; never empty.
    pub argv: Vec<String>,
}

impl fmt::Display for Shell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run {}", self.argv.join(" "))
    }
}

/// Anything that touches the world, and so is judged, written down and done at most once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// An AppAgent acts in its window.
    Act(Box<Action>),
    /// The HostAgent opens an application.
    Launch(Launch),
    /// The HostAgent runs a program.
    Run(Shell),
    /// The HostAgent gives a subtask to an agent that is not ours.
    Delegate(Box<Delegation>),
    /// That agent does something it asked for first: it is judged, and not ours to do.
    Permit(Box<Permit>),
}

impl Operation {
    /// Whether something may be different afterwards: it is more than a look, a note or a wait.
    pub const fn may_change(&self) -> bool {
        match self {
            Operation::Act(action) => matches!(action.verb, Verb::Gesture(_) | Verb::Native),
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => true,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::Act(action) => action.fmt(f),
            Operation::Launch(launch) => launch.fmt(f),
            Operation::Run(shell) => shell.fmt(f),
            Operation::Delegate(delegation) => delegation.fmt(f),
            Operation::Permit(permit) => permit.fmt(f),
        }
    }
}
