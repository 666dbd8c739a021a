//! The checks of a task, and their description in words.

use super::{Cell, HomePath, Kind, Property};
use deskpilot_core::{Role, State};
use std::fmt;

/// A condition that must hold after a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// On a file in the home.
    File(HomePath, Content),
    /// On an office document in the home.
    Document(HomePath, Kind, Part),
    /// On a control in a window.
    Control(Control),
    /// On a window, by its application or a part of its title.
    Window(String, Wanted),
    /// On the programs that run on the desktop.
    Process(String, Running),
}

/// The wanted content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
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

/// The wanted content of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// This text somewhere, ignoring differences in whitespace.
    Text(String),
    /// This text somewhere, all of it bold.
    Bold(String),
    /// This value of a property, such as its title.
    Property(Property, String),
    /// This value of a cell, as displayed or as a number.
    Cell(Cell, String),
}

/// A control and its wanted state.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Its role, if that matters.
    pub role: Option<Role>,
    /// Its name.
    pub name: String,
    /// Its window, by application or a part of its title.
    pub window: String,
    /// Its wanted state.
    pub wanted: Wanted,
}

/// The wanted state of a control or window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
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

/// Whether a program should run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Running {
    /// It should.
    Yes,
    /// It should not.
    No,
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Check::File(path, content) => write!(f, "{path} {content}"),
            Check::Document(path, _, part) => write!(f, "{path} {part}"),
            Check::Control(control) => write!(f, "{control} {}", control.wanted),
            Check::Window(word, wanted) => write!(f, "a window {word:?} {wanted}"),
            Check::Process(name, Running::Yes) => write!(f, "{name} runs"),
            Check::Process(name, Running::No) => write!(f, "{name} does not run"),
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Content::Any => f.write_str("is there"),
            Content::Absent => f.write_str("is not there"),
            Content::Equals(text) => write!(f, "is {}", quoted(text)),
            Content::Contains(text) => write!(f, "contains {}", quoted(text)),
            Content::Lines(lines) => write!(f, "has the lines {}", quoted(&lines.join(" / "))),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => write!(f, "contains {}", quoted(text)),
            Part::Bold(text) => write!(f, "has {} in bold", quoted(text)),
            Part::Property(name, value) => write!(f, "has the {} {}", name.word(), quoted(value)),
            Part::Cell(cell, value) => write!(f, "has {} in {cell}", quoted(value)),
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let role = self.role.map_or("control", Role::name);
        write!(f, "{role} {:?} in {:?}", self.name, self.window)
    }
}

impl fmt::Display for Wanted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wanted::Present => f.write_str("is there"),
            Wanted::Absent => f.write_str("is not there"),
            Wanted::Value(value) => write!(f, "is {}", quoted(value)),
            Wanted::Contains(text) => write!(f, "contains {}", quoted(text)),
            Wanted::In(state) => write!(f, "is {}", state.name()),
            Wanted::NotIn(state) => write!(f, "is not {}", state.name()),
        }
    }
}

/// A quoted text, cut if long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
