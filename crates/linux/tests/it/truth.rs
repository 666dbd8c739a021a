//! The reported effect of an action is true, and reported as soon as it is known.

use crate::test_desktop::{TestDesktop, append, click, keys, keys_after, replace};
use deskpilot_core::{
    Aim, Control, Effect, Evidence, Gesture, Input, NoChangeReason, Role, State, WaitEnd, Window,
};
use deskpilot_desktop::{Desktop, DesktopError};
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{ConnectionExt as _, KeyButMask};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

const SLOW_FIELD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/slow_field.py");
const LATE_FOCUS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/late_focus.py");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_boxes_and_keys_do_is_waited_for_and_read_back() {
    let mut test = TestDesktop::bring_up().await;
    Box::pin(a_wait_ends_with_what_it_is_for(&mut test)).await;
    Box::pin(a_key_that_does_nothing_is_waited_for_and_reported_to_do_nothing(&mut test)).await;
    let window = test.launch("mousepad").await;
    Box::pin(what_is_typed_into_nothing_in_particular_is_read_back(&mut test, &window)).await;
    Box::pin(caps_lock_does_not_matter_and_stays_as_it_was(&mut test, &window)).await;
}

async fn a_wait_ends_with_what_it_is_for(test: &mut TestDesktop) {
    let window = test.launch("gtk3-widget-factory").await;
    let check = test
        .find_where(&window, "a box", |it| it.role == Role::CheckBox && it.states.has(State::Enabled))
        .await;
    let on = !check.states.has(State::Checked);
    let aim = Aim::Control(Box::new(check));
    for (gesture, ending) in [
        (Gesture::Check(on), &["seen"][..]),
        (click(), &["quiet", "seen"]),
        // Nothing is sent or awaited when the state is already as wanted.
        (Gesture::Check(!on), &["nothing"]),
    ] {
        let case = format!("{gesture:?}");
        let input = Input { window: window.id, aim: aim.clone(), gesture };
        let outcome = test.desktop.perform(&input).await.unwrap();
        let settled = outcome.settled.map_or("nothing".to_owned(), |it| it.to_string());
        let is_expected = ending.iter().any(|ending| settled.starts_with(ending));
        assert!(is_expected, "{case}: {} {settled}", outcome.effect);
        let is_confirmed = matches!(outcome.effect, Effect::Confirmed(_));
        assert!(is_confirmed || ending == ["nothing"], "{case}: {}", outcome.effect);
    }
}

async fn a_key_that_does_nothing_is_waited_for_and_reported_to_do_nothing(test: &mut TestDesktop) {
    let window = test.launch("galculator").await;
    // A blinking caret is no effect.
    let display = test.find(&window, Role::Edit, "").await;
    test.on(&window, &display, click()).await;
    let input = Input { window: window.id, aim: Aim::Window, gesture: keys("{F9}") };
    let outcome = test.desktop.perform(&input).await.unwrap();
    let nothing = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
    assert_eq!(outcome.effect, nothing);
    assert!(outcome.settled.is_some(), "the outcome does not say what ended the wait");
}

