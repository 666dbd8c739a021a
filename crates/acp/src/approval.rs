//! Questions for approval as requests for permission, and what the person in the editor chose.

use crate::updates::{pause_title, picture_content, text_content, tool_call_id, tool_kind};
use agent_client_protocol::v1::schema::{
    PermissionOption, PermissionOptionId, PermissionOptionKind, RequestPermissionOutcome, ToolCallStatus,
    ToolCallUpdate, ToolCallUpdateFields,
};
use deskpilot_core::{AgentName, ApprovalRequest, Consent, PauseCause, fold::QuestionId};
use deskpilot_runtime::{approval_rows, plain};
use std::path::Path;

const ONCE: &str = "once";
const SESSION: &str = "session";
const ALWAYS: &str = "always";
const NO: &str = "no";
const HAND_BACK: &str = "hand-back";
const STOP: &str = "stop";

/// The operation that waits, as the tool call that the editor shows beside the question.
pub(crate) fn waiting_call(
    id: QuestionId,
    agent: &AgentName,
    waiting: &ApprovalRequest,
    picture: Option<Vec<u8>>,
) -> ToolCallUpdate {
    let rows = approval_rows(&agent.to_string(), waiting);
    let rows: Vec<String> = rows.iter().map(|(name, text)| format!("{name}: {}", plain(text))).collect();
    let content = std::iter::once(text_content(&rows.join("\n\n")));
    let content = content.chain(picture.map(|it| picture_content(&it))).collect::<Vec<_>>();
    let fields = ToolCallUpdateFields::new()
        .title(plain(&waiting.operation.description()))
        .kind(tool_kind(&waiting.operation))
        .status(ToolCallStatus::Pending)
        .content(content);
    ToolCallUpdate::new(tool_call_id(id.0), fields)
}

/// The answers that fit the question; `policy` is the file that takes the rule of an "always".
pub(crate) fn approval_options(waiting: &ApprovalRequest, policy: Option<&Path>) -> Vec<PermissionOption> {
    let rule = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
    let session = rule.map(|_| {
        let name = "Yes, and to the same for the rest of this session".to_owned();
        option(SESSION, name, PermissionOptionKind::AllowAlways)
    });
    let always = rule.zip(policy).map(|(rule, _)| {
        let name = format!("Yes, always: {}", plain(&rule.to_string()));
        option(ALWAYS, name, PermissionOptionKind::AllowAlways)
    });
    let once = option(ONCE, "Yes, this once".into(), PermissionOptionKind::AllowOnce);
    let no = option(NO, "No".into(), PermissionOptionKind::RejectOnce);
    [Some(once), session, always, Some(no)].into_iter().flatten().collect()
}

/// The consent that a choice is. Anything but an option is a no, and an editor that cancels stops the task.
pub(crate) fn consent(chosen: &RequestPermissionOutcome) -> Consent {
    match chosen_id(chosen) {
        Some(ONCE) => Consent::Once,
        Some(SESSION) => Consent::Session,
        Some(ALWAYS) => Consent::Always,
        Some(_) => Consent::No(String::new()),
        None => Consent::Stop,
    }
}

/// The pause that waits for its end, as a tool call.
pub(crate) fn paused_call(id: QuestionId, cause: &PauseCause) -> ToolCallUpdate {
    let fields = ToolCallUpdateFields::new().title(pause_title(cause)).status(ToolCallStatus::Pending);
    ToolCallUpdate::new(tool_call_id(id.0), fields)
}

/// What a person can do about a pause.
pub(crate) fn pause_options() -> Vec<PermissionOption> {
    vec![
        option(HAND_BACK, "Hand the desktop back".into(), PermissionOptionKind::AllowOnce),
        option(STOP, "Stop the task".into(), PermissionOptionKind::RejectOnce),
    ]
}

/// Whether the person hands the desktop back.
pub(crate) fn is_hand_back(chosen: &RequestPermissionOutcome) -> bool {
    chosen_id(chosen) == Some(HAND_BACK)
}

fn option(id: &'static str, name: String, kind: PermissionOptionKind) -> PermissionOption {
    PermissionOption::new(PermissionOptionId::new(id), name, kind)
}

/// The id of the chosen option; `None` if the editor cancelled the question.
fn chosen_id(chosen: &RequestPermissionOutcome) -> Option<&str> {
    match chosen {
        RequestPermissionOutcome::Selected(it) => Some(&*it.option_id.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use agent_client_protocol::v1::schema::SelectedPermissionOutcome;
    use deskpilot_core::{Grounds, Operation, ProgramCall, Rule, RulingSource};

    fn waiting(rule: Option<Rule>) -> ApprovalRequest {
        let grounds = Grounds {
            source: RulingSource::Agent,
            findings: Vec::new(),
            rule: rule.map(Box::new),
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: None,
        };
        let operation = Operation::Run(ProgramCall { argv: vec!["ls".into()] });
        ApprovalRequest { operation, reason: "it runs".into(), grounds: Some(grounds), picture: None }
    }

    #[test]
    fn only_answers_that_fit_are_offered() {
        let rule = || Some(serde_json::from_str::<Rule>(r#"{"say": "allow"}"#).unwrap());
        for (rule, policy, expected) in [
            (rule(), Some(Path::new("/p.toml")), &["once", "session", "always", "no"][..]),
            (rule(), None, &["once", "session", "no"]),
            (None, Some(Path::new("/p.toml")), &["once", "no"]),
        ] {
            let options = approval_options(&waiting(rule), policy);
            let ids: Vec<&str> = options.iter().map(|it| &*it.option_id.0).collect();
            assert_eq!(ids, expected);
        }
    }

    #[test]
    fn a_choice_is_a_consent_and_an_unknown_one_is_a_no() {
        let selected = |id: &'static str| {
            RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(PermissionOptionId::new(id)))
        };
        for (chosen, expected) in [
            (selected("once"), Consent::Once),
            (selected("session"), Consent::Session),
            (selected("always"), Consent::Always),
            (selected("no"), Consent::No(String::new())),
            (selected("allow_everything"), Consent::No(String::new())),
            (RequestPermissionOutcome::Cancelled, Consent::Stop),
        ] {
            assert_eq!(consent(&chosen), expected);
        }
        assert!(is_hand_back(&selected("hand-back")));
        assert!(!is_hand_back(&selected("stop")) && !is_hand_back(&RequestPermissionOutcome::Cancelled));
    }
}
