//! The quirks of GTK 4, Qt 5 and Qt 6.

use crate::{
    second_reader::OtherReading,
    test_desktop::{TestDesktop, click, clicks, keys, replace},
};
use deskpilot_core::{Aim, Button, Control, Effect, Evidence, Gesture, Point, Role, Window, WindowChange};
use deskpilot_desktop::{Budget, DesktopError, DesktopReader, Freshness};
use std::{fs, time::Duration};
use tokio::time::Instant;
use x11rb::{connection::Connection, protocol::xproto::ConnectionExt};

/// How long a window may take to come to rest.
const SETTLING: Duration = Duration::from_secs(30);

const CONTROLS_GTK_4: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/controls_gtk4.py");
const CONTROLS_QT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/controls_qt.py");
const TWO_TOOLKITS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/two_toolkits.py");

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gtk_4_menus_are_where_they_are_drawn_and_gone_when_they_are_closed_and_its_texts_are_selected() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["gnome-calculator"], "Calculator").await;
    for (index, name) in ["6", "×", "7", "="].into_iter().enumerate() {
        let button = test.find(&window, Role::Button, name).await;
        // Alternate between the accessibility action and a click at the reported place.
        let aim = match index % 2 {
            0 => Aim::Control(Box::new(button)),
            _ => Aim::Point(button.rect.center()),
        };
        test.at(&window, aim.clone(), click()).await;
        if let Aim::Control(button) = aim {
            assert!(is_under_pointer(&test, &button), "{name}: the action of a button comes late");
        }
    }
    test.find_where(&window, "the result", |it| it.role == Role::Edit && it.value.as_deref() == Some("42"))
        .await;

    let modes = test.find(&window, Role::Button, "Basic").await;
    test.on(&window, &modes, click()).await;
    let advanced = test.find(&window, Role::MenuItem, "Advanced").await;
    // A click at a point does not use accessibility: the rectangle must be exact.
    test.at(&window, Aim::Point(advanced.rect.center()), click()).await;
    test.find(&window, Role::Button, "sin").await;
    let left: Vec<_> =
        test.controls(&window).await.into_iter().filter(|it| it.role == Role::MenuItem).collect();
    assert!(left.is_empty(), "a closed menu is still there: {left:?}");
    Box::pin(text_of_gtk_4_is_selected_although_it_does_not_answer(&mut test, &window)).await;
    Box::pin(a_window_of_gtk_4_in_which_nothing_happens_is_not_read_again(&mut test, &window)).await;
    Box::pin(a_button_of_gtk_4_is_pressed_without_its_window_taking_the_keyboard(&mut test, &window)).await;
}

async fn a_window_of_gtk_4_in_which_nothing_happens_is_not_read_again(
    test: &mut TestDesktop,
    window: &Window,
) {
    let end = Instant::now() + SETTLING;
    while test.desktop.controls(window, Budget::LOOK).await.unwrap().freshness != Freshness::Cached {
        assert!(Instant::now() < end, "it was read again and again");
    }
    let edit = test.find_where(window, "the entry", |it| it.role == Role::Edit && it.value.is_some()).await;
    test.on(window, &edit, replace("")).await;
    let seven = test.find(window, Role::Button, "7").await;
    for _ in 0..2 {
        test.on(window, &seven, click()).await;
    }
    test.find_where(window, "both 7", |it| it.role == Role::Edit && it.value.as_deref() == Some("77")).await;
}

async fn a_button_of_gtk_4_is_pressed_without_its_window_taking_the_keyboard(
    test: &mut TestDesktop,
    window: &Window,
) {
    let other = test.launch("galculator").await;
    let eight = test.find(window, Role::Button, "8").await;
    test.on(window, &eight, click()).await;
    test.find_where(window, "the 8", |it| it.role == Role::Edit && it.value.as_deref() == Some("778")).await;
    assert!(!is_under_pointer(test, &eight), "the pointer would have given the window the keyboard");
    let in_use = test.windows().await.into_iter().find(|it| it.focused).map(|it| it.id);
    assert_eq!(in_use, Some(other.id));
}

