//! The tables of all native commands: those of every platform, and those of this one.

use deskpilot_core::CommandSpec;
use deskpilot_linux::{
    FILE_MANAGER_COMMANDS, NOTIFICATION_COMMANDS, PLAYER_COMMANDS, SETTINGS_COMMANDS, WELL_KNOWN_ACTIONS,
};
use deskpilot_runtime::CommandTable;

/// The tables on the session bus, each with its name and what its commands are for.
const OF_PLATFORM: [(&str, &str, &[CommandSpec]); 5] = [
    ("gtk", "GTK applications, each as app.NAME or win.NAME", WELL_KNOWN_ACTIONS),
    ("player", "what plays sound and films (MPRIS)", PLAYER_COMMANDS),
    ("settings", "settings of applications and of the desktop (GSettings)", SETTINGS_COMMANDS),
    ("file-manager", "the file manager", FILE_MANAGER_COMMANDS),
    ("notifications", "notifications", NOTIFICATION_COMMANDS),
];

/// All tables whose commands are known before they run.
pub(crate) fn command_tables() -> Vec<CommandTable> {
    let table = |(name, about, commands)| CommandTable { name, about, application: None, commands };
    deskpilot_runtime::command_tables().into_iter().chain(OF_PLATFORM.map(table)).collect()
}
