//! Effects decided from two looks that the test writes down.

use super::*;
use crate::verdict::{Caret, ReadCoverage, Surface};
use deskpilot_core::TextMode;
use deskpilot_core::{ControlSource, Rect, Role};
use std::collections::HashSet;

mod aim;
mod closing;
mod format;
mod remarks;

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

fn keys() -> Proof {
    Proof::Keys(TypedKeys::default())
}

fn seen(before: &WindowSnapshot, after: &WindowSnapshot, target: Option<&NodeId>, proof: &Proof) -> Effect {
    effect_seen(before, after, target, proof).effect
}

#[test]
fn the_strongest_evidence_is_reported() {
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
        let effect = seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn what_comes_and_goes_by_itself_is_no_effect() {
    let progress = Control { role: Role::ProgressBar, ..control("busy", "", &[]) };
    let (a, tip) = (control("a", "1", &[]), control("tip", "", &[]));
    let remark = Control { role: Role::Text, ..control("Root", "", &[]) };
    let mark = Control { role: Role::Text, ..control("•", "", &[]) };
    let line = |node: &str, y| Control {
        role: Role::Text,
        name: String::new(),
        rect: Rect::new(0, y, 9, 9),
        ..control(node, "", &[State::Focused])
    };
    let (line, new_line) = (line("line", 0), line("new line", 20));
    let sheet = Control { role: Role::Table, ..control("Sheet1", "", &[]) };
    let bar = Control { role: Role::MenuBar, name: String::new(), value: None, ..control("bar", "", &[]) };
    let focused_bar = Control { states: [State::Focused].into_iter().collect(), ..bar.clone() };
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
            keys(),
            "unverified: ProgressBar \"busy\" is shown now, which the keys may not have caused",
        ),
        (
            "progress begins after a click",
            with(&[]),
            with(&[&progress]),
            Proof::AnyChange,
            "confirmed: controls: 1 added, 0 removed, 0 changed: new ProgressBar \"busy\"",
        ),
        ("a tip goes", transient(Surface::ToolTip, with(&[&tip])), with(&[]), keys(), nothing),
        (
            "the line of a sheet is made again",
            with(&[&sheet, &line]),
            with(&[&sheet, &new_line]),
            keys(),
            nothing,
        ),
        (
            "a new paragraph of a document",
            with(&[&line]),
            with(&[&new_line]),
            keys(),
            "confirmed: controls: 1 added, 1 removed, 0 changed: new Text \"\"; gone Text \"\"",
        ),
        ("an empty bar comes with the focus", with(&[]), with(&[&focused_bar]), Proof::AnyChange, nothing),
        ("an empty bar comes", with(&[]), with(&[&bar]), Proof::AnyChange, nothing),
        ("an empty bar goes", with(&[&bar]), with(&[]), Proof::AnyChange, nothing),
        ("a tip comes", with(&[]), transient(Surface::ToolTip, with(&[&tip])), Proof::AnyChange, nothing),
        ("a tip is asked for", with(&[]), transient(Surface::ToolTip, with(&[&tip])), Proof::Hover, came),
        ("a notice goes", transient(Surface::Notification, with(&[&tip])), with(&[]), keys(), nothing),
        (
            "a notice comes",
            with(&[]),
            transient(Surface::Notification, with(&[&tip])),
            Proof::AnyChange,
            came,
        ),
        ("a remark goes", with(&[&remark]), with(&[]), keys(), unrelated),
        ("a remark goes after saving", with(&[&remark]), with(&[]), Proof::Saved, unrelated),
        ("a mark goes after other keys", with(&[&mark]), with(&[]), keys(), mark_gone),
        (
            "the mark of unsaved changes goes after saving",
            with(&[&mark, &remark]),
            with(&[&remark]),
            Proof::Saved,
            "confirmed: \"•\" is gone, the mark of unsaved changes",
        ),
        ("anything else goes", with(&[&tip]), with(&[]), keys(), gone),
        (
            "what goes shows less than the caret",
            moved(with(&[&tip]), 7),
            moved(with(&[]), 0),
            keys(),
            "confirmed: the caret went from character 7 to 0",
        ),
    ] {
        assert_eq!(seen(&before, &after, Some(&target), &proof).to_string(), expected, "{what}");
    }
    // An action on a notification is proven by its disappearance.
    let (before, after) = (transient(Surface::Notification, with(&[&tip])), with(&[]));
    let closed = seen(&before, &after, Some(&NodeId("tip".into())), &Proof::AnyChange);
    assert_eq!(closed.to_string(), gone);
}

