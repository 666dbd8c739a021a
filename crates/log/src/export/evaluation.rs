//! The lines of `evaluation.log`: the evaluations of a session.

use deskpilot_core::{Assessment, CheckResult, EvaluationLevel, Event};
use serde::Serialize;
use serde_json::{Map, Value};

#[derive(Serialize)]
struct Evaluation<'a> {
    reason: &'a str,
    sub_scores: Map<String, Value>,
    complete: &'static str,
    level: &'static str,
    request: &'a str,
    id: u32,
    checks: &'a [CheckResult],
}

/// The line of a judgement; empty for other events. Request and number are those of the session's last round.
pub(super) fn line(round: &(u32, String), event: &Event) -> String {
    let Event::Judged { complete, reason, sub_scores, level, checks } = event else { return String::new() };
    let score = |(name, score): &(String, Assessment)| (name.clone(), score.word().into());
    let (number, request) = round;
    let evaluation = Evaluation {
        reason,
        sub_scores: sub_scores.iter().map(score).collect(),
        complete: complete.word(),
        level: level.word(),
        request,
        id: if *level == EvaluationLevel::Round { *number } else { 0 },
        checks,
    };
    serde_json::to_string(&evaluation).unwrap_or_default() + "\n"
}