/// Whether the pointer is on a control.
fn is_under_pointer(test: &TestDesktop, control: &Control) -> bool {
    let (server, screen) = test.private.seat().connect_display().unwrap();
    let at = server.query_pointer(server.setup().roots[screen].root).unwrap().reply().unwrap();
    control.rect.contains(Point { x: at.root_x.into(), y: at.root_y.into() })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_of_gtk_4_in_which_something_always_moves_is_reported_when_it_is_opened() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("gtk4-widget-factory").await;
    let controls = test.controls(&window).await;
    assert!(controls.len() > 20, "{controls:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_drop_down_of_gtk_4_is_opened_to_choose_and_an_item_that_it_lacks_is_answered_with_its_items() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["gtk4-demo", "--run=dropdown"], "Selections").await;
    let is_drop_down = |it: &Control| it.role == Role::ComboBox;
    let drop_down = test.find_where(&window, "a drop-down", is_drop_down).await;
    let effect = test.on(&window, &drop_down, Gesture::Select("9 minutes".into())).await;
    let says_which =
        matches!(&effect, Effect::Partial(why) if why.contains("1 minute, 2 minutes, 5 minutes"));
    assert!(says_which, "{effect}");
    let drop_down = test.find_where(&window, "a drop-down", is_drop_down).await;
    let effect = test.on(&window, &drop_down, Gesture::Select("5 minutes".into())).await;
    assert!(effect.is_success(), "{effect}");
    let shows_it = |it: &Control| it.name == "5 minutes" || it.value.as_deref() == Some("5 minutes");
    test.find_where(&window, "5 minutes chosen", shows_it).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn drop_downs_spin_buttons_popovers_expanders_and_lists_of_gtk_4_do_what_is_said() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["/usr/bin/python3", CONTROLS_GTK_4], "GTK 4 controls").await;
    let amount = test.find_where(&window, "the spin button", |it| it.role == Role::Spinner).await;
    let colour = test.find(&window, Role::ComboBox, "Colour").await;
    assert_eq!(colour.value.as_deref(), Some("Red"));
    let more = test.find(&window, Role::Button, "More").await;
    let rows = test.find(&window, Role::List, "Rows").await;
    for (control, gesture, said) in [
        (&amount, replace("42"), "amount 42"),
        (&colour, Gesture::Select("Green".into()), "colour 1"),
        (&more, click(), "expanded True"),
        (&rows, Gesture::Select("row 90".into()), "chose row 90"),
    ] {
        let effect = test.on(&window, control, gesture).await;
        assert!(matches!(effect, Effect::Confirmed(_)), "{said}: {effect}");
        test.find(&window, Role::Text, said).await;
    }
    let colour = test.find(&window, Role::ComboBox, "Colour").await;
    assert_eq!(colour.value.as_deref(), Some("Green"));
    let others = OtherReading::of(&test, &window);
    assert!(others.shows("42"), "{others:#?}");
    let drop_down = others.inside(|it| it.role == "combo box" && it.name == "Colour");
    let chosen = drop_down.inside(|it| it.role.ends_with("button"));
    assert!(chosen.shows("Green") && !chosen.shows("Red"), "{drop_down:#?}");
    for (name, said) in [("Options", "chose row 90"), ("Apply", "applied")] {
        let button = test.find(&window, Role::Button, name).await;
        test.at(&window, Aim::Point(button.rect.center()), click()).await;
        test.find(&window, Role::Text, said).await;
    }
}

