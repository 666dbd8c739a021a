//! Which controls get a number in the picture of a window, and on which part of them.

use deskpilot_core::{Control, Outline, Rect, Role};

/// The controls of this look that match the given ones of an earlier look, each with the part of it that is to be seen; labels are
/// valid in one look only. What a window or dialog in front covers is not in the picture, and what is partly behind it is
/// marked next to it, so that the numbers in a dialog are its own.
pub(super) fn painted_controls(controls: &[Control], levels: &[u16], only: &[Control]) -> Vec<Control> {
    let wanted = |now: &Control| only.is_empty() || only.iter().any(|then| is_same_control(now, then));
    let visible = visible_parts(controls, &Outline::of(controls, levels));
    let painted = controls.iter().zip(visible).filter(|(it, _)| wanted(it));
    painted.filter_map(|(it, rect)| Some(Control { rect: rect?, ..it.clone() })).collect()
}

/// The part of each control that no window or dialog in front of it covers, `None` where it is wholly behind one. What is in front is
/// listed first; what was found in the picture is visible.
fn visible_parts(controls: &[Control], outline: &Outline) -> Vec<Option<Rect>> {
    let mut fronts: Vec<usize> = Vec::new();
    let mut visible = Vec::with_capacity(controls.len());
    for (at, control) in controls.iter().enumerate() {
        // A dialog does not cover what is in it.
        let is_outside = |front: &&usize| outline.around(at).all(|around| around != **front);
        let covering: Vec<usize> = match control.is_known_by_place() {
            true => Vec::new(),
            false => fronts.iter().filter(is_outside).copied().collect(),
        };
        let beside = |rect: Rect, front: usize| part_beside(rect, controls[front].rect);
        visible.push(covering.into_iter().try_fold(control.rect, beside));
        // Only what follows in the list can be behind it.
        if matches!(control.role, Role::Window | Role::Dialog) {
            fronts.push(at);
        }
    }
    visible
}

/// The largest part of a rectangle on one side of another; `None` if that one covers it.
fn part_beside(rect: Rect, front: Rect) -> Option<Rect> {
    let hidden = front.intersection(rect);
    if hidden == rect {
        return None;
    }
    if hidden.is_empty() {
        return Some(rect);
    }
    let (left, above) = (hidden.x.abs_diff(rect.x), hidden.y.abs_diff(rect.y));
    let (right, below) = (rect.width - left - hidden.width, rect.height - above - hidden.height);
    let (end_x, end_y) =
        (hidden.x.saturating_add_unsigned(hidden.width), hidden.y.saturating_add_unsigned(hidden.height));
    // The sides overlap at the corners; the largest leaves most of the control to be seen.
    let sides = [
        Rect::new(rect.x, rect.y, left, rect.height),
        Rect::new(end_x, rect.y, right, rect.height),
        Rect::new(rect.x, rect.y, rect.width, above),
        Rect::new(rect.x, end_y, rect.width, below),
    ];
    sides.into_iter().max_by_key(|it| it.area())
}

/// Whether a control of this look is the same as one of an earlier look.
pub(crate) fn is_same_control(now: &Control, then: &Control) -> bool {
    now.id() == then.id() && (now.source == then.source || is_same_detection(now, then))
}

/// A control that is known by its place has no node; its position distinguishes it from others of its name.
fn is_same_detection(now: &Control, then: &Control) -> bool {
    now.is_known_by_place() && then.is_known_by_place() && now.rect.overlap(then.rect) > 0.5
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::ControlSource;

    #[test]
    fn what_a_window_in_front_covers_is_not_painted() {
        let at = |role, name: &str, x, y, width, height| Control {
            rect: Rect::new(x, y, width, height),
            ..Control::deferred(role, name)
        };
        let controls = [
            at(Role::MenuItem, "Copy", 120, 120, 50, 20),
            at(Role::Window, "Find", 100, 100, 200, 100),
            at(Role::Edit, "Find:", 120, 120, 100, 20),
            at(Role::Document, "Letter", 0, 0, 400, 300),
            at(Role::Cell, "A1", 130, 130, 60, 20),
            at(Role::Cell, "Z9", 320, 130, 60, 20),
            at(Role::Button, "Save", 90, 110, 12, 12),
            Control {
                source: ControlSource::Vision { confidence: 0.9 },
                ..at(Role::Button, "Star", 150, 150, 9, 9)
            },
        ];
        let painted = painted_controls(&controls, &[0, 0, 1, 0, 1, 1, 0], &[]);
        let names: Vec<&str> = painted.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["Copy", "Find", "Find:", "Letter", "Z9", "Save", "Star"]);
    }

    #[test]
    fn what_is_partly_behind_a_dialog_is_marked_next_to_it() {
        let at = |role, name: &str, x, y, width, height| Control {
            rect: Rect::new(x, y, width, height),
            ..Control::deferred(role, name)
        };
        let dialog = Rect::new(100, 100, 200, 100);
        let controls = [
            at(Role::Dialog, "Find", 100, 100, 200, 100),
            at(Role::Button, "Find All", 120, 120, 50, 20),
            at(Role::Document, "Letter", 0, 0, 400, 600),
            at(Role::Button, "Save", 90, 110, 30, 12),
            at(Role::Button, "Open", 290, 110, 30, 12),
            at(Role::Button, "Below", 120, 190, 30, 40),
        ];
        let painted = painted_controls(&controls, &[0, 1, 0, 1, 1, 1], &[]);
        let behind: Vec<(&str, Rect)> = painted[2..].iter().map(|it| (it.name.as_str(), it.rect)).collect();
        assert_eq!(
            behind,
            [
                ("Letter", Rect::new(0, 200, 400, 400)),
                ("Save", Rect::new(90, 110, 10, 12)),
                ("Open", Rect::new(300, 110, 20, 12)),
                ("Below", Rect::new(120, 200, 30, 30)),
            ]
        );
        assert!(behind.iter().all(|(_, rect)| rect.intersection(dialog).is_empty()));
        assert_eq!(painted[..2], controls[..2], "its own controls are whole");
    }
}
