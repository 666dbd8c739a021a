//! Evidence that belongs to the aim of an action, and changes that do not.

use super::*;
use crate::verdict::{Comparison, SelfChangingControls};

#[test]
fn what_changed_by_itself_before_proves_nothing_and_what_else_changes_does() {
    let text = |node: &str, name: &str| Control {
        role: Role::Text,
        name: name.into(),
        value: None,
        ..control(node, "", &[])
    };
    let (dead, display) = (control("dead", "", &[]), |value: &str| control("display", value, &[]));
    let clock = |name: &str| text("clock", name);
    let self_changing = SelfChangingControls {
        contents: [NodeId("clock".into()), NodeId("notice".into())].into(),
        ..SelfChangingControls::default()
    };
    let recent_changes = |node: &str| SelfChangingControls {
        recent_changes: [NodeId(node.into())].into(),
        ..SelfChangingControls::default()
    };
    let page = SelfChangingControls { has_passing_texts: true, ..SelfChangingControls::default() };
    let before = vec![dead.clone(), display("6"), clock("21 s")];
    let and = |it: Control, others: &[Control]| [&[it], others].concat();
    let ticked = vec![dead.clone(), display("6"), clock("22 s")];
    let target = NodeId("dead".into());
    for (what, self_changing, after, expected) in [
        (
            "a clock that was not known",
            SelfChangingControls::default(),
            ticked.clone(),
            "confirmed: controls: 0 added, 0 removed, 1 changed: Text \"22 s\": name \"21 s\" -> \"22 s\"",
        ),
        (
            "a clock",
            self_changing.clone(),
            ticked.clone(),
            "unverified: Text \"22 s\" changed, as it does by itself",
        ),
        (
            "a text that changed once",
            recent_changes("clock"),
            ticked,
            "unverified: Text \"22 s\" changed, as it does by itself",
        ),
        (
            "a display that was filled late once",
            recent_changes("display"),
            vec![dead.clone(), display("42"), clock("21 s")],
            "confirmed: value of CheckBox \"display\" \"6\" -> \"42\"",
        ),
        (
            "a notice that comes",
            self_changing.clone(),
            and(text("notice", "Saved"), &before),
            "unverified: Text \"Saved\" is new, as it does by itself",
        ),
        (
            "a display next to a clock",
            self_changing.clone(),
            vec![dead.clone(), display("42"), clock("22 s")],
            "confirmed: value of CheckBox \"display\" \"6\" -> \"42\"",
        ),
        (
            "a clock whose node is another one each time",
            page.clone(),
            vec![dead, display("6"), text("clock 2", "22 s")],
            "unverified: Text \"22 s\" is new, as it does by itself",
        ),
        (
            "a button on a page with such a clock",
            page,
            and(control("new", "", &[]), &before),
            "confirmed: controls: 1 added, 0 removed, 0 changed: new CheckBox \"new\"",
        ),
        ("nothing", self_changing, before.clone(), "no change: all controls are as they were"),
    ] {
        let before = WindowSnapshot { self_changing, ..snapshot(&[(1, "Main")], before.clone()) };
        let after = snapshot(&[(1, "Main")], after);
        for proof in [Proof::AnyChange, keys()] {
            let effect = seen(&before, &after, Some(&target), &proof);
            assert_eq!(effect.to_string(), expected, "{what}, {proof:?}");
        }
    }
}

#[test]
fn what_a_self_changing_terminal_shows_of_a_text_that_was_sent_to_it_proves_that() {
    let terminal = |value: &str| Control { role: Role::Terminal, ..control("terminal", value, &[]) };
    let contents = HashSet::from([NodeId("terminal".into())]);
    let self_changing = SelfChangingControls { contents, ..SelfChangingControls::default() };
    let before = snapshot(&[(1, "Main")], vec![terminal("Your number: ")]);
    let before = WindowSnapshot { self_changing, ..before };
    let target = NodeId("terminal".into());
    let proof = Proof::Sent("42\n".into());
    for (value, expected) in [
        ("Your number: 42\nthank you", "confirmed: value "),
        ("Your number: \nstill counting", "unverified: Terminal \"terminal\" changed, as it does by itself"),
    ] {
        let after = snapshot(&[(1, "Main")], vec![terminal(value)]);
        let effect = seen(&before, &after, Some(&target), &proof).to_string();
        assert!(effect.starts_with(expected), "{effect}");
    }
}

