//! Tests of plans.

use super::*;
use deskpilot_core::parse_keys;

fn step(action: Action, control: Option<ControlIdentity>) -> Step {
    Step::new("notes", "Notes", action, control)
}

fn shown(steps: Vec<Step>) -> Demonstration {
    let mut shown = Demonstration { steps, ..Demonstration::default() };
    shown.collect_applications();
    shown
}

fn control(role: Role, name: &str) -> Option<ControlIdentity> {
    Some(ControlIdentity::named(role, name))
}

fn click() -> Action {
    Action::Click { button: Button::Left, count: 1 }
}

fn typed(value: &str, added: Option<&str>) -> Action {
    Action::Type { value: value.into(), added: added.map(Into::into) }
}

fn press(keys: &[&str]) -> Action {
    Action::Press { keys: keys.iter().map(ToString::to_string).collect() }
}

#[test]
fn a_step_becomes_a_line_of_the_language_of_steps() {
    for (action, on, expected) in [
        (click(), control(Role::Button, "7"), "click \"7\" button"),
        (
            Action::Click { button: Button::Left, count: 2 },
            control(Role::ListItem, "a \"b\""),
            "double-click \"a \"\"b\"\"\" list item",
        ),
        (
            Action::Click { button: Button::Right, count: 1 },
            control(Role::Image, "Map"),
            "right-click \"Map\"",
        ),
        (
            Action::Choose { menus: vec!["File".into(), "Save As...".into()] },
            None,
            "choose \"File\" > \"Save As...\"",
        ),
        (
            Action::Select { item: "Green".into() },
            control(Role::ComboBox, "Colour"),
            "select \"Green\" from \"Colour\" combo box",
        ),
        (Action::Check { checked: false }, control(Role::CheckBox, "Wrap"), "uncheck \"Wrap\" check box"),
        (typed("Graz", Some("Graz")), control(Role::Edit, "City"), "set \"City\" field to \"Graz\""),
        (typed("Graz 1", Some(" 1")), control(Role::Edit, "City"), "type \" 1\" into \"City\" field"),
        (typed("Graz", None), control(Role::Edit, "City"), "set \"City\" field to \"Graz\""),
        (typed("", None), control(Role::Edit, "City"), "focus \"City\" field | press {Control+a}{Delete}"),
        (typed("a\nb", Some("b")), control(Role::Edit, ""), "type \"b\""),
        (typed("new", None), None, "press {Control+a}{Delete} | type \"new\""),
        (press(&["Control+s"]), None, "press Control+s"),
        (press(&["6", "+", "7", "Enter"]), None, "press {6}{+}{7}{Enter}"),
        (Action::Scroll { direction: WheelTurn::Down, notches: 3 }, None, "scroll down 3"),
        (Action::CloseWindow, None, "close the window"),
    ] {
        let planned = plan(&shown(vec![step(action.clone(), on)]), None).unwrap();
        assert_eq!(planned.steps.join(" | "), expected, "{action:?}");
        assert_eq!((planned.object.as_str(), planned.close), ("notes", false));
    }
}

#[test]
fn a_line_names_the_window_that_its_step_opens() {
    let opening = |action, on| Step { opens: Some("Save \"all\"".into()), ..step(action, on) };
    let planned = |steps: Vec<Step>| plan(&shown(steps), None).unwrap().steps.join(" | ");
    let wait = "then wait for the window \"Save \"\"all\"\"\"";
    assert_eq!(planned(vec![opening(press(&["Control+s"]), None)]), format!("press Control+s, {wait}"));
    let cleared = format!("focus \"City\" field | press {{Control+a}}{{Delete}}, {wait}");
    assert_eq!(planned(vec![opening(typed("", None), control(Role::Edit, "City"))]), cleared);
    // It is done again, although the next step types into the same field.
    let entry = step(typed("Graz", Some("Graz")), control(Role::Edit, "City"));
    let steps = vec![opening(click(), control(Role::Edit, "City")), entry];
    assert_eq!(planned(steps), format!("click \"City\" field, {wait} | set \"City\" field to \"Graz\""));
}

#[test]
fn what_cannot_be_said_is_refused_and_named() {
    let twin = ControlIdentity { namesakes: 2, ..ControlIdentity::named(Role::Button, "Add") };
    for (action, on, why) in [
        (click(), None, "step 1 (click a place without a control) was at a place"),
        (click(), control(Role::Button, " "), "a control without a name"),
        (click(), Some(twin), "one of 2 controls"),
        (Action::Drag { to: None }, control(Role::Image, "Map"), "no words"),
        (
            Action::TypeUnrecorded { reason: "a password".into() },
            control(Role::Edit, "Password"),
            "{{secret:NAME}}",
        ),
        (Action::Described { text: "User right drag".into() }, None, "only described"),
        (Action::Scroll { direction: WheelTurn::Left, notches: 1 }, None, "up and down"),
    ] {
        let error = plan(&shown(vec![step(action, on)]), None).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
    let mut two = shown(vec![step(click(), control(Role::Button, "7")); 2]);
    two.steps[1].application = "other".into();
    two.collect_applications();
    let error = plan(&two, None).unwrap_err().to_string();
    assert!(error.contains("it shows notes, other"), "{error}");
    assert!(plan(&shown(Vec::new()), None).is_err());
}

#[test]
fn a_key_that_only_goes_to_the_next_field_is_left_out() {
    let field = || control(Role::Edit, "City");
    let planned = |steps: Vec<Step>| plan(&shown(steps), None).unwrap().steps.join(" | ");
    let entry = || step(typed("Graz", Some("Graz")), field());
    let set = "set \"City\" field to \"Graz\"";
    assert_eq!(planned(vec![step(press(&["Tab"]), None), entry()]), set);
    assert_eq!(planned(vec![step(click(), field()), entry()]), set);
    assert_eq!(planned(vec![step(Action::Drag { to: None }, field()), entry()]), set);
    let page = || control(Role::Edit, "");
    assert_eq!(planned(vec![step(click(), page()), step(typed("x", Some("x")), page())]), "type \"x\"");
    assert_eq!(planned(vec![entry(), step(press(&["Tab"]), None)]), format!("{set} | press Tab"));
    assert_eq!(
        planned(vec![step(press(&["Tab"]), None), step(typed("x", Some("x")), None)]),
        "press Tab | type \"x\""
    );
}

#[test]
fn keys_are_read_as_they_were_pressed() {
    let pressed = [
        "6",
        "*",
        "+",
        "{",
        "}",
        "^",
        "%",
        "(",
        " ",
        "=",
        "Enter",
        "Control+s",
        "Shift+Left",
        "F5",
        "Alt+F4",
    ];
    for key in pressed {
        let alone = keys(&[key.to_owned()]);
        let parsed = parse_keys(&alone).unwrap_or_else(|error| panic!("{alone}: {error}"));
        assert_eq!(parsed.iter().map(ToString::to_string).collect::<Vec<_>>(), [key]);
    }
    let all: Vec<String> = pressed.map(str::to_owned).to_vec();
    let parsed = parse_keys(&keys(&all)).unwrap();
    assert_eq!(parsed.iter().map(ToString::to_string).collect::<Vec<_>>(), all);
}
