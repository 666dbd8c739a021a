//! Hit tests: the window or control at a desktop point, from the last observation. Pure.

use super::{Control, Window, WindowState};
use crate::Point;

/// The window that would receive a click at the point. `windows` is ordered topmost first; `None` means the
/// desktop background.
pub fn window_at(windows: &[Window], point: Point) -> Option<&Window> {
    windows.iter().find(|it| it.state != WindowState::Minimized && it.rect.contains(point))
}

/// The smallest control that contains the point; among equally large ones the deepest, which the list has last.
pub fn control_at(controls: &[Control], point: Point) -> Option<&Control> {
    controls.iter().rev().filter(|it| it.rect.contains(point)).min_by_key(|it| it.rect.area())
}

/// The control that takes a click at the point: the one there, or the one around a text or a picture there that is pressed
/// for its name.
pub fn pressed_at(controls: &[Control], point: Point) -> Option<&Control> {
    let there = control_at(controls, point)?;
    if there.role.acts_by_name() || there.role.is_interactive() {
        return Some(there);
    }
    let is_around = |it: &&Control| it.role.acts_by_name() && it.rect.contains(point);
    controls.iter().rev().filter(is_around).min_by_key(|it| it.rect.area()).or(Some(there))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rect, Role, WindowId};

    fn window(id: u64, state: WindowState, rect: Rect) -> Window {
        let (title, application) = (format!("window {id}"), "any".into());
        Window {
            label: None,
            id: WindowId(id),
            title,
            application,
            process: None,
            rect,
            state,
            focused: false,
        }
    }

    #[test]
    fn the_topmost_visible_window_is_hit() {
        let windows = [
            window(1, WindowState::Minimized, Rect::new(0, 0, 500, 500)),
            window(2, WindowState::Normal, Rect::new(10, 10, 50, 50)),
            window(3, WindowState::Maximized, Rect::new(0, 0, 100, 100)),
        ];
        for (x, y, expected) in [(10, 10, Some(2)), (60, 60, Some(3)), (5, 5, Some(3)), (100, 100, None)] {
            let hit = window_at(&windows, Point { x, y }).map(|it| it.id.0);
            assert_eq!(hit, expected, "{x},{y}");
        }
    }

    #[test]
    fn the_smallest_control_is_hit_and_of_equal_ones_the_deepest() {
        let placed = |role, name: &str, rect| Control { rect, ..Control::deferred(role, name) };
        let controls = [
            placed(Role::Group, "all", Rect::new(0, 0, 100, 100)),
            placed(Role::Button, "outer", Rect::new(10, 10, 20, 20)),
            placed(Role::Text, "inner", Rect::new(10, 10, 20, 20)),
            placed(Role::Group, "wide", Rect::new(0, 0, 100, 50)),
        ];
        for (x, y, expected) in
            [(15, 15, Some("inner")), (50, 40, Some("wide")), (50, 60, Some("all")), (-1, 0, None)]
        {
            let hit = control_at(&controls, Point { x, y }).map(|it| it.name.as_str());
            assert_eq!(hit, expected, "{x},{y}");
        }
    }

    #[test]
    fn a_text_in_a_button_is_pressed_as_the_button() {
        let placed = |role, name: &str, rect| Control { rect, ..Control::deferred(role, name) };
        let controls = [
            placed(Role::ListItem, "row", Rect::new(0, 0, 100, 20)),
            placed(Role::Button, "Send", Rect::new(10, 0, 30, 20)),
            placed(Role::Text, "Ctrl+S", Rect::new(12, 0, 10, 20)),
            placed(Role::Edit, "Name", Rect::new(50, 0, 30, 20)),
            placed(Role::Text, "alone", Rect::new(0, 40, 30, 20)),
        ];
        for (x, y, expected) in [
            (15, 5, Some("Send")),
            (55, 5, Some("Name")),
            (90, 5, Some("row")),
            (5, 45, Some("alone")),
            (5, 90, None),
        ] {
            let pressed = pressed_at(&controls, Point { x, y }).map(|it| it.name.as_str());
            assert_eq!(pressed, expected, "{x},{y}");
        }
    }
}
