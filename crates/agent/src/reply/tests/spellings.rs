//! Every spelling of an action in the reference's prompts, plans and logs, and our action for it.

use super::{act, host};

/// Function, Args, ControlLabel, ControlText; and the action.
const SPELLINGS: &[(&str, &str, &str, &str, &str)] = &[
    // From plans and their execution results.
    (
        "select_text",
        r#"{"text": "text to edit"}"#,
        "null",
        "",
        r#"select_text(text="text to edit") on Edit """#,
    ),
    (
        "click_input",
        r#"{"button": "left", "double": false}"#,
        "null",
        "Save",
        r#"click_input(button="left", double=false) on Button "Save""#,
    ),
    (
        "click_input",
        r#"{"button": "left", "double": false}"#,
        r#""1""#,
        "Save",
        r#"click_input(button="left", double=false) on Button "Save""#,
    ),
    // A command that needs no control takes one that is named by kind and name, and no other words.
    (
        "keyboard_input",
        r#"{"keys": "{ENTER}"}"#,
        "\"\"",
        r#"Edit \"Elsewhere\""#,
        r#"keyboard_input(keys="{ENTER}") on Edit """#,
    ),
    ("keyboard_input", r#"{"keys": "{ENTER}"}"#, "\"\"", "Elsewhere", r#"keyboard_input(keys="{ENTER}")"#),
    ("keyboard_input", r#"{"keys": "{ENTER}"}"#, "\"\"", "Document", r#"keyboard_input(keys="{ENTER}")"#),
    (
        "wheel_mouse_input",
        r#"{"wheel_dist": 2}"#,
        "\"\"",
        r#"Button \"Open\""#,
        r#"wheel_mouse_input(wheel_dist=2) on Button "Open""#,
    ),
    // From the table of actions.
    (
        "click_input",
        r#"{"button": "right", "double": "True", "pressed": "CONTROL"}"#,
        "1",
        "",
        r#"click_input(button="right", double=true, pressed="CONTROL") on Button "Save""#,
    ),
    (
        "click_input",
        r#"{"button": "x", "pressed": "shift"}"#,
        "1",
        "",
        r#"click_input(button="x", pressed="SHIFT") on Button "Save""#,
    ),
    (
        "click_input",
        r#"["left", true]"#,
        "1",
        "",
        r#"click_input(button="left", double=true) on Button "Save""#,
    ),
    (
        "click_on_coordinates",
        r#"{"x": 0.5, "y": "0.25", "button": "left", "double": false}"#,
        "\"\"",
        "",
        r#"click_on_coordinates(x=0.5, y=0.25, button="left", double=false)"#,
    ),
    (
        "click_on_coordinates",
        r#"{"x": 0.5, "y": 0.25, "pressed": "SHIFT"}"#,
        "\"\"",
        "",
        r#"click_on_coordinates(x=0.5, y=0.25, pressed="SHIFT")"#,
    ),
    (
        "drag_on_coordinates",
        r#"{"start_x": 0.1, "start_y": 0.1, "end_x": 0.9, "end_y": 0.9, "button": "left", "duration": 1.0, "key_hold": null}"#,
        "\"\"",
        "",
        r#"drag_on_coordinates(start_x=0.1, start_y=0.1, end_x=0.9, end_y=0.9, button="left", duration=1.0)"#,
    ),
    (
        "drag_on_coordinates",
        r#"{"start_x": 0, "start_y": 0, "end_x": 1, "end_y": 1, "key_hold": "ctrl"}"#,
        "\"\"",
        "",
        r#"drag_on_coordinates(start_x=0, start_y=0, end_x=1, end_y=1, key_hold="CONTROL")"#,
    ),
    (
        "set_edit_text",
        r#"{"text": "hi", "clear_current_text": false}"#,
        "2",
        "",
        r#"set_edit_text(text="hi", clear_current_text=false) on Edit """#,
    ),
    ("set_edit_text", r#"["hi"]"#, "2", "Edit", r#"set_edit_text(text="hi") on Edit """#),
    (
        "keyboard_input",
        r#"{"keys": "{VK_CONTROL}c", "control_focus": false}"#,
        "\"\"",
        "",
        r#"keyboard_input(keys="{VK_CONTROL}c", control_focus=false)"#,
    ),
    (
        "keyboard_input",
        r#"{"keys": "{TAB 2}{ENTER}"}"#,
        "2",
        "",
        r#"keyboard_input(keys="{TAB 2}{ENTER}") on Edit """#,
    ),
    ("keyboard_input", r#"{"keys": "^v"}"#, "\"\"", "", r#"keyboard_input(keys="^v")"#),
    (
        "wheel_mouse_input",
        r#"{"wheel_dist": -20}"#,
        "2",
        "",
        r#"wheel_mouse_input(wheel_dist=-20) on Edit """#,
    ),
    ("wheel_mouse_input", r#"{"wheel_dist": "5"}"#, "\"\"", "", "wheel_mouse_input(wheel_dist=5.0)"),
    ("texts", "{}", "2", "", r#"texts() on Edit """#),
    ("texts()", "null", "2", "", r#"texts() on Edit """#),
    ("summary", r#"{"text": "a chart"}"#, "\"\"", "", r#"summary(text="a chart")"#),
    (
        "annotation",
        r#"{"control_labels": ["1", "3"]}"#,
        "\"\"",
        "",
        r#"annotation(control_labels=["1","3"])"#,
    ),
    ("annotation", r#"{"control_labels": [1, 3]}"#, "\"\"", "", r#"annotation(control_labels=["1","3"])"#),
    ("annotation", r#"[["1"]]"#, "\"\"", "", r#"annotation(control_labels=["1"])"#),
    ("wait", r#"{"seconds": 3}"#, "\"\"", "", "wait(seconds=3)"),
    // The object as a string of JSON.
    ("wait", r#""{\"seconds\": 3}""#, "\"\"", "", "wait(seconds=3)"),
    // Our own additions.
    ("select_item", r#"{"item": "Serif"}"#, "1", "", r#"select_item(item="Serif") on Button "Save""#),
    ("check", "{}", "1", "", r#"check() on Button "Save""#),
    (
        "expand_control",
        r#"{"expanded": false}"#,
        "1",
        "",
        r#"expand_control(expanded=false) on Button "Save""#,
    ),
    ("set_value", r#"{"value": "7.5"}"#, "1", "", r#"set_value(value=7.5) on Button "Save""#),
    ("read_clipboard", r#"{"name": "address"}"#, "\"\"", "", r#"read_clipboard(name="address")"#),
    ("write_clipboard", r#"{"text": "x"}"#, "\"\"", "", r#"write_clipboard(text="x")"#),
    ("switch_window", r#"{"title": "preferences"}"#, "\"\"", "", r#"switch_window(title="preferences")"#),
    ("edit_note", r#"{"name": "total", "to": "sum"}"#, "\"\"", "", r#"edit_note(name="total", to="sum")"#),
    (
        "open_document",
        r#"{"path": "~/june.ods", "when_in_use": "COPY", "application": "Calc"}"#,
        "\"\"",
        "",
        r#"open_document(path="~/june.ods", when_in_use="copy", application="Calc")"#,
    ),
    ("close_window", "{}", "\"\"", "", "close_window()"),
    ("end_application", "{}", "\"\"", "", "end_application()"),
    ("show_more", "{}", "3", "Open", "show_more()"),
    ("find_control", r#"{"text": "bold"}"#, "\"\"", "", r#"find_control(text="bold")"#),
];

#[test]
fn every_action_is_understood_as_it_is_spelled() {
    for (function, args, label, text, expected) in SPELLINGS {
        let reply = format!(
            r#"{{"Function": "{function}", "Args": {args}, "ControlLabel": {label}, "ControlText": "{text}", "Status": "CONTINUE"}}"#
        );
        assert_eq!(act(&reply), format!("{expected} (Usual, Continue)"), "{reply}");
    }
}

#[test]
fn every_command_is_in_the_table() {
    for command in crate::reply::UI_COMMANDS {
        let is_spelled =
            |row: &&(&str, &str, &str, &str, &str)| row.0.trim_end_matches("()") == command.spec.name;
        assert!(SPELLINGS.iter().any(|row| is_spelled(&row)), "{} is not", command.spec.name);
    }
}

#[test]
fn what_cannot_be_meant_is_complained_of() {
    for (function, args, text, expected) in [
        (
            "click_input",
            "{}",
            "Print",
            "complaint: click_input needs a control: write its label in ControlLabel",
        ),
        ("wait", r#""three""#, "", "complaint: Args of wait must be an object, and is a string"),
        ("find_control", r#"{"text": " "}"#, "", "complaint: find_control needs a text that is not empty"),
        ("annotation", r#"{"control_labels": ["9"]}"#, "", "complaint: there is no control 9"),
        ("show_more", "{}", "", "complaint: show_more needs a control: write its label in ControlLabel"),
    ] {
        let reply = format!(
            r#"{{"Function": "{function}", "Args": {args}, "ControlText": "{text}", "Status": "CONTINUE"}}"#
        );
        assert_eq!(act(&reply), expected, "{reply}");
    }
}

#[test]
fn a_document_without_an_application_opens_in_its_usual_one() {
    for app in ["\"\"", "null", "\"none\""] {
        let reply = format!(
            r#"{{"Status": "CONTINUE", "AppsToOpen": {{"APP": {app}, "file_path": ["/tmp/a.ods", "b.pdf"]}}}}"#
        );
        assert_eq!(
            host(&reply),
            "open /tmp/a.ods in its usual application, open b.pdf in its usual application for None (Usual)",
            "{reply}"
        );
    }
}

#[test]
fn an_action_on_which_no_other_depends_is_marked() {
    let reply = |then: &str| {
        let wait = r#""Function": "wait", "Args": {"seconds": 1}"#;
        format!(r#"{{"Status": "CONTINUE", "ActionList": [{{{wait}}}, {{{wait}, "Then": {then}}}]}}"#)
    };
    let both = "wait(seconds=1); wait(seconds=1) (Usual, Continue)";
    for (then, expected) in [
        (r#""""#, both.to_owned()),
        ("null", both.to_owned()),
        (r#""Go on""#, format!("{both} [1]")),
        (r#""leave""#, "complaint: Then is \"go on\" or empty, and is \"leave\"".to_owned()),
    ] {
        assert_eq!(act(&reply(then)), expected);
    }
}
