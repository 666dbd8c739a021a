//! Tests of differences: their lines, and properties of the difference of any two observations.

use super::*;
use crate::{ControlSource, Label, State};
use proptest::prelude::*;

fn shown(before: &[Control], after: &[Control]) -> String {
    Difference::between(before, after).to_string()
}

#[test]
fn differences_are_displayed_in_short_lines() {
    let ok = Control::of_node("1", Role::Button, "OK", None);
    let text = Control::of_node("2", Role::Edit, "", Some("a"));
    let long = "The quick brown fox jumps over the lazy dog. ".repeat(3);
    for (before, after, expected) in [
        (vec![ok.clone()], vec![ok.clone()], ""),
        (vec![], vec![Control { label: Some(Label(7)), ..ok.clone() }], "+ [7] Button \"OK\""),
        (vec![ok.clone()], vec![], "- Button \"OK\""),
        (
            vec![text.clone()],
            vec![Control {
                value: Some("ab".into()),
                states: text.states.with(State::Focused),
                ..text.clone()
            }],
            "~ Edit \"\": value \"a\" -> \"ab\"; focused",
        ),
        (
            vec![Control { value: Some(long.clone()), ..text.clone() }],
            vec![Control { value: Some(format!("{long}!")), ..text.clone() }],
            "~ Edit \"\": value \"…e lazy dog. \" -> \"…e lazy dog. !\"",
        ),
        (
            vec![text.clone()],
            vec![Control { value: None, ..text.clone() }],
            "~ Edit \"\": value was \"a\" and is gone",
        ),
        (
            vec![ok.clone()],
            vec![Control { states: States::default(), rect: Rect::new(10, 5, 80, 20), ..ok.clone() }],
            "~ Button \"OK\": not enabled; moved by 0,-5",
        ),
        (
            vec![ok.clone()],
            vec![Control { name: "Close".into(), rect: Rect::new(0, 0, 9, 9), ..ok.clone() }],
            "~ Button \"Close\": name \"OK\" -> \"Close\"; now 9x9 at 0,0",
        ),
        // Recreated nodes: the same cell in the same place.
        (
            vec![Control::of_node("31", Role::Cell, "A1", Some("1")), ok.clone()],
            vec![Control::of_node("97", Role::Cell, "A1", Some("2")), ok.clone()],
            "~ Cell \"A1\": value \"1\" -> \"2\"",
        ),
        (vec![ok], vec![text, Control::of_node("9", Role::Button, "OK", None)], "+ Edit \"\""),
    ] {
        assert_eq!(shown(&before, &after), expected);
    }
}

#[test]
fn a_difference_survives_a_round_trip() {
    let before =
        [Control::of_node("1", Role::Button, "OK", None), Control::of_node("2", Role::Edit, "", Some("a"))];
    let after =
        [Control::of_node("2", Role::Edit, "", Some("b")), Control::of_node("3", Role::Alert, "Done", None)];
    let difference = Difference::between(&before, &after);
    let json = serde_json::to_string(&difference).unwrap();
    assert_eq!(serde_json::from_str::<Difference>(&json).unwrap(), difference);
}

#[test]
fn a_fingerprint_ignores_progress() {
    let progress = |value| Control::of_node("1", Role::ProgressBar, "", Some(value));
    assert_eq!(fingerprint(&[progress("3")]), fingerprint(&[progress("4")]));
}

fn any_control() -> impl Strategy<Value = Control> {
    let role = prop::sample::select(vec![Role::Button, Role::Cell, Role::Edit]);
    let node = prop::option::of(0..6_u8);
    let value = prop::option::of("[ab]{0,2}");
    (role, "[ab]?", value, node, 0..3_i32, any::<bool>()).prop_map(|(role, name, value, node, x, focused)| {
        let source = match node {
            Some(node) => ControlSource::Accessibility { node: NodeId(node.to_string()) },
            None => ControlSource::Vision { confidence: 0.5 },
        };
        let states = focused.then_some(State::Focused).into_iter().collect();
        Control { label: None, role, name, value, states, rect: Rect::new(x, 0, 9, 9), source }
    })
}

fn any_view() -> impl Strategy<Value = Vec<Control>> {
    prop::collection::vec(any_control(), 0..12)
}

fn with_each_node_once(mut view: Vec<Control>) -> Vec<Control> {
    let mut met = std::collections::HashSet::new();
    view.retain(|it| it.node().is_none_or(|node| met.insert(node.clone())));
    view
}

/// Applies a difference to an earlier observation, in no particular order.
fn applied(difference: &Difference, before: &[Control]) -> Vec<String> {
    let mut controls = before.to_vec();
    let gone = difference.removed.iter().chain(difference.changed.iter().map(|it| &it.before));
    for gone in gone {
        let index = controls.iter().position(|it| it == gone).expect("what is gone was there");
        controls.remove(index);
    }
    let came = difference.added.iter().chain(difference.changed.iter().map(|it| &it.after));
    controls.extend(came.cloned());
    sorted(&controls)
}

/// The visible part of controls, without their nodes.
fn sorted(controls: &[Control]) -> Vec<String> {
    let seen = |it: &Control| format!("{} {:?} {:?} {:?}", it.id(), it.value, it.states, it.rect);
    let mut seen: Vec<_> = controls.iter().map(seen).collect();
    seen.sort();
    seen
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_view_does_not_differ_from_itself(view in any_view()) {
        prop_assert!(Difference::between(&view, &view).is_empty());
    }

    #[test]
    fn applying_a_difference_gives_the_later_view(before in any_view(), after in any_view()) {
        let difference = Difference::between(&before, &after);
        prop_assert_eq!(applied(&difference, &before), sorted(&after));
        prop_assert_eq!(difference.lines().count() == 0, difference.is_empty());
        if difference.is_empty() {
            prop_assert_eq!(fingerprint(&before), fingerprint(&after));
        }
    }

    #[test]
    fn the_reverse_difference_swaps_added_and_removed(before in any_view(), after in any_view()) {
        let (before, after) = (with_each_node_once(before), with_each_node_once(after));
        let there = Difference::between(&before, &after);
        let back = Difference::between(&after, &before);
        prop_assert_eq!(there.added.len(), back.removed.len());
        prop_assert_eq!(there.removed.len(), back.added.len());
    }

    #[test]
    fn a_fingerprint_ignores_order_and_nodes(view in any_view()) {
        let mut turned = view.clone();
        turned.reverse();
        for control in &mut turned {
            control.source = ControlSource::Vision { confidence: 1.0 };
        }
        prop_assert_eq!(fingerprint(&view), fingerprint(&turned));
    }

    #[test]
    fn a_fingerprint_tells_views_apart(one in any_view(), other in any_view()) {
        prop_assert_eq!(fingerprint(&one) == fingerprint(&other), sorted(&one) == sorted(&other));
    }
}