#[test]
fn what_a_look_could_not_read_is_neither_gone_nor_new() {
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
            "not reported in time",
            with(ReadCoverage::Complete, &[&a, &b]),
            with(ReadCoverage::Late, &[&a]),
            nothing,
        ),
        (
            "not reported in time before",
            with(ReadCoverage::Late, &[&a]),
            with(ReadCoverage::Complete, &[&a, &b]),
            nothing,
        ),
        (
            "what was reported counts",
            with(ReadCoverage::Complete, &[&a, &b]),
            with(ReadCoverage::Late, &[&changed]),
            "confirmed: value \"1\" -> \"2\"",
        ),
    ] {
        let effect = seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
        assert_eq!(effect.to_string(), expected, "{what}");
    }
}

#[test]
fn a_window_that_is_not_read_proves_nothing() {
    let before = snapshot(&[(1, "Main")], vec![control("a", "1", &[]), control("b", "1", &[])]);
    let unread = |controls| WindowSnapshot {
        coverage: ReadCoverage::Unread,
        is_complete: false,
        ..snapshot(&[(1, "Main")], controls)
    };
    let late = "unverified: the window could not be read in time afterwards";
    for proof in [Proof::AnyChange, keys()] {
        assert_eq!(seen(&before, &unread(vec![]), None, &proof).to_string(), late);
    }
    let appeared = seen(&unread(vec![]), &before, None, &Proof::AnyChange).to_string();
    assert_eq!(appeared, "no change: all controls are as they were");
}

#[test]
fn what_is_gone_proves_an_action_at_once_only_with_the_menu_that_it_was_in() {
    let all = ["a", "b", "c", "d"].map(|name| control(name, "", &[]));
    let main = |count: usize, popups: &[u32]| {
        let rest = all.iter().take(count).cloned().collect();
        WindowSnapshot { popups: popups.to_vec(), ..snapshot(&[(1, "Main")], rest) }
    };
    let gone = "confirmed: controls: 0 added, 1 removed, 0 changed: gone CheckBox \"d\"";
    let busy = "unverified: controls: 0 added, 3 removed, 0 changed: gone CheckBox \"b\"; gone CheckBox \"c\"; \
                gone CheckBox \"d\": most of the window is not reported, as while an application is busy";
    for (before, after, expected, certainty) in [
        (main(4, &[]), main(3, &[]), gone, Certainty::Provisional),
        (main(4, &[9]), main(3, &[9]), gone, Certainty::Provisional),
        (main(4, &[9]), main(3, &[]), gone, Certainty::Certain),
        (main(4, &[]), main(1, &[]), busy, Certainty::Provisional),
    ] {
        let verdict = effect_seen(&before, &after, Some(&NodeId("a".into())), &Proof::AnyChange);
        assert_eq!((verdict.effect.to_string().as_str(), verdict.certainty), (expected, certainty));
    }
}

#[test]
fn what_is_not_read_counts_as_gone_no_more_if_a_control_or_two_came() {
    let many: Vec<Control> = (0..40).map(|at| control(&format!("c{at}"), "", &[])).collect();
    let (before, few) =
        (snapshot(&[(1, "Main")], many.clone()), [&many[..3], &[control("new", "", &[])]].concat());
    let effect = seen(&before, &snapshot(&[(1, "Main")], few), None, &Proof::AnyChange).to_string();
    assert!(effect.starts_with("unverified: controls: 1 added, 37 removed"), "{effect}");
    let written = [&[control("c0", "=A1*2", &[])], &many[1..3], &[control("new", "", &[])]].concat();
    let effect = seen(&before, &snapshot(&[(1, "Main")], written), None, &Proof::AnyChange).to_string();
    assert!(effect.starts_with("confirmed: controls: 1 added, 37 removed, 1 changed"), "{effect}");
}

