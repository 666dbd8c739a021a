//! Texts that were typed into a spin button which keeps its number until the text is committed. Pure.

use deskpilot_core::Effect;

/// Whether the number of a spin button is that of its text.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Commitment {
    /// It is.
    Committed,
    /// It still has the number of the text before, and this is that of its text now.
    Pending {
        /// The number that its text says.
        wanted: f64,
    },
    /// Its texts are no numbers, or its number is neither of them, so only leaving it shows whether it takes the text.
    Unknown,
}

impl Commitment {
    /// Whether a spin button that showed the text `before` and shows `now` has committed that, where it reports this number.
    pub fn of(before: Option<&str>, now: &str, number: f64) -> Commitment {
        let parsed = |text: &str| text.trim().parse::<f64>().ok();
        // Platforms report numbers with six decimals.
        let is_same = |one: f64, other: f64| (one - other).abs() < 1e-6;
        match (before.and_then(parsed), parsed(now)) {
            (_, Some(wanted)) if is_same(wanted, number) => Commitment::Committed,
            (Some(was), Some(wanted)) if is_same(was, number) => Commitment::Pending { wanted },
            _ => Commitment::Unknown,
        }
    }
}

/// The effect of keys that typed into a spin button, which still has this number: they did only a part.
pub fn uncommitted(effect: Effect, commitment: Commitment, number: f64) -> Effect {
    match (effect, commitment) {
        (Effect::Confirmed(_), Commitment::Pending { wanted }) => Effect::Partial(format!(
            "{wanted} is typed and not committed: the number is {number} until Enter or Tab is pressed"
        )),
        (effect, _) => effect,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Evidence;

    #[test]
    fn a_spin_button_has_committed_a_text_when_its_number_follows() {
        for (before, now, number, expected) in [
            (Some("10"), "42", 42.0, Commitment::Committed),
            (Some("10"), "42", 10.0, Commitment::Pending { wanted: 42.0 }),
            (Some("10"), " 42.0 ", 10.0, Commitment::Pending { wanted: 42.0 }),
            (Some("10"), "10.0", 10.0, Commitment::Committed),
            // A part of a date reports another number than it shows; the click for the keyboard may have changed it, too.
            (Some("12"), "11", 0.0, Commitment::Unknown),
            (Some("10"), "42", 9.0, Commitment::Unknown),
            (Some("0x0A"), "0x1F", 10.0, Commitment::Unknown),
            (Some("January"), "September", 1.0, Commitment::Unknown),
            (None, "42", 10.0, Commitment::Unknown),
        ] {
            assert_eq!(Commitment::of(before, now, number), expected, "{before:?}, {now:?}, {number}");
        }
    }

    #[test]
    fn keys_whose_text_is_not_committed_did_a_part() {
        let seen = || {
            let (before, after) = (Some("10".into()), Some("42".into()));
            Effect::Confirmed(Evidence::Value { before, after, of: None })
        };
        assert_eq!(uncommitted(seen(), Commitment::Committed, 42.0), seen());
        let sentence = uncommitted(seen(), Commitment::Pending { wanted: 42.0 }, 10.0).to_string();
        assert_eq!(
            sentence,
            "partial: 42 is typed and not committed: the number is 10 until Enter or Tab is pressed"
        );
    }
}
