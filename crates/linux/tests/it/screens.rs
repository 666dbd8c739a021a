//! Scales, monitors, windows partly off the desktop, right-to-left layouts, and text without a font.

use crate::hover::Hand;
use crate::test_desktop::{TestDesktop, append, click, clicks};
use deskpilot_core::{Aim, Button, Effect, Monitor, Point, Rect, Role, Size, State};
use deskpilot_desktop::{Area, DesktopError, DesktopReader, label_controls, photographer};
use deskpilot_linux::{PrivateOptions, Scale};

const SIZE: Size = Size { width: 1600, height: 900 };

/// Clicks a digit where it is drawn, and reads the display.
async fn press(test: &mut TestDesktop, window: &deskpilot_core::Window, digit: &str, shown: &str) {
    let button = test.find(window, Role::ToggleButton, digit).await;
    let effect = test.at(window, Aim::Point(button.rect.center()), click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{digit}: {effect}");
    let display = test.find(window, Role::Edit, "").await;
    assert_eq!(test.read(window, &display).await, shown, "after {digit}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_drawn_twice_as_large_is_clicked_where_it_is() {
    let options = PrivateOptions { size: SIZE, scale: Scale::DOUBLE, ..PrivateOptions::USUAL };
    let mut test = TestDesktop::bring_up_as(&options).await;
    let window = test.launch("galculator").await;
    press(&mut test, &window, "7", "7").await;
    let view = test.find(&window, Role::Menu, "View").await;
    assert!(window.rect.contains(view.rect.center()) && view.rect.height >= 40, "{view:?}");
    test.on(&window, &view, click()).await;
    // An open menu is its own window, which reports its places in the same scaled pixels.
    let item = test.find_where(&window, "an item", |it| it.role == Role::MenuItem && it.rect.x > 0).await;
    let picture = test.capture(Area::Window(window.id)).await;
    assert_eq!(picture.rect().intersection(item.rect), item.rect, "{item:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_window_is_used_on_either_monitor() {
    // Coordinates left of the primary monitor are less than its own.
    let left = Monitor { name: "left".into(), rect: Rect::new(0, 0, 700, 900), primary: false };
    let right = Monitor { name: "right".into(), rect: Rect::new(700, 0, 900, 900), primary: true };
    let monitors = vec![left.clone(), right.clone()];
    let mut test =
        TestDesktop::bring_up_as(&PrivateOptions { size: SIZE, monitors, ..PrivateOptions::USUAL }).await;
    assert_eq!(test.desktop.info().monitors, [right.clone(), left.clone()]);
    let window = test.launch("galculator").await;
    let hand = Hand::at(test.private.seat());
    for (monitor, digit, shown) in [(&right, "4", "4"), (&left, "2", "42")] {
        let to = Point { x: monitor.rect.x + 90, y: 60 };
        let window = hand.carry(&mut test.desktop, &window, to).await;
        assert_eq!(monitor.rect.intersection(window.rect), window.rect, "it is on {}", monitor.name);
        press(&mut test, &window, digit, shown).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_stands_out_of_the_desktop_is_asked_and_not_clicked() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    let seven = test.find(&window, Role::ToggleButton, "7").await;
    let hand = Hand::at(test.private.seat());
    let out = Point { x: -200, y: 100 };
    let window = hand.carry(&mut test.desktop, &window, out).await;
    assert_eq!(window.rect.x, out.x);
    let listed = test.controls(&window).await;
    assert!(listed.iter().all(|it| it.rect.x >= 0 && it.name != "7"), "what is outside is not offered");
    // The button's accessibility action replaces the click; the pointer could not get there.
    let effect = test.on(&window, &seven, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let refused = test.try_on(&window, &seven, clicks(Button::Right, 1)).await.unwrap_err();
    assert!(matches!(refused, DesktopError::NotPossible { .. }), "{refused:?}");
    assert!(refused.to_string().ends_with("move its window first"), "{refused}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_written_from_right_to_left_is_used_where_it_is() {
    let variables = [("LANGUAGE", "ar"), ("LANG", "C.UTF-8")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .to_vec();
    let mut test = TestDesktop::bring_up_as(&PrivateOptions { variables, ..PrivateOptions::USUAL }).await;
    let window = test.launch("gtk3-widget-factory").await;
    let check = test
        .find_where(&window, "a check box", |it| it.role == Role::CheckBox && it.states.has(State::Enabled));
    let check = check.await;
    // The first column is the rightmost one.
    assert!(check.rect.center().x > window.rect.center().x, "{check:?} in {window:?}");
    let was = check.states.has(State::Checked);
    test.at(&window, Aim::Point(check.rect.center()), click()).await;
    let now = test.find_where(&window, "the check box", |it| it.source == check.source).await;
    assert_ne!(now.states.has(State::Checked), was);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn writings_without_a_font_are_typed_read_and_painted() {
    const TEXT: &str = "漢字かな 한국어 שלום مرحبا";
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    let effect = test.in_window(&window, append(TEXT)).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let edit = test.find(&window, Role::Edit, "").await;
    assert_eq!(test.read(&window, &edit).await, TEXT);
    let picture = test.capture(Area::Window(window.id)).await;
    let painted = photographer::annotate(&picture, &label_controls(test.controls(&window).await));
    assert!(painted.rgb != picture.rgb && painted.rect() == picture.rect());
}
