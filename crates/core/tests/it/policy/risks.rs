//! Tests of the risks that the policy infers from an operation and its context.

use super::operations::{
    CLICK, act, at, click, control, focused, hidden, in_window, keys, keys_on, on, open, run, typed,
};
use deskpilot_core::{
    Aim, Clipboard, Control, Gesture, Operation, Policy, PolicyContext, Rect, Risk, Role, State, Verb,
    policy::{Foreground, Grounds},
};
use serde_json::json;

fn found(operation: &Operation, controls: &[Control]) -> Vec<Risk> {
    let context = PolicyContext {
        controls,
        home: "/home/u",
        foreground: Foreground::Shell,
        ..PolicyContext::default()
    };
    let (_, Grounds { findings, .. }) = Policy::default().judge(operation, &context);
    findings.into_iter().map(|it| it.risk).collect()
}

#[test]
fn the_pressed_control_indicates_the_risk() {
    for (operation, risks) in [
        (click("Save"), &[][..]),
        (click("Send"), &[Risk::Sends]),
        (click("Sender"), &[]),
        (click("Move to Trash"), &[Risk::Deletes]),
        (click("Close without saving"), &[Risk::Closes, Risk::Discards]),
        (click("Buy now"), &[Risk::Pays]),
        (click("Allow"), &[Risk::Permits]),
        (click("Sign in"), &[Risk::LogsIn]),
        (click("Install"), &[Risk::Installs]),
        (click("Show password"), &[Risk::Reveals]),
        (click(""), &[Risk::Unknown]),
        (act(control(Role::Menu, "Format"), CLICK), &[]),
        (act(control(Role::Menu, "Delete"), CLICK), &[]),
        (act(control(Role::MenuItem, "Delete"), CLICK), &[Risk::Deletes]),
        (act(control(Role::TabItem, "Delete"), CLICK), &[]),
        (act(control(Role::Edit, "Delete"), CLICK), &[]),
        (act(control(Role::Cell, "Delete"), CLICK), &[]),
        (act(control(Role::CheckBox, "Record sound"), Gesture::Check(true)), &[Risk::Watches]),
        (act(control(Role::ComboBox, "What to do"), Gesture::Select("Delete all".into())), &[Risk::Deletes]),
        (act(control(Role::Window, "x"), Gesture::Close), &[Risk::Closes]),
        (act(control(Role::Window, "x"), Gesture::EndApplication), &[Risk::Discards]),
        (in_window(act(control(Role::Window, "x"), Gesture::Close), "pad", "*notes"), &[Risk::Discards]),
        (in_window(click("Save"), "KeePassXC", "vault"), &[Risk::Guarded]),
        (in_window(click("OK"), "agent", "Authentication Required"), &[Risk::Guarded]),
    ] {
        assert_eq!(found(&operation, &[]), risks, "{operation}");
    }
}

