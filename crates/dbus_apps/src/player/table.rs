//! The commands of players.

use deskpilot_core::{
    CommandSpec, ParamKind, changes,
    command_table::{NOTE, required},
    reads,
};

/// Every command.
pub const PLAYER_COMMANDS: &[CommandSpec] = &[
    reads!(
        "now_playing",
        "Tells what the player plays: title, artist, album, position, length, and whether it plays, its volume.",
        &[NOTE],
    ),
    changes!("play", "Begins or goes on to play.", &[]),
    changes!("pause", "Pauses.", &[]),
    changes!("stop", "Stops, so that playing starts at the beginning again.", &[]),
    changes!("next", "Goes to the next track.", &[]),
    changes!("previous", "Goes to the previous track.", &[]),
    changes!(
        "set_volume",
        "Sets the player's own volume.",
        &[required("volume", ParamKind::Number, "from 0, silent, to 1, full")],
    ),
    changes!(
        "seek",
        "Goes to a place in the track.",
        &[required("seconds", ParamKind::Number, "the place, in seconds from the beginning")],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_its_own_name_and_a_short_first_sentence() {
        for (at, spec) in PLAYER_COMMANDS.iter().enumerate() {
            assert_eq!(spec.definition_error(), None);
            assert!(PLAYER_COMMANDS[..at].iter().all(|it| it.name != spec.name), "{}", spec.name);
            assert!(!spec.short_description().ends_with('…'), "{}", spec.short_description());
        }
    }
}
