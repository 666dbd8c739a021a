//! Texts elsewhere, and other changes in addition to a text that was typed.

use super::*;
use crate::verdict::{Comparison, SelfChangingControls};

/// How the effect of choosing "Green" ends where nothing shows that it is chosen.
const UNCHOSEN: &str = "and \"Green\" is not seen to be chosen";

fn text(node: &str, name: &str) -> Control {
    Control { role: Role::Text, name: name.into(), value: None, ..control(node, "", &[]) }
}

fn with(controls: &[&Control]) -> WindowSnapshot {
    snapshot(&[(1, "Main")], controls.iter().copied().cloned().collect())
}

#[test]
fn a_clock_and_a_notice_show_nothing_of_keys_that_press_nothing() {
    let escape = Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys("{ESC}").unwrap()));
    let (clock, ticked) = (text("clock", "0"), text("clock", "2 s"));
    let (notice, other, button) =
        (text("notice", "Saved"), text("other", "Page 2"), control("Undo", "", &[]));
    let unverified = "unverified: Text \"2 s\" is different, which the action may not have caused";
    for (before, after, expected) in [
        (with(&[&clock, &notice]), with(&[&ticked]), Some(unverified)),
        (with(&[&clock]), with(&[&ticked, &notice]), Some(unverified)),
        (with(&[&clock]), with(&[&ticked, &notice, &other]), None),
        (with(&[&clock]), with(&[&ticked, &button]), None),
    ] {
        let effect = seen(&before, &after, None, &escape);
        match expected {
            Some(expected) => assert_eq!(effect.to_string(), expected),
            None => assert!(matches!(effect, Effect::Confirmed(_)), "{effect}"),
        }
    }
}

#[test]
fn a_text_that_came_and_went_before_shows_nothing_of_keys() {
    let (notice, button) = (text("notice", "Saved"), control("Undo", "", &[]));
    let passing: HashSet<String> = ["Text \"Saved\"".to_owned()].into();
    let knows = |passing: &HashSet<String>, snapshot: WindowSnapshot| {
        let self_changing =
            SelfChangingControls { passing: passing.clone(), ..SelfChangingControls::default() };
        WindowSnapshot { self_changing, ..snapshot }
    };
    let none = HashSet::new();
    let came = "confirmed: controls: 1 added, 0 removed, 0 changed: new Text \"Saved\"";
    let passes = "unverified: Text \"Saved\" comes and goes, as it did before";
    let both =
        "confirmed: controls: 2 added, 0 removed, 0 changed: new CheckBox \"Undo\"; new Text \"Saved\"";
    for (known, after, proof, expected) in [
        (&none, with(&[&notice]), keys(), came),
        (&passing, with(&[&notice]), keys(), passes),
        (&passing, with(&[&notice]), Proof::AnyChange, came),
        (&passing, with(&[&notice, &button]), keys(), both),
    ] {
        let effect = seen(&knows(known, with(&[])), &after, None, &proof);
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn a_text_that_changed_before_shows_nothing_of_a_shortcut() {
    let (clock, ticked) = (text("clock", "2 s"), text("clock", "3 s"));
    let passing: HashSet<String> = ["Text \"2 s\"".to_owned()].into();
    let keys = |it: &str| Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys(it).unwrap()));
    let changed = "confirmed: controls: 0 added, 0 removed, 1 changed: Text \"3 s\": name \"2 s\" -> \"3 s\"";
    let unverified = "unverified: Text \"3 s\" is different, and it changed before, too";
    for (passing, proof, expected) in [
        (passing.clone(), keys("Shift+F10"), unverified),
        (passing.clone(), keys("%+{F6}2^%a"), unverified),
        (passing.clone(), keys("^a{ENTER}"), changed),
        (passing, keys("{SPACE}"), changed),
        (HashSet::new(), keys("Ctrl+U"), changed),
    ] {
        let self_changing = SelfChangingControls { passing, ..SelfChangingControls::default() };
        let before = WindowSnapshot { self_changing, ..with(&[&clock]) };
        assert_eq!(seen(&before, &with(&[&ticked]), None, &proof).to_string(), expected, "{proof:?}");
    }
}