#[test]
fn only_the_clipboard_shows_that_keys_copied() {
    let copy = Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys("Ctrl+C").unwrap()));
    let before = snapshot(&[(1, "Main")], vec![control("a", "1", &[]), control("b", "1", &[])]);
    let after = snapshot(&[(1, "Main")], vec![control("a", "1", &[]), control("b", "2", &[])]);
    let copied = WindowSnapshot { took_clipboard: true, ..after.clone() };
    let effect = seen(&before, &after, None, &copy).to_string();
    assert!(effect.starts_with("unverified: ") && effect.ends_with("nothing was copied"), "{effect}");
    let effect = seen(&before, &copied, None, &copy).to_string();
    assert_eq!(effect, "confirmed: something was copied to the clipboard");
    let terminal =
        |value: &str| Control { role: Role::Terminal, ..control("shell", value, &[State::Focused]) };
    let (before, after) = (
        snapshot(&[(1, "Main")], vec![terminal("sleep")]),
        snapshot(&[(1, "Main")], vec![terminal("sleep^C")]),
    );
    assert!(matches!(seen(&before, &after, None, &copy), Effect::Confirmed(_)), "it interrupts there");
}

#[test]
fn a_button_that_is_released_late_shows_nothing_of_the_next_action() {
    let one = |name: &str, states: &[State]| WindowSnapshot {
        pressed: Some(NodeId("7".into())),
        ..snapshot(&[(1, "Main")], vec![control(name, "", states)])
    };
    let nothing = "no change: all controls are as they were";
    for (name, target, expected) in [
        ("7", None, nothing),
        ("7", Some("8"), nothing),
        ("7", Some("7"), "confirmed: not checked"),
        ("8", None, "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"8\": not checked"),
    ] {
        let target = target.map(|it: &str| NodeId(it.into()));
        let (before, after) = (one(name, &[State::Checked]), one(name, &[]));
        assert_eq!(seen(&before, &after, target.as_ref(), &keys()).to_string(), expected, "{name}");
    }
}

#[test]
fn what_other_applications_do_is_no_effect() {
    let other_window = |title: &str| (2, ListedWindow { title: title.into(), whose: WindowOwner::Other });
    let alone = snapshot(&[(1, "Main")], Vec::new());
    let with_other = |title: &str| {
        let mut snapshot = alone.clone();
        snapshot.windows.extend([other_window(title)]);
        snapshot
    };
    let nothing = "no change: all controls are as they were";
    for (before, after, expected) in [
        (with_other("Mail"), alone.clone(), nothing),
        (with_other("Mail"), with_other("Mail (1)"), nothing),
        (
            alone.clone(),
            with_other("Mail"),
            "unverified: window \"Mail\" of another application opened, which the action may not have caused",
        ),
    ] {
        assert_eq!(seen(&before, &after, None, &Proof::AnyChange).to_string(), expected);
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
        let effect = seen(&tip, &main, None, &Proof::Typed(text.into()));
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
        (caret(5, (0, 5)), true, &[], "confirmed: characters 0 to 5 are selected: \"Dear \""),
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
        let selected_text = Some("Dear ".to_owned());
        let after =
            WindowSnapshot { caret, selected_text, took_clipboard: copied, ..snapshot(&[], button(states)) };
        let effect = seen(&before, &after, None, &keys());
        assert_eq!(effect.to_string(), expected);
    }
    let after = snapshot(&[], button(&[State::Enabled]));
    let clicked = seen(&snapshot(&[], button(&[])), &after, None, &Proof::AnyChange);
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
        (text("x", TextMode::Replace), "old", "old", "no change: the value is still \"old\""),
        (text("x", TextMode::Replace), "old", "X!", "partial: the text is now \"X!\""),
        (text("00008b", TextMode::Replace), "", "00008B", "confirmed: value \"\" -> \"00008B\""),
        (text("00008b", TextMode::Append), "", "00008B", "confirmed: value \"\" -> \"00008B\""),
        (text("12.50", TextMode::Replace), "12.5", "12.5", "no change: already \"12.5\""),
        (Proof::Number(4.0), "1", "4", "confirmed: value \"1\" -> \"4\""),
        (Proof::Number(4.5), "1", "4", "partial: it is now 4, not 4.5"),
        (Proof::Choice("Two".into()), "One", "two", "confirmed: value \"One\" -> \"two\""),
        (Proof::Choice("Two".into()), "Two", "Two", "no change: already \"Two\" chosen"),
        (Proof::Choice("Two".into()), "One", "Two B", "partial: \"Two B\" is chosen now, not \"Two\""),
        (Proof::Selection("b".into()), "", "b", "confirmed: selected \"b\""),
        (Proof::Typed("bc".into()), "ad", "abcd", "confirmed: value \"ad\" -> \"abcd\""),
        (Proof::Typed("bc".into()), "ad", "abd", "partial: typed \"bc\", and it now reads \"abd\""),
        (Proof::Typed("bc".into()), "bc", "bc", "no change: the value is still \"bc\""),
    ] {
        let effect = proof.effect_of_value(Some(before), Some(after)).unwrap();
        assert_eq!(effect.to_string(), expected, "{proof:?}");
    }
}

