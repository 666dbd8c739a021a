//! What is pressed besides what is aimed at: the control around a text or a picture, and the button that Enter presses.

use super::operations::{CLICK, act, control, focused, in_window, keys, on, word};
use deskpilot_core::{
    Aim, Button, Consent, Control, Gesture, Grant, Operation, PathStyle, Point, Policy, PolicyContext,
    PolicyFile, Preset, Rect, Risk, Role, Rule, State, Verb, policy::Grounds,
};
use serde_json::{Value, json};

fn risks(operation: &Operation, controls: &[Control], path_style: PathStyle) -> Vec<Risk> {
    let context = PolicyContext { controls, home: "/home/u", path_style, ..PolicyContext::default() };
    let (_, Grounds { findings, .. }) = Policy::default().judge(operation, &context);
    findings.into_iter().map(|it| it.risk).collect()
}

fn found(operation: &Operation, controls: &[Control]) -> Vec<Risk> {
    risks(operation, controls, PathStyle::Posix)
}

fn placed(role: Role, name: &str, rect: (i32, i32, u32, u32)) -> Control {
    Control { rect: Rect::new(rect.0, rect.1, rect.2, rect.3), ..control(role, name) }
}

fn with(mut control: Control, state: State) -> Control {
    control.states = control.states.with(state);
    control
}

fn click_at(x: i32, y: i32, count: u8) -> Operation {
    let gesture = Gesture::Click { button: Button::Left, count, held: Vec::new() };
    on(Aim::Point(Point { x, y }), "click_on_coordinates", json!({}), Verb::Gesture(gesture))
}

/// A control with a part in it, which has another name.
fn held(role: Role, name: &str, part: Control) -> Vec<Control> {
    vec![placed(role, name, (0, 0, 100, 30)), Control { rect: Rect::new(10, 5, 20, 20), ..part }]
}

#[test]
fn a_press_on_a_part_of_a_control_presses_the_control() {
    let part = |role, name: &str| control(role, name);
    let shown = with(control(Role::Edit, "Name"), State::ReadOnly);
    let in_files = |it: Operation| in_window(it, "nautilus", "Downloads");
    let before = [
        vec![placed(Role::Text, "hi", (10, 5, 20, 20))],
        vec![placed(Role::Button, "Send", (0, 0, 100, 30))],
    ];
    for (operation, controls, expected) in [
        (click_at(15, 10, 1), held(Role::Button, "Delete", part(Role::Text, "×")), &[Risk::Deletes][..]),
        (click_at(15, 10, 1), held(Role::Button, "Delete", part(Role::Image, "cross")), &[Risk::Deletes]),
        (click_at(15, 10, 1), held(Role::Button, "Save", part(Role::Text, "🖫")), &[]),
        // One without a name is called by what is in it.
        (click_at(15, 10, 1), held(Role::Button, "", part(Role::Text, "Save")), &[]),
        (click_at(15, 10, 1), held(Role::ListItem, "a", part(Role::Text, "Delete")), &[Risk::Deletes]),
        // What comes later in the tree lies elsewhere, as behind a dialog.
        (click_at(15, 10, 1), before.concat(), &[]),
        (
            act(Control { rect: Rect::new(10, 5, 20, 20), ..part(Role::Text, "×") }, CLICK),
            held(Role::Button, "Send", part(Role::Text, "×")),
            &[Risk::Sends],
        ),
        (
            in_files(click_at(15, 10, 2)),
            held(Role::ListItem, "evil.sh", part(Role::Text, "evil.sh")),
            &[Risk::Runs],
        ),
        (in_files(click_at(15, 10, 2)), held(Role::ListItem, "evil.sh", shown), &[Risk::Runs]),
        (in_files(click_at(15, 10, 2)), held(Role::ListItem, "a.txt", part(Role::Text, "a.txt")), &[]),
        (in_files(click_at(15, 10, 1)), held(Role::ListItem, "evil.sh", part(Role::Text, "evil.sh")), &[]),
    ] {
        assert_eq!(found(&operation, &controls), expected, "{operation} in {controls:?}");
    }
}

#[test]
fn a_press_on_a_part_of_a_dialogs_button_confirms_its_fields() {
    let field =
        Control { value: Some("/home/u/.bashrc".into()), ..placed(Role::Edit, "Name", (0, 40, 80, 20)) };
    let dialog = [
        vec![with(placed(Role::Dialog, "Save As", (0, 0, 400, 400)), State::Modal), field],
        held(Role::Button, "Save", control(Role::Text, "_Save")),
    ];
    assert_eq!(found(&click_at(15, 10, 1), &dialog.concat()), [Risk::Guarded]);
}

#[test]
fn a_chosen_item_whose_name_cannot_be_read_is_unknown() {
    let choose = |item: &str| act(control(Role::List, "Actions"), Gesture::Select(item.into()));
    assert_eq!(found(&choose("\u{202e}eteleD"), &[]), [Risk::Unknown]);
    assert_eq!(found(&choose("Rename"), &[]), []);
}

