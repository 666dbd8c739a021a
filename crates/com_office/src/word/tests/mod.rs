//! The calls that each command makes of Word, argument for argument.

mod headers;
mod looks;
mod objects;
mod ranges;
mod saving;
mod tables;
mod texts;

use crate::{commands::host::Host, recorded::carry_out};
use serde_json::Value;

/// The outcome of a command that makes these calls.
fn word(command: &str, args: &Value, recording: &str) -> String {
    carry_out(Host::Word, command, args, recording)
}

/// The calls for a document that may be changed.
const UNPROTECTED: &str = "get @document.ProtectionType -> -1\n";

/// These calls inside one step of Undo.
fn step(name: &str, calls: &str) -> String {
    format!(
        "get @word.UndoRecord -> @record\ncall @record.StartCustomRecord({name:?})\n{calls}\ncall @record.EndCustomRecord()\n"
    )
}

/// The calls for the number of paragraphs, and those for one of them.
fn count(paragraphs: u32) -> String {
    format!("get @document.Paragraphs -> @paragraphs\nget @paragraphs.Count -> {paragraphs}\n")
}

fn paragraph(number: u32, name: &str) -> String {
    format!("get @document.Paragraphs -> @paragraphs\nget @paragraphs.Item({number}) -> @{name}\n")
}
