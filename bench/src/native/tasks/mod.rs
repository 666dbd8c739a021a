//! The tasks: a document, what is done to it in the window and by native commands, and what must be there in the end.

mod calc;
mod impress;
mod writer;

use super::check::{Check, Holds};
use deskpilot_office::OfficeKind;
use serde_json::{Value, json};

/// One task.
#[derive(Clone, Debug)]
pub(super) struct Task {
    /// Its name on the command line and in the table.
    pub(super) name: &'static str,
    /// The kind of its document.
    pub(super) kind: OfficeKind,
    /// The body of its document.
    pub(super) body: String,
    /// Native commands that complete the document before it is opened for the task.
    pub(super) prepared: Vec<(&'static str, Value)>,
    /// A text that its window shows once the document is there.
    pub(super) shows: &'static str,
    /// What a user does in the window, as the acts of a task file's script.
    pub(super) window: Vec<Value>,
    /// The same by native commands.
    pub(super) native: Vec<Value>,
    /// What must be there afterwards, whichever road it took.
    pub(super) checks: Vec<Check>,
}

/// All tasks.
pub(super) fn all() -> Vec<Task> {
    [calc::tasks(), writer::tasks(), impress::tasks()].concat()
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
