//! Attacks on the policy by an obedient model: gestures that do more than their name says.

use super::operations::{CLICK, act, control, focused, hidden, in_window, keys, keys_on, on, typed, word};
use deskpilot_core::{
    Aim, Button, Chord, Control, Gesture, Key, Modifier, Operation, Point, Policy, PolicyContext, PolicyFile,
    Preset, Rect, Risk, Role, Rule, RuleEffect, Ruling, ScrollBy, State, Verb, parse_keys,
    policy::{Foreground, Grounds, KeyBinding},
};
use serde_json::json;

fn judge(preset: Preset, operation: &Operation, controls: &[Control]) -> (Ruling, Vec<Risk>) {
    let context = PolicyContext {
        controls,
        home: "/home/u",
        foreground: Foreground::Shell,
        ..PolicyContext::default()
    };
    let (ruling, Grounds { findings, .. }) = Policy::preset(preset).judge(operation, &context);
    (ruling, findings.into_iter().map(|it| it.risk).collect())
}

pub(super) fn found(operation: &Operation, controls: &[Control]) -> Vec<Risk> {
    judge(Preset::Ask, operation, controls).1
}

fn is_allowed_read_only(operation: &Operation, controls: &[Control]) -> bool {
    judge(Preset::ReadOnly, operation, controls).0 == Ruling::Allow
}

pub(super) fn at(mut control: Control, rect: Rect) -> Control {
    control.rect = rect;
    control
}

pub(super) fn with(mut control: Control, state: State) -> Control {
    control.states = control.states.with(state);
    control
}

fn click(control: Control, button: Button, count: u8) -> Operation {
    act(control, Gesture::Click { button, count, held: Vec::new() })
}

fn drag(control: Control, x: i32, y: i32) -> Operation {
    let to = Point { x, y };
    act(control, Gesture::Drag { to, button: Button::Left, held: Vec::new(), millis: 0 })
}

pub(super) fn alert(texts: &[(Role, &str)]) -> Vec<Control> {
    let alert = with(control(Role::Alert, "Question"), State::Modal);
    std::iter::once(alert).chain(texts.iter().map(|(role, name)| control(*role, name))).collect()
}

#[test]
fn expanding_what_is_no_expander_is_a_press() {
    let expand = |it: Control| act(it, Gesture::Expand(true));
    for (operation, risks, is_allowed) in [
        (expand(control(Role::Button, "Close")), &[Risk::Closes][..], false),
        (expand(control(Role::Button, "")), &[Risk::Unknown], false),
        (expand(with(control(Role::Button, "Send"), State::Expandable)), &[Risk::Sends], false),
        (expand(control(Role::CheckBox, "Record sound")), &[Risk::Watches], false),
        (expand(control(Role::CheckBox, "Bold")), &[], false),
        (expand(control(Role::ComboBox, "Font")), &[], true),
        (expand(control(Role::TreeItem, "Home")), &[], true),
        (expand(with(control(Role::ToggleButton, "More"), State::Expandable)), &[], true),
    ] {
        assert_eq!(found(&operation, &[]), risks, "{operation}");
        assert_eq!(is_allowed_read_only(&operation, &[]), is_allowed, "{operation}");
    }
}

