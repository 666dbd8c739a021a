//! Every text in what a desktop tells: a new field that holds one does not compile until it is named here.

use crate::DesktopError;
use deskpilot_core::{Control, Effect, Evidence, Outcome, Source, Window};

pub(super) fn of_control(control: &mut Control) -> impl Iterator<Item = &mut String> {
    let Control { label: _, role: _, name, value, states: _, rect: _, source } = control;
    // A node is an address, and no text of the screen.
    let (Source::Accessibility { .. } | Source::Vision { .. } | Source::Ahead) = source;
    [name].into_iter().chain(value)
}

pub(super) fn of_window(window: &mut Window) -> [&mut String; 2] {
    let Window { label: _, id: _, title, application, process: _, rect: _, state: _, focused: _ } = window;
    [title, application]
}

pub(super) fn of_outcome(outcome: &mut Outcome) -> Vec<&mut String> {
    let Outcome { effect, output, settled: _ } = outcome;
    let mut texts = of_effect(effect);
    texts.extend(output);
    texts
}

fn of_effect(effect: &mut Effect) -> Vec<&mut String> {
    match effect {
        Effect::Confirmed(evidence) | Effect::NoChange(evidence) => of_evidence(evidence),
        Effect::Unverified(text) | Effect::Partial(text) | Effect::Refused(text) => vec![text],
        Effect::Interrupted => Vec::new(),
    }
}

fn of_evidence(evidence: &mut Evidence) -> Vec<&mut String> {
    match evidence {
        Evidence::Value { before, after, of } => [before, after, of].into_iter().flatten().collect(),
        Evidence::State(text) | Evidence::Focus(text) | Evidence::Window(text) => vec![text],
        Evidence::Tree { added: _, removed: _, changed: _, told } => told.iter_mut().collect(),
        Evidence::Accepted | Evidence::ExitCode(_) => Vec::new(),
    }
}

pub(super) fn of_error(error: &mut DesktopError) -> Vec<&mut String> {
    use DesktopError as E;
    match error {
        E::WindowGone(text)
        | E::ControlGone(text)
        | E::NotEnabled(text)
        | E::NoSuchCommand(text)
        | E::NotGrounded(text)
        | E::OffLimits(text)
        | E::Lost(text) => vec![text],
        E::ControlChanged { expected, found } => vec![expected, found],
        E::Obscured { what, by } => vec![what, by],
        E::NotPossible { what, why } => vec![what, why],
        E::Hung { application, millis: _ } => vec![application],
        E::NoSuchApplication { name, close } => [name].into_iter().chain(close).collect(),
        E::NotStarted { name, why } => vec![name, why],
        E::Taken { window, task, process: _ } => vec![window, task],
        E::HandsTaken { process: _ } => Vec::new(),
    }
}
