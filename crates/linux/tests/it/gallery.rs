//! Every kind of control, in the GTK 3 widget factory.

use crate::test_desktop::{TestDesktop, append, click, drag, keys, replace};
use deskpilot_core::{
    Button, Control, Effect, Evidence, ExistingState, Gesture, NoChangeReason, Point, Role, ScrollBy, State,
    Window,
};

async fn first(test: &mut TestDesktop, window: &Window, role: Role) -> Control {
    test.find_where(window, &format!("an enabled {role:?}"), |it| {
        it.role == role && it.states.has(State::Enabled)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_kind_of_control_is_used() {
    let mut test = TestDesktop::bring_up().await;
    let window = test.launch("gtk3-widget-factory").await;
    Box::pin(check_boxes_and_tabs(&mut test, &window)).await;
    Box::pin(lists_numbers_and_sliders(&mut test, &window)).await;
    Box::pin(a_window_that_was_busy_can_be_used_again(&mut test, &window)).await;
    // Its popover stays open.
    Box::pin(fields_and_cells(&mut test, &window)).await;
}

async fn check_boxes_and_tabs(test: &mut TestDesktop, window: &Window) {
    let check = first(test, window, Role::CheckBox).await;
    let was = check.states.has(State::Checked);
    for (on, expected) in [
        (!was, Effect::Confirmed(Evidence::Turned { state: State::Checked, on: !was })),
        (!was, Effect::NoChange(NoChangeReason::AlreadySo(ExistingState::State(State::Checked, !was)))),
        (was, Effect::Confirmed(Evidence::Turned { state: State::Checked, on: was })),
    ] {
        assert_eq!(test.on(window, &check, Gesture::Check(on)).await, expected);
    }
    let effect = test.on(window, &check, click()).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Turned { .. })), "{effect}");

    let tabs = first(test, window, Role::TabList).await;
    let effect = test.on(window, &tabs, Gesture::Select("Page 2".into())).await;
    assert_eq!(effect.to_string(), "confirmed: value \"page 1\" -> \"page 2\"");
    let refused = test.try_on(window, &tabs, Gesture::Select("page 9".into())).await.unwrap_err();
    assert!(
        refused.to_string().ends_with("it has no item \"page 9\", but page 1, page 2, page 3"),
        "{refused}"
    );
    for expected in ["confirmed: value \"page 2\" -> \"page 3\"", "no change: already \"page 3\" chosen"] {
        assert_eq!(test.on(window, &tabs, Gesture::Select("3".into())).await.to_string(), expected);
    }
}

async fn lists_numbers_and_sliders(test: &mut TestDesktop, window: &Window) {
    let is_left = |it: &Control| it.role == Role::ComboBox && it.value.as_deref() == Some("Left");
    let combo = test.find_where(window, "the combo box with Left", is_left).await;
    let effect = test.on(window, &combo, Gesture::Select("Right".into())).await;
    assert_eq!(effect.to_string(), "confirmed: value \"Left\" -> \"Right\"");
    let effect = test.on(window, &combo, click()).await;
    assert!(
        matches!(effect, Effect::Confirmed(Evidence::Controls { added: 3.., .. })),
        "an opened list: {effect}"
    );
    let middle = test.find(window, Role::MenuItem, "Middle").await;
    let effect = test.on(window, &middle, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find_where(window, "Middle chosen", |it| {
        it.role == Role::ComboBox && it.rect == combo.rect && it.value.as_deref() == Some("Middle")
    })
    .await;

    let spinner = first(test, window, Role::Spinner).await;
    let effect = test.on(window, &spinner, Gesture::SetNumber(42.0)).await;
    assert_eq!(effect.to_string(), "confirmed: value \"50\" -> \"42\"");
    let effect = test.on(window, &spinner, replace("7")).await;
    assert_eq!(effect.to_string(), "confirmed: value \"42\" -> \"7\"");
    let refused = test.try_on(window, &spinner, Gesture::SetNumber(1e9)).await.unwrap_err();
    assert!(refused.to_string().contains("1000000000 is not between"), "{refused}");

    let slider = first(test, window, Role::Slider).await;
    let effect = test.on(window, &slider, Gesture::SetNumber(10.0)).await;
    assert!(matches!(effect, Effect::Confirmed(Evidence::Value { .. })), "{effect}");
    test.on(window, &slider, Gesture::SetNumber(50.0)).await;
    let end = Point { x: slider.rect.right() - 40, y: slider.rect.center().y };
    let effect = test.on(window, &slider, drag(end)).await;
    assert!(
        matches!(effect, Effect::Confirmed(Evidence::Value { .. } | Evidence::Controls { .. })),
        "{effect}"
    );
    let dragged = first(test, window, Role::Slider).await;
    assert!(dragged.value.unwrap().parse::<f64>().unwrap() > 70.0, "the slider was not dragged");
    let effect = test.on(window, &slider, Gesture::Scroll(ScrollBy { up: 2, right: 0 })).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
}

async fn fields_and_cells(test: &mut TestDesktop, window: &Window) {
    let is_field = |it: &Control| {
        it.role == Role::Edit && it.value.as_deref() == Some("entry") && it.states.has(State::Enabled)
    };
    let field = test.find_where(window, "the entry", is_field).await;
    let effect = test.on(window, &field, Gesture::Focus).await;
    assert_eq!(effect, Effect::Confirmed(Evidence::Focus("Edit \"\"".into())));
    let effect = test.on(window, &field, append(" & more")).await;
    assert_eq!(effect.to_string(), "confirmed: value \"entry\" -> \"entry & more\"");
    // In a single line a tab is a key: it moves to the next field.
    let effect = test.on(window, &field, replace("done\t")).await;
    assert!(!matches!(effect, Effect::NoChange(_)), "{effect}");
    assert_eq!(test.read(window, &field).await, "done");
    test.on(window, &field, keys("{HOME}>")).await;
    assert_eq!(test.read(window, &field).await, ">done");

    let cell = test.find(window, Role::Cell, "Otto").await;
    let effect = test.on(window, &cell, click()).await;
    assert!(matches!(effect, Effect::Confirmed(_)), "{effect}");
    test.find_where(window, "Otto chosen", |it| it.name == "Otto" && it.states.has(State::Selected)).await;
    let popup = test.find(window, Role::ToggleButton, "Menu").await;
    let effect =
        test.on(window, &popup, Gesture::Click { button: Button::Left, count: 1, held: vec![] }).await;
    assert!(
        matches!(effect, Effect::Confirmed(Evidence::Controls { added: 1.., .. })),
        "a popover: {effect}"
    );
}

async fn a_window_that_was_busy_can_be_used_again(test: &mut TestDesktop, window: &Window) {
    let is_entry = |it: &Control| it.role == Role::Edit && it.value.as_deref() == Some("entry");
    test.find_where(window, "the entry", |it| is_entry(it) && it.states.has(State::Enabled)).await;
    let menu = test.find(window, Role::ToggleButton, "Menu").await;
    test.on(window, &menu, click()).await;
    let busy = test.find(window, Role::Button, "Get Busy").await;
    test.on(window, &busy, click()).await;
    test.find_where(window, "a menu greyed out", |it| it.name == "Menu" && !it.states.has(State::Enabled))
        .await;
    test.find_where(window, "the entry again", |it| is_entry(it) && it.states.has(State::Enabled)).await;
}
