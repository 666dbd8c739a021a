//! The policy as a table: a deed, how careful the model and the user are, and the ruling.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use deskpilot_core::{
    Action, Aim, Approval, Button, Call, Caution, Clipboard, Control, Deed, Gesture, Launch, NodeId, Policy,
    Rect, Role, Ruling, Shell, Source, States, TextMode, Verb, Window, WindowId, WindowState, parse_keys,
};

fn act(role: Role, name: &str, gesture: Gesture) -> Deed {
    let control = Control {
        label: None,
        role,
        name: name.into(),
        value: None,
        states: States::default(),
        rect: Rect::default(),
        source: Source::Accessibility { node: NodeId("n".into()) },
    };
    let window = Window {
        label: None,
        id: WindowId(1),
        title: "Passwords - KeyRing".into(),
        application: "keyring".into(),
        process: None,
        rect: Rect::default(),
        state: WindowState::Normal,
        focused: true,
    };
    let aim = if name.is_empty() { Aim::Window } else { Aim::Control(Box::new(control)) };
    Deed::Act(Box::new(Action { call: Call::default(), window, aim, verb: Verb::Gesture(gesture) }))
}

fn click(name: &str) -> Deed {
    act(Role::Button, name, Gesture::Click { button: Button::Left, count: 1, held: Vec::new() })
}

fn keys(text: &str) -> Deed {
    act(Role::Window, "", Gesture::Keys(parse_keys(text).unwrap()))
}

fn run(program: &str) -> Deed {
    Deed::Run(Shell { argv: vec![program.into(), "-x".into()] })
}

fn word(ruling: &Ruling) -> &'static str {
    match ruling {
        Ruling::Allow => "allow",
        Ruling::Confirm(_) => "confirm",
        Ruling::Refuse(_) => "refuse",
    }
}

#[test]
fn what_is_risky_needs_a_yes() {
    let policy = Policy { allowed_programs: vec!["date".into()], ..Policy::default() };
    let typed = |text: &str| {
        act(Role::Edit, "Delete notes", Gesture::Text { text: text.into(), mode: TextMode::Append })
    };
    for (deed, ruling) in [
        (click("Save"), "allow"),
        (click("Send"), "confirm"),
        (click("_Send…"), "confirm"),
        (click("Sender"), "allow"),
        (click("Move to Trash"), "confirm"),
        (click("Close without saving"), "confirm"),
        (click("Don't Save"), "confirm"),
        (act(Role::Edit, "Delete", Gesture::Focus), "allow"),
        (act(Role::Button, "Pay", Gesture::Keys(parse_keys("{ENTER}").unwrap())), "confirm"),
        (act(Role::ComboBox, "What to do", Gesture::Select("Delete all".into())), "confirm"),
        (act(Role::CheckBox, "Record sound", Gesture::Check(true)), "confirm"),
        (typed("delete everything"), "allow"),
        (keys("Alt+F4"), "confirm"),
        (keys("Ctrl+S"), "allow"),
        (keys("Ctrl+Alt+Delete"), "confirm"),
        (Deed::Launch(Launch { application: "calculator".into(), file: None }), "allow"),
        (run("rm"), "confirm"),
        (run("date"), "allow"),
    ] {
        assert_eq!(word(&policy.judge(&deed, Caution::Usual)), ruling, "{deed}");
    }
}

#[test]
fn the_model_can_only_make_it_stricter_and_the_user_decides_how_much_is_asked() {
    let of = |approval| Policy { approval, ..Policy::default() };
    for (approval, deed, caution, ruling) in [
        (Approval::Risky, click("Save"), Caution::AskFirst, "confirm"),
        (Approval::Always, click("Save"), Caution::Usual, "confirm"),
        (Approval::Never, click("Send"), Caution::Usual, "allow"),
        (Approval::Never, click("Save"), Caution::AskFirst, "allow"),
        (Approval::Risky, click("Send"), Caution::Usual, "confirm"),
    ] {
        assert_eq!(word(&of(approval).judge(&deed, caution)), ruling, "{approval:?} {deed} {caution:?}");
    }
}

#[test]
fn what_is_off_limits_is_refused_whatever_is_asked() {
    for (limit, deed, ruling) in [
        ("keyring", click("Save"), "refuse"),
        ("passwords", click("Save"), "refuse"),
        ("pass", click("Save"), "allow"),
        ("xterm", Deed::Launch(Launch { application: "XTerm".into(), file: None }), "refuse"),
        ("rm", run("rm"), "refuse"),
    ] {
        let policy =
            Policy { approval: Approval::Never, off_limits: vec![limit.into()], ..Policy::default() };
        assert_eq!(word(&policy.judge(&deed, Caution::Usual)), ruling, "{limit} {deed}");
    }
}

#[test]
fn what_the_user_copied_is_shown_after_a_yes() {
    let gesture = |gesture| act(Role::Window, "", gesture);
    let Deed::Act(mut action) = gesture(Gesture::Focus) else { unreachable!("an action was made") };
    action.verb = Verb::ReadClipboard { note: None };
    let read = Deed::Act(action);
    for (clipboard, deed, ruling) in [
        (Clipboard::Shared, read.clone(), "confirm"),
        (Clipboard::Own, read, "allow"),
        (Clipboard::Shared, gesture(Gesture::WriteClipboard("x".into())), "allow"),
        (Clipboard::Shared, keys("Ctrl+V"), "allow"),
    ] {
        let policy = Policy { clipboard, ..Policy::default() };
        assert_eq!(word(&policy.judge(&deed, Caution::Usual)), ruling, "{clipboard:?} {deed}");
    }
    assert_eq!(Policy::default().clipboard, Clipboard::Shared, "what is not known to be ours is the user's");
}
