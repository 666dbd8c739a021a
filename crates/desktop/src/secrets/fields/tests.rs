//! How fields of secrets are followed through reads.

use super::*;
use crate::Freshness;
use deskpilot_core::{ControlSource, NodeId, Secret, Truncation};

const WINDOW: WindowId = WindowId(1);

fn edit(node: &str, name: &str, value: Option<&str>, x: i32) -> Control {
    let states = [State::Enabled, State::Editable].into_iter().collect();
    let hidden = |it: deskpilot_core::States| if value.is_none() { it.with(State::Protected) } else { it };
    Control {
        label: None,
        role: Role::Edit,
        name: name.to_owned(),
        value: value.map(str::to_owned),
        states: hidden(states),
        rect: Rect::new(x, 0, 100, 20),
        source: ControlSource::Accessibility { node: NodeId(node.to_owned()) },
    }
}

fn read(controls: &[Control]) -> ControlSnapshot {
    ControlSnapshot {
        controls: controls.to_vec(),
        levels: Vec::new(),
        truncated: None,
        windows: vec![WINDOW],
        freshness: Freshness::Read,
    }
}

/// The nodes of the fields with the secret after it was typed into a hidden field and these controls were read for long
/// enough to forget an empty field.
fn followed(controls: &[Control]) -> Vec<String> {
    let redactor = Redactor::default();
    redactor.add("mail", &Secret::new("opensesame42"));
    let mut fields = SecretFields::default();
    let password = edit("a", "Password", None, 0);
    fields.add(Some(WINDOW), &password, "{{secret:mail}}");
    fields.update(Some(WINDOW), &read(&[edit("name", "Name", Some("Ann"), 200), password]), &redactor);
    let now = Instant::now();
    for at in [now, now + CLEAR_FOR] {
        fields.update_at(at, Some(WINDOW), &read(controls), &redactor);
    }
    fields.listed().map(|it| it.control.node().unwrap().0.clone()).collect()
}

#[test]
fn a_field_is_followed_where_a_page_replaces_it_and_no_other_field_is_taken_for_it() {
    let name = edit("name", "Name", Some("Ann"), 200);
    for (controls, expected) in [
        (vec![edit("a", "Password", None, 0)], vec!["a"]),
        (vec![edit("a", "Password", Some("ope"), 0)], vec!["a"]),
        (vec![edit("a", "Password", Some(""), 0)], vec![]),
        // Shown under another address: of the same name, in the same place, or with a rest of the secret.
        (vec![name.clone(), edit("b", "Password", Some("xy"), 500)], vec!["b"]),
        (vec![edit("b", "Shown", Some("xy"), 10)], vec!["b"]),
        (vec![edit("b", "Elsewhere", Some("sam"), 500)], vec!["b"]),
        (vec![edit("b", "Elsewhere", Some("it is opensesame42"), 500)], vec!["b"]),
        // The next page.
        (vec![name, edit("b", "Search", Some(""), 500), edit("c", "Phone", Some("555"), 600)], vec![]),
    ] {
        assert_eq!(followed(&controls), expected, "{controls:?}");
    }
}

#[test]
fn a_field_that_is_read_as_empty_for_a_moment_is_not_forgotten() {
    let redactor = Redactor::default();
    redactor.add("mail", &Secret::new("opensesame42"));
    let now = Instant::now();
    let is_forgotten = |reads: &[(Duration, &str)]| {
        let mut fields = SecretFields::default();
        fields.add(Some(WINDOW), &edit("a", "Password", None, 0), "{{secret:mail}}");
        for (at, text) in reads {
            let controls = [edit("a", "Password", Some(text), 0)];
            fields.update_at(now + *at, Some(WINDOW), &read(&controls), &redactor);
        }
        fields.is_empty()
    };
    let moment = CLEAR_FOR / 2;
    for (reads, expected) in [
        (&[(Duration::ZERO, "")][..], false),
        (&[(Duration::ZERO, ""), (moment, "")], false),
        (&[(Duration::ZERO, ""), (moment, "ope"), (CLEAR_FOR, "")], false),
        (&[(Duration::ZERO, ""), (moment, "ope"), (CLEAR_FOR, ""), (CLEAR_FOR * 2, "")], true),
        (&[(Duration::ZERO, ""), (CLEAR_FOR, "")], true),
    ] {
        assert_eq!(is_forgotten(reads), expected, "{reads:?}");
    }
}

