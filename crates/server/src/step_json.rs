//! A step as JSON for the page: what `StepRecord` has, without the controls that its agent saw.

use deskpilot_core::{
    View,
    fold::{
        ApprovalState, DecisionEntry, DecisionSource, StepDecision, StepError, StepObservation,
        StepOperation, StepRecord, StepReply,
    },
};
use serde_json::{Value, json};

/// The step.
pub(crate) fn step_json(step: &StepRecord) -> Value {
    json!({
        "number": step.number,
        "agent": step.agent,
        "entry": step.entry,
        "round": step.round,
        "request": step.request,
        "application": step.application,
        "subtask": step.subtask,
        "observations": step.observations.iter().map(observation).collect::<Vec<_>>(),
        "decisions": step.decisions.iter().map(decision).collect::<Vec<_>>(),
        "operations": step.operations.iter().map(operation).collect::<Vec<_>>(),
        "carried": step.carried.is_some(),
        "selected": step.selected,
        "approval": approval(&step.approval),
        "error": step.error.as_ref().map(error),
        "cost": step.cost,
        "round_cost": step.round_cost,
        "session_cost": step.session_cost,
        "timings": step.timings,
        "replies": step.replies().iter().map(reply).collect::<Vec<_>>(),
        "verdict": step.verdict,
        "settled": step.settled,
    })
}

fn observation(seen: &StepObservation) -> Value {
    let (kind, window, controls) = match &seen.view {
        View::App(view) => ("app", Some(&view.window), view.controls.len()),
        View::Desktop(view) => ("desktop", None, view.windows.len()),
    };
    json!({
        "entry": seen.entry,
        "at": seen.at,
        "kind": kind,
        "window": window,
        "pictures": seen.view.pictures(),
        "controls": controls,
    })
}

fn decision(made: &DecisionEntry) -> Value {
    let (decision, remarks) = match &made.decision {
        StepDecision::Nothing => (Value::Null, Value::Null),
        StepDecision::Host(decision, remarks) => (json!(decision), json!(remarks)),
        StepDecision::App(decision, remarks) => (json!(decision), json!(remarks)),
    };
    let by = match made.source {
        DecisionSource::Model => "model",
        DecisionSource::Program => "program",
        DecisionSource::Session => "session",
    };
    json!({"entry": made.entry, "at": made.at, "by": by, "decision": decision, "remarks": remarks})
}

fn operation(done: &StepOperation) -> Value {
    let run = done
        .run
        .as_ref()
        .map(|it| json!({"id": it.id, "entry": it.entry, "began": it.began, "ended": it.ended}));
    json!({
        "says": done.operation.description(),
        "operation": done.operation,
        "effect": done.outcome.effect.word(),
        "detail": done.outcome.effect.detail(),
        "outcome": done.outcome,
        "run": run,
        "selected": done.selected,
    })
}

const fn approval(state: &ApprovalState) -> &'static str {
    match state {
        ApprovalState::NotNeeded => "not_needed",
        ApprovalState::Waiting(_) => "waiting",
        ApprovalState::Given => "given",
        ApprovalState::GivenBefore => "given_before",
        ApprovalState::Withheld => "withheld",
    }
}

fn error(error: &StepError) -> Value {
    let kind = match error {
        StepError::Recoverable(_) => "recoverable",
        StepError::Fatal(_) => "fatal",
    };
    json!({"kind": kind, "message": error.message()})
}

fn reply(reply: &StepReply) -> Value {
    let StepReply { entry, prompt, text, ending, usage } = reply;
    json!({"entry": entry, "prompt": prompt, "text": text, "ending": ending, "usage": usage})
}
