//! Checks that a click took the keyboard away from the control that had it: keys for a field press a button that keeps it.

use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, Target, node_of};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_core::{Button, Control, Role, State, States};
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long the focus may take to follow a click.
const FOLLOWING: Duration = Duration::from_millis(500);
/// How long to wait between two checks of it.
const PAUSE: Duration = Duration::from_millis(10);

/// The control with the focus that keys press, among those of a look.
fn holder_among(controls: &[Control]) -> Option<Control> {
    let is_pressed_by_keys = |it: &Control| {
        matches!(
            it.role,
            Role::Button | Role::ToggleButton | Role::CheckBox | Role::RadioButton | Role::Hyperlink
        )
    };
    controls.iter().find(|it| it.states.has(State::Focused) && is_pressed_by_keys(it)).cloned()
}

impl Sender<'_> {
    /// Clicks a control that is to get the keyboard; fails where a control that keys press keeps it.
    pub(super) async fn click_for_keyboard(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
    ) -> Result<(), DesktopError> {
        self.click(group, target, Button::Left, 1, &[]).await?;
        if self.keyboard_keeper(found).await.is_none() {
            return Ok(());
        }
        // An open menu takes the first click and closes.
        self.click(group, target, Button::Left, 1, &[]).await?;
        let Some(keeper) = self.keyboard_keeper(found).await else { return Ok(()) };
        self.notes.unfocused = Some(format!("{}: {keeper} keeps it after two clicks", found.description()));
        Err(found.cannot(format!("{keeper} keeps the keyboard after two clicks on it")))
    }

    /// The control that keys press and that had the focus before the action, if it still has it after a click on another one.
    async fn keyboard_keeper(&self, clicked: &FoundControl) -> Option<String> {
        let holder = &holder_among(self.focused)?;
        let end = Instant::now() + FOLLOWING;
        while self.has_focus(holder).await && !self.now(clicked).await.has(State::Focused) {
            if Instant::now() >= end {
                return Some(holder.id().to_string());
            }
            sleep(PAUSE).await;
        }
        None
    }

    /// Whether a control reports the focus; one that does not answer does not.
    pub(super) async fn has_focus(&self, control: &Control) -> bool {
        let Some(node) = node_of(control) else { return false };
        let caller = self.reader.bus.until(Instant::now() + PATIENCE);
        let Ok(facts) = caller.facts(&node).await else { return false };
        facts.states().has(State::Focused)
    }

    /// The states of a control now; none if it does not answer.
    async fn now(&self, found: &FoundControl) -> States {
        let caller = self.reader.bus.until(Instant::now() + PATIENCE);
        let states = caller.states(&found.element.node).await;
        states.map(|bits| found.element.facts.states_of(bits)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_with_the_focus_takes_keys_and_a_tab_or_a_field_is_not_pressed_by_them() {
        let with = |role, states: &[State]| Control {
            states: states.iter().copied().collect(),
            ..Control::deferred(role, "it")
        };
        let focused = &[State::Focused];
        for (controls, expected) in [
            (vec![with(Role::TabItem, focused), with(Role::Button, focused)], Some(Role::Button)),
            (vec![with(Role::TabItem, focused), with(Role::Button, &[])], None),
            (vec![with(Role::Edit, focused)], None),
        ] {
            assert_eq!(holder_among(&controls).map(|it| it.role), expected);
        }
    }
}
