//! The tables of the native commands on the session bus.

use deskpilot_core::CommandSpec;
use deskpilot_dbus_apps::{
    FILE_MANAGER_COMMANDS, NOTIFICATION_COMMANDS, PLAYER_COMMANDS, SETTINGS_COMMANDS, WELL_KNOWN_ACTIONS,
};
use deskpilot_desktop::CommandTable;

/// Each table with its name and what its commands are for.
const TABLES: [(&str, &str, &[CommandSpec]); 5] = [
    ("gtk", "GTK applications, each as app.NAME or win.NAME", WELL_KNOWN_ACTIONS),
    ("player", "what plays sound and films (MPRIS)", PLAYER_COMMANDS),
    ("settings", "settings of applications and of the desktop (GSettings)", SETTINGS_COMMANDS),
    ("file-manager", "the file manager", FILE_MANAGER_COMMANDS),
    ("notifications", "notifications", NOTIFICATION_COMMANDS),
];

/// The tables whose commands are known before they run.
pub(crate) fn command_tables() -> Vec<CommandTable> {
    let table = |(name, about, commands)| CommandTable { name, about, application: None, commands };
    TABLES.map(table).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Param, ParamKind, SideEffects};

    #[test]
    fn what_a_command_reads_can_be_kept_under_a_name() {
        let is_note = |it: &Param| it.kind == ParamKind::Note;
        for spec in TABLES.iter().flat_map(|(_, _, commands)| commands.iter()) {
            if spec.side_effects == SideEffects::Reads {
                assert!(spec.params.iter().any(is_note), "{}", spec.name);
            }
        }
    }
}
