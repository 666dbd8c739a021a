//! A text editor: text of every kind, keys, menus, dialogs.

use crate::bench::{Bench, append, click, clicks, drag, keys, replace};
use deskpilot_core::{
    Aim, Button, Chord, Effect, Evidence, Gesture, Key, Modifier, Point, Role, ScrollBy, State,
};
use deskpilot_desktop::{Area, Desktop, DesktopError};

const TEXT: &str = "Grüße, 世界 ✓\tspalte\nzweite Zeile 😀";

fn value(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::Confirmed(Evidence::Value { after, .. }) => after.as_deref(),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn text_arrives_as_it_is_meant_handed_over_or_typed() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    let edit = bench.find(&window, Role::Edit, "").await;
    assert_eq!(value(&bench.on(&window, &edit, replace(TEXT)).await), Some(TEXT));
    assert_eq!(bench.read(&window, &edit).await, TEXT);
    let appended = format!("{TEXT}!");
    assert_eq!(value(&bench.on(&window, &edit, append("!")).await), Some(&*appended));
    bench.on(&window, &edit, keys("^a")).await;
    // Without a target control, the text is typed at the focus and replaces the selection.
    let effect = bench.in_window(&window, append(TEXT)).await;
    assert_eq!(value(&effect), Some(TEXT), "{effect}");
    // More distinct characters than the keyboard has spare keys.
    let many: String = ('\u{4e00}'..).take(40).collect();
    bench.on(&window, &edit, keys("^a")).await;
    let effect = bench.in_window(&window, append(&many)).await;
    assert_eq!(value(&effect), Some(&*many), "{effect}");
    let again = bench.on(&window, &edit, replace(&many)).await;
    assert!(matches!(again, Effect::NoChange(_)), "a text that was there already: {again}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn keys_menus_and_dialogs() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    let edit = bench.find(&window, Role::Edit, "").await;
    let effect = bench.on(&window, &edit, keys("hello{ENTER}Welt")).await;
    assert_eq!(value(&effect), Some("hello\nWelt"), "{effect}");
    let file = bench.find(&window, Role::Menu, "File").await;
    let effect = bench.on(&window, &edit, keys("Ctrl+S")).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Save As\" opened");

    // The dialog is part of its window and of its picture; controls it blocks are neither listed nor usable.
    let cancel = bench.find(&window, Role::Button, "Cancel").await;
    let offered = bench.controls(&window).await;
    assert!(offered.iter().all(|it| it.role != Role::Menu), "{offered:?}");
    let picture = bench.capture(Area::Window(window.id)).await;
    assert_eq!(picture.rect().intersection(cancel.rect), cancel.rect);
    let refused = bench.try_on(&window, &file, click()).await;
    assert!(matches!(refused, Err(DesktopError::Obscured { .. })), "{refused:?}");
    let effect = bench.on(&window, &cancel, click()).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Save As\" closed");
    let refused = bench.try_on(&window, &cancel, click()).await;
    assert!(matches!(refused, Err(DesktopError::ControlGone(_))), "{refused:?}");

    // Menu items appear with the menu, in its order, and disappear with it.
    let effect = bench.on(&window, &file, click()).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Tree { added: 10.., .. })), "{effect}");
    let items = bench.controls(&window).await;
    let items: Vec<_> = items.iter().filter(|it| it.role == Role::MenuItem).collect();
    assert_eq!(items[0].name, "New");
    assert!(items.is_sorted_by_key(|item| item.rect.y), "{items:?}");
    let picture = bench.capture(Area::Window(window.id)).await;
    assert!(items.iter().all(|item| picture.rect().intersection(item.rect) == item.rect));
    let edit_menu = bench.find(&window, Role::Menu, "Edit").await;
    bench.on(&window, &edit_menu, click()).await;
    let all = bench.find(&window, Role::MenuItem, "Select All").await;
    bench.on(&window, &all, click()).await;
    let effect = bench.in_window(&window, keys("{DELETE}")).await;
    assert_eq!(value(&effect), Some(""), "{effect}");
    let refused = bench.try_on(&window, &all, click()).await;
    assert!(matches!(refused, Err(DesktopError::ControlGone(_))), "{refused:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_pointer_selects_scrolls_and_opens_context_menus() {
    let mut bench = Bench::bring_up().await;
    let window = bench.launch("mousepad").await;
    let edit = bench.find(&window, Role::Edit, "").await;
    let lines: String = (1..=400).map(|line| format!("line {line}\n")).collect();
    bench.on(&window, &edit, replace(&lines)).await;
    bench.on(&window, &edit, keys("Ctrl+Home")).await;

    let effect = bench.on(&window, &edit, Gesture::SelectText("line 2".into())).await;
    assert_eq!(effect.to_string(), "confirmed: selected \"line 2\"");
    bench.in_window(&window, append("second")).await;
    assert!(bench.read(&window, &edit).await.starts_with("line 1\nsecond\nline 3"));

    // A double click selects the word under the pointer; typing replaces it.
    let first_word = Point { x: edit.rect.x + 12, y: edit.rect.y + 8 };
    bench.at(&window, Aim::Point(first_word), clicks(Button::Left, 2)).await;
    bench.in_window(&window, append("LINE")).await;
    assert!(bench.read(&window, &edit).await.starts_with("LINE 1\n"), "the word was not selected");

    // A drag from the start of the first line to its end.
    let start = Point { x: edit.rect.x + 1, y: edit.rect.y + 8 };
    bench.at(&window, Aim::Point(start), drag(Point { x: start.x + 300, y: start.y })).await;
    bench.in_window(&window, append("first")).await;
    assert!(bench.read(&window, &edit).await.starts_with("first\nsecond\n"), "the line was not selected");

    let effect = bench.on(&window, &edit, Gesture::Scroll(ScrollBy { up: -5, right: 0 })).await;
    assert!(effect.is_success(), "{effect}");
    let effect = bench.on(&window, &edit, clicks(Button::Right, 1)).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Tree { added: 3.., .. })), "{effect}");
    bench.find(&window, Role::MenuItem, "Paste").await;
    bench.in_window(&window, keys("Escape")).await;
    let long = bench.find(&window, Role::Edit, "").await.value.unwrap();
    assert!(long.contains("… (the first 2000 of "), "a long text is cut, and says so: {long}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_password_field_holds_is_typed_and_never_read() {
    const SECRET: &str = "opensesame";
    let mut bench = Bench::bring_up().await;
    let window = bench.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer").await;
    let hidden = bench.find_where(&window, "a password", |it| it.states.has(State::Protected)).await;
    let effect = bench.on(&window, &hidden, replace(SECRET)).await;
    assert_eq!(effect, Effect::Unverified("what is typed there is hidden".into()));
    // The other field of this window shows the same text: it did arrive.
    let shown = bench.find_where(&window, "the text", |it| it.value.as_deref() == Some(SECRET)).await;
    assert!(!shown.states.has(State::Protected));
    let hidden = bench.find_where(&window, "a password", |it| it.states.has(State::Protected)).await;
    assert_eq!(hidden.value, None);
    let refused = bench.desktop.read(window.id, &hidden).await;
    assert!(matches!(refused, Err(DesktopError::NotPossible { .. })), "{refused:?}");
    let held = Chord { held: vec![Modifier::Alt], key: Key::F(4) };
    let effect = bench.in_window(&window, Gesture::Keys(vec![held])).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Entry Buffer\" closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_is_asked_to_close_and_may_ask_back() {
    let mut bench = Bench::bring_up().await;
    let window = bench.start(&["mousepad", "--disable-server"], "Untitled 1 - Mousepad").await;
    let text = bench.find(&window, Role::Edit, "").await;
    bench.on(&window, &text, replace("unsaved")).await;
    let effect = bench.in_window(&window, Gesture::Close).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let asked = bench.find_where(&window, "whether to save", |it| it.name.contains("Save")).await;
    assert_eq!(asked.role, Role::Button, "the window stays until it is answered");
    let other = bench.start(&["galculator"], "galculator").await;
    let effect = bench.in_window(&other, Gesture::Close).await;
    assert_eq!(effect.to_string(), "confirmed: window \"galculator\" closed");
}
