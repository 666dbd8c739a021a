//! The modes of a session: the presets of the policy, under the words of `--policy`.

use crate::error::RequestError;
use agent_client_protocol::v1::schema::{SessionMode, SessionModeId, SessionModeState};
use deskpilot_core::Preset;

/// The modes that an editor can choose from, and the current one.
pub(crate) fn mode_state(current: Preset) -> SessionModeState {
    SessionModeState::new(current.word(), Preset::ALL.iter().copied().map(mode).collect())
}

/// The preset of a mode.
///
/// # Errors
/// There is no such mode.
pub(crate) fn preset(mode: &SessionModeId) -> Result<Preset, RequestError> {
    let words: Vec<&str> = Preset::ALL.iter().map(|it| it.word()).collect();
    let none = || RequestError::Wrong(format!("there is no mode {:?}: use {}", &*mode.0, words.join(", ")));
    Preset::of(&mode.0).ok_or_else(none)
}

fn mode(preset: Preset) -> SessionMode {
    let (name, description) = match preset {
        Preset::ReadOnly => ("Read only", "Looks and reads. Asks before it opens an application."),
        Preset::Ask => ("Ask", "Does what is harmless. Asks before risky actions."),
        Preset::Bounded => {
            ("Bounded", "Does what your rules allow. Asks before risky actions, and does nothing else.")
        }
        Preset::Unrestricted => ("Unrestricted", "Does everything that no rule refuses, without asking."),
    };
    SessionMode::new(preset.word(), name).description(description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_mode_under_its_own_word_and_nothing_else_is() {
        let state = mode_state(Preset::Bounded);
        assert_eq!(&*state.current_mode_id.0, "bounded");
        let presets: Vec<Preset> = state.available_modes.iter().map(|it| preset(&it.id).unwrap()).collect();
        assert_eq!(presets, Preset::ALL);
        for wrong in ["", "Ask", "code"] {
            let says = preset(&SessionModeId::new(wrong)).unwrap_err().to_string();
            assert!(says.ends_with("use read-only, ask, bounded, unrestricted"), "{says}");
        }
    }
}
