//! Every text in the results of a desktop. A new field does not compile until it is handled here.

use crate::DesktopError;
use deskpilot_core::{
    Call, CommandSpec, Control, ControlDetail, ControlSource, Effect, Evidence, ExistingState,
    NoChangeReason, Outcome, Param, ParamKind, Refusal, UnverifiedReason, Window, WindowChange,
};
use serde_json::Value;
use std::{borrow::Cow, iter, sync::Arc};

pub(super) fn of_control(control: &mut Control) -> impl Iterator<Item = &mut String> {
    let Control { label: _, role: _, name, value, states: _, rect: _, source } = control;
    // A node is an address and not text of the screen.
    let (ControlSource::Accessibility { .. }
    | ControlSource::Vision { .. }
    | ControlSource::Page
    | ControlSource::Deferred
    | ControlSource::Optional) = source;
    [name].into_iter().chain(value)
}

/// The title of a window, and the name of its application.
pub(super) fn of_window(window: &mut Window) -> [&mut String; 2] {
    let Window { label: _, id: _, title, application, process: _, rect: _, state: _, focused: _ } = window;
    [title, application]
}

/// The texts of a discovered command; our own tables contain no secrets.
pub(super) fn of_command(spec: &mut Arc<CommandSpec>) -> Vec<&mut String> {
    if spec.is_built_in() {
        return Vec::new();
    }
    let CommandSpec { name, doc, params, side_effects: _ } = Arc::make_mut(spec);
    let mut texts: Vec<&mut String> = [name, doc].into_iter().filter_map(owned).collect();
    for Param { name, doc, kind, presence: _ } in params.to_mut() {
        texts.extend([name, doc].into_iter().filter_map(owned));
        if let ParamKind::OneOf(words) = kind {
            texts.extend(words.to_mut().iter_mut().filter_map(owned));
        }
    }
    texts
}

fn owned<'t>(text: &'t mut Cow<'static, str>) -> Option<&'t mut String> {
    match text {
        Cow::Borrowed(_) => None,
        Cow::Owned(text) => Some(text),
    }
}

pub(super) fn of_call(call: &mut Call) -> Vec<&mut String> {
    let mut texts = Vec::new();
    let mut values: Vec<&mut Value> = call.args.values_mut().collect();
    while let Some(value) = values.pop() {
        match value {
            Value::String(text) => texts.push(text),
            Value::Array(items) => values.extend(items),
            Value::Object(fields) => values.extend(fields.values_mut()),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    texts
}

pub(super) fn of_outcome(outcome: &mut Outcome) -> Vec<&mut String> {
    let Outcome { effect, output, settled: _ } = outcome;
    let mut texts = of_effect(effect);
    texts.extend(output);
    texts
}

fn of_effect(effect: &mut Effect) -> Vec<&mut String> {
    match effect {
        Effect::Confirmed(evidence) => of_evidence(evidence),
        Effect::Unverified(UnverifiedReason { why, shown }) => iter::once(why).chain(shown).collect(),
        Effect::Partial(text) => vec![text],
        Effect::NoChange(unchanged) => of_unchanged(unchanged),
        Effect::Refused(refusal) => of_refusal(refusal),
        Effect::Interrupted => Vec::new(),
    }
}

fn of_evidence(evidence: &mut Evidence) -> Vec<&mut String> {
    match evidence {
        Evidence::Value { before, after, of } => [before, after, of].into_iter().flatten().collect(),
        Evidence::Written(text) | Evidence::Reported(text) | Evidence::Focus(text) => vec![text],
        Evidence::Text(change) => change.texts_mut(),
        Evidence::Windows(changes) => changes.iter_mut().flat_map(WindowChange::titles_mut).collect(),
        Evidence::Controls { added: _, removed: _, changed: _, details } => {
            details.iter_mut().flat_map(ControlDetail::texts_mut).collect()
        }
        Evidence::Turned { .. } | Evidence::Pointer(_) | Evidence::Accepted | Evidence::ExitCode(_) => {
            Vec::new()
        }
    }
}

fn of_unchanged(unchanged: &mut NoChangeReason) -> Vec<&mut String> {
    match unchanged {
        NoChangeReason::AlreadySo(state) | NoChangeReason::Reverted(state) => match state {
            ExistingState::State(..) | ExistingState::Number(_) => Vec::new(),
            ExistingState::Chosen(text)
            | ExistingState::Text(text)
            | ExistingState::Reported(text)
            | ExistingState::Recorded(text) => vec![text],
        },
        NoChangeReason::NotShown { text, millis: _ }
        | NoChangeReason::NotFound(text)
        | NoChangeReason::NotFocused(text) => vec![text],
        NoChangeReason::DialogFirst { text, dialog } => vec![text, dialog],
        NoChangeReason::ShownBefore { text, control, millis: _ } => vec![text, control],
        NoChangeReason::Same(evidence) => of_evidence(evidence),
    }
}

fn of_refusal(refusal: &mut Refusal) -> Vec<&mut String> {
    use Refusal as R;
    match refusal {
        R::WindowGone(text)
        | R::ControlGone(text)
        | R::NotEnabled(text)
        | R::OffLimits(text)
        | R::NoSuchCommand(text)
        | R::NotGrounded(text)
        | R::DesktopLost(text)
        | R::NoSecret(text)
        | R::NoSuchAgent(text)
        | R::NotAllowed(text)
        | R::Recorded(text) => vec![text],
        R::ControlChanged { expected, found } => vec![expected, found],
        R::Obscured { what, by } => vec![what, by],
        R::NotPossible { what, why } | R::OutOfDate { what, why } => vec![what, why],
        R::NoAnswer { application, millis: _ } => vec![application],
        R::NoSuchApplication { name, close } => [name].into_iter().chain(close).collect(),
        R::NotStarted { name, why } | R::NotRun { program: name, why } => vec![name, why],
        R::Taken { window, task, process: _ } => vec![window, task],
        R::BadArgument { name, must } => vec![name, must],
        R::HoldsSecret { what, secret: _ } => vec![what],
        R::SecretBound { name, bound_to, here } => [name, bound_to].into_iter().chain(here).collect(),
        R::HandsTaken { process: _ }
        | R::NoControl
        | R::NotForDesktop
        | R::FieldShows
        | R::AgentNotStarted => Vec::new(),
        // Only the session reports this, never a desktop.
        R::NotDone(_) => Vec::new(),
    }
}

pub(super) fn of_error(error: &mut DesktopError) -> Vec<&mut String> {
    use DesktopError as E;
    // Without a wildcard: a new variant has to say here which texts it has.
    match error {
        E::WindowGone(text)
        | E::ControlGone(text)
        | E::NotEnabled(text)
        | E::NoSuchCommand(text)
        | E::NotGrounded(text)
        | E::OffLimits(text)
        | E::Unusable(text)
        | E::Lost(text) => vec![text],
        E::ControlChanged { expected, found } => vec![expected, found],
        E::Obscured { what, by } => vec![what, by],
        E::NotPossible { what, why } | E::OutOfDate { what, why } => vec![what, why],
        E::HoldsSecret { what, secret: _ } => vec![what],
        E::Hung { application, millis: _ } => vec![application],
        E::NoSuchApplication { name, close } => [name].into_iter().chain(close).collect(),
        E::NotStarted { name, why } => vec![name, why],
        E::Taken { window, task, process: _ } => vec![window, task],
        E::InputTaken { process: _ } => Vec::new(),
    }
}
