//! Reported rectangles match the drawn controls, for every toolkit, scale and window place.

use crate::hover::Hand;
use crate::test_desktop::TestDesktop;
use deskpilot_core::{Control, Point, Role, State, Window};
use deskpilot_linux::{PrivateOptions, Scale};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How many controls of a window to check.
const LOOKED_AT: usize = 2;
/// Toolkits round their pixels to whole desktop pixels.
const NEAR: i32 = 2;
/// How long a window may take to lay out its content, and how long to wait between two looks.
const SETTLING: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(250);

async fn check(options: &PrivateOptions, argv: &[&str], scale: f64, origin: Option<Point>) {
    let mut test = TestDesktop::bring_up_as(options).await;
    let window = test.begin(argv).await;
    let hand = Hand::at(test.private.seat());
    for place in [Point { x: 37, y: 41 }, Point { x: 301, y: 158 }] {
        let window = hand.carry(&mut test.desktop, &window, place).await;
        let mapping = test.desktop.coordinate_mapping(window.id).await.unwrap().unwrap();
        assert!(mapping.is_sure, "{argv:?}: {mapping:?}");
        assert_eq!(mapping.scale, scale, "{argv:?}");
        let expected = origin
            .map_or(Point { x: 0, y: 0 }, |by| Point { x: window.rect.x + by.x, y: window.rect.y + by.y });
        assert_eq!(mapping.origin, expected, "{argv:?}");
        let mut looked_at = 0;
        for control in buttons(&mut test, &window).await {
            let offset = hand.offset(&mut test.desktop, &window, &control, scale).await;
            let Some(offset) = offset else { continue };
            assert!(
                offset.x.abs() <= NEAR && offset.y.abs() <= NEAR,
                "{argv:?}, {}: {offset:?}",
                control.id()
            );
            looked_at += 1;
            if looked_at == LOOKED_AT {
                break;
            }
        }
        assert_eq!(looked_at, LOOKED_AT, "{argv:?}: nothing shows where its controls are");
    }
}

/// The buttons with single-letter names, once their layout is stable.
async fn buttons(test: &mut TestDesktop, window: &Window) -> Vec<Control> {
    let is_button = |it: &Control| {
        matches!(it.role, Role::Button | Role::ToggleButton)
            && it.states.has(State::Enabled)
            && it.name.len() == 1
    };
    let end = Instant::now() + SETTLING;
    let mut last = Vec::new();
    loop {
        let mut controls = test.controls(window).await;
        controls.retain(is_button);
        if !controls.is_empty() && controls == last {
            return controls;
        }
        assert!(Instant::now() < end, "its buttons do not stay where they are");
        last = controls;
        sleep(PAUSE).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_of_gtk_3_are_where_they_are_reported() {
    check(&PrivateOptions::USUAL, &["galculator"], 1.0, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_of_gtk_3_are_where_they_are_reported_when_all_is_twice_as_large() {
    let options = PrivateOptions { scale: Scale::DOUBLE, ..PrivateOptions::USUAL };
    check(&options, &["galculator"], 2.0, None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_of_gtk_4_are_where_they_are_reported() {
    check(&PrivateOptions::USUAL, &["gnome-calculator"], 1.0, Some(Point { x: 5, y: 5 })).await;
}
