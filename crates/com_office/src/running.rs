//! Carries out commands in the document of a window, or in the user's mail. All of it runs on the thread of the calls.

use crate::{
    commands::{
        answer::{Failure, outcome_of},
        call_args::CallArgs,
        here::{Command, Here},
        host::Host,
        machine::Machine,
    },
    dispatch::{error::CallError, object::Object},
    excel, outlook, powerpoint, word,
};
use deskpilot_core::{Call, Outcome};
use std::time::Instant;

/// What is wanted of a window.
#[derive(Debug)]
pub(crate) struct Request {
    /// The command; without one only whether the window offers its document.
    pub(crate) call: Option<Call>,
    /// When it must be done.
    pub(crate) deadline: Instant,
}

/// What became of a command, `None` if none was wanted; or why the window takes none.
pub(crate) type Reply = Result<Option<Outcome>, CallError>;

/// The commands that a program carries out.
const fn commands(host: Host) -> &'static [(&'static str, Command)] {
    match host {
        Host::Excel => excel::COMMANDS,
        Host::Word => word::COMMANDS,
        Host::PowerPoint => powerpoint::COMMANDS,
        Host::Outlook => outlook::COMMANDS,
    }
}

/// The command of this name that a program carries out.
pub(crate) fn command(host: Host, name: &str) -> Option<Command> {
    commands(host).iter().find(|(known, _)| *known == name).map(|(_, run)| *run)
}

/// Answers a request in a window.
pub(crate) fn reply_of(host: Host, window: &Object, machine: &dyn Machine, request: &Request) -> Reply {
    match &request.call {
        Some(call) => Ok(Some(carried_out(host, window, machine, call))),
        None => Here::of_window(host, window, machine).map(|_| None),
    }
}

/// Carries out a command.
pub(crate) fn carried_out(host: Host, window: &Object, machine: &dyn Machine, call: &Call) -> Outcome {
    let answered = match command(host, &call.command) {
        Some(run) => Here::of_window(host, window, machine)
            .map_err(Failure::from)
            .and_then(|here| run(&here, CallArgs(&call.args)))
            .map_err(|failure| explained(host, failure)),
        None => Err(Failure::Refused(format!("{} has no command {}", host.name(), call.command))),
    };
    outcome_of(answered, &call.command, host.name(), window.has_changed())
}

/// A failure with what to do about it, where a program has a reason of its own.
fn explained(host: Host, failure: Failure) -> Failure {
    match failure {
        Failure::Call(CallError::Aborted) if host == Host::Outlook => {
            Failure::Refused(outlook::GUARDED.into())
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_commands_of_each_program_are_those_of_its_table_but_for_these() {
        for (host, expected) in
            [(Host::Word, &[][..]), (Host::Excel, &["undo"]), (Host::PowerPoint, &[]), (Host::Outlook, &[])]
        {
            let table = host.table();
            for (name, _) in commands(host) {
                assert!(table.iter().any(|it| it.name == *name), "{name}");
            }
            let missing = table.iter().filter(|it| command(host, &it.name).is_none());
            let missing: Vec<&str> = missing.map(|it| it.name.as_ref()).collect();
            assert_eq!(missing, expected, "{}", host.name());
        }
    }
}
