//! The checks of a task, and their description in words.

use super::{DocumentContent, DocumentKind, HomePath, quote::quoted};
use deskpilot_core::{Role, State};
use std::fmt;

/// A condition that must hold after a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// On a file in the home.
    File(HomePath, FileContent),
    /// On an office document in the home.
    Document(HomePath, DocumentKind, DocumentContent),
    /// On a control in a window.
    Control(ControlCheck),
    /// On a window, by its application or a part of its title.
    Window(String, WantedState),
    /// On the programs that run on the desktop.
    Process(String, ProcessState),
}

/// The wanted content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileContent {
    /// Anything, as long as it exists.
    Any,
    /// Nothing: it must not exist.
    Absent,
    /// Exactly this text, with an optional line break at the end.
    Equals(String),
    /// This text somewhere.
    Contains(String),
    /// These lines.
    Lines(Vec<String>),
}

/// A control and its wanted state.
#[derive(Clone, Debug, PartialEq)]
pub struct ControlCheck {
    /// Its role, if that matters.
    pub role: Option<Role>,
    /// Its name.
    pub name: String,
    /// Its window, by application or a part of its title.
    pub window: String,
    /// Its wanted state.
    pub wanted: WantedState,
}

/// The wanted state of a control or window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WantedState {
    /// It exists.
    Present,
    /// It does not exist.
    Absent,
    /// It has this value, or the same number.
    Value(String),
    /// Its value contains this text.
    Contains(String),
    /// It has this state.
    In(State),
    /// It does not have this state.
    NotIn(State),
}

/// The wanted state of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessState {
    /// It runs.
    Running,
    /// It does not run.
    Stopped,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::File(path, content) => write!(f, "{path} {content}"),
            Check::Document(path, _, part) => write!(f, "{path} {part}"),
            Check::Control(control) => write!(f, "{control} {}", control.wanted),
            Check::Window(word, wanted) => write!(f, "a window {word:?} {wanted}"),
            Check::Process(name, ProcessState::Running) => write!(f, "{name} runs"),
            Check::Process(name, ProcessState::Stopped) => write!(f, "{name} does not run"),
        }
    }
}

impl fmt::Display for FileContent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FileContent::Any => f.write_str("is there"),
            FileContent::Absent => f.write_str("is not there"),
            FileContent::Equals(text) => write!(f, "is {}", quoted(text)),
            FileContent::Contains(text) => write!(f, "contains {}", quoted(text)),
            FileContent::Lines(lines) => write!(f, "has the lines {}", quoted(&lines.join(" / "))),
        }
    }
}

impl fmt::Display for ControlCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role.map_or("control", Role::name);
        write!(f, "{role} {:?} in {:?}", self.name, self.window)
    }
}

impl fmt::Display for WantedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WantedState::Present => f.write_str("is there"),
            WantedState::Absent => f.write_str("is not there"),
            WantedState::Value(value) => write!(f, "is {}", quoted(value)),
            WantedState::Contains(text) => write!(f, "contains {}", quoted(text)),
            WantedState::In(state) => write!(f, "is {}", state.name()),
            WantedState::NotIn(state) => write!(f, "is not {}", state.name()),
        }
    }
}
