//! Effects decided from two looks that the test writes down.

use super::super::window_snapshot::{Caret, ReadCoverage};
use super::*;
use deskpilot_atspi::Surface;
use deskpilot_core::{Control, ControlSource, Rect, Role};

fn control(name: &str, value: &str, states: &[State]) -> Control {
    Control {
        label: None,
        role: Role::CheckBox,
        name: name.into(),
        value: Some(value.into()),
        states: states.iter().copied().collect(),
        rect: Rect::new(0, 0, 9, 9),
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    }
}

fn snapshot(windows: &[(u64, &str)], controls: Vec<Control>) -> WindowSnapshot {
    let own = |title: &str| ListedWindow { title: title.to_owned(), whose: WindowOwner::Own };
    let windows = windows.iter().map(|(id, title)| (*id, own(title))).collect();
    WindowSnapshot { own: 1, windows, controls, is_complete: true, ..WindowSnapshot::default() }
}

#[test]
fn the_strongest_evidence_is_told() {
    let main: &[(u64, &str)] = &[(1, "Main")];
    let (a, b) = (control("a", "1", &[]), control("b", "1", &[]));
    let before = snapshot(main, vec![a.clone(), b.clone()]);
    for (windows, controls, expected) in [
        (&[(1, "Main"), (2, "Save As")][..], vec![], "confirmed: window \"Save As\" opened"),
        (&[], vec![], "confirmed: window \"Main\" closed"),
        (&[(2, "Save As")], vec![], "confirmed: window \"Main\" closed, window \"Save As\" opened"),
        (&[(1, "*Main")], vec![a.clone(), b.clone()], "confirmed: window \"Main\" is now \"*Main\""),
        (main, vec![control("a", "2", &[]), control("b", "2", &[])], "confirmed: value \"1\" -> \"2\""),
        (main, vec![control("a", "1", &[State::Checked]), b.clone()], "confirmed: checked"),
        (
            main,
            vec![control("a", "1", &[State::Checked]), control("b", "7", &[])],
            "confirmed: value of CheckBox \"b\" \"1\" -> \"7\"",
        ),
        (main, vec![a.clone(), control("b", "7", &[])], "confirmed: value of CheckBox \"b\" \"1\" -> \"7\""),
        (main, vec![a.clone()], "confirmed: controls: 0 added, 1 removed, 0 changed: gone CheckBox \"b\""),
        (main, vec![a.clone(), control("b", "1", &[State::Focused])], "confirmed: focus on CheckBox \"b\""),
        (main, vec![a, b], "no change: all controls are as they were"),
    ] {
        let after = snapshot(windows, controls);
        let effect = effect_seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn what_comes_and_goes_by_itself_is_no_effect() {
    let progress = Control { role: Role::ProgressBar, ..control("busy", "", &[]) };
    let (a, tip) = (control("a", "1", &[]), control("tip", "", &[]));
    let remark = Control { role: Role::Text, ..control("Root", "", &[]) };
    let mark = Control { role: Role::Text, ..control("•", "", &[]) };
    let with = |more: &[&Control]| {
        let all = [&a].into_iter().chain(more.iter().copied()).cloned().collect();
        snapshot(&[(1, "Main")], all)
    };
    let transient = |part, snapshot: WindowSnapshot| {
        let transient = [(NodeId("tip".into()), part)].into_iter().collect();
        WindowSnapshot { transient, ..snapshot }
    };
    let caret = |at| Some(Caret { at, selected: (at, at) });
    let moved = |snapshot: WindowSnapshot, at| WindowSnapshot { caret: caret(at), ..snapshot };
    let nothing = "no change: all controls are as they were";
    let gone = "confirmed: controls: 0 added, 1 removed, 0 changed: gone CheckBox \"tip\"";
    let came = "confirmed: controls: 1 added, 0 removed, 0 changed: new CheckBox \"tip\"";
    let unrelated = "unverified: Text \"Root\" is gone, which the keys may not have caused";
    let mark_gone = "unverified: Text \"•\" is gone, which the keys may not have caused";
    let target = NodeId("a".into());
    for (what, before, after, proof, expected) in [
        ("progress ends", with(&[&progress]), with(&[]), Proof::AnyChange, nothing),
        (
            "progress begins after keys",
            with(&[]),
            with(&[&progress]),
            Proof::Keys,
            "unverified: ProgressBar \"busy\" is shown now, which the keys may not have caused",
        ),
        (
            "progress begins after a click",
            with(&[]),
            with(&[&progress]),
            Proof::AnyChange,
            "confirmed: controls: 1 added, 0 removed, 0 changed: new ProgressBar \"busy\"",
        ),
        ("a tip goes", transient(Surface::ToolTip, with(&[&tip])), with(&[]), Proof::Keys, nothing),
        ("a tip comes", with(&[]), transient(Surface::ToolTip, with(&[&tip])), Proof::AnyChange, nothing),
        ("a tip is asked for", with(&[]), transient(Surface::ToolTip, with(&[&tip])), Proof::Hover, came),
        ("a notice goes", transient(Surface::Notification, with(&[&tip])), with(&[]), Proof::Keys, nothing),
        (
            "a notice comes",
            with(&[]),
            transient(Surface::Notification, with(&[&tip])),
            Proof::AnyChange,
            came,
        ),
        ("a remark goes", with(&[&remark]), with(&[]), Proof::Keys, unrelated),
        ("a remark goes after saving", with(&[&remark]), with(&[]), Proof::Saved, unrelated),
        ("a mark goes after other keys", with(&[&mark]), with(&[]), Proof::Keys, mark_gone),
        (
            "the mark of unsaved changes goes after saving",
            with(&[&mark, &remark]),
            with(&[&remark]),
            Proof::Saved,
            "confirmed: \"•\" is gone, the mark of unsaved changes",
        ),
        ("anything else goes", with(&[&tip]), with(&[]), Proof::Keys, gone),
        (
            "what goes tells less than the caret",
            moved(with(&[&tip]), 7),
            moved(with(&[]), 0),
            Proof::Keys,
            "confirmed: the caret went from character 7 to 0",
        ),
    ] {
        assert_eq!(effect_seen(&before, &after, Some(&target), &proof).to_string(), expected, "{what}");
    }
    // An action on a notification is proven by its disappearance.
    let (before, after) = (transient(Surface::Notification, with(&[&tip])), with(&[]));
    let closed = effect_seen(&before, &after, Some(&NodeId("tip".into())), &Proof::AnyChange);
    assert_eq!(closed.to_string(), gone);
}

#[test]
fn what_a_look_could_not_tell_is_neither_gone_nor_new() {
    let (a, b) = (control("a", "1", &[]), control("b", "1", &[]));
    let with = |reach, controls: &[&Control]| {
        let controls = controls.iter().copied().cloned().collect();
        WindowSnapshot { coverage: reach, ..snapshot(&[(1, "Main"), (2, "Save As")], controls) }
    };
    let changed = control("a", "2", &[]);
    let nothing = "no change: all controls are as they were";
    for (what, before, after, expected) in [
        (
            "taken apart",
            with(ReadCoverage::Complete, &[&a, &b]),
            with(ReadCoverage::Incomplete, &[&changed]),
            nothing,
        ),
        (
            "not told in time",
            with(ReadCoverage::Complete, &[&a, &b]),
            with(ReadCoverage::Late, &[&a]),
            nothing,
        ),
        (
            "not told in time before",
            with(ReadCoverage::Late, &[&a]),
            with(ReadCoverage::Complete, &[&a, &b]),
            nothing,
        ),
        (
            "what was told counts",
            with(ReadCoverage::Complete, &[&a, &b]),
            with(ReadCoverage::Late, &[&changed]),
            "confirmed: value \"1\" -> \"2\"",
        ),
    ] {
        let effect = effect_seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
        assert_eq!(effect.to_string(), expected, "{what}");
    }
}

#[test]
fn what_other_applications_do_is_no_effect() {
    let strange = |title: &str| (2, ListedWindow { title: title.into(), whose: WindowOwner::Other });
    let alone = snapshot(&[(1, "Main")], Vec::new());
    let beside = |title: &str| {
        let mut snapshot = alone.clone();
        snapshot.windows.extend([strange(title)]);
        snapshot
    };
    let nothing = "no change: all controls are as they were";
    for (before, after, expected) in [
        (beside("Mail"), alone.clone(), nothing),
        (beside("Mail"), beside("Mail (1)"), nothing),
        (
            alone.clone(),
            beside("Mail"),
            "unverified: window \"Mail\" of another application opened, which the action may not have caused",
        ),
    ] {
        assert_eq!(effect_seen(&before, &after, None, &Proof::AnyChange).to_string(), expected);
    }
}

#[test]
fn a_control_was_met_when_it_came_to_be_selected_or_checked() {
    use State::{Checked, Focused, Selected};
    for (was, is, expected) in [
        (&[][..], &[Selected][..], true),
        (&[], &[Checked], true),
        (&[Selected], &[Selected, Focused], true),
        (&[], &[Focused], false),
        (&[Selected], &[Selected], false),
        (&[Selected], &[], false),
    ] {
        let one = |states| snapshot(&[], vec![control("a", "", states), control("b", "", &[])]);
        assert_eq!(was_target_hit(&one(was), &one(is), &NodeId("a".into())), expected, "{was:?} -> {is:?}");
        assert!(!was_target_hit(&one(was), &one(is), &NodeId("b".into())));
    }
}

#[test]
fn a_text_that_closes_a_window_went_elsewhere_unless_it_ends_with_enter() {
    let tip = snapshot(&[(1, "Main"), (2, "Tip")], Vec::new());
    let main = snapshot(&[(1, "Main")], Vec::new());
    for (text, expected) in [
        ("Dear Ann", "unverified: window \"Tip\" closed, and the text is not seen anywhere"),
        ("a.txt\n", "confirmed: window \"Tip\" closed"),
    ] {
        let effect = effect_seen(&tip, &main, None, &Proof::Typed(text.into()));
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn keys_are_shown_by_the_caret_and_the_clipboard_and_not_by_a_button_that_can_be_used_now() {
    let button = |states: &[State]| vec![control("Save", "", states)];
    let before =
        WindowSnapshot { caret: Some(Caret { at: 3, selected: (3, 3) }), ..snapshot(&[], button(&[])) };
    let caret = |at, selected| Some(Caret { at, selected });
    for (caret, copied, states, expected) in [
        (caret(0, (0, 0)), false, &[][..], "confirmed: the caret went from character 3 to 0"),
        (caret(5, (0, 5)), true, &[], "confirmed: characters 0 to 5 are selected"),
        (caret(3, (3, 3)), true, &[], "confirmed: something was copied to the clipboard"),
        (caret(3, (3, 3)), false, &[], "no change: all controls are as they were"),
        (None, false, &[], "no change: all controls are as they were"),
        (caret(-1, (-1, -1)), false, &[], "no change: all controls are as they were"),
        (
            None,
            false,
            &[State::Enabled],
            "unverified: CheckBox \"Save\" can be used now, which the keys may not have caused",
        ),
        (
            None,
            false,
            &[State::Enabled, State::Checked],
            "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Save\": enabled; checked",
        ),
    ] {
        let after = WindowSnapshot { caret, took_clipboard: copied, ..snapshot(&[], button(states)) };
        let effect = effect_seen(&before, &after, None, &Proof::Keys);
        assert_eq!(effect.to_string(), expected);
    }
    let after = snapshot(&[], button(&[State::Enabled]));
    let clicked = effect_seen(&snapshot(&[], button(&[])), &after, None, &Proof::AnyChange);
    assert!(matches!(clicked, Effect::Confirmed(_)), "{clicked}");
}

#[test]
fn texts_and_numbers_are_compared_with_what_was_wanted() {
    let text = |text: &str, mode| Proof::Text { text: text.into(), mode };
    for (proof, before, after, expected) in [
        (text("new", TextMode::Replace), "old", "new", "confirmed: value \"old\" -> \"new\""),
        (text(" b", TextMode::Append), "a", "a b", "confirmed: value \"a\" -> \"a b\""),
        (text("b", TextMode::Append), "ac", "abc", "confirmed: value \"ac\" -> \"abc\""),
        (text("hello", TextMode::Replace), "", "hel", "partial: 3 of 5 characters are there: \"hel\""),
        (text("new", TextMode::Replace), "new", "new", "no change: already \"new\""),
        (Proof::Number(4.0), "4", "4", "no change: already 4"),
        (text("x", TextMode::Replace), "old", "old", "no change: value \"old\" -> \"old\""),
        (text("x", TextMode::Replace), "old", "X!", "partial: the text is now \"X!\""),
        (Proof::Number(4.0), "1", "4", "confirmed: value \"1\" -> \"4\""),
        (Proof::Number(4.5), "1", "4", "partial: it is now 4, not 4.5"),
        (Proof::Choice("Two".into()), "One", "two", "confirmed: value \"One\" -> \"two\""),
        (Proof::Selection("b".into()), "", "b", "confirmed: selected \"b\""),
        (Proof::Typed("bc".into()), "ad", "abcd", "confirmed: value \"ad\" -> \"abcd\""),
        (Proof::Typed("bc".into()), "ad", "abd", "partial: the text is now \"abd\""),
        (Proof::Typed("bc".into()), "bc", "bc", "no change: value \"bc\" -> \"bc\""),
    ] {
        let effect = effect_proven(&proof, Some(before), Some(after)).unwrap();
        assert_eq!(effect.to_string(), expected, "{proof:?}");
    }
}