async fn text_of_gtk_4_is_selected_although_it_does_not_answer(test: &mut TestDesktop, window: &Window) {
    let edit = test.find_where(window, "the entry", |it| it.role == Role::Edit && it.value.is_some()).await;
    test.on(window, &edit, replace("1234")).await;
    let effect = test.on(window, &edit, Gesture::SelectText("23".into())).await;
    assert_eq!(effect.to_string(), "confirmed: selected \"23\"");
    test.in_window(window, keys("{DELETE}")).await;
    assert_eq!(test.read(window, &edit).await, "14");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dialogs_of_qt_5_block_their_window_and_open_files() {
    let mut test = TestDesktop::bring_up().await;
    let (notes, other) =
        (test.private.directory().join("notes.txt"), test.private.directory().join("other.txt"));
    fs::write(&notes, "one\ntwo\n").unwrap();
    fs::write(&other, "the other file").unwrap();
    let (notes, other) = (notes.to_string_lossy().into_owned(), other.to_string_lossy().into_owned());
    let window = test.start(&["featherpad", "--standalone", &notes], &notes).await;
    let edit = test.find_where(&window, "the text", |it| it.value.as_deref() == Some("one\ntwo\n")).await;
    let menu = test.find(&window, Role::MenuItem, "File").await;
    let effect = test.on(&window, &edit, keys("Ctrl+O")).await;
    assert_eq!(
        effect,
        Effect::Confirmed(Evidence::Windows(vec![WindowChange::Opened("Open file...".into())]))
    );

    let name = test.find(&window, Role::Edit, "File name:").await;
    let refused = test.try_on(&window, &menu, clicks(Button::Left, 1)).await;
    assert!(matches!(refused, Err(DesktopError::Obscured { .. })), "{refused:?}");
    test.on(&window, &name, replace(&other)).await;
    // Of the two buttons with this name only the dialog's is listed.
    let open: Vec<_> = test.controls(&window).await;
    let open: Vec<_> = open.into_iter().filter(|it| it.role == Role::Button && it.name == "Open").collect();
    assert_eq!(open.len(), 1, "{open:?}");
    test.on(&window, &open[0], click()).await;
    let opened = test.window(&other).await;
    test.find_where(&opened, "its text", |it| {
        it.value.as_deref().is_some_and(|text| text.starts_with("the other file"))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn menus_combo_boxes_spin_buttons_trees_and_long_lists_of_qt_6_can_be_used() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.start(&["/usr/bin/python3", CONTROLS_QT], "Qt controls").await;
    for (path, said) in [(&["File", "Mark"][..], "marked"), (&["File", "More", "Stamp"], "stamped")] {
        for name in path {
            let item = test.find(&window, Role::MenuItem, name).await;
            test.on(&window, &item, click()).await;
        }
        test.find(&window, Role::Text, said).await;
    }
    let amount = test.find_where(&window, "the spin button", |it| it.role == Role::Spinner).await;
    let folder = test.find(&window, Role::Cell, "Work").await;
    let rows = test.find(&window, Role::List, "Rows").await;
    let colour = test.find_where(&window, "the combo box", |it| it.role == Role::ComboBox).await;
    for (control, gesture, said) in [
        (&amount, replace("42"), "amount 42"),
        (&colour, Gesture::Select("Blue".into()), "chose Blue"),
        (&folder, Gesture::Expand(true), "expanded Work"),
        (&folder, Gesture::Expand(false), "collapsed Work"),
        (&rows, Gesture::Select("row 90".into()), "chose row 90"),
        (&rows, Gesture::Select("row 2".into()), "chose row 2"),
    ] {
        let effect = test.on(&window, control, gesture).await;
        assert!(effect.is_success(), "{said}: {effect}");
        test.find(&window, Role::Text, said).await;
    }
}

/// A program of two toolkits has two applications on the accessibility bus, one of which comes later and outlives the other.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn windows_of_two_toolkits_in_one_program_are_both_read_and_pressed() {
    let mut test = TestDesktop::bring_up().await;
    let left = test.start(&["/usr/bin/python3", TWO_TOOLKITS], "Left").await;
    let open = test.find(&left, Role::Button, "Open").await;
    let effect = test.on(&left, &open, click()).await;
    assert!(effect.is_success(), "{effect}");
    let right = test.window("Right").await;
    assert_eq!(right.process, left.process);
    let press = test.find(&right, Role::Button, "Press").await;
    let effect = test.on(&right, &press, click()).await;
    assert!(effect.is_success(), "{effect}");
    test.find(&right, Role::Text, "pressed 1").await;
    test.find(&left, Role::Text, "pressed in Right 1").await;
    let others = OtherReading::of(&test, &left);
    assert_eq!(others.each("application", |it| &it.role).len(), 2, "{others:#?}");
    assert!(others.shows("pressed 1") && others.shows("pressed in Right 1"), "{others:#?}");
    let effect = test.in_window(&left, Gesture::Close).await;
    assert_eq!(effect.to_string(), "confirmed: window \"Left\" closed");
    let effect = test.on(&right, &press, click()).await;
    assert!(effect.is_success(), "{effect}");
    test.find(&right, Role::Text, "pressed 2").await;
    let others = OtherReading::of(&test, &right);
    assert!(others.shows("pressed 2"), "{others:#?}");
}