#[test]
fn another_slide_is_no_selection() {
    let keys = Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys("Shift+Home").unwrap()));
    let document = Control { role: Role::Document, ..control("Slide", "", &[State::Focused]) };
    let place = Rect::new(500, 0, 9, 9);
    let slide =
        |states: &[State]| Control { role: Role::Group, rect: place, ..control("Second", "", states) };
    let line = |states: &[State]| Control { role: Role::Document, ..control("Line", "", states) };
    let jumped = "unverified: controls: 0 added, 0 removed, 1 changed: Group \"Second\": selected, and nothing more is selected";
    let selected = "confirmed: controls: 0 added, 0 removed, 1 changed: Document \"Line\": partly selected";
    for (before, after, expected) in [
        (with(&[&document, &slide(&[])]), with(&[&document, &slide(&[State::Selected])]), jumped),
        (with(&[&document, &line(&[])]), with(&[&document, &line(&[State::PartlySelected])]), selected),
    ] {
        assert_eq!(seen(&before, &after, None, &keys).to_string(), expected);
    }
}

#[test]
fn a_clock_that_comes_to_the_figure_that_was_typed_does_not_show_it() {
    let (clock, ticked, notice) = (text("clock", "6 s"), text("clock", "7 s"), text("notice", "Saved"));
    let progress = |value: &str| Control { role: Role::ProgressBar, ..control("progress", value, &[]) };
    let (six, seven) = (progress("6"), progress("7"));
    let knows = |contents: &[&Control], controls: &[&Control]| {
        let contents = contents.iter().filter_map(|it| it.node().cloned()).collect();
        let self_changing = SelfChangingControls { contents, ..SelfChangingControls::default() };
        WindowSnapshot { self_changing, ..with(controls) }
    };
    let saved = "controls: 1 added, 0 removed, 0 changed: new Text \"Saved\"";
    let unseen = format!("unverified: {saved}, and the text is not seen anywhere");
    let own = "confirmed: controls: 0 added, 0 removed, 1 changed: Text \"7 s\": name \"6 s\" -> \"7 s\"";
    for (known, before, after, expected) in [
        (&[&clock][..], &[&clock][..], &[&ticked, &notice][..], unseen.as_str()),
        // One that is gone for a while, and comes back with another figure.
        (&[&clock], &[], &[&ticked, &notice], unseen.as_str()),
        (&[&clock, &six], &[&clock, &six], &[&ticked, &seven, &notice], unseen.as_str()),
        (&[], &[&six], &[&seven, &notice], unseen.as_str()),
        (&[], &[&clock], &[&ticked], own),
    ] {
        let effect = seen(&knows(known, before), &with(after), None, &Proof::Typed("7".into()));
        assert_eq!(effect.to_string(), expected);
    }
}

#[test]
fn a_focus_that_moved_does_not_show_what_keys_typed() {
    let menu = |states: &[State]| Control { role: Role::Menu, ..control("", "", states) };
    let item = |states: &[State]| Control { role: Role::MenuItem, ..control("Cut it", "", states) };
    let (before, after) =
        (with(&[&menu(&[]), &item(&[State::Focused])]), with(&[&menu(&[State::Focused]), &item(&[])]));
    let keys = |it: &str| Proof::Keys(TypedKeys::of(&deskpilot_core::parse_keys(it).unwrap()));
    let unseen = "unverified: focus on Menu \"\", and the text is not seen anywhere";
    let confirmed = "confirmed: focus on Menu \"\"";
    for (typed, expected) in [
        ("x\tTotal\tx{TAB}", unseen),
        ("Total", unseen),
        ("Total{ENTER}", confirmed),
        ("x", confirmed),
        ("{TAB}", confirmed),
    ] {
        assert_eq!(seen(&before, &after, None, &keys(typed)).to_string(), expected, "{typed}");
    }
}

#[test]
fn a_window_that_opens_while_a_text_is_typed_confirms_it_only_where_all_of_it_is_seen() {
    let field = |value: &str| control("New name", value, &[State::Focused]);
    let after = |value: &str| snapshot(&[(1, "Main"), (2, "Rename")], vec![field(value)]);
    let text = "Milk, bread, butter, eggs, flour, sugar, salt and tea";
    let part = "unverified: window \"Rename\" opened meanwhile, and the text is not seen whole";
    let whole = "confirmed: window \"Rename\" opened";
    for (reads, expected) in [(&text[3..], part), (text, whole)] {
        let effect = seen(&with(&[&field("")]), &after(reads), None, &Proof::Typed(text.into()));
        assert_eq!(effect.to_string(), expected, "{reads}");
    }
}