#[test]
fn of_several_controls_with_the_focus_only_a_new_one_shows_something() {
    let with = |controls: &[Control]| snapshot(&[(1, "Main")], controls.to_vec());
    let focused = |name: &str| control(name, "", &[State::Focused]);
    let (table, cell, bar) = (focused("table"), focused("cell"), focused("bar"));
    let unfocused = control("bar", "", &[]);
    for (after, expected) in [
        (
            with(&[control("table", "", &[]), cell.clone(), unfocused.clone()]),
            "no change: all controls are as they were",
        ),
        (with(&[control("table", "", &[]), cell.clone(), bar]), "confirmed: focus on CheckBox \"bar\""),
    ] {
        let after = WindowSnapshot { coverage: ReadCoverage::Late, ..after };
        assert_eq!(
            seen(&with(&[table.clone(), cell.clone(), unfocused.clone()]), &after, None, &keys()).to_string(),
            expected
        );
    }
}

#[test]
fn the_focus_goes_from_one_paragraph_to_another_though_both_have_no_name() {
    let paragraph = |node: &str, value: &str, states: &[State]| {
        let source = ControlSource::Accessibility { node: NodeId(node.into()) };
        Control { role: Role::Text, source, ..control("", value, states) }
    };
    let focused = &[State::Focused][..];
    let with = |controls: Vec<Control>| snapshot(&[(1, "Main")], controls);
    let before = with(vec![paragraph("1", "Tent", focused), paragraph("2", "Stove", &[])]);
    for (after, expected) in [
        (
            vec![paragraph("1", "Tent", &[]), paragraph("2", "Stove", focused)],
            "confirmed: focus on Text \"\" that reads \"Stove\"",
        ),
        (
            vec![paragraph("3", "Tent", focused), paragraph("2", "Stove", &[])],
            "no change: all controls are as they were",
        ),
    ] {
        assert_eq!(seen(&before, &with(after), None, &keys()).to_string(), expected);
    }
}

#[test]
fn a_menu_that_reports_no_controls_is_no_no_change() {
    let before = snapshot(&[(1, "Main")], Vec::new());
    let after = WindowSnapshot { popups: vec![9], ..before.clone() };
    let expected = "unverified: a menu or another pop-up opened, which reports no controls";
    assert_eq!(seen(&before, &after, None, &keys()).to_string(), expected);
}

#[test]
fn what_tool_bars_show_late_counts_for_the_action_before() {
    let bars = ["Bold".into(), "Save".into()].map(NodeId).into();
    let with = |bold: &[State], cell: &str| {
        let controls = vec![control("Bold", "", bold), control("Save", "", &[]), control("A1", cell, &[])];
        WindowSnapshot { bars: HashSet::clone(&bars), ..snapshot(&[(1, "Main")], controls) }
    };
    let after = with(&[State::Checked], "");
    let target = NodeId("Bold".into());
    for (is_behind, target, after, expected) in [
        (
            false,
            None,
            &after,
            "confirmed: controls: 0 added, 0 removed, 1 changed: CheckBox \"Bold\": checked",
        ),
        (
            true,
            None,
            &after,
            "unverified: CheckBox \"Bold\" is different, which the action before may have caused",
        ),
        (true, Some(&target), &after, "confirmed: checked"),
        (true, None, &with(&[State::Checked], "7"), "confirmed: value of CheckBox \"A1\" \"\" -> \"7\""),
    ] {
        let before = WindowSnapshot { is_behind, ..with(&[], "") };
        assert_eq!(seen(&before, after, target, &keys()).to_string(), expected);
    }
}
