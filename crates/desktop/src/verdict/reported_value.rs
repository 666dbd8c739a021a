//! The effect that the value of a control shows, read before and after an action. Pure.

use super::evidence::end_of;
use super::proof::Proof;
use super::spelling::is_own_spelling;
use super::typed_text::{key_text_effect, typed_in_field};
use deskpilot_core::{Effect, Evidence, ExistingState, NoChangeReason, TextMode, is_same_name};

impl Proof {
    /// The effect shown by two readings of the control itself; `None` when the proof is
    /// of another kind, or the value does not show it.
    pub fn effect_of_value(&self, before: Option<&str>, after: Option<&str>) -> Option<Effect> {
        let value = || Evidence::Value { before: before.map(end_of), after: after.map(end_of), of: None };
        match self {
            Proof::Text { text, mode } => Some(text_effect(text, *mode, before?, after?)),
            Proof::Typed(text) => typed_in_field(text, before?, after?),
            Proof::Keys(typed) => key_text_effect(typed.text.as_deref()?, before?, after?),
            Proof::Number(wanted) => {
                let (was, is): (f64, f64) = (before?.parse().ok()?, after?.parse().ok()?);
                // Platforms report numbers with six decimals.
                Some(if (is - wanted).abs() < 1e-6 && was != is {
                    Effect::Confirmed(value())
                } else if (is - wanted).abs() < 1e-6 {
                    already(ExistingState::Number(is))
                } else if was == is {
                    same(value())
                } else {
                    Effect::Partial(format!("it is now {is}, not {wanted}"))
                })
            }
            // A list may show an item a little differently than its own name.
            Proof::Choice(item) => Some(if is_same_name(after?, item) && before == after {
                already(ExistingState::Chosen(after?.to_owned()))
            } else if is_same_name(after?, item) {
                Effect::Confirmed(value())
            } else if before == after {
                same(value())
            } else {
                Effect::Partial(format!("{:?} is chosen now, not {item:?}", after?))
            }),
            Proof::Selection(wanted) => Some(if after? == wanted {
                Effect::Confirmed(Evidence::Reported(format!("selected {:?}", end_of(wanted))))
            } else {
                same(value())
            }),
            Proof::AnyChange
            | Proof::Closed
            | Proof::Press
            | Proof::Sent(_)
            | Proof::AnyOwnChange
            | Proof::AnyMove
            | Proof::Hover
            | Proof::Saved
            | Proof::Hidden
            | Proof::State(..)
            | Proof::Focus => None,
        }
    }
}

fn same(evidence: Evidence) -> Effect {
    Effect::NoChange(NoChangeReason::Same(evidence))
}

fn already(what: ExistingState) -> Effect {
    Effect::NoChange(NoChangeReason::AlreadySo(what))
}

fn text_effect(text: &str, mode: TextMode, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let wanted = match mode {
        TextMode::Append => format!("{before}{text}"),
        TextMode::Replace => text.clone(),
    };
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    let is_whole = mode == TextMode::Replace || before.trim().is_empty();
    // Some text fields end with a line break of their own.
    let is = |it: &str| {
        let shown = after.strip_suffix('\n').unwrap_or(after);
        after == it || shown == it || (is_whole && is_own_spelling(it, shown))
    };
    if before == after && mode == TextMode::Replace && is(&wanted) {
        return already(ExistingState::Text(end_of(after)));
    }
    if before == after {
        return same(value());
    }
    if is(&wanted) {
        return Effect::Confirmed(value());
    }
    let grown = before.chars().count() + text.chars().count();
    // All of it was added, wherever the field put it.
    if mode == TextMode::Append && after.chars().count() == grown && after.contains(&text) {
        return Effect::Confirmed(value());
    }
    if wanted.starts_with(after) {
        let (came, all) = (after.chars().count(), wanted.chars().count());
        return Effect::Partial(format!("{came} of {all} characters are there: {:?}", end_of(after)));
    }
    let shown = after.strip_suffix('\n').unwrap_or(after);
    match missing_characters(&wanted, shown) {
        Some(missing) => {
            Effect::Partial(format!("the text is now {:?}; missing is {:?}", end_of(after), end_of(&missing)))
        }
        None => Effect::Partial(format!("the text is now {:?}", end_of(after))),
    }
}

/// The characters that a shown text lacks, where it has the others of those wanted in their order; `None` where it has none, or
/// others.
fn missing_characters(wanted: &str, shown: &str) -> Option<String> {
    let mut left = shown.chars().peekable();
    let missing: String = wanted.chars().filter(|it| left.next_if_eq(it).is_none()).collect();
    (left.next().is_none() && !missing.is_empty() && !shown.is_empty()).then_some(missing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_arrived_in_part_says_what_is_missing() {
        for (wanted, after, expected) in [
            ("Řeka «№» é", "eka «» é", "partial: the text is now \"eka «» é\"; missing is \"Ř№\""),
            ("测试 👩", "测试", "partial: 2 of 4 characters are there: \"测试\""),
            ("tea", "ea!", "partial: the text is now \"ea!\""),
            ("tea", "", "partial: 0 of 3 characters are there: \"\""),
        ] {
            let proof = Proof::Text { text: wanted.into(), mode: TextMode::Replace };
            let effect = proof.effect_of_value(Some("old"), Some(after)).unwrap();
            assert_eq!(effect.to_string(), expected);
        }
    }
}