#[test]
fn a_title_that_changes_by_itself_proves_nothing() {
    let self_changing = SelfChangingControls { has_changing_title: true, ..SelfChangingControls::default() };
    let playing = |title: &str| snapshot(&[(1, title)], Vec::new());
    let before = WindowSnapshot { self_changing, ..playing("0:12 - Player") };
    let effect = seen(&before, &playing("0:13 - Player"), None, &Proof::AnyChange);
    let expected = "unverified: window \"0:12 - Player\" is now \"0:13 - Player\", as it does by itself";
    assert_eq!(effect.to_string(), expected);
    let closed = seen(&before, &snapshot(&[], Vec::new()), None, &Proof::AnyChange);
    assert_eq!(closed.to_string(), "confirmed: window \"0:12 - Player\" closed");
}

#[test]
fn a_state_that_is_not_as_wanted_while_something_else_changed_is_no_no_change() {
    let reason = || NoChangeReason::Same(Evidence::Reported("not checked".into()));
    let elsewhere = Evidence::Value {
        before: Some("A1".into()),
        after: Some("A10".into()),
        of: Some("Edit \"\"".into()),
    };
    for (effect, expected) in [
        (Effect::Confirmed(elsewhere), "partial: not checked, but value of Edit \"\" \"A1\" -> \"A10\""),
        (Effect::Confirmed(Evidence::Focus("Cell \"A1\"".into())), "no change: not checked"),
        (Effect::unverified("the picture changed"), "no change: not checked"),
    ] {
        assert_eq!(with_side_effect(reason(), effect).to_string(), expected);
    }
}

#[test]
fn a_field_that_took_a_text_otherwise_is_reported_with_what_it_reads() {
    let field = |role, value: &str, states: &[State]| {
        let states = [&[State::Focused], states].concat();
        snapshot(&[(1, "Main")], vec![Control { role, ..control("Amount", value, &states) }])
    };
    let spinner = |value: &str| field(Role::Spinner, value, &[]);
    for (before, after, text, expected) in [
        (spinner("12"), spinner("11"), "x=1; a--b", "partial: typed \"x=1; a--b\", and it now reads \"11\""),
        (spinner("12"), spinner("50"), "50", "confirmed: value of Spinner \"Amount\" \"12\" -> \"50\""),
        (
            field(Role::Edit, "", &[State::Protected]),
            field(Role::Edit, "•", &[State::Protected]),
            "secret",
            "confirmed: value of Edit \"Amount\" \"\" -> \"•\"",
        ),
        (spinner("12"), spinner("11"), "x\n", "confirmed: value of Spinner \"Amount\" \"12\" -> \"11\""),
    ] {
        let effect = seen(&before, &after, None, &Proof::Typed(text.into()));
        assert_eq!(effect.to_string(), expected, "{text}");
    }
}

#[test]
fn a_single_text_elsewhere_shows_nothing_of_an_action_that_presses_nothing() {
    let text = |name: &str| Control { role: Role::Text, value: None, ..control(name, "", &[]) };
    let (dead, notice, page) = (control("dead", "", &[]), text("Saved"), text("Page 2"));
    let with = |controls: &[&Control]| snapshot(&[(1, "Main")], controls.iter().copied().cloned().collect());
    let moves = Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys("{ESC}{TAB}").unwrap()));
    let unverified = "unverified: Text \"Saved\" is different, which the action may not have caused";
    let came = "confirmed: controls: 1 added, 0 removed, 0 changed: new Text \"Saved\"";
    let target = NodeId("dead".into());
    for (proof, expected) in [
        (Proof::AnyOwnChange, unverified),
        (Proof::AnyMove, unverified),
        (Proof::Hover, unverified),
        (moves, unverified),
        (Proof::AnyChange, came),
        (keys(), came),
    ] {
        let effect = seen(&with(&[&dead]), &with(&[&dead, &notice]), Some(&target), &proof);
        assert_eq!(effect.to_string(), expected, "{proof:?}");
        let scrolled = seen(&with(&[&dead]), &with(&[&dead, &notice, &page]), Some(&target), &proof);
        assert!(matches!(scrolled, Effect::Confirmed(_)), "{proof:?}: {scrolled}");
    }
}