#[test]
fn only_what_shows_a_typed_text_confirms_it() {
    let item = |states: &[State]| Control { role: Role::ListItem, ..control("Milk", "", states) };
    let (clock, ticked) = (text("clock", "0"), text("clock", "1 s"));
    let menu = control("File", "", &[State::Selected]);
    let field = |value: &str, states: &[State]| control("Amount", value, states);
    let unseen = |evidence: &str| format!("unverified: {evidence}, and the text is not seen anywhere");
    let ticks = "controls: 0 added, 0 removed, 1 changed: Text \"1 s\": name \"0\" -> \"1 s\"";
    let closes = "controls: 0 added, 1 removed, 0 changed: gone CheckBox \"File\"";
    for (what, before, after, typed, expected) in [
        ("a clock", with(&[&clock]), with(&[&ticked]), "tea", unseen(ticks)),
        ("a menu closes", with(&[&menu, &clock]), with(&[&clock]), "tea", unseen(closes)),
        ("Enter sent it", with(&[&clock]), with(&[&ticked]), "tea\n", format!("confirmed: {ticks}")),
        (
            "another control shows it",
            with(&[&field("", &[])]),
            with(&[&field("Green tea", &[])]),
            "tea",
            "confirmed: value of CheckBox \"Amount\" \"\" -> \"Green tea\"".into(),
        ),
        (
            "its receiver hides it",
            with(&[&field("", &[State::Focused])]),
            with(&[&field("•••", &[State::Focused])]),
            "tea",
            "confirmed: value of CheckBox \"Amount\" \"\" -> \"•••\"".into(),
        ),
        (
            "an item is found by its beginning",
            with(&[&item(&[])]),
            with(&[&item(&[State::Selected])]),
            "mi",
            "confirmed: controls: 0 added, 0 removed, 1 changed: ListItem \"Milk\": selected".into(),
        ),
        (
            "what showed it before shows nothing",
            with(&[&field("tea", &[])]),
            with(&[&Control { states: [State::Checked].into_iter().collect(), ..field("tea", &[]) }]),
            "tea",
            unseen("controls: 0 added, 0 removed, 1 changed: CheckBox \"Amount\": checked"),
        ),
    ] {
        assert_eq!(seen(&before, &after, None, &Proof::Typed(typed.into())).to_string(), expected, "{what}");
    }
}

#[test]
fn an_item_is_chosen_where_it_is_marked_or_its_control_shows_it_and_not_where_a_list_merely_opened() {
    let (inside, below) = (Rect::new(0, 0, 9, 9), Rect::new(0, 40, 9, 9));
    let colour = |value: Option<&str>| Control {
        role: Role::ComboBox,
        value: value.map(str::to_owned),
        ..control("Colour", "", &[])
    };
    let item = |name: &str, rect, states: &[State]| Control {
        role: Role::ListItem,
        value: None,
        rect,
        ..control(name, "", states)
    };
    let label = |name: &str, rect| Control { rect, ..text("label", name) };
    let field = |value: &str| Control { role: Role::Edit, rect: below, ..control("Search", value, &[]) };
    let (closed, red, empty) = (colour(None), label("Red", inside), field(""));
    let opened = |shown: Control| with(&[&closed, &red, &empty, &shown]);
    let (before, target) = (with(&[&closed, &red, &empty]), NodeId("Colour".into()));
    let proof = Proof::Choice("Green".into());
    let chosen = |after: &WindowSnapshot, reported: Option<Effect>| {
        let (before, target, proof) = (&before, Some(&target), &proof);
        Comparison { before, after, target, proof, is_hidden: false }.verdict(reported).effect
    };
    for (what, after, is_chosen) in [
        ("its list opened", opened(item("Green", below, &[])), false),
        ("its list opened over it", opened(item("Green", inside, &[])), false),
        ("the item is selected", opened(item("Green", below, &[State::Selected])), true),
        ("the item is checked", opened(item("Green", below, &[State::Checked])), true),
        ("another item is selected", opened(item("Blue", below, &[State::Selected])), false),
        ("a text in it", with(&[&closed, &label("Green", inside), &empty]), true),
        ("a text elsewhere", with(&[&closed, &label("Green", below), &empty]), false),
        ("the value of another field", with(&[&closed, &red, &field("Green")]), false),
        ("its own value", with(&[&colour(Some("green")), &red, &empty]), true),
    ] {
        let effect = chosen(&after, None);
        let unverified = matches!(&effect, Effect::Unverified(why) if why.to_string().ends_with(UNCHOSEN));
        assert_eq!(
            (matches!(effect, Effect::Confirmed(_)), unverified),
            (is_chosen, !is_chosen),
            "{what}: {effect}"
        );
    }
    assert_eq!(chosen(&before, None).to_string(), "no change: all controls are as they were");
    // A control that reports another choice need not show the item: what else is seen is what choosing it did.
    let dialog = WindowSnapshot {
        windows: snapshot(&[(1, "Main"), (2, "Colours")], Vec::new()).windows,
        ..before.clone()
    };
    let still_red = proof.effect_of_value(Some("Red"), Some("Red"));
    assert_eq!(
        chosen(&dialog, still_red).to_string(),
        "partial: the value is still \"Red\", but window \"Colours\" opened"
    );
}

