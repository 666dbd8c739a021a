//! What a skill expects of the effect of a step. Anything else ends the skill, and a model takes over.

mod stored;

use crate::{
    Template,
    template::{Bindings, with_parameters},
};
use deskpilot_core::{
    AppView, ControlDetail, Effect, Evidence, NoChangeReason, UnverifiedReason, WindowChange, is_in_front,
};
use serde::{Deserialize, Serialize};
use stored::StoredExpectation;

/// What must be seen after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredExpectation")]
pub struct ExpectedEffect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The value, state or report that it shows; `None` if any will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shows: Option<Template>,
    /// Which windows open, close or change their title; empty if anything will do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<WindowChange<Template>>,
    /// Texts that controls showed after the step. The effect must report one of them or the window show one;
    /// empty if any will do. Set only if no view was taken right after the step; otherwise the whole window
    /// is compared with that view.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Template>,
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

impl ExpectedEffect {
    /// What to expect where this effect was seen; `None` for an effect that proves nothing.
    pub(crate) fn of(effect: &Effect) -> Option<ExpectedEffect> {
        match effect {
            Effect::Confirmed(Evidence::Windows(changes)) => Some(ExpectedEffect::of_windows(changes)),
            Effect::Confirmed(evidence) => {
                let (kind, shows) = kind_of(evidence)?;
                Some(ExpectedEffect::new(kind, shows.as_deref().map(Template::literal)))
            }
            Effect::Unverified(_) => Some(ExpectedEffect::new(EffectKind::Unseen, None)),
            Effect::NoChange(NoChangeReason::AlreadySo(_)) => {
                Some(ExpectedEffect::new(EffectKind::AlreadySo, None))
            }
            Effect::NoChange(_) | Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => None,
        }
    }

    /// An effect of this kind that shows this.
    pub const fn new(kind: EffectKind, shows: Option<Template>) -> ExpectedEffect {
        ExpectedEffect { kind, shows, windows: Vec::new(), changes: Vec::new() }
    }

    /// The effect that these windows close, open or are renamed.
    pub fn of_windows(changes: &[WindowChange]) -> ExpectedEffect {
        let windows = changes.iter().map(|it| it.map(|title| Template::literal(title))).collect();
        ExpectedEffect { windows, ..ExpectedEffect::new(EffectKind::Window, None) }
    }

    /// The same effect, with these texts in place of those that it names.
    #[must_use]
    pub fn map(&self, text: impl Fn(&Template) -> Template) -> ExpectedEffect {
        ExpectedEffect {
            kind: self.kind,
            shows: self.shows.as_ref().map(&text),
            windows: self.windows.iter().map(|it| it.map(&text)).collect(),
            changes: self.changes.iter().map(&text).collect(),
        }
    }

    /// Every text that it names.
    pub(super) fn texts(&self) -> impl Iterator<Item = &Template> {
        self.shows.iter().chain(self.windows.iter().flat_map(WindowChange::titles)).chain(&self.changes)
    }

    /// The same, with the changes of names and values that the effect reports.
    pub(super) fn with_changes_of(self, effect: &Effect) -> ExpectedEffect {
        let mut changes: Vec<Template> = Vec::new();
        for text in new_texts(effect).into_iter().map(Template::literal) {
            if !changes.contains(&text) {
                changes.push(text);
            }
        }
        ExpectedEffect { changes, ..self }
    }

    /// The same effect, with parameters in place of the texts of notes.
    pub(super) fn with_notes(self, notes: &Bindings) -> ExpectedEffect {
        let with_notes = |it: &Template| {
            it.filled(&Bindings::new()).map_or_else(|| it.clone(), |text| with_parameters(&text, notes))
        };
        self.map(with_notes)
    }

    /// The same kind of effect, whatever it shows: what was read may differ the next time.
    pub(super) fn of_any_content(self) -> ExpectedEffect {
        ExpectedEffect::new(self.kind, None)
    }

    /// The common effect of two whose kinds differ only because another change was seen first.
    pub(super) fn common(&self, other: &ExpectedEffect) -> Option<ExpectedEffect> {
        use EffectKind::{Controls, Focus, State, Value};
        let is_a_change =
            |it: &ExpectedEffect| matches!(it.kind, Controls | Focus | State | Value) || it.is_closing();
        let differs = self.kind != other.kind && is_a_change(self) && is_a_change(other);
        differs.then_some(ExpectedEffect::new(Controls, None))
    }

    /// Why the effect is not the expected one; `None` if it is. The view is that of the window afterwards.
    pub(crate) fn difference(&self, effect: &Effect, view: &AppView, values: &Bindings) -> Option<String> {
        if self.is_met(effect, values) || self.is_seen_among_changes(effect, view, values) {
            return None;
        }
        let kind = self.kind.in_words();
        let wanted = self.shown(values).map_or_else(|| kind.to_owned(), |it| format!("{kind} ({it})"));
        Some(format!("expected was {wanted}, and this came: {effect}"))
    }

    /// What it shows, for people.
    fn shown(&self, values: &Bindings) -> Option<String> {
        match &self.shows {
            Some(shows) => shows.filled(values),
            None if self.windows.is_empty() => None,
            None => Some(Evidence::Windows(self.wanted_windows(values)?).to_string()),
        }
    }

    fn wanted_windows(&self, values: &Bindings) -> Option<Vec<WindowChange>> {
        let filled = |it: &WindowChange<Template>| it.try_map(|title| title.filled(values));
        self.windows.iter().map(filled).collect()
    }

