//! What a desktop owes to those who act.

use super::NamedControl;
use super::bench::Bench;
use deskpilot_core::{Aim, Button, Chord, Control, Effect, Gesture, Input, Key, Modifier, State, TextMode};

/// Text that is put into a control is what is then read from it.
pub(super) async fn text(bench: &mut Bench<'_>, spot: &NamedControl) {
    for (mode, text, expected) in [
        (TextMode::Replace, "first", "first"),
        (TextMode::Append, " and more", "first and more"),
        (TextMode::Replace, "Grüße, 世界 😀 a\u{301}", "Grüße, 世界 😀 a\u{301}"),
        (TextMode::Replace, "UPPER lower \\ \"'{}^~%+()", "UPPER lower \\ \"'{}^~%+()"),
        (TextMode::Replace, "", ""),
    ] {
        let effect = bench.perform(spot, Gesture::Text { text: text.to_owned(), mode }).await;
        assert_eq!(bench.read(spot).await, expected, "after {mode:?} with {text:?}, which was {effect}");
        assert!(effect.is_success(), "{mode:?} with {text:?} changed the text, and yet was {effect}");
    }
}

/// Keys go to the control they are meant for.
pub(super) async fn keys(bench: &mut Bench<'_>, spot: &NamedControl) {
    bench.perform(spot, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
    let plain = |c| Chord::plain(Key::Char(c));
    bench.perform(spot, Gesture::Keys("Ab7".chars().map(plain).collect())).await;
    assert_eq!(bench.read(spot).await, "Ab7", "after the keys A, b and 7");
    bench.perform(spot, Gesture::Keys(vec![Chord::plain(Key::Backspace)])).await;
    assert_eq!(bench.read(spot).await, "Ab", "after Backspace");
    let all = Chord { held: vec![Modifier::Control], key: Key::Char('a') };
    bench.perform(spot, Gesture::Keys(vec![all, Chord::plain(Key::Delete)])).await;
    assert_eq!(bench.read(spot).await, "", "after Control+a and Delete");
}

/// What is put on the clipboard is what is read from it and what is pasted; what is copied is what is read.
pub(super) async fn clipboard(bench: &mut Bench<'_>, spot: &NamedControl) {
    let chord = |c| Chord { held: vec![Modifier::Control], key: Key::Char(c) };
    for text in ["first", "Grüße, 世界 😀", ""] {
        bench.perform(spot, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
        let written = bench.perform(spot, Gesture::WriteClipboard(text.into())).await;
        assert!(text.is_empty() || !written.to_string().contains(text), "the effect tells what was copied");
        assert_eq!(bench.read_clipboard().await, text, "after it was written, which was {written}");
        bench.perform(spot, Gesture::Keys(vec![chord('v')])).await;
        bench.until_text_is(spot, text, "after Control+v").await;
    }
    let typed = Gesture::Text { text: "copied from here".into(), mode: TextMode::Replace };
    bench.perform(spot, typed).await;
    bench.perform(spot, Gesture::Keys(vec![chord('a'), chord('c')])).await;
    bench.until_clipboard_has("copied from here").await;
}

/// What is typed into a field that hides it is shown nowhere.
pub(super) async fn hidden_text(bench: &mut Bench<'_>, spot: &NamedControl) {
    const SECRET: &str = "opensesame";
    let effect = bench.perform(spot, Gesture::Text { text: SECRET.into(), mode: TextMode::Replace }).await;
    assert!(!effect.to_string().contains(SECRET), "the effect tells what was typed");
    let control = bench.find(spot).await;
    assert!(control.states.has(State::Protected), "{spot:?} is not seen as protected: {control:?}");
    assert_eq!(control.value, None, "the hidden text is listed");
    match bench.try_to_read(&control).await {
        Ok(text) => assert!(!text.contains(SECRET), "the hidden text was read"),
        Err(error) => assert!(!error.to_string().contains(SECRET), "the error tells the hidden text"),
    }
}

/// Checking twice is checking once; what was checked before is checked again in the end.
pub(super) async fn checking(bench: &mut Bench<'_>, spot: &NamedControl) {
    let before = bench.find(spot).await.states.has(State::Checked);
    for on in [!before, !before, before] {
        let effect = bench.perform(spot, Gesture::Check(on)).await;
        let what = format!("after check({on}), which was {effect}, {spot:?} must follow");
        bench.expect(spot, &what, |control| control.states.has(State::Checked) == on).await;
    }
}

/// The item that is chosen is the one that is then shown as chosen.
pub(super) async fn selecting(bench: &mut Bench<'_>, spot: &NamedControl, item: &str) {
    let effect = bench.perform(spot, Gesture::Select(item.to_owned())).await;
    assert!(effect.is_success(), "selecting {item:?} in {spot:?} was {effect}");
    let control = bench.find(spot).await;
    if control.value.as_deref() == Some(item) || control.name == item {
        return;
    }
    let controls = bench.controls().await;
    let chosen = |it: &&deskpilot_core::Control| it.name == item && it.states.has(State::Selected);
    assert!(controls.iter().any(|it| chosen(&it)), "{item:?} is not shown as chosen in {spot:?}");
}

/// A press is delivered, and what comes of it can be seen.
pub(super) async fn pressing(bench: &mut Bench<'_>, spot: &NamedControl) {
    let (windows, controls) = (bench.windows().await, bench.controls().await);
    let effect =
        bench.perform(spot, Gesture::Click { button: Button::Left, count: 1, held: Vec::new() }).await;
    assert!(
        matches!(effect, Effect::Confirmed(_) | Effect::Unverified(_)),
        "a press of {spot:?} was {effect}"
    );
    bench.until_it_differs(&windows, &controls, &format!("{spot:?} was pressed, which was {effect}")).await;
}

/// The pointer rests on a control without pressing it.
pub(super) async fn hovering(bench: &mut Bench<'_>, spot: &NamedControl) {
    let kept =
        |it: Control| (it.value, it.rect, it.states.has(State::Checked), it.states.has(State::Expanded));
    let before = kept(bench.find(spot).await);
    let effect = bench.perform(spot, Gesture::Hover).await;
    assert!(effect.is_success(), "moving the pointer to {spot:?} was {effect}");
    assert_eq!(kept(bench.find(spot).await), before, "and yet something was done to {spot:?}");
}

/// What is meant for the whole desktop goes to the control, to what is at the place, or to what has the keyboard.
pub(super) async fn through_whole(bench: &mut Bench<'_>, spot: &NamedControl) {
    let whole = bench.whole().await;
    bench.perform(spot, Gesture::Text { text: String::new(), mode: TextMode::Replace }).await;
    let control = bench.find(spot).await;
    let click = Gesture::Click { button: Button::Left, count: 1, held: Vec::new() };
    let keys = "ab".chars().map(|it| Chord::plain(Key::Char(it))).collect();
    let text = |text: &str| Gesture::Text { text: text.into(), mode: TextMode::Append };
    for (aim, gesture, expected) in [
        (Aim::Point(control.rect.center()), click, ""),
        (Aim::Window, Gesture::Keys(keys), "ab"),
        (Aim::Window, text("c"), "abc"),
        (Aim::Control(Box::new(control.clone())), text("d"), "abcd"),
    ] {
        let input = Input { window: whole.id, aim, gesture };
        let effect = bench.try_to_perform(&input).await;
        let effect = effect.unwrap_or_else(|error| panic!("{input:?}: {error}"));
        assert!(!matches!(effect, Effect::Refused(_)), "{input:?}: {effect}");
        bench.until_text_is(spot, expected, &format!("after {input:?}, which was {effect}")).await;
    }
}
