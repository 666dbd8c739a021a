//! An effect, and whether it is the last word.

use super::proof::Proof;
use deskpilot_core::{Effect, Evidence};

/// An effect as of one look, and whether a later look may show another.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The effect.
    pub effect: Effect,
    /// Whether a later look may show another.
    pub certainty: Certainty,
}

/// Whether a later look may show another effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// The wait may end with it.
    Certain,
    /// Controls are gone and nothing else has changed: a window loses its controls before it closes, and a busy
    /// application reports none for a while.
    Provisional,
    /// A part of the text that was typed is there: the rest may be on its way.
    Incomplete,
}

impl From<Effect> for Verdict {
    fn from(effect: Effect) -> Verdict {
        Verdict { effect, certainty: Certainty::Certain }
    }
}

impl Verdict {
    /// The same verdict, incomplete where a part of the text is there that was typed.
    #[must_use]
    pub fn of_text_typed(self, proof: &Proof) -> Verdict {
        let is_part = proof.typed_characters() > 0 && matches!(self.effect, Effect::Partial(_));
        if is_part { Verdict { certainty: Certainty::Incomplete, ..self } } else { self }
    }

    /// The same verdict, provisional unless it is about windows: a dialog shows the text, and empties its lists, before its
    /// Enter closes it, and selects an item before the double click on it does.
    #[must_use]
    pub fn until_closed(self) -> Verdict {
        let is_closed = matches!(self.effect, Effect::Confirmed(Evidence::Windows(_)));
        let is_incomplete = self.certainty == Certainty::Incomplete;
        let certainty = if is_closed || is_incomplete { self.certainty } else { Certainty::Provisional };
        Verdict { certainty, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::TextMode;

    #[test]
    fn the_rest_of_a_text_is_waited_for_also_in_a_dialog_and_nothing_else_is() {
        let text = Proof::Text { text: "tea".into(), mode: TextMode::Replace };
        let part = || Effect::Partial("it reads \"t\"".into());
        for (effect, proof, expected) in [
            (part(), &text, Certainty::Incomplete),
            (part(), &Proof::Typed("tea".into()), Certainty::Incomplete),
            (part(), &Proof::Number(2.0), Certainty::Certain),
            (Effect::unverified("it is hidden"), &text, Certainty::Certain),
        ] {
            let verdict = Verdict::from(effect).of_text_typed(proof);
            assert_eq!(verdict.certainty, expected, "{proof:?}");
            let until_closed = match expected {
                Certainty::Incomplete => Certainty::Incomplete,
                _ => Certainty::Provisional,
            };
            assert_eq!(verdict.until_closed().certainty, until_closed, "{proof:?}");
        }
    }
}
