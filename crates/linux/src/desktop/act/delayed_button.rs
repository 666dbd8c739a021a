//! Presses a button with the pointer whose accessibility action would act a quarter of a second later, as that of GTK 4 does.

use super::reach::{HitTest, hit_test, point_in};
use super::sender::Sender;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::{AccessibleWindow, ButtonAction};
use deskpilot_core::Role;
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::Proof;
use deskpilot_x11 as x11;
use tokio::time::Instant;

impl Sender<'_> {
    /// Whether the pointer presses a button sooner than its action does, and surely: it would raise no window and take the keyboard
    /// from none, and the application says that the button is at that point.
    pub(super) async fn is_sooner_by_pointer(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
    ) -> Result<bool, DesktopError> {
        let Some(client) = &found.member.client else { return Ok(false) };
        let kind = found.element.facts.kind();
        // What an open menu covers, only the X server knows.
        if !is_delayed(&found.member.accessible, kind) || !group.popups.is_empty() {
            return Ok(false);
        }
        let (point, window) = (point_in(found.visible_rect(), kind), client.id);
        let ours = group.toplevels(Some(client));
        let looking = self.reader.windows.display.run(move |server| {
            let is_above = x11::toplevel_at(server, point)?.is_some_and(|hit| ours.contains(&hit));
            Ok(is_above && x11::is_active(server, window)?)
        });
        // Where the X server does not say so, the action does as well.
        if !looking.await?.unwrap_or(false) {
            return Ok(false);
        }
        let caller = self.reader.bus.until(Instant::now() + PATIENCE);
        Ok(matches!(hit_test(caller, found, point).await, Ok(HitTest::Target)))
    }
}

/// What would prove the press of this target. The pointer brings the focus to it.
pub(super) fn proof_of_press(proof: Proof, target: &Target) -> Proof {
    let is_it = |it: &FoundControl| is_delayed(&it.member.accessible, it.element.facts.kind());
    match proof {
        Proof::AnyChange if target.control().is_some_and(is_it) => Proof::Press,
        proof => proof,
    }
}

/// Whether a control of this role in a window acts late on its action, and is where it is reported.
fn is_delayed(window: &AccessibleWindow, kind: Role) -> bool {
    window.button_action == ButtonAction::Delayed
        && window.coordinates.is_sure()
        && matches!(kind, Role::Button | Role::ToggleButton)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_atspi::{CoordinateSystem, NodeRef, ReadStrategy, VisibilityRule};
    use deskpilot_core::Rect;

    #[test]
    fn only_buttons_that_act_late_and_are_where_they_are_said_to_be_are_left_to_the_pointer() {
        let (sure, rect) = (CoordinateSystem::as_reported(1.0), Rect::new(0, 0, 400, 300));
        let unsure = CoordinateSystem::infer(Rect::new(0, 0, 10, 10), rect, rect);
        assert!(sure.is_sure() && !unsure.is_sure());
        for (button_action, coordinates, kind, expected) in [
            (ButtonAction::Delayed, sure, Role::Button, true),
            (ButtonAction::Delayed, sure, Role::ToggleButton, true),
            (ButtonAction::Delayed, sure, Role::CheckBox, false),
            (ButtonAction::Delayed, unsure, Role::Button, false),
            (ButtonAction::Prompt, sure, Role::Button, false),
        ] {
            let window = AccessibleWindow {
                node: NodeRef::root_of(":1.1"),
                title_in_front: None,
                coordinates,
                rect,
                visibility: VisibilityRule::ByPlace,
                libreoffice_offset: None,
                opened: Vec::new(),
                read_strategy: ReadStrategy::WokenCache,
                button_action,
            };
            assert_eq!(is_delayed(&window, kind), expected, "{button_action:?}, {kind:?}");
        }
    }
}
