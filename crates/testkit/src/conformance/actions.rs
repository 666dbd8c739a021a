//! Checks inputs and their reported effects.

use super::NamedControl;
use super::desktop_under_test::DesktopUnderTest;
use deskpilot_core::{Aim, Button, Chord, Control, Effect, Gesture, Input, Key, Modifier, State, TextMode};

/// A read returns the text that was entered.
pub(super) async fn text(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    for (mode, text, expected) in [
        (TextMode::Replace, "first", "first"),
        (TextMode::Append, " and more", "first and more"),
        (TextMode::Replace, "Grüße, 世界 😀 a\u{301}", "Grüße, 世界 😀 a\u{301}"),
        (TextMode::Replace, "UPPER lower \\ \"'{}^~%+()", "UPPER lower \\ \"'{}^~%+()"),
        (TextMode::Replace, "", ""),
    ] {
        let effect = desktop.perform(target, Gesture::Text { text: text.to_owned(), mode }).await;
        assert_eq!(desktop.read(target).await, expected, "after {mode:?} with {text:?}, which was {effect}");
        assert!(effect.is_success(), "{mode:?} with {text:?} changed the text, and yet was {effect}");
    }
}

/// Keys go to the target control.
pub(super) async fn keys(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    desktop.perform(target, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
    let plain = |c| Chord::plain(Key::Char(c));
    desktop.perform(target, Gesture::Keys("Ab7".chars().map(plain).collect())).await;
    assert_eq!(desktop.read(target).await, "Ab7", "after the keys A, b and 7");
    desktop.perform(target, Gesture::Keys(vec![Chord::plain(Key::Backspace)])).await;
    assert_eq!(desktop.read(target).await, "Ab", "after Backspace");
    let all = Chord { held: vec![Modifier::Control], key: Key::Char('a') };
    desktop.perform(target, Gesture::Keys(vec![all, Chord::plain(Key::Delete)])).await;
    assert_eq!(desktop.read(target).await, "", "after Control+a and Delete");
}

/// The clipboard returns and pastes what was written or copied to it.
pub(super) async fn clipboard(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let chord = |c| Chord { held: vec![Modifier::Control], key: Key::Char(c) };
    for text in ["first", "Grüße, 世界 😀", ""] {
        desktop.perform(target, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
        let written = desktop.perform(target, Gesture::WriteClipboard(text.into())).await;
        assert!(text.is_empty() || !written.to_string().contains(text), "the effect shows what was copied");
        assert_eq!(desktop.read_clipboard().await, text, "after it was written, which was {written}");
        desktop.perform(target, Gesture::Keys(vec![chord('v')])).await;
        desktop.until_text_is(target, text, "after Control+v").await;
    }
    let typed = Gesture::Text { text: "copied from here".into(), mode: TextMode::Replace };
    desktop.perform(target, typed).await;
    desktop.perform(target, Gesture::Keys(vec![chord('a'), chord('c')])).await;
    desktop.until_clipboard_has("copied from here").await;
}

/// Text typed into a protected field appears nowhere.
pub(super) async fn hidden_text(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    const SECRET: &str = "opensesame";
    let effect =
        desktop.perform(target, Gesture::Text { text: SECRET.into(), mode: TextMode::Replace }).await;
    assert!(!effect.to_string().contains(SECRET), "the effect shows what was typed");
    let control = desktop.find(target).await;
    assert!(control.states.has(State::Protected), "{target:?} is not seen as protected: {control:?}");
    assert_eq!(control.value, None, "the hidden text is listed");
    match desktop.try_to_read(&control).await {
        Ok(text) => assert!(!text.contains(SECRET), "the hidden text was read"),
        Err(error) => assert!(!error.to_string().contains(SECRET), "the error shows the hidden text"),
    }
}

/// Checking is idempotent; the original state is restored in the end.
pub(super) async fn check_box(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let before = desktop.find(target).await.states.has(State::Checked);
    for on in [!before, !before, before] {
        let effect = desktop.perform(target, Gesture::Check(on)).await;
        let what = format!("after check({on}), which was {effect}, {target:?} must follow");
        desktop.expect(target, &what, |control| control.states.has(State::Checked) == on).await;
    }
}

/// A selected item is then shown as selected.
pub(super) async fn selection(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl, item: &str) {
    let effect = desktop.perform(target, Gesture::Select(item.to_owned())).await;
    assert!(effect.is_success(), "selecting {item:?} in {target:?} was {effect}");
    let control = desktop.find(target).await;
    if control.value.as_deref() == Some(item) || control.name == item {
        return;
    }
    let controls = desktop.controls().await;
    let chosen = |it: &&deskpilot_core::Control| it.name == item && it.states.has(State::Selected);
    assert!(controls.iter().any(|it| chosen(&it)), "{item:?} is not shown as chosen in {target:?}");
}

/// A press is delivered and has a visible effect.
pub(super) async fn press(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let (windows, controls) = (desktop.windows().await, desktop.controls().await);
    let effect =
        desktop.perform(target, Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }).await;
    assert!(
        matches!(effect, Effect::Confirmed(_) | Effect::Unverified(_)),
        "a press of {target:?} was {effect}"
    );
    desktop.until_changed(&windows, &controls, &format!("{target:?} was pressed, which was {effect}")).await;
}

/// Hovering does not press the control.
pub(super) async fn hover(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let kept =
        |it: Control| (it.value, it.rect, it.states.has(State::Checked), it.states.has(State::Expanded));
    let before = kept(desktop.find(target).await);
    let effect = desktop.perform(target, Gesture::Hover).await;
    assert!(effect.is_success(), "moving the pointer to {target:?} was {effect}");
    assert_eq!(kept(desktop.find(target).await), before, "and yet something was done to {target:?}");
}

/// Inputs for the root window go to the control, to the window at the point, or to the keyboard focus.
pub(super) async fn through_root_window(desktop: &mut DesktopUnderTest<'_>, target: &NamedControl) {
    let root = desktop.root_window().await;
    desktop.perform(target, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
    let control = desktop.find(target).await;
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let keys = "ab".chars().map(|it| Chord::plain(Key::Char(it))).collect();
    let text = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Append };
    for (aim, gesture, expected) in [
        (Aim::Point(control.rect.center()), click, ""),
        (Aim::Window, Gesture::Keys(keys), "ab"),
        (Aim::Window, text("c"), "abc"),
        (Aim::Control(Box::new(control.clone())), text("d"), "abcd"),
    ] {
        let input = Input { window: root.id, aim, gesture };
        let effect = desktop.try_to_perform(&input).await;
        let effect = effect.unwrap_or_else(|error| panic!("{input:?}: {error}"));
        assert!(!matches!(effect, Effect::Refused(_)), "{input:?}: {effect}");
        desktop.until_text_is(target, expected, &format!("after {input:?}, which was {effect}")).await;
    }
}
