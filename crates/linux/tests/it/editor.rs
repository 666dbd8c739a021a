//! A text editor: text of every kind, keys, menus, dialogs.

use crate::test_desktop::{LETTERS, TestDesktop, append, click, clicks, drag, keys, replace};
use deskpilot_core::{
    Aim, Button, Chord, Control, Effect, Evidence, Gesture, Key, Modifier, Point, Role, ScrollBy, State,
    Window,
};
use deskpilot_desktop::{Area, ButtonAt, DesktopError, DesktopReader, RemoteHands, RemoteInput};
use deskpilot_linux::LinuxHands;

const TEXT: &str = "Grüße, 世界 ✓\tspalte\nzweite Zeile 😀";

fn value(effect: &Effect) -> Option<&str> {
    match effect {
        Effect::Confirmed(Evidence::Value { after, .. }) => after.as_deref(),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_editor_is_used_by_keys_menus_and_the_pointer() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    // Leaves the editor empty.
    Box::pin(keys_menus_and_dialogs(&mut test, &window)).await;
    Box::pin(text_arrives_as_it_is_meant_handed_over_or_typed(&mut test, &window)).await;
    Box::pin(the_pointer_selects_scrolls_and_opens_context_menus(&mut test, &window)).await;
    Box::pin(a_submenu_is_in_the_picture_and_its_items_can_be_clicked(&mut test, &window)).await;
}

async fn text_arrives_as_it_is_meant_handed_over_or_typed(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    assert_eq!(value(&test.on(window, &edit, replace(TEXT)).await), Some(TEXT));
    assert_eq!(test.read(window, &edit).await, TEXT);
    let appended = format!("{TEXT}!");
    assert_eq!(value(&test.on(window, &edit, append("!")).await), Some(&*appended));
    test.on(window, &edit, keys("^a")).await;
    // Without a target control, the text is typed at the focus and replaces the selection.
    let effect = test.in_window(window, append(TEXT)).await;
    assert_eq!(value(&effect), Some(TEXT), "{effect}");
    test.on(window, &edit, keys("^a")).await;
    let effect = test.in_window(window, append(LETTERS)).await;
    assert_eq!(value(&effect), Some(LETTERS), "{effect}");
    // More distinct characters than the keyboard has spare keys.
    let many: String = ('\u{4e00}'..).take(40).collect();
    test.on(window, &edit, keys("^a")).await;
    let effect = test.in_window(window, append(&many)).await;
    assert_eq!(value(&effect), Some(&*many), "{effect}");
    let again = test.on(window, &edit, replace(&many)).await;
    assert!(matches!(again, Effect::NoChange(_)), "a text that was there already: {again}");
}

async fn keys_menus_and_dialogs(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    let effect = test.on(window, &edit, keys("hello{ENTER}Welt")).await;
    assert_eq!(value(&effect), Some("hello\nWelt"), "{effect}");
    let file = test.find(window, Role::Menu, "File").await;
    let effect = test.on(window, &edit, keys("Ctrl+S")).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Save As\" opened");

    // The dialog is part of its window and of its picture; controls it blocks are neither listed nor usable.
    let cancel = test.find(window, Role::Button, "Cancel").await;
    let offered = test.controls(window).await;
    assert!(offered.iter().all(|it| it.role != Role::Menu), "{offered:?}");
    let picture = test.capture(Area::Window(window.id)).await;
    assert_eq!(picture.rect().intersection(cancel.rect), cancel.rect);
    let refused = test.try_on(window, &file, click()).await;
    assert!(matches!(refused, Err(DesktopError::Obscured { .. })), "{refused:?}");
    let effect = test.on(window, &cancel, click()).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Save As\" closed");
    let refused = test.try_on(window, &cancel, click()).await;
    assert!(matches!(refused, Err(DesktopError::ControlGone(_))), "{refused:?}");

    // Menu items appear with the menu, in its order, and disappear with it.
    let effect = test.on(window, &file, click()).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Controls { added: 10.., .. })), "{effect}");
    let items = test.controls(window).await;
    let items: Vec<_> = items.iter().filter(|it| it.role == Role::MenuItem).collect();
    assert_eq!(items[0].name, "New");
    assert!(items.is_sorted_by_key(|item| item.rect.y), "{items:?}");
    let picture = test.capture(Area::Window(window.id)).await;
    assert!(items.iter().all(|item| picture.rect().intersection(item.rect) == item.rect));
    let edit_menu = test.find(window, Role::Menu, "Edit").await;
    test.on(window, &edit_menu, click()).await;
    let all = test.find(window, Role::MenuItem, "Select All").await;
    test.on(window, &all, click()).await;
    let effect = test.in_window(window, keys("{DELETE}")).await;
    assert_eq!(value(&effect), Some(""), "{effect}");
    let refused = test.try_on(window, &all, click()).await;
    assert!(matches!(refused, Err(DesktopError::ControlGone(_))), "{refused:?}");
}