    /// Whether the effect reports changes of several controls that include the expected one: the value is
    /// among them, or the window that was to close is gone. Which change is reported depends on the order in
    /// which the application announces them.
    fn is_seen_among_changes(&self, effect: &Effect, view: &AppView, values: &Bindings) -> bool {
        let Effect::Confirmed(Evidence::Controls { details, .. }) = effect else { return false };
        match self.kind {
            EffectKind::Value => {
                let shows = self.shows.as_ref().and_then(|it| it.filled(values));
                shows.is_some_and(|it| details.iter().any(|detail| detail.new_value() == Some(it.as_str())))
            }
            EffectKind::Window if self.is_closing() => {
                let is_there =
                    |title: &str| view.controls.iter().any(|it| is_in_front(it.role) && it.name == title);
                let windows = self.wanted_windows(values).unwrap_or_default();
                windows.iter().flat_map(WindowChange::titles).all(|title| !is_there(title))
            }
            _ => false,
        }
    }

    /// Whether the effect reports one of the texts that controls must show; also true if there are no such
    /// texts.
    pub(crate) fn is_change_reported(&self, effect: &Effect, values: &Bindings) -> bool {
        let shown = new_texts(effect);
        self.changes.is_empty() || self.wanted_changes(values).any(|it| shown.contains(&it.as_str()))
    }

    /// Why the view shows none of the texts that controls must show; `None` if it shows one, or if there are
    /// no such texts.
    pub(crate) fn missing_change(&self, view: &AppView, values: &Bindings) -> Option<String> {
        let shows = |text: &String| {
            view.controls.iter().any(|it| it.name == *text || it.value.as_ref().is_some_and(|it| it == text))
        };
        let wanted: Vec<String> = self.wanted_changes(values).collect();
        (!self.changes.is_empty() && !wanted.iter().any(shows)).then(|| {
            format!(
                "nothing shows {}",
                wanted.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(" or ")
            )
        })
    }

    fn wanted_changes(&self, values: &Bindings) -> impl Iterator<Item = String> {
        self.changes.iter().filter_map(|it| it.filled(values))
    }

    fn is_met(&self, effect: &Effect, values: &Bindings) -> bool {
        use EffectKind::{AlreadySo, Controls, Focus, Program, State, Unseen, Value};
        match effect {
            Effect::Confirmed(Evidence::Windows(changes)) => self.is_met_by_windows(changes, values),
            Effect::Confirmed(evidence) => {
                let Some((kind, shows)) = kind_of(evidence) else { return false };
                match (self.kind, kind) {
                    (Value | State | Program, _) if self.kind == kind => {
                        self.shows_this(shows.as_deref(), values)
                    }
                    // Which of these is seen first depends on the order in which the application announces
                    // them.
                    (Focus | Controls | Unseen, Focus | Controls | Value | State) => true,
                    _ => false,
                }
            }
            Effect::Unverified(_) => self.kind == Unseen,
            Effect::NoChange(NoChangeReason::AlreadySo(_)) => matches!(self.kind, AlreadySo | Value),
            Effect::NoChange(_) | Effect::Partial(_) | Effect::Refused(_) | Effect::Interrupted => false,
        }
    }

    fn is_met_by_windows(&self, changes: &[WindowChange], values: &Bindings) -> bool {
        let is_renaming = |it: &WindowChange| matches!(it, WindowChange::Renamed { .. });
        let is_opening = |it: &WindowChange| matches!(it, WindowChange::Opened(_));
        match self.kind {
            EffectKind::Window if self.windows.is_empty() => true,
            EffectKind::Window => self.wanted_windows(values).is_some_and(|it| it == changes),
            // A window that opens is never expected: it may ask something.
            EffectKind::Controls => !changes.iter().any(is_opening),
            EffectKind::Unseen => changes.iter().all(is_renaming),
            _ => false,
        }
    }

    /// Whether windows are to close, and none to open.
    fn is_closing(&self) -> bool {
        let closes = |it: &WindowChange<Template>| matches!(it, WindowChange::Closed(_));
        !self.windows.is_empty() && self.windows.iter().all(closes)
    }

    fn shows_this(&self, shown: Option<&str>, values: &Bindings) -> bool {
        let Some(wanted) = &self.shows else { return true };
        wanted.filled(values).is_some_and(|wanted| shown == Some(wanted.as_str()))
    }
}

impl EffectKind {
    const fn in_words(self) -> &'static str {
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

/// The texts that controls show since the effect: new names and values, and changed texts, even if something
/// else changed them.
fn new_texts(effect: &Effect) -> Vec<&str> {
    let texts: Vec<&str> = match effect {
        Effect::Confirmed(Evidence::Controls { details, .. }) => {
            details.iter().flat_map(ControlDetail::new_texts).collect()
        }
        Effect::Unverified(UnverifiedReason { shown, .. }) => shown.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    };
    texts.into_iter().filter(|it| !it.is_empty()).collect()
}

/// The kind of the evidence, and what it shows; `None` if it is no evidence of an effect. Changes of windows
/// are compared as data.
fn kind_of(evidence: &Evidence) -> Option<(EffectKind, Option<String>)> {
    Some(match evidence {
        Evidence::Value { after, .. } => (EffectKind::Value, after.clone()),
        Evidence::Turned { .. }
        | Evidence::Text(_)
        | Evidence::Pointer(_)
        | Evidence::Written(_)
        | Evidence::Reported(_) => (EffectKind::State, Some(evidence.to_string())),
        Evidence::Focus(_) => (EffectKind::Focus, None),
        Evidence::Windows(_) => (EffectKind::Window, None),
        Evidence::Controls { .. } => (EffectKind::Controls, None),
        Evidence::ExitCode(_) => (EffectKind::Program, None),
        Evidence::Accepted => return None,
    })
}
