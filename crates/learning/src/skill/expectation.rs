//! What a skill expects before and after a step. Anything else ends the skill, and a model takes over.

use super::generalize::with_parameters;
use crate::{Template, template::Bindings};
use deskpilot_core::{AppView, Effect, Evidence, NoChangeReason, WindowState, is_in_front};
use serde::{Deserialize, Serialize};

/// What the window must be like before a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowCondition {
    /// The names of the dialogs and messages in front of the window; `None` if they do not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialogs: Option<Vec<String>>,
}

/// What must be seen after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedEffect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The value, state or window that it shows; `None` if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Template>,
}

/// The kind of effect of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EffectKind {
    /// A control has another value.
    Value,
    /// A control gained or lost a state, or a command says what it did.
    State,
    /// Another control has the keyboard focus.
    Focus,
    /// A window opened, closed or changed its title.
    Window,
    /// Other controls changed.
    Controls,
    /// A program ended.
    Program,
    /// Nothing had to change.
    AlreadySo,
    /// Its effect cannot be seen.
    Unseen,
}

impl WindowCondition {
    /// The condition that this view meets.
    pub(crate) fn of(view: &AppView) -> WindowCondition {
        WindowCondition { dialogs: Some(dialogs(view)) }
    }

    /// Whether it asks for nothing.
    pub const fn is_anything(&self) -> bool {
        self.dialogs.is_none()
    }

    /// Why the view does not meet it; `None` if it does.
    pub(crate) fn difference(&self, view: &AppView) -> Option<String> {
        if view.window.state == WindowState::Closed {
            return Some("the window is closed".into());
        }
        let wanted = self.dialogs.as_ref()?;
        let shown = dialogs(view);
        (shown != *wanted)
            .then(|| format!("in front of the window is {}, and not {}", told(&shown), told(wanted)))
    }
}

/// The names of what is in front of the window, in order.
fn dialogs(view: &AppView) -> Vec<String> {
    let in_front = view.controls.iter().filter(|it| is_in_front(it.role));
    in_front.map(|it| format!("{} {:?}", it.role.name(), it.name)).collect()
}

fn told(dialogs: &[String]) -> String {
    if dialogs.is_empty() { "nothing".into() } else { dialogs.join(", ") }
}

impl ExpectedEffect {
    /// What to expect where this was seen; `None` for an effect on which nobody can build.
    pub(crate) fn of(effect: &Effect) -> Option<ExpectedEffect> {
        let (kind, shows) = match effect {
            Effect::Confirmed(evidence) => kind_of(evidence)?,
            Effect::Unverified(_) => (EffectKind::Unseen, None),
            Effect::NoChange(NoChangeReason::AlreadySo(_)) => (EffectKind::AlreadySo, None),
            Effect::NoChange(_) | Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => {
                return None;
            }
        };
        Some(ExpectedEffect { kind, shows: shows.map(Template::literal) })
    }

    /// The same effect, with parameters in place of the texts of notes.
    pub(super) fn with_notes(self, notes: &Bindings) -> ExpectedEffect {
        let with_notes = |it: Template| {
            it.filled(&Bindings::new()).map_or_else(|| it.clone(), |text| with_parameters(&text, notes))
        };
        ExpectedEffect { shows: self.shows.map(with_notes), ..self }
    }

    /// The same kind of effect, whatever it shows: what was read may differ the next time.
    pub(super) fn of_any_content(self) -> ExpectedEffect {
        ExpectedEffect { shows: None, ..self }
    }

    /// The effect that both are, where their kinds differ and only by which change was seen first.
    pub(super) fn common(&self, other: &ExpectedEffect) -> Option<ExpectedEffect> {
        use EffectKind::{Controls, Focus, State, Value};
        let is_a_change =
            |it: &ExpectedEffect| matches!(it.kind, Controls | Focus | State | Value) || it.is_closing();
        let differs = self.kind != other.kind && is_a_change(self) && is_a_change(other);
        differs.then_some(ExpectedEffect { kind: Controls, shows: None })
    }