async fn what_is_typed_into_nothing_in_particular_is_read_back(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    test.on(window, &edit, replace("one two")).await;
    test.on(window, &edit, keys("Ctrl+Home")).await;
    let input = Input { window: window.id, aim: Aim::Window, gesture: append("zero ") };
    let outcome = test.desktop.perform(&input).await.unwrap();
    assert_eq!(outcome.effect.to_string(), "confirmed: value \"one two\" -> \"zero one two\"");
    assert!(matches!(outcome.settled, Some(WaitEnd::Condition(_))), "{:?}", outcome.settled);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_that_change_no_text_are_seen_by_the_caret_and_the_clipboard() {
    let mut test = TestDesktop::bring_up().await;
    for (argv, title) in [
        (&["mousepad", "--disable-server"][..], "Untitled 1 - Mousepad"),
        (&["gnome-text-editor", "--standalone"], "New Document (Draft) - Text Editor"),
    ] {
        let window = test.start(argv, title).await;
        let edit = test
            .find_where(&window, "the text", |it| it.role == Role::Edit && it.states.has(State::MultiLine));
        let edit = edit.await;
        test.on(&window, &edit, replace("one two")).await;
        // The first key dismisses what an editor shows for a while at its start.
        test.on(&window, &edit, keys("Ctrl+Home")).await;
        test.on(&window, &edit, keys("Ctrl+End")).await;
        for (chord, expected) in [
            ("Ctrl+Home", "confirmed: the caret went from character 7 to 0"),
            ("{RIGHT 2}", "confirmed: the caret went from character 0 to 2"),
            ("Shift+End", "confirmed: characters 2 to 7 are selected: \"e two\""),
            ("Ctrl+C", "confirmed: something was copied to the clipboard"),
            // The same again, by the same owner.
            ("Ctrl+C", "confirmed: something was copied to the clipboard"),
            ("Ctrl+A", "confirmed: characters 0 to 7 are selected: \"one two\""),
        ] {
            let effect = test.in_window(&window, keys(chord)).await;
            assert_eq!(effect.to_string(), expected, "{chord} in {title}");
        }
    }
}

/// Presses Caps Lock this many times; returns whether it is on.
fn caps_lock(server: &RustConnection, presses: usize) -> bool {
    const CAPS_LOCK: u8 = 66;
    for _ in 0..presses {
        for kind in [2, 3] {
            server.xtest_fake_input(kind, CAPS_LOCK, 0, x11rb::NONE, 0, 0, 0).unwrap().check().unwrap();
        }
    }
    let root = server.setup().roots[0].root;
    server.query_pointer(root).unwrap().reply().unwrap().mask.contains(KeyButMask::LOCK)
}

async fn caps_lock_does_not_matter_and_stays_as_it_was(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    test.on(window, &edit, replace("")).await;
    let (server, _) = test.private.seat().connect_display().unwrap();
    assert!(caps_lock(&server, 1), "it could not be turned on");
    test.on(window, &edit, keys("aB1")).await;
    assert_eq!(test.read(window, &edit).await, "aB1");
    assert!(caps_lock(&server, 0), "it is off now");
    assert!(!caps_lock(&server, 1));
    test.on(window, &edit, keys("Cd")).await;
    assert_eq!(test.read(window, &edit).await, "aB1Cd");
    assert!(!caps_lock(&server, 0), "it is on now");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_whose_window_goes_meanwhile_were_sent_in_part() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    // The first chord closes the window; the characters after it need spare keys, bound in bursts. However busy the
    // machine is, the window closes long before all have been sent.
    let many: String = ('\u{4e00}'..).take(9_000).collect();
    let input = Input { window: window.id, aim: Aim::Window, gesture: keys_after("%{F4}", &many) };
    match test.desktop.perform(&input).await {
        Ok(outcome) => {
            assert!(matches!(outcome.effect, Effect::Partial(_)), "{}", outcome.effect);
        }
        Err(error) => panic!("something was sent, and yet: {error}"),
    }
    let gone = test.desktop.perform(&input).await;
    assert!(matches!(gone, Err(DesktopError::WindowGone(_))), "{gone:?}");
    the_other_window_of_the_same_title_gets_no_key(&mut test, &many).await;
}

/// The window manager gives it the keyboard when the one that is meant closes.
async fn the_other_window_of_the_same_title_gets_no_key(test: &mut TestDesktop, many: &str) {
    let (argv, title) = (&["mousepad", "--disable-server"][..], "Untitled 1 - Mousepad");
    let other = test.start(argv, title).await;
    test.find(&other, Role::Edit, "").await;
    test.start(argv, title).await;
    let end = Instant::now() + Duration::from_secs(30);
    let window = loop {
        let windows = test.windows().await;
        if let Some(second) = windows.iter().find(|it| it.title == title && it.id != other.id) {
            break second.id;
        }
        assert!(Instant::now() < end, "there is no second window: {windows:?}");
    };
    let input = Input { window, aim: Aim::Window, gesture: keys_after("%{F4}", many) };
    let effect = test.desktop.perform(&input).await.unwrap().effect;
    assert!(matches!(effect, Effect::Partial(_)), "{effect}");
    let edit = test.find(&other, Role::Edit, "").await;
    assert_eq!(test.read(&other, &edit).await, "");
    let gone = test.desktop.perform(&input).await;
    assert!(matches!(gone, Err(DesktopError::WindowGone(_))), "{gone:?}");
    assert_eq!(test.read(&other, &edit).await, "");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_control_that_takes_the_keyboard_late_is_not_reported_to_refuse_it() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["python3", LATE_FOCUS], "Late focus").await;
    let soon = test.find(&window, Role::ToggleButton, "Soon").await;
    let effect = test.on(&window, &soon, Gesture::Focus).await;
    assert_eq!(effect.to_string(), "confirmed: focus on ToggleButton \"Soon\"");

    // Nothing is typed where nothing shows that it gets there.
    let later = test.find(&window, Role::ToggleButton, "Later").await;
    let error = test.try_on(&window, &later, keys("{SPACE}")).await.unwrap_err().to_string();
    assert!(error.contains("does not show that it has it; nothing was typed"), "{error}");
    let takes_it = |it: &Control| it.name == "Later" && it.states.has(State::Focused);
    let later = test.find_where(&window, "the focus on Later", takes_it).await;
    assert!(!later.states.has(State::Checked), "{later:?}");

    test.on(&window, &soon, Gesture::Focus).await;
    let later = test.find(&window, Role::ToggleButton, "Later").await;
    let effect = test.on(&window, &later, Gesture::Focus).await;
    assert_eq!(effect.to_string(), "no change: the focus is not on ToggleButton \"Later\"");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_text_of_which_a_part_is_shown_is_waited_for_while_its_program_works() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["python3", SLOW_FIELD], "Slow field").await;
    let field = test.find(&window, Role::Edit, "").await;
    let effect = test.on(&window, &field, keys("busy")).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(test.read(&window, &field).await, "busy");
}
