//! Windows, controls, views and scenes for the tests of this crate.

use deskpilot_core::{
    AgentName, Control, ControlSource, DesktopView, Label, NodeId, Rect, Role, States, Window, WindowId,
    WindowState,
    fold::{AgentMemory, Blackboard, Round, Steps},
};
use deskpilot_deciders::{AgentContext, Attempt, HostScene};

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

/// A window with this label; the first one has the focus.
pub(crate) fn labelled_window(label: u32, title: &str, application: &str) -> Window {
    let window = window(u64::from(label), title, application);
    Window { label: Some(Label(label)), focused: label == 1, ..window }
}

/// What a function returns for the scene of a HostAgent that begins, with this view.
pub(crate) fn at_first_scene<T>(view: &DesktopView, then: impl FnOnce(&HostScene<'_>) -> T) -> T {
    let context = AgentContext {
        round: &Round::default(),
        steps: &Steps::default(),
        passages: &[],
        blackboard: &Blackboard::default(),
        memory: &AgentMemory::default(),
        pictures: &[],
        complaint: None,
        attempt: Attempt::default(),
    };
    let agent_for = |window: &Window| AgentName::app(&window.application, &window.title);
    then(&HostScene { context, view, others: &[], agent_for: &agent_for })
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