async fn the_pointer_selects_scrolls_and_opens_context_menus(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    let lines: String = (1..=400).map(|line| format!("line {line}\n")).collect();
    test.on(window, &edit, replace(&lines)).await;
    test.on(window, &edit, keys("Ctrl+Home")).await;

    let effect = test.on(window, &edit, Gesture::SelectText("line 2".into())).await;
    assert_eq!(effect.to_string(), "confirmed: selected \"line 2\"");
    test.in_window(window, append("second")).await;
    assert!(test.read(window, &edit).await.starts_with("line 1\nsecond\nline 3"));

    // A double click selects the word under the pointer; typing replaces it.
    let first_word = Point { x: edit.rect.x + 12, y: edit.rect.y + 8 };
    test.at(window, Aim::Point(first_word), clicks(Button::Left, 2)).await;
    test.in_window(window, append("LINE")).await;
    assert!(test.read(window, &edit).await.starts_with("LINE 1\n"), "the word was not selected");

    // A drag from the start of the first line to its end.
    let start = Point { x: edit.rect.x + 1, y: edit.rect.y + 8 };
    test.at(window, Aim::Point(start), drag(Point { x: start.x + 300, y: start.y })).await;
    test.in_window(window, append("first")).await;
    assert!(test.read(window, &edit).await.starts_with("first\nsecond\n"), "the line was not selected");
    a_person_elsewhere_selects_and_types(test, window, start).await;

    let effect = test.on(window, &edit, Gesture::Scroll(ScrollBy { up: -5, right: 0 })).await;
    assert!(effect.is_success(), "{effect}");
    let effect = test.on(window, &edit, clicks(Button::Right, 1)).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Controls { added: 3.., .. })), "{effect}");
    test.find(window, Role::MenuItem, "Paste").await;
    test.in_window(window, keys("Escape")).await;
    let long = test.find(window, Role::Edit, "").await.value.unwrap();
    assert!(long.contains("… (the first 2000 of "), "a long text is cut, and says so: {long}");
}

/// Selects the line that begins at this place as a person elsewhere does, by a drag and by a click with Shift, and types over it.
async fn a_person_elsewhere_selects_and_types(test: &mut TestDesktop, window: &Window, start: Point) {
    let mut hands = LinuxHands::connect(test.private.seat()).await.expect("a connection of their own");
    let Point { x, y } = start;
    let at = |x| ButtonAt { button: Button::Left, x, y };
    let (press, move_to) = (|x| RemoteInput::Press(at(x)), |x| RemoteInput::Move(Point { x, y }));
    let release = |x| RemoteInput::Release(at(x));
    let typed = |text: &str| RemoteInput::Text(text.into());
    let dragged = vec![press(x), move_to(x + 150), move_to(x + 300), release(x + 300), typed("Größe 漢字")];
    let clicked = vec![
        press(x),
        release(x),
        RemoteInput::Hold(vec![Modifier::Shift]),
        press(x + 300),
        release(x + 300),
        RemoteInput::Hold(Vec::new()),
        typed("with Shift"),
    ];
    for (inputs, line) in [(dragged, "Größe 漢字"), (clicked, "with Shift")] {
        for input in inputs {
            hands.perform(&input).await.expect("the desktop takes it");
        }
        let begins = format!("{line}\nsecond\n");
        let is = |it: &Control| it.value.as_deref().is_some_and(|it| it.starts_with(&begins));
        test.find_where(window, line, is).await;
    }
    hands.release().await.expect("everything is let go");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_password_field_holds_is_typed_and_never_read() {
    const SECRET: &str = "opensesame";
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["gtk3-demo", "--run=entry_buffer"], "Entry Buffer").await;
    let hidden = test.find_where(&window, "a password", |it| it.states.has(State::Protected)).await;
    let effect = test.on(&window, &hidden, replace(SECRET)).await;
    assert_eq!(effect, Effect::unverified("what is typed there is hidden"));
    // The other field of this window shows the same text: it did arrive.
    let shown = test.find_where(&window, "the text", |it| it.value.as_deref() == Some(SECRET)).await;
    assert!(!shown.states.has(State::Protected));
    let hidden = test.find_where(&window, "a password", |it| it.states.has(State::Protected)).await;
    assert_eq!(hidden.value, None);
    let refused = test.desktop.read(window.id, &hidden).await;
    assert!(matches!(refused, Err(DesktopError::NotPossible { .. })), "{refused:?}");
    let held = Chord { held: vec![Modifier::Alt], key: Key::F(4) };
    let effect = test.in_window(&window, Gesture::Keys(vec![held])).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Entry Buffer\" closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_is_asked_to_close_and_may_ask_back() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["mousepad", "--disable-server"], "Untitled 1 - Mousepad").await;
    let text = test.find(&window, Role::Edit, "").await;
    test.on(&window, &text, replace("unsaved")).await;
    let effect = test.in_window(&window, Gesture::Close).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let asks = |it: &Control| it.role == Role::Button && it.name.contains("Save");
    test.find_where(&window, "whether to save", asks).await;
    let other = test.start(&["galculator"], "galculator").await;
    let effect = test.in_window(&other, Gesture::Close).await;
    assert_eq!(effect.to_string(), "confirmed: window \"galculator\" closed");
}

async fn a_submenu_is_in_the_picture_and_its_items_can_be_clicked(test: &mut TestDesktop, window: &Window) {
    let edit = test.find(window, Role::Edit, "").await;
    test.on(window, &edit, replace("quiet")).await;
    test.on(window, &edit, keys("Ctrl+A")).await;
    let menu = test.find(window, Role::Menu, "Edit").await;
    test.on(window, &menu, click()).await;
    let convert = test.find_where(window, "the submenu", |it| it.name == "Convert").await;
    test.on(window, &convert, click()).await;
    let item = test.find(window, Role::MenuItem, "To Uppercase").await;
    let picture = test.capture(Area::Window(window.id)).await;
    assert_eq!(picture.rect().intersection(item.rect), item.rect, "the submenu is not in the picture");
    test.on(window, &item, click()).await;
    assert_eq!(test.read(window, &edit).await, "QUIET");
}
