//! Actions and operations: the call that a model made, and its meaning in the observed window.

use super::{Aim, Call, Gesture, Launch};
use crate::{Chord, Control, Delegation, Key, Label, Modifier, PermissionRequest, Window};
use serde::{Deserialize, Serialize};
use std::fmt;

/// One action of an AppAgent in its window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// The call as the model wrote it.
    pub call: Call,
    /// The window it targets, as observed.
    pub window: Window,
    /// Its target in the window.
    pub aim: Aim,
    /// Its meaning.
    pub verb: Verb,
}

impl Action {
    /// The on-screen text of the target; empty for the window itself or a bare point.
    pub fn control_text(&self) -> &str {
        match &self.aim {
            Aim::Control(control) => control.text(),
            Aim::Window | Aim::Point(_) => "",
        }
    }

    /// The target's label in the view it was chosen from.
    pub fn label(&self) -> Option<Label> {
        match &self.aim {
            Aim::Control(control) => control.label,
            Aim::Window | Aim::Point(_) => None,
        }
    }

    /// The name of the blackboard note that the action leaves, if any.
    pub fn note(&self) -> Option<&str> {
        match &self.verb {
            Verb::Read { note } | Verb::ReadClipboard { note } => note.as_deref(),
            Verb::Note { name, .. } => Some(name),
            _ => None,
        }
    }

    /// Whether the action only moves, selects or dismisses. Such effects often show nowhere.
    pub fn only_moves(&self) -> bool {
        matches!(&self.verb, Verb::Gesture(Gesture::Keys(chords)) if chords.iter().all(moves_or_selects))
    }

    /// Whether the action only presses the keys that save a document.
    pub fn only_saves(&self) -> bool {
        matches!(&self.verb, Verb::Gesture(Gesture::Keys(chords)) if !chords.is_empty() && chords.iter().all(saves))
    }
}

fn saves(chord: &Chord) -> bool {
    let is_control = |it: &Modifier| *it == Modifier::Control;
    chord.key == Key::Char('s')
        && chord.held.iter().any(is_control)
        && chord.held.iter().all(|it| is_control(it) || *it == Modifier::Shift)
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

/// The meaning of an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verb {
    /// Input for the platform to perform.
    Gesture(Gesture),
    /// Read the target's whole text, and note it on the blackboard if a name is given.
    Read {
        /// The name of the note.
        note: Option<String>,
    },
    /// Keep what the agent says it sees.
    Summary(String),
    /// Note what the agent says it sees on the blackboard.
    Note {
        /// The name of the note.
        name: String,
        /// The text of the note.
        text: String,
    },
    /// Change the name of a note on the blackboard.
    EditNote {
        /// Its present name.
        name: String,
        /// Its name from now on; `None` drops it.
        to: Option<String>,
    },
    /// Show a part of a note on the blackboard.
    ShowNote {
        /// Its name.
        name: String,
        /// The first character, from 0.
        from: usize,
        /// The character before which it ends; `None` for as much as is shown at once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<usize>,
    },
    /// In the next view, paint and list the labels of these controls only.
    Annotate(Vec<Control>),
    /// In the next view, list what this control contains, or the other items of its list.
    ShowMore(Box<Control>),
    /// In the next view, list the controls with this text.
    Find(String),
    /// In the next prompt, describe the native command with this name, or those whose names contain it.
    Describe(String),
    /// Search the knowledge sources for this.
    Recall(String),
    /// Have an agent inside the window's application carry this out.
    AskAgent(Box<Delegation>),
    /// Read the clipboard, and note its text on the blackboard if a name is given.
    ReadClipboard {
        /// The name of the note.
        note: Option<String>,
    },
    /// Continue in another window of the application.
    Switch(Box<Window>),
    /// Continue in the window of the application with this title. When the action's turn comes, the executor finds the window, which an
    /// earlier action of the list may have opened, and carries out a [`Verb::Switch`].
    SwitchTo(String),
    /// Open a document in the window's application, and continue in the window that shows it.
    Open(Launch),
    /// Wait for a time or for a text to appear.
    Wait(WaitCondition),
    /// A command of a native interface; its receiver executes it.
    Native,
}

/// The condition of a wait. Every wait has a deadline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WaitCondition {
    /// The text that must newly appear in some control's name or value; `None` waits until the deadline.
    pub shows: Option<String>,
    /// The passages with the text that do not count: what the agent saw, and what it typed since.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub known: Vec<String>,
    /// The deadline in milliseconds, at most 300,000.
    pub millis: u64,
}

/// A program and its arguments, one string each; never a shell command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramCall {
    /// The program, then its arguments; never empty.
    pub argv: Vec<String>,
}

impl fmt::Display for ProgramCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "run {}", self.argv.join(" "))
    }
}

/// Anything that affects the outside world. The policy judges each operation, the log records it, and it runs
/// at most once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// An AppAgent acts in its window.
    Act(Box<Action>),
    /// The HostAgent launches an application.
    Launch(Launch),
    /// The HostAgent runs a program.
    Run(ProgramCall),
    /// The HostAgent delegates a subtask to an external agent.
    Delegate(Box<Delegation>),
    /// An external agent asks for permission to do something. Deskpilot judges the request but does not perform
    /// it.
    Permit(Box<PermissionRequest>),
}

impl Operation {
    /// The application or the document that it opens, as the HostAgent's launch or as an AppAgent's action.
    pub fn launch(&self) -> Option<&Launch> {
        match self {
            Operation::Launch(launch) => Some(launch),
            Operation::Act(action) => match &action.verb {
                Verb::Open(launch) => Some(launch),
                _ => None,
            },
            Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => None,
        }
    }

    /// Whether the operation may change anything: it is more than a look, a note or a wait.
    pub const fn may_change(&self) -> bool {
        match self {
            Operation::Act(action) => {
                matches!(action.verb, Verb::Gesture(_) | Verb::Native | Verb::AskAgent(_) | Verb::Open(_))
            }
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
