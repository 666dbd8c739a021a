//! A command is one verb an agent may use. Prompt, schema and manual are printed from tables of them.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// A command as a model asks for it: a name and named arguments.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// The command's name, such as `click_input`.
    pub command: String,
    /// Its arguments by name.
    pub args: Map<String, Value>,
}

impl fmt::Display for Call {
    /// `name(k='v', n=1)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}(", self.command)?;
        for (i, (name, value)) in self.args.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            match value {
                Value::String(text) => write!(f, "{comma}{name}={text:?}")?,
                other => write!(f, "{comma}{name}={other}")?,
            }
        }
        f.write_str(")")
    }
}

/// What a command is called, what it does and what it takes.
#[derive(Debug)]
pub struct CommandSpec {
    /// Its one name.
    pub name: &'static str,
    /// One sentence for the model and the manual.
    pub doc: &'static str,
    /// Its parameters, in the order in which a list of arguments is read.
    pub params: &'static [Param],
}

/// One parameter of a command.
#[derive(Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// What it means, with unit and range.
    pub doc: &'static str,
    /// What values it takes.
    pub kind: ParamKind,
    /// Whether the command needs it.
    pub choice: Choice,
}

/// Whether a parameter must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// The command does nothing without it.
    Required,
    /// Left out, it has the default its sentence names.
    Optional,
}

/// What values a parameter takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Any text.
    Text,
    /// A number.
    Number,
    /// True or false.
    Flag,
    /// A list of texts.
    Texts,
    /// One of these words.
    OneOf(&'static [&'static str]),
}
