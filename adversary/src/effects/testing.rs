//! Truths and actions for tests.

use super::truth::{Truth, WindowState};
use deskpilot_core::{Action, Aim, Call, Gesture, Rect, Verb, Window, WindowId};
use serde_json::{Map, Value, json};

/// A truth about these controls.
pub(crate) fn truth(controls: &Value) -> Truth {
    let state: WindowState = serde_json::from_value(json!({"controls": controls})).unwrap();
    Truth { state, ..Truth::default() }
}

/// An action for a window.
pub(crate) fn action(gesture: Gesture) -> Action {
    let window = Window {
        label: None,
        id: WindowId(1),
        title: "inside".into(),
        application: "inside".into(),
        process: None,
        rect: Rect::default(),
        state: deskpilot_core::WindowState::Normal,
        focused: true,
    };
    let call = Call { command: "click_input".into(), args: Map::new() };
    Action { call, window, aim: Aim::Window, verb: Verb::Gesture(gesture) }
}