#[test]
fn enter_in_a_field_presses_the_button_of_its_form() {
    let field = |name: &str| focused(placed(Role::Edit, name, (0, 40, 80, 20)));
    let button = |name: &str| placed(Role::Button, name, (0, 80, 80, 20));
    let link = || placed(Role::Hyperlink, "Help", (0, 300, 80, 20));
    // More than fits into a dialog.
    let links = || vec![link(); 20];
    let page = || vec![placed(Role::Document, "Account", (0, 0, 800, 600))];
    let dialog = || vec![with(placed(Role::Dialog, "Question", (0, 0, 400, 400)), State::Modal)];
    let rename = || [dialog(), vec![field("Name")]].concat();
    for (controls, expected) in [
        (
            [page(), vec![field("Your name"), button("Delete account")], links()].concat(),
            &[Risk::Deletes][..],
        ),
        (
            [
                page(),
                vec![
                    field("Your name"),
                    control(Role::Text, "Type your name"),
                    button("Cancel"),
                    button("Install"),
                ],
                links(),
            ]
            .concat(),
            &[Risk::Installs],
        ),
        // The button of a row further down is no button of the field.
        ([page(), vec![field("Search"), button("Search"), link(), button("Delete")], links()].concat(), &[]),
        ([page(), vec![field("Search"), link(), button("Delete")], links()].concat(), &[]),
        (
            [page(), vec![button("Delete"), field("Search"), button("Close"), button("Microphone")], links()]
                .concat(),
            &[],
        ),
        ([rename(), vec![button("Cancel"), button("Delete")]].concat(), &[Risk::Deletes]),
        ([rename(), vec![button("Cancel"), button("Rename")]].concat(), &[]),
        // Which of several takes Enter is not known, and seldom the one that does most.
        ([rename(), vec![button("Find Next"), button("Replace All"), button("Close")]].concat(), &[]),
        ([vec![field("Filter"), button("Delete")], links()].concat(), &[]),
    ] {
        assert_eq!(found(&keys("x{ENTER}"), &controls), expected, "{controls:?}");
    }
}

#[test]
fn keys_that_leave_a_field_may_reach_what_is_listed_and_another_page() {
    let field = || focused(placed(Role::Edit, "Location", (0, 0, 400, 20)));
    let listed = |name: &str| with(placed(Role::ListItem, name, (0, 30, 400, 20)), State::Selected);
    let lines = || focused(with(control(Role::Edit, "Note"), State::MultiLine));
    let in_files = |it: &str| in_window(keys(it), "nautilus", "Downloads");
    for (operation, controls, expected) in [
        (in_files("{ESC}{DELETE}"), vec![field(), listed("a.txt")], &[Risk::Deletes][..]),
        (in_files("{F6}{DELETE}"), vec![field(), listed("a.txt")], &[Risk::Deletes]),
        (in_files("{ESC}{DELETE}"), vec![field()], &[Risk::Deletes]),
        (in_files("{ESC}{ENTER}"), vec![field(), listed("evil.sh")], &[Risk::Runs]),
        (in_files("{DELETE}"), vec![field(), listed("a.txt")], &[]),
        (in_files("{ESC}"), vec![field(), listed("a.txt")], &[]),
        (keys("{ESC}two words{DELETE}"), vec![field()], &[]),
        (keys("{CTRL+TAB}{ENTER}"), vec![field()], &[Risk::Unknown]),
        (keys("{CTRL+TAB}"), vec![field()], &[]),
        (keys("{CTRL+TAB}a{ENTER}b"), vec![lines()], &[]),
    ] {
        assert_eq!(found(&operation, &controls), expected, "{operation} in {controls:?}");
    }
}

#[test]
fn the_explorer_of_windows_is_a_file_manager_where_ctrl_d_deletes() {
    let item = |name: &str| vec![focused(with(control(Role::ListItem, name), State::Selected))];
    let explorer = |it: &str| in_window(keys(it), "explorer", "Downloads");
    let windows = |it: &Operation, name: &str| risks(it, &item(name), PathStyle::Windows);
    // It does not show how the name ends.
    assert_eq!(windows(&explorer("{ENTER}"), "setup"), [Risk::Unknown]);
    assert_eq!(windows(&explorer("{ENTER}"), "notes.txt"), []);
    assert_eq!(windows(&explorer("Ctrl+D"), "notes.txt"), [Risk::Deletes]);
    assert_eq!(windows(&in_window(keys("Ctrl+D"), "chrome", "Tab"), "notes.txt"), []);
    assert_eq!(risks(&in_window(keys("Ctrl+D"), "nautilus", "x"), &item("a.txt"), PathStyle::Posix), []);
}

