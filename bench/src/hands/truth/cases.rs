//! The classes of actions, as each server writes them, and by what the window tells whether they happened.

use super::super::fixture::{
    Fixture::{self, Firefox, Gtk3, Gtk4, Qt5, Traps},
    Happening,
};
use super::said::Truth;
use serde_json::Value;

/// A class of actions.
pub(in super::super) struct Case {
    /// What is done.
    pub(in super::super) class: &'static str,
    /// The windows in which it is done.
    pub(super) fixtures: &'static [Fixture],
    /// The actions of each server.
    pub(super) act: Act,
    /// What is wanted.
    pub(super) wanted: Wanted,
    /// What nobody wants, if something near can happen.
    pub(super) harm: Option<Event>,
}

/// What stands for the kind that a window says its radio buttons are.
pub(super) const RADIO_BUTTON: &str = "{radio button}";

/// What is done.
#[derive(Clone, Copy)]
pub(super) enum Act {
    /// The actions of Deskpilot and the steps of cua-driver, as JSON.
    List(&'static str, &'static str),
    /// A click on the control that a look showed under this name, after that control has turned into another one.
    ClickTurned(&'static str),
}

/// What is wanted.
#[derive(Clone, Copy)]
pub(super) enum Wanted {
    /// That this property of a control has this value, as the window itself reports of its widgets.
    State { control: &'static str, property: &'static str, is: Expected },
    /// That this happens.
    Event(Event),
}

/// A value of a property.
#[derive(Clone, Copy)]
pub(super) enum Expected {
    /// This text, or this only item of a list.
    Text(&'static str),
    /// This number.
    Number(f64),
    /// True.
    True,
}

/// The kind of a happening, and the name of its control.
#[derive(Clone, Copy)]
pub(super) struct Event(pub(super) &'static str, pub(super) &'static str);

/// Windows with toolkits of their own.
const TOOLKITS: &[Fixture] = &[Gtk3, Gtk4, Qt5];
/// These, and a page.
const ALL: &[Fixture] = &[Gtk3, Gtk4, Qt5, Firefox];

/// The classes.
pub(in super::super) const CASES: &[Case] = &[
    case(
        "button",
        TOOLKITS,
        r#"[{"command": "click_input", "control": "Button \"Next\""}]"#,
        r#"[{"click": {"role": "button", "name": "Next"}}]"#,
        event("activated", "Next"),
    ),
    case(
        "check box",
        ALL,
        r#"[{"command": "check", "control": "CheckBox \"Agree\""}]"#,
        r#"[{"click": {"role": "checkbox", "name": "Agree"}, "expect": [{"role": "checkbox", "name": "Agree", "selected": true}]}]"#,
        state("Agree", "checked", Expected::True),
    ),
    case(
        "radio button",
        ALL,
        r#"[{"command": "click_input", "control": "{radio button} \"Large\""}]"#,
        r#"[{"click": {"name": "Large"}, "expect": [{"name": "Large", "selected": true}]}]"#,
        state("Large", "checked", Expected::True),
    ),
    case(
        "toggle button",
        &[Gtk3, Gtk4],
        r#"[{"command": "click_input", "control": "ToggleButton \"Bold\""}]"#,
        r#"[{"click": {"name": "Bold"}}]"#,
        state("Bold", "checked", Expected::True),
    ),
    Case {
        harm: Some(Event("submitted", "Name")),
        ..case(
            "text of a field",
            ALL,
            r#"[{"command": "set_edit_text", "control": "Edit \"Name\"", "args": {"text": "Ada", "clear_current_text": true}}]"#,
            r#"[{"set_value": {"role": "textfield", "name": "Name", "value": "Ada"}, "expect": [{"role": "textfield", "name": "Name", "value": "Ada"}]}]"#,
            state("Name", "text", Expected::Text("Ada")),
        )
    },
    case(
        "number of a spin button",
        ALL,
        r#"[{"command": "set_value", "control": "Spinner \"Amount\"", "args": {"value": 42}}]"#,
        r#"[{"set_value": {"name": "Amount", "value": "42"}}]"#,
        state("Amount", "number", Expected::Number(42.0)),
    ),
    case(
        "spin button by text",
        &[Gtk3, Gtk4, Firefox],
        r#"[{"command": "set_edit_text", "control": "Spinner \"Amount\"", "args": {"text": "42", "clear_current_text": true}}]"#,
        r#"[{"click": {"name": "Amount", "count": 3}}, {"type_text": {"text": "42"}}]"#,
        state("Amount", "number", Expected::Number(42.0)),
    ),
    case(
        "slider",
        &[Gtk3, Gtk4, Firefox],
        r#"[{"command": "set_value", "control": "Slider \"Volume\"", "args": {"value": 80}}]"#,
        r#"[{"set_value": {"name": "Volume", "value": "80"}}]"#,
        state("Volume", "number", Expected::Number(80.0)),
    ),
    case(
        "item of a combo box",
        &[Gtk3, Gtk4, Firefox],
        r#"[{"command": "select_item", "control": "ComboBox \"Colour\"", "args": {"item": "Green"}}]"#,
        r#"[{"click": {"name": "Colour"}}, {"click": {"name": "Green"}}]"#,
        state("Colour", "choice", Expected::Text("Green")),
    ),
    case(
        "item of a list below the fold",
        &[Gtk3, Gtk4],
        r#"[{"command": "select_item", "control": "List \"Files\"", "args": {"item": "file 14"}}]"#,
        r#"[{"click": {"name": "file 14"}}]"#,
        state("Files", "selected", Expected::Text("file 14")),
    ),
    case(
        "tab",
        &[Gtk3, Gtk4],
        r#"[{"command": "click_input", "control": "TabItem \"Second\""}]"#,
        r#"[{"click": {"name": "Second"}}]"#,
        state("tab", "page", Expected::Number(1.0)),
    ),
    case(
        "expander",
        &[Gtk3, Gtk4, Firefox],
        r#"[{"command": "click_input", "control": "More"}]"#,
        r#"[{"click": {"name": "More"}}]"#,
        state("More", "expanded", Expected::True),
    ),
    case(
        "item of a menu",
        TOOLKITS,
        r#"[{"command": "click_input", "control": "Menu \"File\""}, {"command": "click_input", "control": "MenuItem \"Save\""}]"#,
        r#"[{"click": {"name": "File"}}, {"click": {"name": "Save"}}]"#,
        event("activated", "Save"),
    ),
    case(
        "keys",
        TOOLKITS,
        r#"[{"command": "keyboard_input", "args": {"keys": "Ctrl+Q"}}]"#,
        r#"[{"hotkey": {"keys": ["ctrl", "q"]}}]"#,
        event("activated", "Quit"),
    ),
    Case {
        harm: Some(Event("activated", "OK")),
        ..case(
            "dialog",
            TOOLKITS,
            r#"[{"command": "click_input", "control": "Button \"Ask…\""}, {"command": "click_input", "control": "Button \"Cancel\""}]"#,
            r#"[{"click": {"role": "button", "name": "Ask…"}}, {"click": {"role": "button", "name": "Cancel"}}]"#,
            event("activated", "Ask…"),
        )
    },
    case(
        "field that gives its text back",
        &[Traps],
        r#"[{"command": "set_edit_text", "control": "Edit \"Date\"", "args": {"text": "2027-06-02", "clear_current_text": true}}]"#,
        r#"[{"set_value": {"role": "textfield", "name": "Date", "value": "2027-06-02"}, "expect": [{"role": "textfield", "name": "Date", "value": "2027-06-02"}]}]"#,
        state("Date", "text", Expected::Text("2027-06-02")),
    ),
    case(
        "check box that goes back",
        &[Traps],
        r#"[{"command": "check", "control": "CheckBox \"Back\""}]"#,
        r#"[{"click": {"role": "checkbox", "name": "Back"}, "expect": [{"role": "checkbox", "name": "Back", "selected": true}]}]"#,
        state("Back", "checked", Expected::True),
    ),
    case(
        "number that goes back",
        &[Traps],
        r#"[{"command": "set_value", "control": "Spinner \"Rooms\"", "args": {"value": 42}}]"#,
        r#"[{"set_value": {"name": "Rooms", "value": "42"}}]"#,
        state("Rooms", "number", Expected::Number(42.0)),
    ),
    Case {
        harm: Some(Event("submitted", "Query")),
        ..case(
            "field that submits",
            &[Traps],
            r#"[{"command": "set_edit_text", "control": "Edit \"Query\"", "args": {"text": "new", "clear_current_text": true}}]"#,
            r#"[{"set_value": {"role": "textfield", "name": "Query", "value": "new"}}]"#,
            state("Query", "text", Expected::Text("new")),
        )
    },
    case(
        "control that cannot be used",
        &[Traps],
        r#"[{"command": "click_input", "control": "Button \"Locked\""}]"#,
        r#"[{"click": {"role": "button", "name": "Locked"}}]"#,
        event("activated", "Locked"),
    ),
    Case {
        class: "control that has become another",
        fixtures: &[Traps],
        act: Act::ClickTurned("Keep"),
        wanted: event("activated", "Keep"),
        harm: Some(Event("activated", "Delete forever")),
    },
];

const fn case(
    class: &'static str,
    fixtures: &'static [Fixture],
    ours: &'static str,
    theirs: &'static str,
    wanted: Wanted,
) -> Case {
    Case { class, fixtures, act: Act::List(ours, theirs), wanted, harm: None }
}

const fn event(kind: &'static str, control: &'static str) -> Wanted {
    Wanted::Event(Event(kind, control))
}

const fn state(control: &'static str, property: &'static str, is: Expected) -> Wanted {
    Wanted::State { control, property, is }
}

impl Wanted {
    /// Whether it has happened, by this state and these happenings.
    pub(super) fn truth(self, state: &Value, happenings: &[Happening]) -> Truth {
        let has_happened = match self {
            Wanted::Event(event) => event.is_among(happenings),
            Wanted::State { control, property, is } => match &state["controls"][control][property] {
                Value::Null => return Truth::Unknown,
                value => is.is(value),
            },
        };
        if has_happened { Truth::Happened } else { Truth::NotHappened }
    }
}

impl Event {
    /// Whether it is among these.
    pub(super) fn is_among(self, happenings: &[Happening]) -> bool {
        happenings.iter().any(|it| (it.kind.as_str(), it.control.as_str()) == (self.0, self.1))
    }
}

impl Expected {
    fn is(self, value: &Value) -> bool {
        match (self, value) {
            (Expected::Text(text), Value::Array(items)) => items.len() == 1 && items[0] == text,
            (Expected::Text(text), value) => value == text,
            (Expected::Number(number), value) => value.as_f64() == Some(number),
            (Expected::True, value) => *value == Value::Bool(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::hand::Actions;
    use super::*;
    use serde_json::json;
    use std::collections::BTreeSet;

    #[test]
    fn there_are_twenty_classes_and_more_each_with_actions_of_both_servers() {
        let classes: BTreeSet<&str> = CASES.iter().map(|it| it.class).collect();
        assert!(classes.len() == CASES.len() && classes.len() >= 20, "{}", classes.len());
        for case in CASES {
            assert!(!case.fixtures.is_empty(), "{}", case.class);
            let Act::List(ours, theirs) = case.act else { continue };
            let actions = Actions::of(ours, theirs).unwrap();
            for list in [&actions.ours, &actions.theirs] {
                assert!(list.as_array().is_some_and(|it| !it.is_empty()), "{}", case.class);
            }
        }
    }

    #[test]
    fn the_window_tells_whether_it_happened() {
        let held =
            json!({"controls": {"A": {"text": "x", "number": 42, "checked": true, "selected": ["y"]}}});
        for (wanted, expected) in [
            (state("A", "text", Expected::Text("x")), Truth::Happened),
            (state("A", "text", Expected::Text("y")), Truth::NotHappened),
            (state("A", "number", Expected::Number(42.0)), Truth::Happened),
            (state("A", "checked", Expected::True), Truth::Happened),
            (state("A", "selected", Expected::Text("y")), Truth::Happened),
            (state("B", "text", Expected::Text("x")), Truth::Unknown),
            (event("activated", "Next"), Truth::Happened),
            (event("activated", "Save"), Truth::NotHappened),
        ] {
            let happenings = [Happening { kind: "activated".into(), control: "Next".into() }];
            assert_eq!(wanted.truth(&held, &happenings), expected);
        }
    }
}
