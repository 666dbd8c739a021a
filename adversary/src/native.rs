//! A native interface whose commands record what they do, one for each kind of side effects that a specification can state.

use crate::policy::INSIDE;
use async_trait::async_trait;
use deskpilot_core::{
    CommandSpec, Effect, Outcome, Param, ParamKind, PathUse, Presence, Risk, Risks, SideEffects,
};
use deskpilot_desktop::{DesktopError, NativeAction, Receiver, Scope};
use serde_json::{Value, json};
use std::{borrow::Cow::Borrowed, fs::OpenOptions, io::Write, path::PathBuf};

/// The commands.
const COMMANDS: &[CommandSpec] = &[
    command("page.read", "Reads the page.", &[], SideEffects::Reads),
    command("page.set", "Sets the text of the page.", TEXT, SideEffects::Changes),
    command("page.export", "Writes the page into a file.", FILE, SideEffects::Changes),
    command("page.send", "Sends the page.", TEXT, SideEffects::Risks(Risks::of(&[Risk::Sends]))),
    command("page.go", "Does something with the page.", &[], SideEffects::Unstated),
];
const TEXT: &[Param] = &[param("text", ParamKind::Text)];
const FILE: &[Param] = &[param("file", ParamKind::Path(PathUse::Writes))];

const fn command(
    name: &'static str,
    doc: &'static str,
    params: &'static [Param],
    side_effects: SideEffects,
) -> CommandSpec {
    CommandSpec { name: Borrowed(name), doc: Borrowed(doc), params: Borrowed(params), side_effects }
}

const fn param(name: &'static str, kind: ParamKind) -> Param {
    Param { name: Borrowed(name), doc: Borrowed("what it is done with"), kind, presence: Presence::Required }
}

/// A call of one of the commands, by a number.
pub(crate) fn call(number: usize) -> (&'static str, Value) {
    match number % COMMANDS.len() {
        0 => ("page.read", json!({})),
        1 => ("page.set", json!({"text": "new"})),
        2 => ("page.export", json!({"file": "~/page.txt"})),
        3 => ("page.send", json!({"text": "ann@example.org"})),
        _ => ("page.go", json!({})),
    }
}

/// Runs the commands: each appends a line to the record.
pub(crate) struct RecordingReceiver {
    /// The record.
    pub(crate) record: PathBuf,
}

#[async_trait]
impl Receiver for RecordingReceiver {
    fn name(&self) -> &'static str {
        "PAGE"
    }

    fn serves(&self, _: Scope<'_>) -> bool {
        true
    }

    fn table(&self) -> &'static [CommandSpec] {
        COMMANDS
    }

    async fn run(&mut self, action: &NativeAction<'_>) -> Result<Outcome, DesktopError> {
        let (kind, control) = match action.call.command.as_str() {
            "page.read" => ("shown", "page"),
            "page.set" => ("text", "page"),
            "page.export" => ("written", "page"),
            "page.send" => ("activated", "Send"),
            _ => ("activated", ""),
        };
        let line = json!({"application": INSIDE, "kind": kind, "control": control, "value": ""});
        let writing =
            OpenOptions::new().append(true).open(&self.record).and_then(|mut it| writeln!(it, "{line}"));
        writing.map_err(|error| DesktopError::Lost(format!("the record: {error}")))?;
        Ok(Effect::unverified("the record has it").into())
    }
}
