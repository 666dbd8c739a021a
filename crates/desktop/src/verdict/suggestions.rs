//! Texts in fields of pages that suggest others: some fields take only one that is chosen. Pure.

use super::effect::has_opened_popup;
use super::proof::Proof;
use super::snapshot::WindowSnapshot;
use deskpilot_core::{Control, Difference, Effect, Evidence, NodeId, Role, State};

/// What a field that announces suggestions shows for its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suggestions {
    /// A list of them is open.
    Open,
    /// No new ones are seen: they may be those of the text before.
    Missing,
}

impl Suggestions {
    /// Whether what a field shows is to be looked for: it was seen to hold the text that was put into it.
    pub fn concern(effect: &Effect, proof: &Proof) -> bool {
        let is_text = matches!(proof, Proof::Text { text, .. } if !text.trim().is_empty());
        is_text && matches!(effect, Effect::Confirmed(Evidence::Value { of: None, .. }))
    }

    /// Whether the values of these attributes of a field announce suggestions: those of ARIA that AT-SPI passes on.
    pub fn are_announced(autocomplete: Option<&str>, popup: Option<&str>) -> bool {
        matches!(autocomplete, Some("list" | "both")) || popup == Some("listbox")
    }

    /// What the field shows now: its list is open where it is expanded, a pop-up opened, or items to choose from came.
    pub fn between(before: &WindowSnapshot, after: &WindowSnapshot, field: &NodeId) -> Suggestions {
        let is_expanded = |it: &Control| it.node() == Some(field) && it.states.has(State::Expanded);
        let is_item = |it: &Control| matches!(it.role, Role::ListItem | Role::MenuItem | Role::TreeItem);
        let is_open = after.controls.iter().any(is_expanded)
            || has_opened_popup(before, after)
            || Difference::between(&before.controls, &after.controls).added.iter().any(is_item);
        if is_open { Suggestions::Open } else { Suggestions::Missing }
    }

    /// The effect of a text that was put into the field. Does not quote the text, which may be secret.
    pub fn effect(self) -> Effect {
        Effect::unverified(match self {
            Suggestions::Open => {
                "the field holds the text and suggestions for it are open: choose one if the field takes no other"
            }
            Suggestions::Missing => {
                "the field holds the text; it announces suggestions, of which no new ones are seen, and may take no other text"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, Rect, States, TextMode};

    fn control(role: Role, node: &str, states: &[State]) -> Control {
        let source = ControlSource::Accessibility { node: NodeId(node.into()) };
        let states: States = states.iter().copied().collect();
        Control { source, states, rect: Rect::new(0, 0, 9, 9), ..Control::deferred(role, node) }
    }

    #[test]
    fn only_a_field_that_is_seen_to_hold_its_text_may_wait_for_a_choice() {
        let replacing = |text: &str| Proof::Text { text: text.into(), mode: TextMode::Replace };
        let value = |of: Option<&str>| {
            let of = of.map(str::to_owned);
            Effect::Confirmed(Evidence::Value { before: None, after: Some("Oslo".into()), of })
        };
        for (effect, proof, expected) in [
            (value(None), replacing("Oslo"), true),
            (value(None), replacing(""), false),
            (value(Some("Edit \"To\"")), replacing("Oslo"), false),
            (value(None), Proof::Choice("Oslo".into()), false),
            (Effect::Partial("half".into()), replacing("Oslo"), false),
        ] {
            assert_eq!(Suggestions::concern(&effect, &proof), expected, "{effect}, {proof:?}");
        }
        for (autocomplete, popup, expected) in [
            (Some("list"), None, true),
            (Some("both"), Some("true"), true),
            (None, Some("listbox"), true),
            (Some("inline"), None, false),
            (None, Some("dialog"), false),
            (None, None, false),
        ] {
            assert_eq!(
                Suggestions::are_announced(autocomplete, popup),
                expected,
                "{autocomplete:?} {popup:?}"
            );
        }
    }

    #[test]
    fn a_text_is_not_confirmed_while_the_suggestions_for_it_stand_open() {
        let field = control(Role::Edit, "To", &[]);
        let known = control(Role::ListItem, "known", &[]);
        let window = |controls: &[&Control]| WindowSnapshot {
            controls: controls.iter().copied().cloned().collect(),
            ..WindowSnapshot::default()
        };
        let before = window(&[&field, &known]);
        let popup = WindowSnapshot { popups: vec![9], ..before.clone() };
        let expanded = control(Role::Edit, "To", &[State::Expanded]);
        for (what, after, expected) in [
            ("items", window(&[&field, &known, &control(Role::ListItem, "Oslo", &[])]), Suggestions::Open),
            ("a pop-up", popup, Suggestions::Open),
            ("a state", window(&[&expanded, &known]), Suggestions::Open),
            ("a hint", window(&[&field, &known, &control(Role::Text, "hint", &[])]), Suggestions::Missing),
            ("nothing", before.clone(), Suggestions::Missing),
        ] {
            let now = Suggestions::between(&before, &after, &NodeId("To".into()));
            assert_eq!(now, expected, "{what}");
        }
        let open = Suggestions::Open.effect().to_string();
        assert!(open.starts_with("unverified: ") && open.contains("choose one"), "{open}");
        assert!(matches!(Suggestions::Missing.effect(), Effect::Unverified(_)));
    }
}