#[test]
fn whatever_ends_a_line_in_a_terminal_runs_it() {
    let terminal = || focused(control(Role::Terminal, "Terminal"));
    let bar = || vec![terminal(), control(Role::Menu, "Edit"), control(Role::MenuItem, "Paste")];
    let in_shell = |it: Operation| in_window(it, "xfce4-terminal", "Shell");
    for (operation, controls, risks) in [
        (keys("Ctrl+J"), vec![terminal()], &[Risk::Runs][..]),
        (keys("Ctrl+M"), vec![terminal()], &[Risk::Runs]),
        (keys("Ctrl+O"), vec![terminal()], &[Risk::Runs]),
        (keys("Shift+Enter"), vec![terminal()], &[Risk::Runs]),
        (keys("Ctrl+C"), vec![terminal()], &[]),
        (typed(terminal(), "date\r"), vec![], &[Risk::Runs]),
        (typed(terminal(), "date\u{f}"), vec![], &[Risk::Runs]),
        (typed(terminal(), "date"), vec![], &[]),
        (in_shell(act(control(Role::MenuItem, "Paste"), CLICK)), vec![], &[Risk::Runs]),
        (in_shell(act(control(Role::MenuItem, "Copy"), CLICK)), vec![], &[]),
        (in_shell(keys("%e")), bar(), &[]),
        (in_shell(keys("{F10}p")), bar(), &[Risk::Runs]),
        (click(terminal(), Button::Middle, 1), vec![], &[Risk::Runs]),
        (
            drag(at(control(Role::Edit, "Notes"), Rect::new(0, 300, 50, 50)), 5, 5),
            vec![terminal()],
            &[Risk::Runs],
        ),
        (drag(terminal(), 5, 5), vec![terminal()], &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn what_a_program_in_a_terminal_makes_of_a_key_is_unknown() {
    let terminal = || focused(control(Role::Terminal, "Terminal"));
    let risks = |operation: &Operation, foreground| {
        let controls = [terminal()];
        let context = PolicyContext { controls: &controls, foreground, ..PolicyContext::default() };
        let (_, Grounds { findings, .. }) = Policy::default().judge(operation, &context);
        findings.into_iter().map(|it| it.risk).collect::<Vec<_>>()
    };
    // In vim, Ctrl+K CR is a line end, and @a runs a register.
    for operation in [
        keys("Ctrl+K"),
        keys("CR"),
        keys("@a"),
        keys("{LEFT}"),
        typed(terminal(), "!date"),
        click(terminal(), Button::Left, 1),
        drag(terminal(), 5, 5),
    ] {
        assert_eq!(risks(&operation, Foreground::Shell), [], "{operation}");
        assert_eq!(risks(&operation, Foreground::Unknown), [Risk::Unknown], "{operation}");
    }
    assert_eq!(found(&in_window(keys("ls"), "xterm", "Shell"), &[]), []);
}

#[test]
fn a_letter_with_alt_presses_the_control_that_has_it() {
    let replace =
        || alert(&[(Role::Text, "report.odt exists."), (Role::Button, "Cancel"), (Role::Button, "Replace")]);
    let menus = || {
        vec![
            control(Role::Menu, "File"),
            control(Role::Menu, "Edit"),
            control(Role::Button, "Refund all: pay"),
        ]
    };
    for (operation, controls, risks) in [
        (keys("Alt+R"), replace(), &[Risk::Overwrites][..]),
        (keys("%r"), replace(), &[Risk::Overwrites]),
        (keys("Alt+X"), replace(), &[Risk::Unknown]),
        (keys("Alt+F"), menus(), &[]),
        (keys("Alt+P"), menus(), &[Risk::Pays]),
        (keys("{F10}d"), vec![control(Role::MenuItem, "Delete")], &[Risk::Deletes]),
        (
            keys("d"),
            vec![control(Role::MenuItem, "Delete"), focused(control(Role::MenuItem, "Cut"))],
            &[Risk::Deletes],
        ),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn keys_press_what_the_application_says() {
    let binding = |role, name: &str, mnemonic: &str, accelerator: &str| KeyBinding {
        role,
        name: name.into(),
        mnemonic: chord(mnemonic),
        accelerator: chord(accelerator),
    };
    let bindings = [
        binding(Role::MenuItem, "Move to Trash", "t", "Ctrl+K"),
        binding(Role::MenuItem, "Send Now", "", "Ctrl+Shift+S"),
        binding(Role::MenuItem, "Save", "s", "Ctrl+S"),
        binding(Role::MenuItem, "Delete Selection", "d", "Delete"),
        binding(Role::Button, "Replace", "Alt+R", ""),
        binding(Role::Button, "Cancel", "Alt+C", ""),
        binding(Role::Menu, "File", "f", ""),
    ];
    let replace = || alert(&[(Role::Button, "Cancel"), (Role::Button, "Replace")]);
    for (operation, controls, risks) in [
        (keys("Ctrl+K"), vec![], &[Risk::Deletes][..]),
        (keys("Ctrl+Shift+S"), vec![], &[Risk::Sends]),
        (keys("Ctrl+S"), vec![], &[]),
        (keys("{DELETE}"), vec![focused(control(Role::Edit, "Text"))], &[]),
        (keys("Alt+R"), replace(), &[Risk::Overwrites]),
        // The letter is in "Replace" too, and presses only the other.
        (keys("Alt+C"), replace(), &[]),
        (keys("Alt+X"), replace(), &[Risk::Unknown]),
        (keys("Alt+F"), vec![control(Role::Menu, "File"), control(Role::Button, "Refund: pay")], &[]),
    ] {
        let context = PolicyContext { controls: &controls, bindings: &bindings, ..PolicyContext::default() };
        let (_, Grounds { findings, .. }) = Policy::default().judge(&operation, &context);
        let found: Vec<Risk> = findings.into_iter().map(|it| it.risk).collect();
        assert_eq!(found, risks, "{operation}");
    }
}

/// The chord of this name; `None` for an empty one.
fn chord(name: &str) -> Option<Chord> {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) => Some(Chord::plain(Key::Char(letter))),
        _ => parse_keys(name).ok()?.into_iter().next(),
    }
}

#[test]
fn only_text_and_cells_of_sheets_come_back_after_delete() {
    let sheet = |cell: &str| {
        let document = at(control(Role::Document, "Sheet"), Rect::new(0, 0, 500, 500));
        vec![document, focused(control(Role::Cell, cell))]
    };
    let row = || vec![focused(control(Role::Cell, "report.txt"))];
    let field = || focused(control(Role::Edit, "Name"));
    let files = || vec![field(), control(Role::ListItem, "report.txt")];
    let italic = || focused(control(Role::ToggleButton, "Italic"));
    let paragraph = || focused(control(Role::Text, "Dear Ann,"));
    for (operation, controls, risks) in [
        (keys("{DELETE}"), sheet("B2"), &[][..]),
        (keys("{DELETE}"), sheet("report.txt"), &[Risk::Deletes]),
        (keys("{DELETE}"), row(), &[Risk::Deletes]),
        (keys("Shift+Delete"), row(), &[Risk::Deletes]),
        (keys("Alt+Shift+Delete"), row(), &[Risk::Deletes]),
        (keys("Ctrl+Delete"), vec![field()], &[]),
        (keys("{TAB}{DELETE}"), vec![field()], &[]),
        (keys("{DELETE}"), vec![with(paragraph(), State::Editable)], &[]),
        (keys("{DELETE}"), vec![paragraph()], &[Risk::Deletes]),
        (keys("{DELETE}"), vec![field(), italic()], &[]),
        (keys("{DELETE}"), vec![italic(), control(Role::Edit, "Name")], &[Risk::Deletes]),
        (keys("{TAB}{DELETE}"), files(), &[Risk::Deletes]),
        (
            keys_on(with(control(Role::Document, "Mail"), State::ReadOnly), "{DELETE}"),
            vec![],
            &[Risk::Deletes],
        ),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn a_drag_presses_at_both_ends() {
    let bin = || vec![at(control(Role::Button, "Trash"), Rect::new(200, 200, 50, 50))];
    for (operation, controls, risks) in [
        (drag(control(Role::Menu, "File"), 20, 90), vec![], &[Risk::Unknown][..]),
        (drag(control(Role::MenuBar, ""), 20, 90), vec![], &[Risk::Unknown]),
        (drag(control(Role::ListItem, "a.txt"), 210, 210), bin(), &[Risk::Deletes]),
        (drag(control(Role::ListItem, "a.txt"), 900, 10), vec![], &[Risk::Unknown]),
        (drag(control(Role::Button, "Send"), 5, 5), vec![control(Role::Button, "Send")], &[Risk::Sends]),
        (drag(control(Role::Slider, "Volume"), 300, 10), vec![], &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn looking_is_only_what_the_toolkit_shows() {
    let page = || at(control(Role::Document, "Shop"), Rect::new(0, 0, 800, 600));
    let wheel = |it: Control| act(it, Gesture::Scroll(ScrollBy { right: 0, up: -3 }));
    let at_center = on(
        Aim::Window,
        "wheel_mouse_input",
        json!({}),
        Verb::Gesture(Gesture::Scroll(ScrollBy { right: 0, up: -3 })),
    );
    let spinner = || at(control(Role::Spinner, "Amount"), Rect::new(380, 280, 40, 40));
    let held = Gesture::Click { button: Button::Left, count: 1, held: vec![Modifier::Control] };
    for (operation, controls, expected) in [
        (click(control(Role::TabItem, "Details"), Button::Left, 1), vec![], true),
        (click(control(Role::TabItem, "Details"), Button::Middle, 1), vec![], false),
        (click(control(Role::TabItem, "Details"), Button::Left, 2), vec![], false),
        (act(control(Role::TabItem, "Details"), held), vec![], false),
        (click(control(Role::TabItem, "Send money"), Button::Left, 1), vec![page()], false),
        (wheel(control(Role::Document, "Text")), vec![], true),
        (wheel(control(Role::ComboBox, "Font")), vec![], false),
        (wheel(control(Role::Spinner, "Size")), vec![], false),
        (wheel(at(control(Role::Group, ""), Rect::new(300, 200, 200, 200))), vec![spinner()], false),
        (at_center, vec![spinner()], false),
    ] {
        assert_eq!(is_allowed_read_only(&operation, &controls), expected, "{operation}");
    }
}

#[test]
fn a_name_is_read_as_a_person_sees_it() {
    for (name, risks) in [
        ("Lo\u{308}schen", &[Risk::Deletes][..]),
        ("Del\u{200b}ete", &[Risk::Deletes]),
        ("\u{405}\u{435}nd", &[Risk::Sends]),
        ("Ｓｅｎｄ", &[Risk::Sends]),
        ("S_end", &[Risk::Sends]),
        ("S e n d", &[Risk::Sends]),
        ("Place your order", &[Risk::Pays]),
        ("Confirm payment", &[Risk::Pays]),
        ("Run now", &[Risk::Runs]),
        ("Launch Anyway", &[Risk::Runs]),
        ("\u{202e}dneS", &[Risk::Unknown]),
        ("\u{e001}", &[Risk::Unknown]),
        ("Plan A", &[]),
        ("×", &[]),
    ] {
        assert_eq!(found(&click(control(Role::Button, name), Button::Left, 1), &[]), risks, "{name:?}");
    }
}

#[test]
fn what_is_pasted_or_dropped_into_a_hidden_field_is_typed_as_a_password() {
    let password = || at(hidden(control(Role::Edit, "Password")), Rect::new(0, 100, 100, 20));
    let note = || control(Role::Edit, "Note");
    for (operation, risks) in [
        (click(password(), Button::Middle, 1), &[Risk::LogsIn][..]),
        (click(password(), Button::Left, 1), &[]),
        (click(note(), Button::Middle, 1), &[]),
        (drag(note(), 50, 110), &[Risk::LogsIn]),
        (drag(password(), 50, 110), &[]),
    ] {
        assert_eq!(found(&operation, &[note(), password()]), risks, "{operation}");
    }
}

#[test]
fn what_a_page_calls_a_tab_or_an_expander_is_pressed() {
    let page = || vec![at(control(Role::Document, "Shop"), Rect::new(0, 0, 800, 600))];
    let toggle = || with(control(Role::ToggleButton, "Pay now"), State::Expandable);
    for (operation, controls, risks) in [
        (click(control(Role::TabItem, "Pay now"), Button::Left, 1), page(), &[Risk::Pays][..]),
        (click(control(Role::Menu, "Send"), Button::Left, 1), page(), &[Risk::Sends]),
        (click(control(Role::TabItem, "Pay now"), Button::Left, 1), vec![], &[]),
        (act(toggle(), Gesture::Expand(true)), page(), &[Risk::Pays]),
        (act(toggle(), Gesture::Expand(true)), vec![], &[]),
        (act(control(Role::ComboBox, "Colour"), Gesture::Expand(true)), page(), &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn a_control_that_gets_the_focus_by_a_click_is_pressed() {
    let page = || vec![at(control(Role::Document, "Shop"), Rect::new(0, 0, 800, 600))];
    let point = on(Aim::Point(Point { x: 50, y: 10 }), "focus", json!({}), Verb::Gesture(Gesture::Focus));
    for (operation, controls, risks, is_look) in [
        (act(control(Role::TabItem, "Pay now"), Gesture::Focus), page(), &[Risk::Pays][..], false),
        (keys_on(control(Role::Group, "Send"), "{LEFT}"), page(), &[Risk::Unknown], false),
        (point, vec![control(Role::Button, "Send")], &[Risk::Sends], false),
        (act(control(Role::ListItem, "a.txt"), Gesture::Focus), vec![], &[], false),
        (act(control(Role::Group, ""), Gesture::Focus), vec![], &[Risk::Unknown], false),
        (act(control(Role::Edit, "Name"), Gesture::Focus), vec![], &[], true),
        (act(control(Role::Spinner, "Amount"), Gesture::Focus), vec![], &[], false),
        (act(control(Role::Button, "Send"), Gesture::Focus), vec![], &[], true),
        (act(focused(control(Role::ListItem, "a.txt")), Gesture::Focus), vec![], &[], true),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
        assert_eq!(is_allowed_read_only(&operation, &controls), is_look, "{operation}");
    }
}

#[test]
fn selecting_an_item_presses_it() {
    let select = |item: &str| act(control(Role::Group, "Answers"), Gesture::Select(item.into()));
    for (operation, controls, risks) in [
        (select("Send"), vec![], &[Risk::Sends][..]),
        (select(""), vec![], &[Risk::Unknown]),
        (select("OK"), alert(&[(Role::Text, "Delete the file?")]), &[Risk::Deletes]),
        (select("Red"), vec![], &[]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn a_rule_for_a_control_allows_nothing_that_leaves_it() {
    let rule = Rule { control: vec!["Note".into()], ..Rule::new(RuleEffect::Allow) };
    let file = PolicyFile { preset: Preset::Bounded, rules: vec![rule], ..PolicyFile::default() };
    let policy = Policy::of(file).unwrap();
    let note = || with(focused(control(Role::Edit, "Note")), State::MultiLine);
    let line = || focused(control(Role::Edit, "Note"));
    let check = || at(control(Role::CheckBox, "Bold"), Rect::new(0, 300, 90, 20));
    for (operation, expected) in [
        (typed(note(), "one\ntwo\t"), "allow"),
        (keys_on(note(), "abc{LEFT}^a^c{DELETE}"), "allow"),
        (keys_on(line(), "abc"), "allow"),
        (click(note(), Button::Right, 1), "allow"),
        (keys_on(line(), "abc{TAB} "), "refuse"),
        (keys_on(line(), "abc{ENTER}"), "refuse"),
        (typed(line(), "abc\t "), "refuse"),
        (keys_on(note(), "^b"), "refuse"),
        (keys_on(note(), "%b"), "refuse"),
        (keys_on(note(), "{F10}"), "refuse"),
        (keys_on(note(), "{ESC}"), "refuse"),
        (drag(note(), 10, 310), "refuse"),
        (drag(note(), 10, 10), "allow"),
    ] {
        let controls = [note(), check()];
        let context = PolicyContext { controls: &controls, home: "/home/u", ..PolicyContext::default() };
        assert_eq!(word(&policy.judge(&operation, &context).0), expected, "{operation}");
    }
}
