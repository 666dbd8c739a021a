//! The looks that the policy ruled on. Pure.

use deskpilot_core::{Aim, Control, Gesture, Input, Role, State, WindowId, pressed_at};
use std::collections::HashMap;

/// The controls of the last looks since the last action: the policy ruled on these.
#[derive(Debug, Default)]
pub(in crate::desktop) struct GivenLooks(HashMap<WindowId, Vec<Control>>);

impl GivenLooks {
    /// Remembers a look.
    pub(in crate::desktop) fn give(&mut self, window: WindowId, controls: &[Control]) {
        self.0.insert(window, controls.to_vec());
    }

    /// The control that takes an input which names none: the one at its point, or the one with the keyboard focus.
    pub(in crate::desktop) fn target(&self, input: &Input) -> Option<&Control> {
        let controls = self.0.get(&input.window)?;
        match (&input.aim, &input.gesture) {
            (Aim::Point(point), _) => pressed_at(controls, *point).filter(|it| it.role.acts_by_name()),
            (Aim::Window, Gesture::Keys(_) | Gesture::Text { .. }) => {
                // Sheets recreate their cells.
                let focused = controls.iter().rev().find(|it| it.states.has(State::Focused));
                focused.filter(|it| it.role != Role::Cell)
            }
            (Aim::Window | Aim::Control(_), _) => None,
        }
    }

    /// The control where a drag ends.
    pub(in crate::desktop) fn drop_target(&self, input: &Input) -> Option<&Control> {
        let Gesture::Drag { to, .. } = input.gesture else { return None };
        pressed_at(self.0.get(&input.window)?, to).filter(|it| it.role.acts_by_name())
    }
}