#[test]
fn a_bin_is_known_by_the_names_that_desktops_give_it() {
    for name in [
        "Move to Wastebasket",
        "Wastebin",
        "Recycle Bin",
        "Mover para a lixeira",
        "Remover",
        "Verplaatsen naar prullenbak",
        "Переместить в корзину",
        "移到回收站",
        "ゴミ箱へ移動",
        "휴지통으로 이동",
    ] {
        assert_eq!(found(&act(control(Role::MenuItem, name), CLICK), &[]), [Risk::Deletes], "{name}");
    }
    // A shop has one, too.
    for name in ["Добавить в корзину", "Remover filtro", "Combine"] {
        assert_eq!(found(&act(control(Role::MenuItem, name), CLICK), &[]), [], "{name}");
    }
}

fn policy(preset: Preset, rules: Value) -> Policy {
    let rules: Vec<Rule> = serde_json::from_value(rules).unwrap();
    Policy::of(PolicyFile { preset, rules, ..PolicyFile::default() }).unwrap()
}

#[test]
fn a_rule_about_a_control_holds_for_whatever_reaches_it() {
    let publish = || focused(placed(Role::Button, "Publish", (0, 0, 100, 30)));
    let files = || [vec![placed(Role::ListItem, "a.txt", (0, 100, 100, 20))], vec![publish()]].concat();
    let drag = |x, y| Gesture::Drag { to: Point { x, y }, button: Button::Left, held: Vec::new(), millis: 0 };
    let drop = |x, y| act(placed(Role::ListItem, "a.txt", (0, 100, 100, 20)), drag(x, y));
    let refusing = policy(Preset::Unrestricted, json!([{"say": "refuse", "control": "publish*"}]));
    for (operation, controls, expected) in [
        (click_at(15, 10, 1), vec![publish()], "refuse"),
        (click_at(15, 10, 1), held(Role::Button, "Publish", control(Role::Text, "↑")), "refuse"),
        (click_at(15, 10, 1), held(Role::Button, "", control(Role::Text, "Publish now")), "refuse"),
        (click_at(15, 90, 1), vec![publish()], "allow"),
        (drop(15, 10), files(), "refuse"),
        (drop(300, 10), files(), "allow"),
        (keys("{ENTER}"), vec![publish()], "refuse"),
        (keys("Ctrl+S"), vec![publish()], "allow"),
    ] {
        let context = PolicyContext { controls: &controls, ..PolicyContext::default() };
        assert_eq!(word(&refusing.judge(&operation, &context).0), expected, "{operation} in {controls:?}");
    }
    let allowing = policy(Preset::Bounded, json!([{"say": "allow", "role": "Button", "control": "Save"}]));
    for (name, expected) in [("Save", "allow"), ("Save as", "refuse")] {
        let controls = [placed(Role::Button, name, (0, 0, 100, 30))];
        let context = PolicyContext { controls: &controls, ..PolicyContext::default() };
        assert_eq!(word(&allowing.judge(&click_at(15, 10, 1), &context).0), expected, "{name}");
    }
}

#[test]
fn a_yes_for_the_session_is_none_for_another_control_at_the_place_or_with_the_keys() {
    let button = |name: &str| vec![focused(placed(Role::Button, name, (0, 0, 100, 30)))];
    let asked = Policy::default();
    for operation in [click_at(15, 10, 1), keys("{ENTER}")] {
        let (send, post) = (button("Send"), button("Post to everyone"));
        let context = PolicyContext { controls: &send, ..PolicyContext::default() };
        let (ruling, grounds) = asked.judge(&operation, &context);
        assert_eq!(word(&ruling), "confirm");
        let grants = [Grant::of(&operation, &grounds, &Consent::Session).unwrap()];
        for (controls, expected) in [(&send, "allow"), (&post, "confirm")] {
            let context = PolicyContext { controls, grants: &grants, ..PolicyContext::default() };
            assert_eq!(word(&asked.judge(&operation, &context).0), expected, "{operation} in {controls:?}");
        }
    }
}

#[test]
fn what_is_dropped_on_a_bin_is_deleted_whatever_the_bin_is() {
    let file = || placed(Role::ListItem, "a.txt", (0, 100, 100, 20));
    let drag =
        Gesture::Drag { to: Point { x: 15, y: 10 }, button: Button::Left, held: Vec::new(), millis: 0 };
    for (role, name, expected) in [
        (Role::Button, "Trash", &[Risk::Deletes][..]),
        (Role::ListItem, "Trash", &[Risk::Deletes]),
        // A row of the side pane of a file manager in GTK 3.
        (Role::Cell, "Trash", &[Risk::Deletes]),
        (Role::TreeItem, "Recycle Bin", &[Risk::Deletes]),
        // An icon of a desktop.
        (Role::Group, "Papierkorb", &[Risk::Deletes]),
        (Role::Other, "Wastebasket", &[Risk::Deletes]),
        (Role::Cell, "Photos", &[]),
        (Role::Cell, "Send", &[]),
        (Role::Group, "Main", &[]),
        (Role::Edit, "Delete", &[]),
    ] {
        let controls = [placed(role, name, (0, 0, 100, 30)), file()];
        assert_eq!(found(&act(file(), drag.clone()), &controls), expected, "{role:?} {name:?}");
    }
}
