//! An effect, and whether it is the last word.

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
}

impl From<Effect> for Verdict {
    fn from(effect: Effect) -> Verdict {
        Verdict { effect, certainty: Certainty::Certain }
    }
}

impl Verdict {
    /// The same verdict, provisional unless it is about windows: a dialog shows the text, and empties its lists, before its
    /// Enter closes it, and selects an item before the double click on it does.
    #[must_use]
    pub fn until_closed(self) -> Verdict {
        let is_closed = matches!(self.effect, Effect::Confirmed(Evidence::Windows(_)));
        let certainty = if is_closed { self.certainty } else { Certainty::Provisional };
        Verdict { certainty, ..self }
    }
}
