//! Windows, controls and views for the tests of this crate.

use deskpilot_core::{
    AppView, Control, ControlSource, NodeId, Pictures, Rect, Role, States, Window, WindowId, WindowState,
};

/// An unfocused window without a label.
pub(crate) fn window(id: u64, title: &str, application: &str) -> Window {
    Window {
        label: None,
        id: WindowId(id),
        title: title.into(),
        application: application.into(),
        process: None,
        rect: Rect::new(0, 0, 400, 300),
        state: WindowState::Normal,
        focused: false,
    }
}

/// A control without a label, identified by its name.
pub(crate) fn control(role: Role, name: &str) -> Control {
    Control {
        label: None,
        role,
        name: name.into(),
        value: None,
        states: States::default(),
        rect: Rect::new(10, 10, 20, 20),
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    }
}

/// A view of this window, without pictures.
pub(crate) fn app_view(window: Window, controls: Vec<Control>) -> AppView {
    AppView {
        window,
        controls,
        levels: Vec::new(),
        truncated: None,
        others: Vec::new(),
        pictures: Pictures::default(),
    }
}