#[test]
fn a_focus_that_was_nowhere_before_shows_an_action_on_the_control_that_gets_it() {
    let at = |x, it: Control| Control { rect: Rect::new(x, 0, 9, 9), ..it };
    let (pay, close) =
        (|states: &[State]| at(0, control("Pay", "", states)), at(20, control("Close", "", &[])));
    let inside = Control { rect: Rect::new(22, 2, 3, 3), ..control("part", "", &[State::Focused]) };
    let before = with(&[&pay(&[]), &close]);
    let focus_message =
        |it: &str| format!("unverified: focus on CheckBox {it:?}, and before it, none was known to have it");
    for (after, target, expected) in [
        (with(&[&pay(&[State::Focused]), &close]), "Close", focus_message("Pay")),
        (with(&[&pay(&[State::Focused]), &close]), "Pay", "confirmed: focus on CheckBox \"Pay\"".into()),
        (with(&[&pay(&[]), &close, &inside]), "Close", "confirmed: controls: 1 added".into()),
    ] {
        let effect = seen(&before, &after, Some(&NodeId(target.into())), &Proof::AnyOwnChange).to_string();
        assert!(effect.starts_with(&expected), "{effect}");
    }
}

#[test]
fn an_item_that_gets_the_focus_gives_it_to_its_list() {
    let item = |states: &[State]| Control { rect: Rect::new(2, 2, 3, 3), ..control("file 7", "", states) };
    let list = Control { rect: Rect::new(0, 0, 9, 9), ..control("Files", "", &[]) };
    let node = NodeId("Files".into());
    let (idle, active) = (with(&[&list, &item(&[])]), with(&[&list, &item(&[State::Focused])]));
    let gained = focus_gained_within(&idle, &active, &node).map(|it| it.to_string());
    assert_eq!(gained.as_deref(), Some("focus on CheckBox \"file 7\""));
    // It had it before, while another control had the keyboard.
    assert_eq!(focus_gained_within(&active, &active, &node), None);
    assert_eq!(focus_gained_within(&idle, &idle, &node), None);
}

#[test]
fn where_the_focus_is_lost_nothing_is_as_it_was() {
    let of_menu = |states: &[State]| Control { role: Role::MenuItem, ..control("File", "", states) };
    let (other, button) =
        (control("tab", "", &[State::Focused]), |states: &[State]| control("OK", "", states));
    let lost = |it: &str| format!("unverified: {it} no longer has the focus, and nothing else is seen");
    let same = "no change: all controls are as they were".to_owned();
    for (before, after, expected) in [
        (
            with(&[&of_menu(&[State::Focused]), &other]),
            with(&[&of_menu(&[]), &other]),
            lost("MenuItem \"File\""),
        ),
        (with(&[&button(&[State::Focused])]), with(&[&button(&[])]), lost("CheckBox \"OK\"")),
        (with(&[&button(&[State::Focused]), &other]), with(&[&button(&[]), &other]), same),
    ] {
        assert_eq!(seen(&before, &after, None, &Proof::AnyChange).to_string(), expected);
    }
    let reason = || NoChangeReason::NotFocused("Cell \"1\"".into());
    let unseen = with_side_effect(reason(), Effect::unverified("the picture changed"));
    assert_eq!(unseen.to_string(), "unverified: the focus is not on Cell \"1\", and the picture changed");
    assert_eq!(
        with_side_effect(reason(), same_effect()).to_string(),
        "no change: the focus is not on Cell \"1\""
    );
}

fn same_effect() -> Effect {
    Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING))
}
