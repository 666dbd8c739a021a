//! Texts that the test types, and what the fields make of them.

use super::*;
use deskpilot_core::{ControlSource, NodeId, Rect, States, parse_keys};

#[test]
fn a_field_may_spell_a_number_or_capitals_its_own_way_and_nothing_else() {
    for (typed, shown, expected) in [
        ("00008b", "00008B", true),
        ("1200", "1,200.00", true),
        ("12.50", "12.5", true),
        ("12.5", "$12.50", true),
        ("7%", "7.00%", true),
        ("0.07", "7%", true),
        ("12", "13", false),
        ("A12", "B12", false),
        ("total", "totals", false),
        ("a -- b", "a \u{2013} b", false),
        ("12", "12 pt", true),
        ("12 kg", "12", false),
        ("12", "A12", false),
        ("1.5", "1,5", true),
        ("1,200", "1.200,00", true),
        ("1,200", "1.2", false),
        ("", "0", false),
        ("-3", "3", false),
    ] {
        assert_eq!(is_own_spelling(typed, shown), expected, "{typed:?} shown as {shown:?}");
    }
}

#[test]
fn keys_type_a_text_or_entries_that_another_key_ends() {
    for (keys, text, entries) in [
        ("abc", Some("abc"), &[][..]),
        ("ab{ENTER}c", Some("ab\nc"), &["ab"]),
        ("TOTAL{TAB 3}=SUM(A1:A2){ENTER}", Some("TOTAL\t\t\t=SUM(A1:A2)\n"), &["TOTAL", "=SUM(A1:A2)"]),
        ("ab{DOWN}c", None, &["ab"]),
        ("^a{DELETE}bc{ENTER}", None, &["bc"]),
        ("ab{ESC}c{ENTER}", None, &["c"]),
    ] {
        let typed = TypedKeys::of(&parse_keys(keys).unwrap());
        assert_eq!(typed.text.as_deref(), text, "{keys}");
        assert_eq!(typed.entries, entries, "{keys}");
    }
}

#[test]
fn an_entry_belongs_into_the_cell_that_its_tabs_lead_to() {
    for (keys, expected) in [
        ("TOTAL{TAB 3}=SUM(1,2){ENTER}", &[(0, "TOTAL"), (3, "=SUM(1,2)")][..]),
        ("a{TAB}b{ENTER}c{TAB}d{ENTER}", &[(0, "a"), (1, "b")]),
        ("a{TAB}b", &[(0, "a")]),
        ("a{DOWN}b{ENTER}", &[]),
    ] {
        let expected: Vec<_> = expected.iter().map(|(tabs, entry)| (*tabs, (*entry).to_owned())).collect();
        assert_eq!(TypedKeys::of(&parse_keys(keys).unwrap()).tabbed, expected, "{keys}");
    }
    let cell = |name: &str, value: &str, states: &[State]| Control {
        label: None,
        role: Role::Cell,
        name: name.into(),
        value: Some(value).filter(|it| !it.is_empty()).map(str::to_owned),
        states: states.iter().copied().collect(),
        rect: Rect::new(0, 0, 9, 9),
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    };
    let sheet = |values: [&str; 4], focus: State| WindowSnapshot {
        controls: vec![
            cell("A1", values[0], &[focus]),
            cell("B1", values[1], &[]),
            cell("C1", values[2], &[]),
            cell("A2", values[3], &[]),
        ],
        is_complete: true,
        ..WindowSnapshot::default()
    };
    let before = sheet(["", "", "", ""], State::Focused);
    for (keys, after, expected) in [
        ("a{TAB 2}7{ENTER}", ["a", "", "7", ""], None),
        (
            "a{TAB 2}7{ENTER}",
            ["a", "7", "", ""],
            Some("partial: typed \"7\" after 2 Tabs, and Cell \"C1\" is empty"),
        ),
        ("a{TAB 3}7{ENTER}", ["a", "", "", ""], None),
    ] {
        let typed = TypedKeys::of(&parse_keys(keys).unwrap());
        let effect = empty_cell(&before, &sheet(after, State::Enabled), &typed.tabbed);
        assert_eq!(effect.map(|it| it.to_string()).as_deref(), expected, "{keys} {after:?}");
    }
}

