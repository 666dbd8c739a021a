//! Controls in short form for this module's tests.

use deskpilot_core::{Control, ControlSource, Label, NodeId, Rect, Role, State, States};

/// An enabled control of this name in the corner.
pub(super) fn control(role: Role, name: &str) -> Control {
    Control {
        label: None,
        role,
        name: name.to_owned(),
        value: None,
        states: States::default().with(State::Enabled),
        rect: Rect::new(0, 0, 90, 20),
        source: ControlSource::Accessibility { node: NodeId(format!("{role:?} {name}")) },
    }
}

/// A nameless button as large as an icon, with a label.
pub(super) fn icon() -> Control {
    Control { label: Some(Label(1)), rect: Rect::new(0, 0, 24, 24), ..control(Role::Button, "") }
}
