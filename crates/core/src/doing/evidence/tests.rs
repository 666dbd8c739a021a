//! Evidence in the log of today and in older ones, and what its details keep.

use super::*;
use crate::{Control, ControlChange, Difference, Excerpt, NoChangeReason, Point, PropertyChange, Rect, Role};
use serde_json::json;

fn read(json: serde_json::Value) -> Evidence {
    serde_json::from_value(json).unwrap()
}

#[test]
fn evidence_survives_the_log() {
    for evidence in [
        Evidence::Value { before: None, after: Some("7".into()), of: None },
        Evidence::Turned { state: State::Checked, on: false },
        Evidence::Text(TextChange::Selected { from: 0, to: 3, text: Some("abc".into()) }),
        Evidence::Text(TextChange::Copied),
        Evidence::Pointer(Point { x: 3, y: -4 }),
        Evidence::Written("a.txt".into()),
        Evidence::Reported("3 rows were sorted".into()),
        Evidence::Focus("Edit \"Name\"".into()),
        Evidence::Windows(vec![
            WindowChange::Closed("Save As".into()),
            WindowChange::Opened("Really?".into()),
            WindowChange::Renamed { from: "*a".into(), to: "a".into() },
        ]),
        Evidence::Controls {
            added: 1,
            removed: 0,
            changed: 0,
            details: vec![ControlDetail::Added { role: Role::Button, name: "OK".into(), label: None }],
        },
        Evidence::NOTHING,
        Evidence::Accepted,
        Evidence::ExitCode(2),
    ] {
        let json = serde_json::to_value(&evidence).unwrap();
        assert_eq!(read(json.clone()), evidence, "{json}");
    }
}

#[test]
fn a_value_is_a_sentence_whatever_was_there_before() {
    for (before, after, of, sentence) in [
        (Some("4"), Some("42"), None, r#"value "4" -> "42""#),
        (Some(""), Some("4"), Some("Edit \"Total\""), r#"value of Edit "Total" "" -> "4""#),
        (None, Some("5"), None, r#"the value is "5""#),
        (None, Some(""), None, "the value is empty"),
        (None, Some("5"), Some("Edit \"Total\""), r#"the value of Edit "Total" is "5""#),
        (Some("5"), None, None, r#"the value was "5" and is gone"#),
        (None, None, None, "there is no value"),
    ] {
        let [before, after, of] = [before, after, of].map(|it| it.map(str::to_owned));
        assert_eq!(Evidence::Value { before, after, of }.to_string(), sentence);
    }
    for (text, unchanged) in [("5", r#"the value is still "5""#), ("", "the value is still empty")] {
        let [before, after] = [text, text].map(|it| Some(it.to_owned()));
        let same = NoChangeReason::Same(Evidence::Value { before, after, of: None });
        assert_eq!(same.to_string(), unchanged);
    }
}

#[test]
fn sentences_of_old_logs_become_data() {
    let (closed, opened) = (WindowChange::Closed("Save As".into()), WindowChange::Opened("Really?".into()));
    for (sentence, changes) in [
        (r#"window "Save As" closed"#, vec![closed.clone()]),
        (r#"window "Save As" closed, window "Really?" opened"#, vec![closed, opened.clone()]),
        (r#""Really?" opened"#, vec![opened]),
        (
            r#"window "a\u{a0}\"b\" closed, c\n" is now "d""#,
            vec![WindowChange::Renamed { from: "a\u{a0}\"b\" closed, c\n".into(), to: "d".into() }],
        ),
    ] {
        assert_eq!(read(json!({"window": sentence})), Evidence::Windows(changes), "{sentence}");
    }
    for sentence in ["Calculator appeared", r#"window "a" closed, perhaps"#, r#""a closed"#, ""] {
        assert_eq!(read(json!({"window": sentence})), Evidence::Reported(sentence.into()));
    }
    assert_eq!(read(json!({"state": "checked"})).to_string(), "checked");
    let tree = read(json!({"tree": {"added": 1, "removed": 0, "changed": 2, "told": ["new Button \"OK\""]}}));
    assert_eq!(tree.to_string(), "controls: 1 added, 0 removed, 2 changed: new Button \"OK\"");
    assert_eq!(read(json!({"tree": {"added": 0, "removed": 0, "changed": 0}})), Evidence::NOTHING);
}

#[test]
fn a_window_that_closed_and_one_that_opened_are_both_there() {
    let both = Evidence::Windows(vec![WindowChange::Closed("a".into()), WindowChange::Opened("b".into())]);
    assert!(both.is_closed_window() && both.is_opened_window());
    assert_eq!(both.to_string(), "window \"a\" closed, window \"b\" opened");
    assert!(!Evidence::Reported("window \"a\" closed".into()).is_closed_window());
}

#[test]
fn a_value_with_a_blank_that_does_not_break_is_kept_as_it_is() {
    let (was, is) = (
        Control::of_node("1", Role::Text, "", Some("0")),
        Control::of_node("1", Role::Text, "", Some("1\u{a0}000 €")),
    );
    let details = ControlDetail::most_informative(&Difference::between(&[was], &[is]), 3);
    let json = serde_json::to_string(&details).unwrap();
    let read: Vec<ControlDetail> = serde_json::from_str(&json).unwrap();
    assert_eq!(read[0].new_value(), Some("1\u{a0}000 €"), "{json}");
}

#[test]
fn a_text_that_is_cut_is_not_taken_for_a_whole_one() {
    let (was, is) = ("b".repeat(80), format!("{}c", "b".repeat(80)));
    let change = ControlChange {
        before: Control::of_node("1", Role::Edit, "", Some(&was)),
        after: Control::of_node("1", Role::Edit, "", Some(&is)),
    };
    let properties = change.properties();
    let [PropertyChange::Value { to: Some(to), .. }] = properties.as_slice() else {
        panic!("{properties:?}")
    };
    assert_eq!((to.whole(), to.to_string().contains("bbbc")), (None, true));
    assert!(matches!(serde_json::from_str::<Excerpt>("\"whole\"").unwrap(), Excerpt::Whole(_)));
}

#[test]
fn the_most_informative_details_come_first_and_moves_are_left_out() {
    let text = Control::of_node("1", Role::Edit, "Name", Some("a"));
    let (label, button) =
        (Control::of_node("3", Role::Text, "Hint", None), Control::of_node("4", Role::Button, "OK", None));
    let list = Control::of_node("5", Role::CheckBox, "All", None);
    let checked = Control { states: list.states.with(State::Checked), ..list.clone() };
    let other = Control { value: Some("b".repeat(200)), rect: Rect::new(0, 0, 5, 5), ..text.clone() };
    let still = Control::of_node("7", Role::Button, "Moved", None);
    let moved = Control { rect: Rect::new(9, 9, 9, 9), ..still.clone() };
    let before = [list, text, Control::of_node("6", Role::Button, "Gone", None), still];
    let after = [checked, other, label, button, moved];
    let difference = Difference::between(&before, &after);
    let lines: Vec<String> =
        ControlDetail::most_informative(&difference, 9).iter().map(ToString::to_string).collect();
    assert!(
        lines[0].starts_with("Edit \"Name\": value \"a\" -> \"") && !lines[0].contains("now"),
        "{lines:?}"
    );
    assert_eq!(
        lines[1..],
        ["CheckBox \"All\": checked", "new Button \"OK\"", "new Text \"Hint\"", "gone Button \"Gone\""]
    );
    assert_eq!(ControlDetail::most_informative(&difference, 2).len(), 2);
}