#[test]
fn what_reads_otherwise_than_typed_is_reported() {
    for (text, before, after, expected) in [
        ("a -- b", "", "a \u{2013} b", Some("partial: typed \"a -- b\", and it now reads \"a \u{2013} b\"")),
        ("abc", "", "abc", Some("confirmed: value \"\" -> \"abc\"")),
        ("5", "", "5.00", Some("confirmed: value \"\" -> \"5.00\"")),
        ("abc", "x", "x", None),
        ("hello\n", "", "", None),
        ("hello\n", "draft", "", None),
        ("tea", "tea for", "tea forte", Some("partial: typed \"tea\", and it now reads \"tea forte\"")),
        ("tea", "tea for", "tea fortea", Some("confirmed: value \"tea for\" -> \"tea fortea\"")),
        ("tea", "tea, tea", "tea", Some("confirmed: value \"tea, tea\" -> \"tea\"")),
    ] {
        let effect = key_text_effect(text, before, after).map(|it| it.to_string());
        assert_eq!(effect.as_deref(), expected, "{text:?}");
    }
}

fn cell(name: &str, value: &str, states: &[State]) -> Control {
    Control {
        label: None,
        role: Role::Cell,
        name: name.into(),
        value: Some(value.into()).filter(|it: &String| !it.is_empty()),
        states: states.iter().copied().collect::<States>(),
        rect: Rect::new(0, 0, 9, 9),
        source: ControlSource::Accessibility { node: NodeId(name.into()) },
    }
}

#[test]
fn an_entry_that_no_cell_shows_is_reported_and_a_formula_or_a_date_is_not_expected_to_show() {
    let sheet =
        |cells: Vec<Control>| WindowSnapshot { controls: cells, is_complete: true, ..Default::default() };
    let before = sheet(vec![cell("A1", "", &[State::Focused]), cell("B1", "", &[])]);
    for (after, entry, expected) in [
        (vec![cell("A1", "Total", &[]), cell("B1", "", &[])], "Total", None),
        (
            vec![cell("A1", "Tot", &[]), cell("B1", "al", &[])],
            "Total",
            Some(
                "partial: typed \"Total\", and no cell that is shown reads so; Cell \"A1\" now reads \"Tot\"",
            ),
        ),
        (vec![cell("A1", "3", &[]), cell("B1", "", &[])], "=1+2", None),
        (vec![cell("A1", "01/05/26", &[]), cell("B1", "", &[])], "Jan 5", None),
        (vec![cell("A1", "1,200.00", &[]), cell("B1", "", &[])], "1200", None),
        (vec![cell("A1", "###", &[]), cell("B1", "", &[])], "1200", None),
        (
            vec![cell("A1", "120", &[]), cell("B1", "", &[])],
            "1200",
            Some(
                "partial: typed \"1200\", and no cell that is shown reads so; Cell \"A1\" now reads \"120\"",
            ),
        ),
    ] {
        let effect = missing_entry(&before, &sheet(after), &[entry.to_owned()]);
        assert_eq!(effect.map(|it| it.to_string()).as_deref(), expected, "{entry}");
    }
    let had = sheet(vec![cell("A1", "", &[State::Focused]), cell("B1", "Total", &[])]);
    let wrong = sheet(vec![cell("A1", "Tot", &[]), cell("B1", "Total", &[])]);
    let effect = missing_entry(&had, &wrong, &["Total".to_owned()]);
    assert!(effect.is_some(), "another cell had it before");
    let files = sheet(vec![cell("notes.txt", "", &[State::Focused])]);
    assert_eq!(missing_entry(&files, &files, &["notes".into()]), None);
}

#[test]
fn a_last_line_that_stood_in_the_document_before_shows_nothing_of_what_was_typed() {
    let paragraph = |name: &str, value: &str| Control {
        role: Role::Text,
        states: [State::Focused, State::Editable].into_iter().collect(),
        ..cell(name, value, &[])
    };
    let document =
        |controls: Vec<Control>| WindowSnapshot { controls, is_complete: true, ..Default::default() };
    let before = document(vec![paragraph("1", "Yours, Ada"), paragraph("2", "")]);
    for (last, is_there) in [("Yours, Ada", true), ("Yours, Ad", false)] {
        let after = document(vec![paragraph("1", "Yours, Ada"), paragraph("2", last)]);
        assert_eq!(missing_tail(&before, &after, "Yours, Ada").is_none(), is_there, "{last}");
    }
}

#[test]
fn a_line_break_may_have_gone_on_in_another_paragraph() {
    for (text, before, after, expected) in [
        ("\n", "", "", None),
        ("\r\u{1b}", "", "", None),
        ("a", "", "", Some("no change: the value is still empty")),
        ("a\n", "", "a\n", Some("confirmed: value \"\" -> \"a\\n\"")),
    ] {
        let effect = typed_in_field(text, before, after).map(|it| it.to_string());
        assert_eq!(effect.as_deref(), expected, "{text:?}");
    }
}
