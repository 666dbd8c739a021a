//! The root window: the whole desktop as one window.

use crate::hover::Hand;
use crate::test_desktop::{TestDesktop, click, clicks, keys};
use deskpilot_core::{Aim, Button, Control, Effect, Gesture, Point, Window, control_at, window_at};
use deskpilot_desktop::{Budget, DesktopReader, LookOptions, WindowList, look_at_window};

async fn whole(test: &mut TestDesktop) -> Window {
    test.desktop.root_window().await.expect("the desktop")
}

fn named<'a>(controls: &'a [Control], name: &str) -> Option<&'a Control> {
    controls.iter().find(|it| it.name == name)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_lies_under_another_window_is_not_seen_and_what_is_meant_goes_to_what_is_there() {
    let mut test = TestDesktop::bring_up().await;
    let editor = test.launch("mousepad").await;
    let calculator = test.launch("galculator").await;
    let over = Point { x: editor.rect.x + 20, y: editor.rect.y };
    let calculator = Hand::at(test.private.seat()).carry(&mut test.desktop, &calculator, over).await;
    let (whole, windows) = (whole(&mut test).await, test.windows().await);
    let look = look_at_window(&mut test.redacted().await, &whole, LookOptions::USUAL).await.expect("a look");
    assert_eq!((look.clean.rect(), &look.window), (whole.rect, &whole));
    assert!(look.windows.contains(&editor.id) && look.windows.contains(&calculator.id), "{:?}", look.windows);
    for control in &look.controls {
        let met = window_at(&windows, control.rect.center()).expect("a window");
        let own = if met.id == editor.id { &editor } else { &calculator };
        let theirs = test.controls(own).await;
        assert!(theirs.iter().any(|it| it.node() == control.node()), "{control:?} is not in {:?}", met.title);
    }
    assert!(
        named(&test.controls(&editor).await, "Search").is_some() && named(&look.controls, "Search").is_none()
    );
    let seven = named(&look.controls, "7").expect("the button 7").clone();
    let met = control_at(&look.controls, seven.rect.center()).expect("a control");
    assert_eq!(met.name, "7");
    test.at(&whole, Aim::Point(seven.rect.center()), click()).await;
    test.at(&whole, Aim::Control(Box::new(seven)), click()).await;
    test.at(&whole, Aim::Window, keys("5")).await;
    let shows = |it: &Control| it.value.as_deref() == Some("775");
    test.find_where(&calculator, "775 in the display", shows).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn where_no_window_is_the_background_is_met() {
    let mut test = TestDesktop::bring_up().await;
    let whole = whole(&mut test).await;
    let corner = Point { x: 20, y: 880 };
    let refused = test.try_at(&whole, Aim::Window, keys("a")).await;
    let refused = refused.expect_err("no window has the keyboard").to_string();
    assert!(refused.contains("no window has the keyboard"), "{refused}");
    let effect = test.at(&whole, Aim::Point(corner), Gesture::Hover).await;
    assert_eq!(effect.to_string(), "confirmed: the pointer is at 20,880");
    // The window manager opens its own menu.
    let right = clicks(Button::Right, 1);
    let effect = test.at(&whole, Aim::Point(corner), right).await;
    assert!(matches!(effect, Effect::Unverified(_)), "{effect}");
    let nothing = test.desktop.controls(&whole, Budget::LOOK).await.expect("a look");
    assert_eq!(nothing.controls, []);
}
