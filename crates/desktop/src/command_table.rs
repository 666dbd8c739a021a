//! A table of native commands, as a person reads and calls it.

use deskpilot_core::CommandSpec;

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