#[test]
fn a_field_out_of_sight_is_remembered_until_its_window_is_gone() {
    let redactor = Redactor::default();
    redactor.add("mail", &Secret::new("opensesame42"));
    let mut fields = SecretFields::default();
    let shown = edit("a", "Password", Some("ope"), 0);
    fields.add(Some(WINDOW), &shown, "{{secret:mail}}");
    fields.update(Some(WINDOW), &read(&[]), &redactor);
    assert!(fields.listed().next().is_none() && fields.concern(WINDOW) && !fields.concern(WindowId(2)));
    fields.update(Some(WINDOW), &read(&[shown]), &redactor);
    assert!(fields.readable_in(WINDOW).is_some());
    fields.retain_windows(&[]);
    assert!(!fields.concern(WINDOW));
}

#[test]
fn a_label_read_before_its_field_moved_or_went_reveals_no_letter_of_it() {
    let redactor = Redactor::default();
    redactor.add("mail", &Secret::new("opensesame42"));
    let mut fields = SecretFields::default();
    let field = |y| Control { rect: Rect::new(80, y, 100, 20), ..edit("a", "", Some("ope"), 0) };
    let label = Control {
        role: Role::Text,
        rect: Rect::new(0, 0, 180, 20),
        ..edit("l", "Password ope", Some(""), 0)
    };
    fields.add(Some(WINDOW), &field(0), "{{secret:mail}}");
    for moved in [vec![field(33)], vec![]] {
        fields.update(Some(WINDOW), &read(&moved), &redactor);
        assert!(fields.repeated_by(&label, ReadTime::Now, &redactor).is_none());
        let repeated = fields.repeated_by(&label, ReadTime::Earlier, &redactor).expect("the field");
        let mut struck = label.clone();
        repeated.strike(&mut struck, &redactor);
        assert_eq!(struck.name, "Password {{secret:mail}}");
    }
    let elsewhere = Control { rect: Rect::new(0, 300, 180, 20), ..label };
    assert!(fields.repeated_by(&elsewhere, ReadTime::Earlier, &redactor).is_none());
}

#[test]
fn a_field_that_a_read_leaves_out_keeps_its_place_and_what_lies_in_a_field_is_part_of_it() {
    let redactor = Redactor::default();
    redactor.add("mail", &Secret::new("opensesame42"));
    let mut fields = SecretFields::default();
    let shown = edit("a", "Password", Some("ope"), 0);
    fields.add(Some(WINDOW), &shown, "{{secret:mail}}");
    let whole = read(std::slice::from_ref(&shown));
    assert_eq!(fields.unlisted_places(Some(WINDOW), &whole), []);
    let reason = "2000 controls".to_owned();
    let cut = ControlSnapshot { truncated: Some(Truncation { reason, unread: Some(1) }), ..read(&[]) };
    fields.update(Some(WINDOW), &cut, &redactor);
    for (window, expected) in
        [(Some(WINDOW), vec![shown.rect]), (None, vec![shown.rect]), (Some(WindowId(99)), vec![])]
    {
        assert_eq!(fields.unlisted_places(window, &cut), expected, "{window:?}");
    }
    let inside = Control { role: Role::Text, rect: Rect::new(5, 5, 20, 10), ..edit("t", "", Some(""), 5) };
    assert!(fields.around(&inside).is_some());
    assert!(fields.around(&Control { role: Role::Button, ..inside }).is_none());
}
