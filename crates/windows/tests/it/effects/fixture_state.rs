//! The state of the controls of a fixture, as a fold of what it recorded. Pure.

use deskpilot_windows_fixtures::{CheckMark, Happened};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The properties of each control by the name that Deskpilot lists.
pub(super) type ControlStates = BTreeMap<String, BTreeMap<String, Value>>;

/// The fields with the text that each begins with.
pub(super) const FIELDS: &[(&str, &str)] = &[
    ("Name", "initial"),
    ("Secret", ""),
    ("Digits", ""),
    ("Capitals", ""),
    ("Fixed", "cannot be changed"),
    ("Notes", ""),
];
const BOXES: &[&str] = &["Agree", "Three states", "Refuse"];
const SIZES: &[&str] = &["Small", "Medium", "Large"];
const LISTS: &[&str] = &["Fruit", "Colours", "Drink", "City", "Folders", "Files", "Pages"];
const BUTTONS: &[&str] = &["Save", "Ask", "Rename...", "Never", "Silent"];
/// The combo box with a text that can be written.
const CITY: &str = "City";

/// What the record says of every control.
pub(super) fn control_states(happened: &[Happened]) -> ControlStates {
    let mut states = initial();
    happened.iter().for_each(|it| apply(&mut states, it));
    states
}

/// The name of a field as it is beside it on the window.
pub(super) fn labelled(field: &str) -> String {
    if FIELDS.iter().any(|(name, _)| *name == field) { format!("{field}:") } else { field.to_owned() }
}

fn initial() -> ControlStates {
    let fields = FIELDS.iter().map(|(name, text)| (labelled(name), vec![("text", json!(text))]));
    let marked = [BOXES, SIZES]
        .concat()
        .into_iter()
        .map(|it| (it.to_owned(), vec![("checked", json!(false)), ("mark", json!(CheckMark::Unchecked))]));
    let lists = LISTS.iter().map(|it| ((*it).to_owned(), vec![("choice", Value::Null)]));
    let buttons = BUTTONS.iter().map(|it| ((*it).to_owned(), Vec::new()));
    let everywhere = [("enabled", json!(true)), ("shown", json!(true))];
    let all = fields.chain(marked).chain(lists).chain(buttons);
    let named = |(name, own): (String, Vec<(&str, Value)>)| {
        let all = own.into_iter().chain(everywhere.clone());
        (name, all.map(|(property, value)| (property.to_owned(), value)).collect())
    };
    all.map(named).collect()
}

fn apply(states: &mut ControlStates, happened: &Happened) {
    let mut set = |control: &str, property: &str, value: Value| {
        states.entry(control.to_owned()).or_default().insert(property.to_owned(), value);
    };
    match happened {
        Happened::Text { control, text } => {
            set(&labelled(control), "text", json!(text.replace("\r\n", "\n")));
            if control == CITY {
                set(control, "choice", Value::Null);
            }
        }
        Happened::Checked { control, mark } => {
            set(control, "mark", json!(mark));
            let properties = states.entry(control.clone()).or_default();
            match mark {
                CheckMark::Checked => properties.insert("checked".into(), json!(true)),
                CheckMark::Unchecked => properties.insert("checked".into(), json!(false)),
                // It is neither.
                CheckMark::Mixed => properties.remove("checked"),
            };
        }
        Happened::Chosen { option, .. } => {
            SIZES.iter().for_each(|it| set(it, "checked", json!(it == option)));
        }
        Happened::Selected { control, items } => {
            set(control, "items", json!(items));
            set(control, "choice", if let [one] = &items[..] { json!(one) } else { Value::Null });
            if control == CITY {
                set(control, "text", json!(items.concat()));
            }
        }
        Happened::Expanded { control, item, open } => set(control, item, json!(open)),
        Happened::Opened { .. }
        | Happened::Pressed { .. }
        | Happened::Activated { .. }
        | Happened::Menu { .. }
        | Happened::Asked { .. }
        | Happened::Answered { .. }
        | Happened::Pointer { .. }
        | Happened::Wheel { .. }
        | Happened::Key { .. }
        | Happened::Computed { .. }
        | Happened::Line { .. }
        | Happened::Closed => {}
    }
}

#[test]
fn what_is_recorded_last_is_so() {
    let text = |text: &str| Happened::Text { control: "Notes".into(), text: text.into() };
    let selected = |items: &[&str]| Happened::Selected {
        control: CITY.into(),
        items: items.iter().map(|it| (*it).to_owned()).collect(),
    };
    let chosen = |option: &str| Happened::Chosen { group: "Size".into(), option: option.into() };
    let states =
        control_states(&[text("a"), text("a\r\nb"), selected(&["Oslo"]), chosen("Small"), chosen("Large")]);
    for (control, property, value) in [
        ("Notes:", "text", json!("a\nb")),
        ("Name:", "text", json!("initial")),
        ("City", "choice", json!("Oslo")),
        ("City", "text", json!("Oslo")),
        ("Small", "checked", json!(false)),
        ("Large", "checked", json!(true)),
        ("Drink", "choice", Value::Null),
        ("Save", "shown", json!(true)),
    ] {
        assert_eq!(states[control][property], value, "{control} {property}");
    }
}
