//! Which gestures only show existing content, so that a read-only policy allows them.

use super::super::PolicyContext;
use super::target::{affected, at, is_clicked_for_focus, is_in_document};
use crate::{Action, Aim, Button, Control, Gesture, Role};

/// Whether a gesture only shows existing content: the wheel over what it does not turn, and a plain click on a tab, menu or
/// expander of the toolkit. What a page calls a tab may do anything.
pub(in super::super) fn only_shows(gesture: &Gesture, action: &Action, context: &PolicyContext<'_>) -> bool {
    let is_toolkits = |it: &&Control| !is_in_document(context.controls, it);
    let target = || affected(action, context).filter(is_toolkits);
    match gesture {
        Gesture::Hover | Gesture::ReadClipboard => true,
        Gesture::Focus => match &action.aim {
            Aim::Window => true,
            Aim::Control(it) => !is_clicked_for_focus(it) || is_field(context, it),
            Aim::Point(_) => false,
        },
        Gesture::Scroll(_) => !under_wheel(action, context).is_some_and(turns),
        Gesture::Expand(_) => target().is_some_and(Control::is_expander),
        Gesture::Click { button: Button::Left, count: 1, held } if held.is_empty() => {
            target().is_some_and(|it| matches!(it.role, Role::TabItem | Role::Menu) && it.node().is_some())
        }
        _ => false,
    }
}

/// Whether a click into the control only puts the caret there. Items are selected by it, and spinners have buttons.
fn is_field(context: &PolicyContext<'_>, control: &Control) -> bool {
    matches!(control.role, Role::Edit | Role::Terminal) && !is_in_document(context.controls, control)
}

/// The control that gets the wheel: the one at the centre of the target.
fn under_wheel<'a>(action: &'a Action, context: &PolicyContext<'a>) -> Option<&'a Control> {
    match &action.aim {
        Aim::Control(control) => at(context.controls, control.rect.center()).or(Some(control)),
        Aim::Point(point) => at(context.controls, *point),
        Aim::Window => at(context.controls, action.window.rect.center()),
    }
}

/// Whether the wheel changes the control's value.
fn turns(control: &Control) -> bool {
    matches!(control.role, Role::ComboBox | Role::Slider | Role::Spinner)
}
