//! Pictures of real windows: an updated cached picture equals a fresh one.

use crate::test_desktop::{TestDesktop, append, click, keys};
use deskpilot_core::{Gesture, Role, ScrollBy, Window};
use deskpilot_desktop::{Area, DesktopReader, Image, photographer};
use deskpilot_linux::LinuxDesktop;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long a window may keep changing by itself.
const CHANGING: Duration = Duration::from_secs(20);

/// A picture from a new connection, without a cache.
async fn fresh_picture(test: &TestDesktop, window: &Window) -> Image {
    let mut newcomer = LinuxDesktop::connect(test.private.seat().clone()).await.unwrap();
    newcomer.capture(&Area::Window(window.id)).await.unwrap()
}

/// Compares a picture from the cache with fresh ones taken before and after it; if those two differ, something blinked
/// in between and the comparison is repeated.
async fn compare(test: &mut TestDesktop, window: &Window, what: &str) {
    let end = Instant::now() + CHANGING;
    loop {
        let before = fresh_picture(test, window).await;
        let picture = test.capture(Area::Window(window.id)).await;
        if before == fresh_picture(test, window).await {
            assert!(picture == before, "{what}: {picture:?} is not {before:?}");
            return;
        }
        assert!(Instant::now() < end, "{what}: the window never comes to rest");
        sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_is_up_to_date_whatever_was_done() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("mousepad").await;
    for _ in 0..3 {
        compare(&mut test, &window, "at first").await;
    }
    let text = test.find_where(&window, "the text", |it| it.role.holds_text()).await;
    test.on(&window, &text, append("one line\nand another\n")).await;
    compare(&mut test, &window, "typing").await;
    test.on(&window, &text, append(&"a long text\n".repeat(80))).await;
    compare(&mut test, &window, "a long text").await;
    test.on(&window, &text, Gesture::Scroll(ScrollBy { up: 5, right: 0 })).await;
    compare(&mut test, &window, "scrolling").await;
    let menu = test.find(&window, Role::Menu, "Edit").await;
    test.on(&window, &menu, click()).await;
    compare(&mut test, &window, "an open menu").await;
    test.in_window(&window, keys("{ESC}")).await;
    compare(&mut test, &window, "the menu closed").await;
    let other = test.launch("galculator").await;
    compare(&mut test, &window, "another window above it").await;
    compare(&mut test, &other, "the other window").await;
    test.on(&window, &text, append("while it was covered")).await;
    compare(&mut test, &window, "typing after it was covered").await;
    test.in_window(&window, keys("%{F10}")).await;
    compare(&mut test, &window, "larger or smaller").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_that_is_made_smaller_shows_the_same_places() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("gtk3-widget-factory").await;
    let controls = test.controls(&window).await;
    let picture = test.capture(Area::Window(window.id)).await;
    let limits = deskpilot_core::PictureLimits { longest_side: 640, ..deskpilot_core::PictureLimits::NONE };
    let scaled = photographer::fit(&picture, limits);
    assert_eq!(scaled.image.size, scaled.scale.to);
    for control in controls.iter().filter(|it| !it.rect.is_empty() && window.rect.contains(it.rect.center()))
    {
        let there = scaled.scale.from_desktop(control.rect.center());
        let back = scaled.scale.to_desktop(there);
        assert!(
            control.rect.contains(back) || control.rect.area() < 9,
            "{} at {:?} comes back as {back:?}",
            control.id(),
            control.rect
        );
    }
}
