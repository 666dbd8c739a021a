//! The EvaluationAgent's prompt. It has nothing that the agents say about themselves.

use crate::prompt::{complaint_section, evaluation_contract, evaluation_system, shortened, text};
use deskpilot_core::{
    AgentKind, CheckResult, Complaint, Picture, Prompt, Provenance, ReplyLength, Section,
    fold::{EvaluationRecord, PerformedOperation},
    section,
};
use deskpilot_desktop::view::{SpellingSimilarity, ViewOptions, ViewRequest, text_view};
use serde_json::{Value, json};

/// How many operations of a long session are listed from its beginning.
const FIRST: usize = 40;
/// How many operations of a long session are listed from its end.
const LAST: usize = 60;
/// The most bytes of an action, a result or a finding.
const MAX_BYTES: usize = 300;

/// The EvaluationAgent's prompt.
pub(super) fn prompt(
    performance: &EvaluationRecord,
    view: &ViewOptions,
    checks: &[CheckResult],
    pictures: Vec<Picture>,
    complaint: Option<&Complaint>,
) -> Prompt {
    let mut sections = vec![
        text(section::USER_REQUEST, Provenance::User, &performance.requests.join("\n\nthen:\n")),
        trajectory(performance),
        checks_section(checks),
    ];
    sections.extend(last_window(performance, view));
    sections.extend(complaint.map(complaint_section));
    Prompt {
        agent: AgentKind::EvaluationAgent,
        system: evaluation_system(),
        sections,
        pictures,
        contract: evaluation_contract(),
        reply_length: ReplyLength::Usual,
    }
}

/// The operations with their results; of a very long session only the beginning and the end.
fn trajectory(performance: &EvaluationRecord) -> Section {
    let operations = &performance.operations;
    let left_out = operations.len().saturating_sub(FIRST + LAST);
    let mut lines: Vec<String> = operations.iter().take(FIRST).map(operation_line).collect();
    if left_out > 0 {
        lines.push(json!({"LeftOut": left_out}).to_string());
    }
    lines.extend(operations.iter().skip((FIRST + left_out).min(operations.len())).map(operation_line));
    section(section::TRAJECTORY, format!("[{}]", lines.join(",\n")))
}

fn operation_line(done: &PerformedOperation) -> String {
    let (action, result) = (done.operation.to_string(), done.result());
    json!({"Step": done.step, "Action": shortened(&action, MAX_BYTES), "Result": shortened(&result, MAX_BYTES)})
        .to_string()
}

fn checks_section(checks: &[CheckResult]) -> Section {
    let checks: Vec<Value> = checks
        .iter()
        .map(|it| json!({"check": it.check, "holds": it.holds.word(), "found": shortened(&it.found, MAX_BYTES)}))
        .collect();
    section(section::CHECKS, Value::from(checks).to_string())
}

/// The controls of the last window, those that match the request first.
fn last_window(performance: &EvaluationRecord, options: &ViewOptions) -> Option<Section> {
    let view = performance.view.as_deref()?;
    let about: Vec<&str> = performance.requests.iter().map(String::as_str).collect();
    let wanted = ViewRequest {
        about: &about,
        expand: &[],
        include: &[],
        find: &[],
        levels: &view.levels,
        truncated: view.truncated.as_ref(),
        beyond: view.beyond,
        similarity: &SpellingSimilarity,
        options,
    };
    Some(section(section::CONTROL_INFORMATION, text_view(&view.controls, &wanted).text))
}

fn section(name: &str, text: String) -> Section {
    Section { name: name.to_owned(), provenance: Provenance::Screen, text, cut: 0 }
}
