//! The tasks: a document or a page, what is done to it in the window and by native commands, and what must be there in the end.

mod calc;
mod impress;
mod web;
mod writer;

use super::{
    check::{Check, Holds},
    document::ending,
};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};

/// One task.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Its name on the command line and in the table.
    pub(super) name: &'static str,
    /// What it is done to.
    pub(super) subject: Subject,
    /// A text that its window shows once the subject is there.
    pub(super) shows: &'static str,
    /// What a user does in the window, as the acts of a task file's script.
    pub(super) window: Vec<Value>,
    /// The same by native commands.
    pub(super) native: Vec<Value>,
    /// What must be there afterwards, whichever route it took.
    pub(super) checks: Vec<Check>,
}

/// What a task is done to.
#[derive(Clone, Debug)]
pub(super) enum Subject {
    /// A document in LibreOffice.
    Document(Document),
    /// A form in Firefox, as HTML. A server of the task has it, and keeps what is sent.
    Form(String),
}

/// A document on which a task begins.
#[derive(Clone, Debug)]
pub(super) struct Document {
    /// Its kind.
    pub(super) kind: OfficeKind,
    /// Its body.
    pub(super) body: String,
    /// Native commands that complete it before it is opened for the task.
    pub(super) prepared: Vec<(&'static str, Value)>,
}

impl Subject {
    /// A document that needs no commands.
    fn document(kind: OfficeKind, body: String) -> Subject {
        Subject::Document(Document { kind, body, prepared: Vec::new() })
    }

    /// The name of the file on which the task begins.
    pub(super) fn file_name(&self) -> String {
        match self {
            Subject::Document(document) => format!("document.{}", ending(document.kind)),
            Subject::Form(_) => "document.html".to_owned(),
        }
    }

    /// The application that opens it.
    pub(super) const fn application(&self) -> &'static str {
        match self {
            Subject::Document(document) => document.kind.application_name(),
            Subject::Form(_) => "firefox",
        }
    }
}

/// All tasks.
pub(super) fn all() -> Vec<Task> {
    [calc::tasks(), writer::tasks(), impress::tasks(), web::tasks()].concat()
}

/// A command for the window, or a native command.
fn tell(command: &str, args: &Value) -> Value {
    json!({"do": command, "args": args})
}

/// A command for a control.
fn on(control: &str, command: &str, args: &Value) -> Value {
    json!({"do": command, "on": control, "args": args})
}

fn click(control: &str) -> Value {
    on(control, "click_input", &json!({}))
}

fn keys(keys: &str) -> Value {
    tell("keyboard_input", &json!({"keys": keys}))
}

/// A text in place of what a field holds.
fn fill(control: &str, text: &str) -> Value {
    on(control, "set_edit_text", &json!({"text": text, "clear_current_text": true}))
}

/// A wait for a text, which is no action on the document.
fn wait(text: &str) -> Value {
    json!({"wait": text})
}

/// Saves the document with the keyboard.
fn save_keys() -> Value {
    keys("Ctrl+S")
}

/// Saves the document.
fn save() -> Value {
    tell("save", &json!({}))
}
