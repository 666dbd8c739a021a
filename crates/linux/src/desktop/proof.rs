//! What would prove that an action did what it was meant to do. Pure.

use super::typed_text::{KeyKind, TypedKeys};
use deskpilot_core::{State, TextMode};

/// What would prove that an action did what it was meant to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Proof {
    /// Any change at all.
    AnyChange,
    /// Any change; one that shows this text is none by itself.
    Sent(String),
    /// Any change but those of texts elsewhere: the action presses nothing.
    AnyOwnChange,
    /// Any change, including a control that moved.
    AnyMove,
    /// Any change, including a tool tip.
    Hover,
    /// The text that the keys type, where it can be read; else any change except those the application was still busy
    /// with when the keys were pressed.
    Keys(TypedKeys),
    /// As for keys that type nothing; the mark of unsaved changes that is gone as well.
    Saved,
    /// The text of the control.
    Text { text: String, mode: TextMode },
    /// The text of the focused control.
    Typed(String),
    /// Nothing: what is typed is hidden.
    Hidden,
    /// A state of the control.
    State(State, bool),
    /// The number of the control.
    Number(f64),
    /// The item chosen in the control.
    Choice(String),
    /// The selected text of the control.
    Selection(String),
    /// The focus on the control, or the keyboard focus on the window.
    Focus,
}

impl Proof {
    /// Whether a call or two can check it without a look at the whole window.
    pub(super) fn is_direct(&self) -> bool {
        let is_seen = matches!(
            self,
            Proof::AnyChange
                | Proof::Sent(_)
                | Proof::AnyOwnChange
                | Proof::AnyMove
                | Proof::Hover
                | Proof::Hidden
        );
        !is_seen && !self.is_of_keys()
    }

    /// Whether a state or value of the target is wanted.
    pub(super) fn is_of_value(&self) -> bool {
        let is_text = matches!(self, Proof::Text { .. } | Proof::Selection(_));
        is_text || matches!(self, Proof::State(..) | Proof::Number(_) | Proof::Choice(_) | Proof::Focus)
    }

    /// What the keys of it type.
    pub(super) fn typed_keys(&self) -> Option<TypedKeys> {
        match self {
            Proof::Keys(typed) => Some(typed.clone()),
            Proof::Typed(text) => Some(TypedKeys::of_text(text)),
            _ => None,
        }
    }

    /// How many characters are typed.
    pub(super) fn typed_characters(&self) -> usize {
        match self {
            Proof::Text { text, .. } | Proof::Typed(text) => text.chars().count(),
            Proof::Keys(typed) => typed.text.as_deref().map_or(0, |it| it.chars().count()),
            _ => 0,
        }
    }

    /// Whether the action is for nothing that a text elsewhere shows.
    pub(super) fn presses_nothing(&self) -> bool {
        match self {
            Proof::AnyOwnChange | Proof::AnyMove | Proof::Hover => true,
            Proof::Keys(typed) => typed.kind.presses_nothing(),
            _ => false,
        }
    }

    /// Whether it is of a shortcut, which may change how a text looks.
    pub(super) fn may_format(&self) -> bool {
        matches!(self, Proof::Keys(typed) if typed.kind == KeyKind::Shortcut)
    }

    /// Whether keys are pressed.
    pub(super) fn is_of_keys(&self) -> bool {
        matches!(self, Proof::Keys(_) | Proof::Saved)
    }
}