#[test]
fn keys_press_what_has_the_focus() {
    let terminal = || focused(control(Role::Terminal, "Terminal"));
    let field = || focused(control(Role::Edit, "Message"));
    let of_lines = || {
        let mut field = field();
        field.states = field.states.with(State::MultiLine);
        field
    };
    let pages = |name: &str| vec![field(), control(Role::Button, name)];
    for (operation, controls, risks) in [
        (keys("Alt+F4"), vec![], &[Risk::Closes][..]),
        (in_window(keys("Alt+F4"), "pad", "*notes"), vec![], &[Risk::Discards]),
        (in_window(keys("Ctrl+W"), "pad", "notes [modified]"), vec![], &[Risk::Discards]),
        (in_window(keys("Ctrl+Q"), "pad", "• notes"), vec![], &[Risk::Discards]),
        (in_window(keys("Alt+F4"), "pad", "notes*"), vec![], &[Risk::Discards]),
        (in_window(keys("Alt+F4"), "pad", "● notes"), vec![], &[Risk::Discards]),
        (keys("Ctrl+Shift+Q"), vec![], &[Risk::Closes]),
        (keys("Ctrl+S"), vec![], &[]),
        (keys("bye{CTRL+Q}"), vec![], &[Risk::Closes]),
        (keys("bye{<Control><Shift>q}"), vec![], &[Risk::Closes]),
        (keys("bye{CTRL+Page_Up}"), vec![], &[]),
        (keys("Ctrl+KP_Enter"), vec![], &[Risk::Sends]),
        (keys("Ctrl+Alt+Delete"), vec![], &[Risk::Closes]),
        (keys("Ctrl+Enter"), vec![], &[Risk::Sends]),
        (keys("{DELETE}"), vec![focused(control(Role::ListItem, "a.txt"))], &[Risk::Deletes]),
        (keys("{DELETE}"), vec![field()], &[]),
        (keys("Shift+Delete"), vec![field()], &[]),
        (keys("Shift+Delete"), vec![focused(control(Role::ListItem, "a.txt"))], &[Risk::Deletes]),
        (keys("ls{ENTER}"), vec![terminal()], &[Risk::Runs]),
        (keys("ls"), vec![terminal()], &[]),
        (in_window(keys("ls{ENTER}"), "xterm", "Shell"), vec![], &[Risk::Runs]),
        (in_window(keys("Shift+Insert"), "xterm", "Shell"), vec![], &[Risk::Runs]),
        (keys("{ENTER}"), vec![], &[Risk::Unknown]),
        (keys("Ctrl+Shift+V"), vec![terminal()], &[Risk::Runs]),
        (keys("{ENTER}"), vec![focused(control(Role::Button, "Pay"))], &[Risk::Pays]),
        (keys_on(control(Role::Button, "Pay"), "{ENTER}"), vec![], &[Risk::Pays]),
        (keys(" "), vec![focused(control(Role::Button, "Delete"))], &[Risk::Deletes]),
        (keys("hello{ENTER}"), pages("Send"), &[Risk::Sends]),
        (keys("hello{ENTER}"), pages("Search"), &[]),
        (keys("hello{ENTER}"), vec![of_lines(), control(Role::Button, "Send")], &[Risk::Sends]),
        (keys("hello{ENTER}"), vec![of_lines(), control(Role::Button, "Pay")], &[]),
        (
            keys("hello{ENTER}"),
            vec![control(Role::Edit, "Message"), control(Role::Button, "Send")],
            &[Risk::Sends],
        ),
        (typed(field(), "hello\n"), pages("Send"), &[Risk::Sends]),
        (typed(field(), "hello"), pages("Send"), &[]),
        (typed(field(), "delete everything"), vec![], &[]),
        (typed(terminal(), "rm -rf /\n"), vec![], &[Risk::Runs]),
        (typed(hidden(control(Role::Edit, "Password")), "hunter2"), vec![], &[Risk::LogsIn]),
        (typed(hidden(control(Role::Edit, "Password")), "{{secret:mail}}"), vec![], &[Risk::TypesSecret]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn an_ok_says_yes_to_what_the_dialog_asks() {
    let dialog = |text: &str| {
        let mut alert = control(Role::Alert, "Question");
        alert.states = alert.states.with(State::Modal);
        vec![alert, control(Role::Text, text), control(Role::Button, "OK")]
    };
    for (operation, controls, risks) in [
        (click("OK"), dialog("Delete 3 files for good?"), &[Risk::Deletes][..]),
        (click("Yes"), dialog("Overwrite report.odt?"), &[Risk::Overwrites]),
        (click("OK"), dialog("The file was saved."), &[]),
        (click("Cancel"), dialog("Delete 3 files?"), &[]),
        (keys("{ENTER}"), dialog("Delete 3 files for good?"), &[Risk::Deletes]),
        (click("Weiter"), dialog("Die Dateien werden gelöscht. Löschen?"), &[Risk::Deletes]),
    ] {
        assert_eq!(found(&operation, &controls), risks, "{operation}");
    }
}

#[test]
fn closing_a_dialog_closes_no_window_and_ending_a_program_in_one_does() {
    let placed = |mut it: Control, y: i32| {
        it.rect = Rect::new(0, y, 100, 20);
        it
    };
    let framed = |role: Role, state: Option<State>| {
        let mut frame = control(role, "Message");
        frame.rect = Rect::new(0, 40, 100, 80);
        frame.states = state.map_or(frame.states, |it| frame.states.with(it));
        frame
    };
    let behind = || placed(control(Role::Menu, "File"), 0);
    let button = |name: &str| placed(control(Role::Button, name), 60);
    let closes = &[Risk::Closes][..];
    for (what, name, at, before, risks) in [
        ("an alert over a window", "Close", 60, vec![behind(), framed(Role::Alert, None)], &[][..]),
        ("a modal group", "Close", 60, vec![behind(), framed(Role::Group, Some(State::Modal))], &[]),
        ("a modal window in front", "_Close Close", 60, vec![framed(Role::Window, None)], &[]),
        ("another language", "Закрыть", 60, vec![framed(Role::Window, None)], &[]),
        ("a window within another", "Close", 60, vec![framed(Role::Window, None), behind()], closes),
        ("a window that blocks nothing", "Close", 60, vec![behind(), framed(Role::Window, None)], closes),
        ("the window behind an alert", "Close", 0, vec![behind(), framed(Role::Alert, None)], closes),
        ("the end of a session", "Log out", 60, vec![framed(Role::Dialog, None)], closes),
        ("a program that hangs", "Force Quit", 60, vec![framed(Role::Window, None)], closes),
        ("more than the dialog", "Close and restart", 60, vec![framed(Role::Dialog, None)], closes),
    ] {
        let target = placed(button(name), at);
        let controls = [before, vec![target.clone()]].concat();
        assert_eq!(found(&act(target, CLICK), &controls), risks, "{what}");
    }
}

#[test]
fn a_point_is_the_control_at_it() {
    let controls = [control(Role::Button, "Send")];
    for (x, y, risks) in [(10, 10, &[Risk::Sends][..]), (300, 300, &[Risk::Unknown])] {
        assert_eq!(found(&at(x, y), &controls), risks);
    }
    let bin = deskpilot_core::Point { x: 5, y: 5 };
    let drag = Gesture::Drag { to: bin, button: deskpilot_core::Button::Left, held: Vec::new(), millis: 0 };
    let operation = act(control(Role::ListItem, "a.txt"), drag);
    assert_eq!(found(&operation, &[control(Role::Button, "Trash")]), [Risk::Deletes]);
}

#[test]
fn programs_and_opened_files_have_risks() {
    for (operation, risks) in [
        (run("date"), &[Risk::Runs][..]),
        (open("gedit", None), &[]),
        (open("keepassxc", None), &[Risk::Guarded]),
        (open("gedit", Some("notes.txt")), &[]),
        (open("gedit", Some("~/.ssh/id_ed25519")), &[Risk::Guarded]),
        (typed(control(Role::Edit, "Name"), ".bashrc"), &[Risk::Guarded]),
        (typed(control(Role::Edit, "Name"), "/home/u/.config/deskpilot/policy.toml"), &[Risk::Guarded]),
        (typed(control(Role::Edit, "Name"), "answer.txt"), &[]),
        (on(Aim::Window, "run_shell", json!({"argv": ["date"]}), Verb::Native), &[Risk::Runs, Risk::Unknown]),
        (on(Aim::Window, "delete_slide", json!({}), Verb::Native), &[Risk::Deletes, Risk::Unknown]),
        (on(Aim::Window, "insert_table", json!({}), Verb::Native), &[Risk::Unknown]),
    ] {
        assert_eq!(found(&operation, &[]), risks, "{operation}");
    }
}

#[test]
fn what_the_user_copied_is_shown_after_a_yes() {
    let read = on(Aim::Window, "read_clipboard", json!({}), Verb::ReadClipboard { note: None });
    let write = on(Aim::Window, "x", json!({}), Verb::Gesture(Gesture::WriteClipboard("x".into())));
    for (clipboard, operation, risks) in [
        (Clipboard::Shared, &read, &[Risk::ReadsClipboard][..]),
        (Clipboard::Own, &read, &[]),
        (Clipboard::Shared, &write, &[]),
    ] {
        let context = PolicyContext { clipboard, ..PolicyContext::default() };
        let (_, grounds) = Policy::default().judge(operation, &context);
        let found: Vec<Risk> = grounds.findings.iter().map(|it| it.risk).collect();
        assert_eq!(found, risks, "{clipboard:?} {operation}");
    }
    assert_eq!(
        Clipboard::default(),
        Clipboard::Shared,
        "unless known otherwise, the clipboard is the user's"
    );
}
