//! What would prove that an action had its intended effect. Pure.

use super::typed_keys::{KeyKind, TypedKeys};
use deskpilot_core::{Button, Control, Effect, Gesture, NoChangeReason, NodeId, Role, State, TextMode};

/// What would prove that an action had its intended effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Proof {
    /// Any change at all.
    AnyChange,
    /// A window that closed, or a question that came up before it does.
    Closed,
    /// Any change but that of the focus to the control, which a press with the pointer brings there, whatever comes of it.
    Press,
    /// Any change; this text alone proves nothing.
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
    Text {
        /// What is put into it.
        text: String,
        /// Whether the text replaces the text of the control or goes behind it.
        mode: TextMode,
    },
    /// The text of the focused control.
    Typed(String),
    /// Nothing: what is typed is hidden.
    Hidden,
    /// A state of the control.
    State(State, bool),
    /// The number of the control.
    Number(f64),
    /// The item chosen in the control, by its name there: a part of the name, by which an input may name it, proves nothing.
    Choice(String),
    /// The selected text of the control.
    Selection(String),
    /// The focus on the control, or the keyboard focus on the window.
    Focus,
}

/// A control that is the target of an action, and what can be done with it.
#[derive(Clone, Copy, Debug)]
pub struct ProofTarget<'a> {
    /// The control.
    pub control: &'a Control,
    /// Whether its whole text can be read.
    pub has_text: bool,
    /// Whether it reports an action that a program can call.
    pub has_action: bool,
}

/// Why a gesture needs a control that accessibility knows.
const ONLY_A_CONTROL: &str =
    "only a control that accessibility knows can do this; click, type or drag instead";

