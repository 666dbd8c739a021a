//! The receiver for the windows of one program of Microsoft Office, behind the table of its kind of documents.

use crate::{
    commands::{
        answer::{Failure, outcome_of},
        call_args::CallArgs,
        files::Files,
        here::{Command, Here, Host},
    },
    dispatch::object::Object,
    excel,
};
use deskpilot_core::{Call, Outcome};

impl Host {
    /// The commands of its table that it carries out.
    pub(crate) fn commands(self) -> &'static [(&'static str, Command)] {
        match self {
            Host::Excel => excel::COMMANDS,
            Host::Word | Host::PowerPoint => &[],
        }
    }
}

/// Carries out a command in the document of a window.
pub(crate) fn carried_out(host: Host, window: &Object, files: &dyn Files, call: &Call) -> Outcome {
    let command = host.commands().iter().find(|(name, _)| *name == call.command);
    let answered = match command {
        Some((_, run)) => Here::of_window(host, window, files)
            .map_err(Failure::from)
            .and_then(|here| run(&here, CallArgs(&call.args))),
        None => Err(Failure::Refused(format!("{} has no command {}", host.name(), call.command))),
    };
    outcome_of(answered, &call.command, host.name(), window.has_changed())
}
