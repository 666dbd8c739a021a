//! Twenty tasks in the sheet of `sheet.py`: what is done to which control, and what each changes.

use deskpilot_core::{
    Action, Aim, Button, Call, Gesture, Modifier, Role, ScrollBy, TextMode, Verb, Window, parse_keys,
};
use serde_json::{Map, Value, json};

/// A task.
pub(super) struct Task {
    pub(super) request: &'static str,
    pub(super) acts: Vec<Act>,
    /// The values in the state of the sheet that are others afterwards.
    pub(super) change: Value,
}

/// One thing that is done.
pub(super) struct Act {
    /// The control that it is done to; `None` for the window.
    pub(super) target: Option<(Role, &'static str)>,
    pub(super) gesture: Gesture,
}

impl Act {
    /// The action as a log has it.
    pub(super) fn action(&self, window: &Window, aim: &Aim) -> Action {
        Action {
            call: Call { command: self.command().into(), args: Map::new() },
            window: window.clone(),
            aim: aim.clone(),
            verb: Verb::Gesture(self.gesture.clone()),
        }
    }

    /// The function of an agent that does it.
    pub(super) fn command(&self) -> &'static str {
        match self.gesture {
            Gesture::Click { .. } => "click_input",
            Gesture::Text { .. } => "set_edit_text",
            Gesture::Scroll(_) => "wheel_mouse_input",
            _ => "keyboard_input",
        }
    }
}

/// Puts the values into a state, at any depth.
pub(super) fn merge(state: &mut Value, change: &Value) {
    match (state, change) {
        (Value::Object(state), Value::Object(change)) => {
            for (key, value) in change {
                merge(state.entry(key).or_insert(Value::Null), value);
            }
        }
        (state, change) => *state = change.clone(),
    }
}

/// The cells of a sheet hold "head" in A1, "old" in C2 and "last" in D1 at first.
pub(super) fn tasks() -> Vec<Task> {
    [cells(), fields_and_buttons(), keys_and_pointer()].into_iter().flatten().collect()
}

fn cells() -> Vec<Task> {
    let signs = "~!@#$%^&*()_+-={}|[]\\:;',.?/`>";
    let in_cell = |request, name: &'static str, text, mode, value: &str| {
        task(request, vec![on(Role::Cell, name, put(text, mode))], json!({ "cells": { name: value } }))
    };
    let replace = TextMode::Replace;
    vec![
        in_cell("Put twelve into B2", "B2", "12", replace, "12"),
        in_cell("Make the old ones older", "C2", "er", TextMode::Append, "older"),
        in_cell("Write a quoted letter", "A3", "1 \"x\"", replace, "1 \"x\""),
        task(
            "Note that three teas are paid",
            vec![on(Role::Cell, "A4", put("tea\t3\tyes\n", replace))],
            json!({ "cells": { "A4": "tea", "B4": "3", "C4": "yes" } }),
        ),
        in_cell("Add up half of the block", "B6", "=SUM(A1:B2)*50%", replace, "=SUM(A1:B2)*50%"),
        in_cell("Name both authors", "C3", "Ada & Charles", replace, "Ada & Charles"),
        in_cell("Try every sign", "D3", signs, replace, signs),
        in_cell("Append to a cell that holds nothing", "B5", "new", TextMode::Append, "new"),
        task(
            "Write one, then two instead",
            vec![on(Role::Cell, "A5", put("one", replace)), on(Role::Cell, "A5", put("two", replace))],
            json!({ "cells": { "A5": "two" } }),
        ),
        in_cell("The last shall be the first", "D1", "first", replace, "first"),
    ]
}

fn fields_and_buttons() -> Vec<Task> {
    let note = |text, mode| vec![on(Role::Edit, "Note", put(text, mode))];
    let press = |count| vec![on(Role::Button, "Count", click(Button::Left, count, &[]))];
    vec![
        task(
            "Remember when it is shipped",
            note("Ship on Monday", TextMode::Replace),
            json!({ "note": "Ship on Monday" }),
        ),
        task("Add the hour", note(", 9 a.m.", TextMode::Append), json!({ "note": "Ship on Monday, 9 a.m." })),
        task("Count once", press(1), json!({ "count": 1 })),
        task("Count twice as fast", press(2), json!({ "count": 3 })),
    ]
}

fn keys_and_pointer() -> Vec<Task> {
    let in_window = |gesture| Act { target: None, gesture };
    let right = vec![on(Role::Cell, "D5", click(Button::Right, 1, &[]))];
    let held = vec![on(Role::Cell, "D4", click(Button::Left, 1, &[Modifier::Control]))];
    let scroll = vec![on(Role::Cell, "C5", Gesture::Scroll(ScrollBy { up: -3, right: 0 }))];
    let seven = put("7", TextMode::Append);
    vec![
        task("Open a menu of a cell", right, json!({ "marks": ["right D5"] })),
        task("Choose one more cell", held, json!({ "marks": ["right D5", "control D4"] })),
        task("See what is further down", scroll, json!({ "scrolled": -3 })),
        task(
            "Say what is above the column",
            vec![on(Role::Cell, "A1", keys("{F2}er{ENTER}"))],
            json!({ "cells": { "A1": "header" } }),
        ),
        task(
            "Go to a cell and write seven there",
            vec![
                on(Role::Cell, "C6", click(Button::Left, 1, &[])),
                in_window(seven),
                in_window(keys("{ENTER}")),
            ],
            json!({ "cells": { "C6": "7" } }),
        ),
        task(
            "Walk to a cell with the arrows",
            vec![
                on(Role::Cell, "A2", click(Button::Left, 1, &[])),
                in_window(keys("{RIGHT}{RIGHT}{DOWN}q{ENTER}")),
            ],
            json!({ "cells": { "C3": "q" } }),
        ),
    ]
}

fn task(request: &'static str, acts: Vec<Act>, change: Value) -> Task {
    Task { request, acts, change }
}

fn on(role: Role, name: &'static str, gesture: Gesture) -> Act {
    Act { target: Some((role, name)), gesture }
}

fn put(text: &str, mode: TextMode) -> Gesture {
    Gesture::Text { text: text.into(), mode }
}

fn click(button: Button, count: u8, held: &[Modifier]) -> Gesture {
    Gesture::Click { button, count, held: held.to_vec() }
}

fn keys(text: &str) -> Gesture {
    Gesture::Keys(parse_keys(text).unwrap())
}
