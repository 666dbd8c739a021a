//! A calculator: buttons, a read-only display, a covered window.

use crate::test_desktop::{TestDesktop, append, click};
use deskpilot_core::{Aim, ControlSource, Effect, Evidence, Gesture, Rect, Role, ScrollBy, State, Window};
use deskpilot_desktop::{Area, Budget, DesktopError, DesktopReader};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_calculator_is_read_and_used_covered_or_not() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("galculator").await;
    assert_eq!((window.title.as_str(), window.application.as_str()), ("galculator", "galculator"));
    Box::pin(a_covered_window_is_captured_as_if_it_were_not_and_raised_to_be_clicked(&mut test, &window))
        .await;
    Box::pin(what_cannot_be_done_is_refused_with_a_reason(&mut test, &window)).await;
    // What is typed after a result begins a new number.
    let equals = test.find(&window, Role::ToggleButton, "=").await;
    test.on(&window, &equals, click()).await;
    Box::pin(six_times_seven_is_read_from_the_display(&mut test, &window)).await;
    Box::pin(buttons_are_where_they_are_drawn_and_answer_to_the_pointer(&mut test, &window)).await;
}

async fn six_times_seven_is_read_from_the_display(test: &mut TestDesktop, window: &Window) {
    let display = test.find(window, Role::Edit, "").await;
    for (name, shown) in [("6", "6"), ("*", "6"), ("7", "7"), ("=", "42")] {
        let button = test.find(window, Role::ToggleButton, name).await;
        let effect = test.on(window, &button, click()).await;
        // The operator's effect shows in the picture only.
        let is_seen = matches!(effect, Effect::Confirmed(_)) || name == "*";
        assert!(is_seen && effect.is_success(), "{name}: {effect}");
        assert_eq!(test.read(window, &display).await, shown, "after {name}");
    }
}

async fn buttons_are_where_they_are_drawn_and_answer_to_the_pointer(test: &mut TestDesktop, window: &Window) {
    let seen = test.desktop.controls(window, Budget::LOOK).await.unwrap();
    assert_eq!(seen.truncated, None);
    let digit = |name: &str| seen.controls.iter().find(|it| it.role == Role::ToggleButton && it.name == name);
    let rects: Vec<Rect> = (0..=9).map(|digit_| digit(&digit_.to_string()).unwrap().rect).collect();
    for (index, rect) in rects.iter().enumerate() {
        assert_eq!(window.rect.intersection(*rect), *rect, "{index} is outside of the window");
        assert!(
            rects[..index].iter().all(|other| other.intersection(*rect).is_empty()),
            "{index} covers another"
        );
    }
    // A control known only from a picture is clicked at its centre: the rectangle must be exact.
    let mut eight = digit("8").unwrap().clone();
    eight.source = ControlSource::Vision { confidence: 0.9 };
    let effect = test.on(window, &eight, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    let display = test.find(window, Role::Edit, "").await;
    assert_eq!(test.read(window, &display).await, "8");
    let effect = test.at(window, Aim::Point(rects[5].center()), click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    assert_eq!(test.read(window, &display).await, "85");
}

async fn what_cannot_be_done_is_refused_with_a_reason(test: &mut TestDesktop, window: &Window) {
    let recall = test.find(window, Role::ToggleButton, "MR").await;
    assert!(!recall.states.has(State::Enabled));
    let refused = test.try_on(window, &recall, click()).await;
    assert!(matches!(refused, Err(DesktopError::NotEnabled(_))), "{refused:?}");
    let display = test.find(window, Role::Edit, "").await;
    let refused = test.try_on(window, &display, append("7")).await.unwrap_err().to_string();
    assert_eq!(refused, "Edit \"\" cannot do this: its text cannot be changed");
    let effect = test.on(window, &display, click()).await;
    assert!(
        !matches!(effect, Effect::Confirmed(Evidence::Value { .. } | Evidence::Controls { .. })),
        "{effect}"
    );
}

async fn a_covered_window_is_captured_as_if_it_were_not_and_raised_to_be_clicked(
    test: &mut TestDesktop,
    window: &Window,
) {
    let display = test.find(window, Role::Edit, "").await;
    // Park the pointer where nothing is highlighted under it.
    test.on(window, &display, Gesture::Scroll(ScrollBy { up: 1, right: 0 })).await;
    let free = test.capture(Area::Window(window.id)).await;
    let cover = test.launch("gtk3-widget-factory").await;
    assert_eq!(cover.rect.intersection(window.rect), window.rect, "the window is not covered");
    let covered = test.capture(Area::Window(window.id)).await;
    assert_eq!(covered.rect(), window.rect);
    // The title bar looks different in an inactive window.
    let below_title = 3 * (30 * window.rect.width) as usize;
    assert!(covered.rgb[below_title..] == free.rgb[below_title..], "the covered window looks different");
    let desktop = test.capture(Area::Desktop).await;
    assert_eq!(desktop.rect(), Rect::new(0, 0, 1600, 900));

    let five = test.find(window, Role::ToggleButton, "5").await;
    test.at(window, Aim::Point(five.rect.center()), click()).await;
    assert_eq!(test.read(window, &display).await, "5");
}
