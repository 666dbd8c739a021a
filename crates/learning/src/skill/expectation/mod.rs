//! What a skill expects of the effect of a step. Anything else ends the skill, and a model takes over.

use crate::{
    Template,
    template::{Bindings, with_parameters},
};
use deskpilot_core::{AppView, Effect, Evidence, NoChangeReason, Role, is_in_front};
use serde::{Deserialize, Serialize};

/// What must be seen after a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedEffect {
    /// The kind of effect.
    pub kind: EffectKind,
    /// The value, state or window that it shows; `None` if any will do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shows: Option<Template>,
    /// Texts that controls showed by it, of which the effect must tell one or the window show one; empty if any will do. Only where
    /// nobody looked right after the step: else the window is compared with what it showed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
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
        Some(ExpectedEffect::new(kind, shows.map(Template::literal)))
    }

    /// An effect of this kind that shows this.
    pub const fn new(kind: EffectKind, shows: Option<Template>) -> ExpectedEffect {
        ExpectedEffect { kind, shows, changes: Vec::new() }
    }

    /// The same, with the changes of names and values that the effect tells.
    pub(super) fn with_changes_of(self, effect: &Effect) -> ExpectedEffect {
        let mut changes: Vec<Template> = Vec::new();
        for text in told_changes(effect).iter().map(|it| Template::literal(it)) {
            if !changes.contains(&text) {
                changes.push(text);
            }
        }
        ExpectedEffect { changes, ..self }
    }

    /// The same effect, with parameters in place of the texts of notes.
    pub(super) fn with_notes(self, notes: &Bindings) -> ExpectedEffect {
        let with_notes = |it: Template| {
            it.filled(&Bindings::new()).map_or_else(|| it.clone(), |text| with_parameters(&text, notes))
        };
        let changes = self.changes.into_iter().map(with_notes).collect();
        ExpectedEffect { shows: self.shows.map(with_notes), changes, ..self }
    }

    /// The same kind of effect, whatever it shows: what was read may differ the next time.
    pub(super) fn of_any_content(self) -> ExpectedEffect {
        ExpectedEffect::new(self.kind, None)
    }

    /// The effect that both are, where their kinds differ and only by which change was seen first.
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

    /// Whether the effect tells one of the texts that controls must show; also where there is none.
    pub(crate) fn is_change_told(&self, effect: &Effect, values: &Bindings) -> bool {
        let told = told_changes(effect);
        self.changes.is_empty() || self.wanted_changes(values).any(|it| told.contains(&it))
    }

    /// Why the view shows none of the texts that controls must show; `None` if it does, or there is none.
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
                    (Controls, Window) => shows.is_some_and(|it| is_closed(it) || is_renaming(it)),
                    (Unseen, Focus | Controls | Value | State) => true,
                    (Unseen, Window) => shows.is_some_and(is_renaming),
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

/// The texts that controls show by the effect, as it tells them: new names and values.
fn told_changes(effect: &Effect) -> Vec<String> {
    match effect {
        Effect::Confirmed(Evidence::Tree { details, .. }) => {
            details.iter().filter_map(|it| quoted_text(it.rsplit_once(" -> ")?.1)).collect()
        }
        // A text that changed, perhaps by itself.
        Effect::Unverified(why) if why.starts_with(Role::Text.name()) => {
            quoted_text(why.split_once(' ').map_or("", |(_, rest)| rest)).into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// The text in the quotation marks with which this begins; `None` for one that is cut.
fn quoted_text(quoted: &str) -> Option<String> {
    let mut values = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
    values.next()?.ok().filter(|it| !it.is_empty() && !it.contains('…'))
}

fn is_closed(window: &str) -> bool {
    window.ends_with(" closed")
}

/// Whether a window only changed its title, as editors do when a document has changes.
fn is_renaming(window: &str) -> bool {
    window.contains("\" is now \"")
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
