//! Dialogs: Enter in them, the focus when one opens by itself, and waits that a modal dialog ends.

use crate::intruder::Intruder;
use crate::test_desktop::{TestDesktop, append, click, clicks, keys, keys_after, replace};
use deskpilot_core::{
    Action, Aim, Button, Call, Control, Effect, Operation, Policy, Role, Verb, WaitCondition, Window,
};
use deskpilot_desktop::{Desktop, DesktopError, Puppeteer, RedactedDesktop};
use deskpilot_linux::LinuxDesktop;
use deskpilot_testkit::{tried, tries_also};
use std::fs;
use tokio::time::{Duration, Instant};

/// A program that loses the first click after its dialog closes.
const LOST_CLICK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/lost_click.py");
const CLOSED: &str = "confirmed: window \"Save As\" closed";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn enter_saves_as_soon_as_the_name_is_there() {
    let usual = ["handed over", "keys at once"];
    for how in tried(&["handed over", "typed", "typed at once", "keys at once"], |it| usual.contains(it)) {
        let inputs = match how {
            "handed over" => vec![replace("kept.txt"), keys("{ENTER}")],
            "typed" => vec![keys_after("^a", "kept.txt"), keys("{ENTER}")],
            "typed at once" => vec![replace("kept.txt\n")],
            _ => vec![keys_after("^a", "kept.txt{ENTER}")],
        };
        let mut test = TestDesktop::bring_up().await;
        let window = test.launch("mousepad").await;
        let edit = test.find(&window, Role::Edit, "").await;
        test.on(&window, &edit, replace(how)).await;
        test.in_window(&window, keys("Ctrl+S")).await;
        let name = test.find(&window, Role::Edit, "Name:").await;
        let mut effect = String::new();
        for input in inputs {
            effect = test.on(&window, &name, input).await.to_string();
        }
        assert_eq!(effect, CLOSED, "{how}");
        let home = test.private.seat().environment().value("HOME").unwrap().to_owned();
        test.window(&format!("{home}/kept.txt - Mousepad")).await;
        assert_eq!(fs::read_to_string(format!("{home}/kept.txt")).unwrap(), how);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_click_that_a_window_loses_after_its_dialog_is_done_again_once() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["python3", LOST_CLICK], "Counter").await;
    let ask = test.find(&window, Role::Button, "Ask").await;
    test.on(&window, &ask, click()).await;
    let dialog = test.window("Sure?").await;
    let ok = test.find(&dialog, Role::Button, "OK").await;
    test.on(&dialog, &ok, click()).await;
    for clicks in 1..=2 {
        let counter = test.find(&window, Role::Text, &format!("Clicks: {}", clicks - 1)).await;
        let effect = test.on(&window, &counter, click()).await;
        assert!(!matches!(effect, Effect::NoChange(_)), "{clicks}: {effect}");
        test.find(&window, Role::Text, &format!("Clicks: {clicks}")).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dialog_that_opens_by_itself_gets_no_keys() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    let edit = test.find(&window, Role::Edit, "").await;
    let intruder = Intruder::open(test.private.seat(), &window, "Tip of the Day");
    // Keys for the focused window must not go to a dialog nobody has seen.
    let aim = Aim::Window;
    let input = deskpilot_core::Input { window: window.id, aim, gesture: append("to the window") };
    match test.desktop.perform(&input).await {
        Err(DesktopError::OutOfDate { why, .. }) => {
            assert_eq!(why, "\"Tip of the Day\" opened meanwhile");
        }
        other => panic!("{other:?}"),
    }
    // Keys for a control go to its window, which gets the focus back.
    let effect = test.on(&window, &edit, keys("to the text")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    // Applications process keys one by one: the effect may be confirmed before the last key arrived.
    test.find_where(&window, "the text", |it| it.value.as_deref() == Some("to the text")).await;
    // A dialog that keeps taking the focus gets no keys either, and the error reports it.
    intruder.insist();
    match test.try_on(&window, &edit, keys("!")).await {
        // The error is about a dialog that opened or a window that does not get the focus: whichever is seen first.
        Err(DesktopError::OutOfDate { .. } | DesktopError::NotPossible { .. }) => {}
        other => panic!("{other:?}"),
    }
    assert_eq!(test.read(&window, &edit).await, "to the text");
    assert_eq!(intruder.leave(), 0, "keys went to the dialog");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_tip_of_the_day_does_not_get_what_is_typed_into_the_document() {
    if !tries_also("the tip of the day") {
        return;
    }
    let mut test = TestDesktop::bring_up().await;
    // Settings of its own, which leave the tip on, are not written over.
    let settings = test.private.seat().environment().value("XDG_CONFIG_HOME").unwrap();
    let profile = std::path::Path::new(settings).join("libreoffice/4/user");
    fs::create_dir_all(&profile).unwrap();
    let none = r#"<oor:items xmlns:oor="http://openoffice.org/2001/registry"/>"#;
    fs::write(profile.join("registrymodifications.xcu"), none).unwrap();
    let window = test.launch("writer").await;
    let is_document = |it: &Control| it.role == Role::Document;
    let document = test.find_where(&window, "the document", is_document).await;
    let tip = test.find(&window, Role::Button, "Next Tip").await;
    test.on(&window, &document, append("Dear Ann, ")).await;
    test.find(&window, Role::Button, &tip.name).await;
    test.find_where(&window, "the text", |it| it.value.as_deref() == Some("Dear Ann, ")).await;
    let ok = test.find(&window, Role::Button, "OK").await;
    test.on(&window, &ok, click()).await;
    for (chord, expected) in [
        ("Home", "confirmed: the caret went from character 10 to 0"),
        // The status bar counts the selected words.
        ("Shift+End", "confirmed: "),
        ("Ctrl+C", "confirmed: something was copied to the clipboard"),
    ] {
        let effect = test.in_window(&window, keys(chord)).await.to_string();
        assert!(effect.starts_with(expected), "{chord}: {effect}");
    }
}

fn wait(window: &Window, text: &str) -> Operation {
    let until = WaitCondition { shows: Some(text.to_owned()), known: Vec::new(), millis: 60_000 };
    let call = Call { command: "wait".into(), args: Default::default() };
    let (window, verb) = (window.clone(), Verb::Wait(until));
    Operation::Act(Box::new(Action { call, window, aim: Aim::Window, verb }))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wait_ends_when_a_dialog_opens() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    test.find(&window, Role::Edit, "").await;
    let desktop = LinuxDesktop::connect(test.private.seat().clone()).await.unwrap();
    let desktop = RedactedDesktop::new(Box::new(desktop), Policy::default());
    let mut puppeteer = Puppeteer::new(desktop, Vec::new());
    let started = Instant::now();
    let waiting = wait(&window, "never there");
    let (waited, opened) = tokio::join!(puppeteer.perform(&waiting), test.in_window(&window, keys("Ctrl+S")));
    assert_eq!(opened.to_string(), "confirmed: window \"Save As\" opened");
    assert_eq!(
        waited.unwrap().effect.to_string(),
        "no change: \"never there\" is not shown, and the window \"Save As\" has opened; answer it first"
    );
    assert!(started.elapsed() < Duration::from_secs(20), "it took {:?}", started.elapsed());
}

/// The field that a slash shows in an Open dialog. A dialog that has not loaded its recent files yet only goes to the home
/// folder for the first slash, and a person types another one. A slow dialog shows the field late, with both in it.
async fn field_for_a_path(test: &mut TestDesktop, window: &Window) -> Control {
    let is_field = |it: &Control| it.role == Role::Edit && matches!(it.value.as_deref(), Some("/" | "//"));
    for _ in 0..2 {
        test.in_window(window, keys("/")).await;
        if let Some(field) = test.controls(window).await.into_iter().find(is_field) {
            return field;
        }
    }
    test.find_where(window, "the field for a path", is_field).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_dialog_takes_a_path_after_a_slash_and_a_double_click_on_a_file() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    test.find(&window, Role::Edit, "").await;
    let home = test.private.seat().environment().value("HOME").unwrap().to_owned();
    let path = format!("{home}/letters/of old/told.txt");
    fs::create_dir_all(format!("{home}/letters/of old")).unwrap();
    fs::write(&path, "hello").unwrap();
    test.in_window(&window, keys("Ctrl+O")).await;
    test.find(&window, Role::Button, "Open").await;
    let field = field_for_a_path(&mut test, &window).await;
    let effect = test.on(&window, &field, replace(&path)).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.in_window(&window, keys("{ENTER}")).await;
    let window = test.window(&format!("{path} - Mousepad")).await;

    fs::write(format!("{home}/letters/of old/more.txt"), "more").unwrap();
    test.in_window(&window, keys("Ctrl+O")).await;
    let file = test.find(&window, Role::Cell, "more.txt").await;
    // The dialog selects the file first, and that is not what the click is for.
    let effect = test.on(&window, &file, clicks(Button::Left, 2)).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Open File\" closed");
    test.window(&format!("{home}/letters/of old/more.txt - Mousepad")).await;
}
