//! An open question as JSON for the page, with what a terminal shows of it and the replies that fit.

use deskpilot_core::{
    ApprovalRequest, Consent,
    fold::{OpenQuestion, QuestionKind},
};
use deskpilot_runtime::approval_rows;
use serde_json::{Value, json};

/// The question.
pub(crate) fn question_json(question: &OpenQuestion) -> Value {
    let OpenQuestion { id, wants } = question;
    let QuestionKind::Consent { agent, waiting } = wants else { return json!({"id": id, "wants": wants}) };
    let rows = approval_rows(&agent.to_string(), waiting);
    json!({"id": id, "wants": wants, "rows": rows, "choices": choices(waiting)})
}

fn choices(waiting: &ApprovalRequest) -> Vec<Value> {
    let choice = |consent: Consent, says: &str| json!({"consent": consent, "says": says});
    let mut choices = vec![
        choice(Consent::Once, "yes, this once"),
        choice(Consent::No(String::new()), "no; add a reason for the agent if you like"),
    ];
    if let Some(rule) = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref()) {
        choices.push(choice(Consent::Session, "yes, and to the same action for the rest of this session"));
        choices.push(choice(Consent::Always, &format!("yes, always, by this rule: {rule}")));
    }
    choices.push(choice(Consent::Stop, "stop the task; it asks again when it is resumed"));
    choices
}