#[test]
fn a_focus_that_was_nowhere_before_shows_nothing_of_keys() {
    let note =
        |states: &[State]| snapshot(&[(1, "Main")], vec![control("note", "", states), control("b", "", &[])]);
    let late = "unverified: focus on CheckBox \"note\", and before it, none was known to have it";
    let (nowhere, on_note) = (note(&[]), note(&[State::Focused]));
    assert_eq!(seen(&nowhere, &on_note, None, &keys()).to_string(), late);
    let clicked = seen(&nowhere, &on_note, Some(&NodeId("note".into())), &Proof::AnyChange);
    assert_eq!(clicked.to_string(), "confirmed: focus on CheckBox \"note\"");
}

#[test]
fn the_focus_that_a_press_brings_to_its_button_proves_no_press_and_one_that_goes_elsewhere_does() {
    let (on, off) = (&[State::Focused][..], &[][..]);
    let aside = |value: &str, states: &[State]| Control {
        rect: Rect::new(20, 0, 9, 9),
        ..control("b", value, states)
    };
    let two = |note, other| snapshot(&[(1, "Main")], vec![control("note", "", note), aside("", other)]);
    let target = NodeId("note".into());
    let of_press = "unverified: focus on CheckBox \"note\", as any press brings it, and nothing else is seen";
    for (before, after, expected) in [
        (two(off, on), two(on, off), of_press),
        (two(off, off), two(on, off), of_press),
        (two(on, off), two(off, on), "confirmed: focus on CheckBox \"b\""),
    ] {
        assert_eq!(seen(&before, &after, Some(&target), &Proof::Press).to_string(), expected);
    }
    let filled = snapshot(&[(1, "Main")], vec![control("note", "", on), aside("7", off)]);
    let pressed = seen(&two(off, on), &filled, Some(&target), &Proof::Press).to_string();
    assert_eq!(pressed, "confirmed: value of CheckBox \"b\" \"\" -> \"7\"");
}

#[test]
fn what_a_dialog_shows_before_its_enter_closes_it_is_provisional() {
    let value = Evidence::Value { before: Some(String::new()), after: Some("kept.txt".into()), of: None };
    let closed = Evidence::Windows(vec![WindowChange::Closed("Save As".into())]);
    for (evidence, certainty) in [(value, Certainty::Provisional), (closed, Certainty::Certain)] {
        assert_eq!(Verdict::from(Effect::Confirmed(evidence)).until_closed().certainty, certainty);
    }
}

#[test]
fn a_text_that_stands_already_is_no_no_change_while_suggestions_open() {
    let before = snapshot(&[(1, "Main")], vec![control("To", "Oslo", &[])]);
    let with = |popups: &[u32]| WindowSnapshot { popups: popups.to_vec(), ..before.clone() };
    let proof = Proof::Text { text: "Oslo".into(), mode: TextMode::Replace };
    let target = NodeId("To".into());
    let opened = "unverified: all controls are as they were, and a menu or another pop-up opened, which reports no controls";
    for (after, expected) in [(with(&[]), "no change: all controls are as they were"), (with(&[9]), opened)] {
        let looks = Comparison {
            before: &before,
            after: &after,
            target: Some(&target),
            proof: &proof,
            is_hidden: false,
        };
        let effect = looks.verdict(Some(same(Evidence::NOTHING))).effect;
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn only_a_part_of_the_text_in_its_field_is_one_that_grows() {
    let page = |name: &str, clock: &str| {
        snapshot(&[(1, "Main")], vec![control("Name", name, &[]), control("clock", clock, &[])])
    };
    let (before, moved) = (page("", "0 visitors"), page("", "1 visitor"));
    let proof = Proof::Text { text: "Ada".into(), mode: TextMode::Replace };
    let target = NodeId("Name".into());
    for (value, after, expected, certainty) in [
        ("", &moved, "but value of CheckBox \"clock\"", Certainty::Certain),
        ("A", &page("A", "1 visitor"), "1 of 3 characters are there", Certainty::Incomplete),
    ] {
        let reported = proof.effect_of_value(Some(""), Some(value));
        let looks =
            Comparison { before: &before, after, target: Some(&target), proof: &proof, is_hidden: false };
        let verdict = looks.verdict(reported);
        assert!(
            matches!(&verdict.effect, Effect::Partial(why) if why.contains(expected)),
            "{}",
            verdict.effect
        );
        assert_eq!(verdict.certainty, certainty, "{}", verdict.effect);
    }
}
