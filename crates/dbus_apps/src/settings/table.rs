//! The commands of settings.

use deskpilot_core::{
    CommandSpec, ParamKind, Risk, Risks, SideEffects, command,
    command_table::{NOTE, required},
    reads,
};

/// What is changed here applies to all programs of the desktop, and some settings name programs or servers.
const SETS: SideEffects = SideEffects::Risks(Risks::of(&[Risk::Guarded]));
const SCHEMA: &str = "the schema, such as org.gnome.desktop.interface";
const KEY: &str = "the name of the setting, such as color-scheme";

/// Every command.
pub const SETTINGS_COMMANDS: &[CommandSpec] = &[
    reads!(
        "list_settings",
        "Lists settings, each with its schema and its name. At most 200; it says how many there are.",
        &[
            required("part", ParamKind::Text, "a part of the schema or of the name, such as text-scaling"),
            NOTE,
        ],
    ),
    reads!(
        "get_setting",
        "Reads a setting: its value, the values that it may have, and what it is for.",
        &[required("schema", ParamKind::Text, SCHEMA), required("key", ParamKind::Text, KEY), NOTE,],
    ),
    command!(
        SETS,
        "set_setting",
        "Changes a setting of the desktop or of applications at once, and reads it back.",
        &[
            required("schema", ParamKind::Text, SCHEMA),
            required("key", ParamKind::Text, KEY),
            required(
                "value",
                ParamKind::Text,
                "the value as a text, as get_setting returns it: prefer-dark, true, 12, 1.25, ['us', 'de']",
            ),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_own_name_and_a_short_first_sentence() {
        for (at, spec) in SETTINGS_COMMANDS.iter().enumerate() {
            assert_eq!(spec.definition_error(), None);
            assert!(SETTINGS_COMMANDS[..at].iter().all(|it| it.name != spec.name), "{}", spec.name);
            assert!(!spec.short_description().ends_with('…'), "{}", spec.short_description());
        }
    }
}
