//! What must hold after a task, in types and in words.

use super::{Cell, HomePath, Kind, Property};
use deskpilot_core::{Role, State};
use std::fmt;

/// One thing that must hold after a task.
#[derive(Clone, Debug, PartialEq)]
pub enum Check {
    /// About a file of the home.
    File(HomePath, Content),
    /// About an office document of the home.
    Document(HomePath, Kind, Part),
    /// About a control in a window.
    Control(Control),
    /// About a window, by its application or a part of its title.
    Window(String, Wanted),
    /// About the programs that run on the desktop.
    Process(String, Running),
}

/// What a file should hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Anything: it is there.
    Any,
    /// Nothing: it is not there.
    Absent,
    /// This text, and at the most a line break after it.
    Equals(String),
    /// This text somewhere.
    Contains(String),
    /// These lines.
    Lines(Vec<String>),
}

/// What a document should hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// This text somewhere, however its blanks are written.
    Text(String),
    /// This text somewhere, all of it bold.
    Bold(String),
    /// This value of a property, such as its title.
    Property(Property, String),
    /// This value of a cell, as shown or as a number.
    Cell(Cell, String),
}

/// A control, and what should be known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Control {
    /// Its role, if that matters.
    pub role: Option<Role>,
    /// Its name.
    pub name: String,
    /// Its window, by application or a part of its title.
    pub window: String,
    /// What should hold of it.
    pub wanted: Wanted,
}

/// What should hold of something on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is there.
    Present,
    /// It is not there.
    Absent,
    /// Its value is this, or the same number.
    Value(String),
    /// Its value holds this text somewhere.
    Contains(String),
    /// It is in this state.
    In(State),
    /// It is not in this state.
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

/// A text in quotation marks, cut where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 120;
    let mut shown: String = text.chars().take(LONGEST).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{shown:?}")
}