impl Proof {
    /// What would prove that the gesture worked on this target, `None` for a window or a place.
    ///
    /// # Errors
    /// The target does not support the gesture; the text says why.
    pub fn of(gesture: &Gesture, target: Option<ProofTarget<'_>>) -> Result<Proof, &'static str> {
        let found = || target.ok_or(ONLY_A_CONTROL);
        Ok(match gesture {
            Gesture::Click { button, .. } if !may_press(*button, target) => Proof::AnyOwnChange,
            Gesture::Click { .. } => Proof::AnyChange,
            Gesture::Close | Gesture::EndApplication => Proof::Closed,
            Gesture::Hover => Proof::Hover,
            // Before other keys: a shortcut that saves has a proof of its own.
            keys if keys.saves() => Proof::Saved,
            Gesture::Keys(chords) => Proof::Keys(TypedKeys::of(chords)),
            Gesture::Drag { .. } | Gesture::Scroll(_) => Proof::AnyMove,
            Gesture::Text { text, mode } => Proof::of_text(text, *mode, target),
            Gesture::Select(item) => Proof::Choice(found().map(|_| item.clone())?),
            Gesture::SelectText(text) => Proof::Selection(found().map(|_| text.clone())?),
            Gesture::Check(on) => Proof::State(found()?.checkable_state()?, *on),
            Gesture::Expand(on) => match found()?.control.states.has(State::Expandable) {
                true => Proof::State(State::Expanded, *on),
                false => Proof::AnyChange,
            },
            Gesture::SetNumber(number) => Proof::Number(found().map(|_| *number)?),
            Gesture::Focus => Proof::Focus,
            Gesture::WriteClipboard(_) | Gesture::ReadClipboard => Proof::AnyChange,
        })
    }

    fn of_text(text: &str, mode: TextMode, target: Option<ProofTarget<'_>>) -> Proof {
        match target {
            Some(target) if target.control.states.has(State::Protected) => Proof::Hidden,
            Some(target) if target.shows_exactly(text) => Proof::Text { text: text.to_owned(), mode },
            Some(target) if target.control.role == Role::Cell => {
                // What ends the entry is no part of it.
                Proof::Keys(TypedKeys { entries: vec![text.trim_end().to_owned()], ..TypedKeys::default() })
            }
            Some(_) => Proof::Sent(text.to_owned()),
            None => Proof::Typed(text.to_owned()),
        }
    }

    /// Whether the effect that the target itself reports is the whole answer. Where it reports that nothing changed, something
    /// else may have, so that the window is needed: another cell that a click selected, or the field that has the keyboard.
    pub fn is_settled_by(&self, reported: &Effect, target: Option<&NodeId>) -> bool {
        let may_be_elsewhere = |it: &NoChangeReason| {
            self.is_of_value() && matches!(it, NoChangeReason::Same(_) | NoChangeReason::NotFocused(_))
        };
        match reported {
            Effect::NoChange(reason) => target.is_some() && !may_be_elsewhere(reason),
            _ => true,
        }
    }

    /// Whether a call or two can check it without a look at the whole window.
    pub fn is_direct(&self) -> bool {
        let is_seen = matches!(
            self,
            Proof::AnyChange
                | Proof::Closed
                | Proof::Press
                | Proof::Sent(_)
                | Proof::AnyOwnChange
                | Proof::AnyMove
                | Proof::Hover
                | Proof::Hidden
        );
        !is_seen && !self.is_of_keys()
    }

    /// Whether a reading of this control shows what the proof compares.
    pub fn is_shown_by(&self, control: &Control) -> bool {
        match self {
            Proof::Keys(typed) => typed.text.as_deref().is_some_and(|it| can_be_read_back(control, it)),
            Proof::Typed(text) => can_be_read_back(control, text),
            _ => true,
        }
    }

    /// Whether a state or value of the target is wanted.
    pub(super) fn is_of_value(&self) -> bool {
        let is_text = matches!(self, Proof::Text { .. } | Proof::Selection(_));
        is_text || matches!(self, Proof::State(..) | Proof::Number(_) | Proof::Choice(_) | Proof::Focus)
    }

    /// What the keys of it type.
    pub fn typed_keys(&self) -> Option<TypedKeys> {
        match self {
            Proof::Keys(typed) => Some(typed.clone()),
            Proof::Typed(text) => Some(TypedKeys::of_text(text)),
            _ => None,
        }
    }

    /// How many characters are typed.
    pub fn typed_characters(&self) -> usize {
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
    pub fn may_format(&self) -> bool {
        matches!(self, Proof::Keys(typed) if typed.kind == KeyKind::Shortcut)
    }

    /// Whether keys are pressed.
    pub fn is_of_keys(&self) -> bool {
        matches!(self, Proof::Keys(_) | Proof::Saved)
    }
}

impl ProofTarget<'_> {
    /// Whether it shows exactly the text that is put into it.
    fn shows_exactly(&self, text: &str) -> bool {
        // A shell replies, a cell shows the result of its formula, and in a single line Enter may submit the text.
        let makes_other_of_it = matches!(self.control.role, Role::Terminal | Role::Cell);
        let is_sent = text.ends_with('\n') && !self.control.states.has(State::MultiLine);
        self.has_text && !makes_other_of_it && !is_sent
    }

    fn checkable_state(&self) -> Result<State, &'static str> {
        use Role::{Cell, CheckBox, MenuItem, RadioButton, ToggleButton};
        match self.control.role {
            CheckBox | RadioButton | ToggleButton | MenuItem | Cell => Ok(State::Checked),
            _ => Err("it cannot be checked; click it instead"),
        }
    }
}

/// Whether a click may press something: one with the left button on anything but a text that nothing can be done with.
fn may_press(button: Button, target: Option<ProofTarget<'_>>) -> bool {
    let is_dead = |it: ProofTarget<'_>| {
        let is_used = |state| it.control.states.has(state);
        let uses = [State::Clickable, State::Focusable, State::Editable];
        it.control.role == Role::Text && !uses.into_iter().any(is_used) && !it.has_action
    };
    button == Button::Left && !target.is_some_and(is_dead)
}

/// Whether the text of a control can be read back after typing.
fn can_be_read_back(control: &Control, text: &str) -> bool {
    let states = control.states;
    let stays = match control.role {
        // A paragraph of a document: Enter begins another one.
        Role::Text => !text.contains('\n'),
        // In a single line, Enter may submit the text.
        Role::Edit | Role::Document => states.has(State::MultiLine) || !text.contains(['\n', '\t']),
        _ => false,
    };
    stays && states.has(State::Editable) && !states.has(State::Protected)
}