    /// Why the effect is not the expected one; `None` if it is. The view is that of the window afterwards.
    pub(crate) fn difference(&self, effect: &Effect, view: &AppView, values: &Bindings) -> Option<String> {
        if self.is_met(effect, values) || self.is_seen_among_changes(effect, view, values) {
            return None;
        }
        let shows = self.shows.as_ref().and_then(|it| it.filled(values));
        let wanted =
            shows.map_or_else(|| self.kind.told().to_owned(), |it| format!("{} ({it})", self.kind.told()));
        Some(format!("expected was {wanted}, and this came: {effect}"))
    }

    /// Whether the effect is told as changes of several controls that hold the expected one: the value among them, or the window
    /// that was to close and is no longer there. Which is told depends on how fast the application tells of each.
    fn is_seen_among_changes(&self, effect: &Effect, view: &AppView, values: &Bindings) -> bool {
        let Effect::Confirmed(Evidence::Tree { details, .. }) = effect else { return false };
        let Some(shows) = self.shows.as_ref().and_then(|it| it.filled(values)) else { return false };
        match self.kind {
            EffectKind::Value => {
                let changed = format!("-> {shows:?}");
                details.iter().any(|it| it.contains(&changed))
            }
            EffectKind::Window if is_closed(&shows) => {
                let in_front = view.controls.iter().filter(|it| is_in_front(it.role));
                !in_front.map(|it| format!("{:?}", it.name)).any(|name| shows.contains(&name))
            }
            _ => false,
        }
    }

    fn is_met(&self, effect: &Effect, values: &Bindings) -> bool {
        use EffectKind::{AlreadySo, Controls, Focus, Program, State, Unseen, Value, Window};
        match effect {
            Effect::Confirmed(evidence) => {
                let Some((kind, shows)) = kind_of(evidence) else { return false };
                match (self.kind, kind) {
                    (Value | State | Window | Program, _) if self.kind == kind => {
                        self.shows_this(shows, values)
                    }
                    // Which of these is seen first depends on how fast the application tells of them.
                    (Focus | Controls, Focus | Controls | Value | State) => true,
                    (Controls, Window) => shows.is_some_and(is_closed),
                    (Unseen, Focus | Controls | Value | State) => true,
                    _ => false,
                }
            }
            Effect::Unverified(_) => self.kind == Unseen,
            Effect::NoChange(NoChangeReason::AlreadySo(_)) => matches!(self.kind, AlreadySo | Value),
            Effect::NoChange(_) | Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => false,
        }
    }

    /// Whether a window is to close. One that opens is never to be expected: it may ask something.
    fn is_closing(&self) -> bool {
        let shown = self.shows.as_ref().and_then(|it| it.filled(&Bindings::new()));
        self.kind == EffectKind::Window && shown.is_some_and(|it| is_closed(&it))
    }

    fn shows_this(&self, shown: Option<&str>, values: &Bindings) -> bool {
        let Some(wanted) = &self.shows else { return true };
        wanted.filled(values).is_some_and(|wanted| shown == Some(wanted.as_str()))
    }
}

impl EffectKind {
    const fn told(self) -> &'static str {
        match self {
            EffectKind::Value => "another value",
            EffectKind::State => "another state",
            EffectKind::Focus => "another focus",
            EffectKind::Window => "a window that opens, closes or is renamed",
            EffectKind::Controls => "other controls",
            EffectKind::Program => "the end of the program",
            EffectKind::AlreadySo => "that nothing had to change",
            EffectKind::Unseen => "an effect that cannot be seen",
        }
    }
}

fn is_closed(window: &str) -> bool {
    window.ends_with(" closed")
}

/// The kind of the evidence, and what it shows; `None` where it is no evidence of an effect.
fn kind_of(evidence: &Evidence) -> Option<(EffectKind, Option<&str>)> {
    Some(match evidence {
        Evidence::Value { after, .. } => (EffectKind::Value, after.as_deref()),
        Evidence::State(state) => (EffectKind::State, Some(state)),
        Evidence::Focus(_) => (EffectKind::Focus, None),
        Evidence::Window(what) => (EffectKind::Window, Some(what)),
        Evidence::Tree { .. } => (EffectKind::Controls, None),
        Evidence::ExitCode(_) => (EffectKind::Program, None),
        Evidence::Accepted => return None,
    })
}
