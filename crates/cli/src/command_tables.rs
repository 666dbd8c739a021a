//! The tables of all native commands: those of every platform, and those of this one.

use deskpilot_desktop::{CommandTable, NativeInterfaces};

/// All tables whose commands are known before they run.
pub(crate) fn command_tables(platform: &dyn NativeInterfaces) -> Vec<CommandTable> {
    deskpilot_runtime::command_tables().into_iter().chain(platform.command_tables()).collect()
}
