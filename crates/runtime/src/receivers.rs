//! The list of native receivers.

use deskpilot_core::CommandSpec;
use deskpilot_desktop::{Platform, Receiver, SHELL_COMMANDS, ShellReceiver};
use deskpilot_office::{OfficeKind, OfficeReceiver};

/// The receivers of a session on a desktop of this platform whose applications have this environment. Those of an application
/// come before those of all. To add a native interface, add a line, and its table to [`command_tables`].
pub(crate) fn receivers(platform: &dyn Platform, environment: &[(String, String)]) -> Vec<Box<dyn Receiver>> {
    let mut receivers: Vec<Box<dyn Receiver>> = Vec::new();
    if let Some(python) = platform.office_python() {
        let office = OfficeReceiver::all(&python, environment).into_iter();
        receivers.extend(office.map(|it| Box::new(it) as Box<dyn Receiver>));
    }
    receivers.push(Box::new(ShellReceiver { env: environment.to_vec() }));
    receivers
}

/// The native commands of one application, or of all.
#[derive(Clone, Copy, Debug)]
pub struct CommandTable {
    /// How a person calls it on the command line.
    pub name: &'static str,
    /// What its commands are for.
    pub about: &'static str,
    /// The application in whose windows they are at hand; `None` for those at hand in all.
    pub application: Option<&'static str>,
    /// Its commands.
    pub commands: &'static [CommandSpec],
}

/// The tables of all receivers whose commands are known before they run.
pub fn command_tables() -> Vec<CommandTable> {
    let office = |kind: OfficeKind| CommandTable {
        name: kind.word(),
        about: kind.about(),
        application: Some(kind.application_name()),
        commands: kind.table(),
    };
    let shell = CommandTable {
        name: "shell",
        about: "programs without a window",
        application: None,
        commands: SHELL_COMMANDS,
    };
    OfficeKind::ALL.into_iter().map(office).chain([shell]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_agent::{COMPOUND_COMMANDS, UI_COMMANDS};

    #[test]
    fn what_takes_the_place_of_a_general_command_takes_its_arguments() {
        let general = || {
            let compound = COMPOUND_COMMANDS.iter().map(|it| &it.spec);
            UI_COMMANDS.iter().map(|it| &it.spec).chain(compound)
        };
        let mut replaced = Vec::new();
        for native in command_tables().iter().flat_map(|it| it.commands) {
            let Some(general) = general().find(|it| it.name == native.name) else { continue };
            for param in general.params.iter() {
                assert!(native.param(&param.name).is_some(), "{} takes no {}", native.name, param.name);
            }
            replaced.push(native.name.as_ref());
        }
        replaced.sort_unstable();
        replaced.dedup();
        assert_eq!(replaced, ["save_as", "select_text", "set_cells"]);
    }
}
