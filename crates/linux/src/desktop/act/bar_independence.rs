//! Which actions need not wait until the tool bars of an application show the previous action. Pure.

use deskpilot_core::{Aim, Control, Gesture, Input, Role, State};
use deskpilot_desktop::verdict::{TypedKeys, is_of_menu};

/// Whether an action needs no tool bar, neither for its target nor for its proof.
pub(super) fn is_independent_of_bars(input: &Input) -> bool {
    match (&input.gesture, &input.aim) {
        (Gesture::Keys(chords), Aim::Window) => types_or_moves(&TypedKeys::of(chords)),
        (Gesture::Keys(chords), Aim::Control(control)) => {
            is_content(control) && types_or_moves(&TypedKeys::of(chords))
        }
        (Gesture::Text { .. }, Aim::Window) => true,
        (_, Aim::Control(control)) => is_content(control) || is_of_menu(control.role),
        // A point may be on a tool bar, and what a command such as Ctrl+B does shows in tool bars alone (decision 58).
        (_, Aim::Point(_) | Aim::Window) => false,
    }
}

fn types_or_moves(keys: &TypedKeys) -> bool {
    keys.text.is_some() || !keys.entries.is_empty() || keys.kind.presses_nothing()
}

/// Whether a control is a part of a document that is worked on.
fn is_content(control: &Control) -> bool {
    let is_written = control.states.has(State::Editable) && control.role == Role::Text;
    is_written || matches!(control.role, Role::Cell | Role::Document)
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Button, ControlSource, NodeId, Point, Rect, States, WindowId, parse_keys};

    fn control(role: Role, states: States) -> Aim {
        Aim::Control(Box::new(Control {
            label: None,
            role,
            name: "it".into(),
            value: None,
            states,
            rect: Rect::new(0, 0, 9, 9),
            source: ControlSource::Accessibility { node: NodeId("1".into()) },
        }))
    }

    #[test]
    fn what_a_document_or_a_menu_shows_needs_no_tool_bar() {
        let click = || Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
        let keys = |text: &str| Gesture::Keys(parse_keys(text).unwrap());
        let editable = States::default().with(State::Editable);
        for (gesture, aim, expected) in [
            (keys("Total{TAB}12{ENTER}"), Aim::Window, true),
            (keys("{DOWN}"), Aim::Window, true),
            (keys("Ctrl+B"), Aim::Window, false),
            (keys("Ctrl+B"), control(Role::Cell, editable), false),
            (click(), control(Role::Cell, editable), true),
            (click(), control(Role::Text, editable), true),
            (click(), control(Role::MenuItem, States::default()), true),
            (click(), control(Role::ToggleButton, States::default()), false),
            (click(), Aim::Point(Point { x: 1, y: 1 }), false),
        ] {
            let input = Input { window: WindowId(1), aim, gesture };
            assert_eq!(is_independent_of_bars(&input), expected, "{input:?}");
        }
    }
}
