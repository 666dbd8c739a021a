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

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, Grounds, Operation, ProgramCall, Rule, RulingSource, fold::QuestionId,
        policy::ActionSurroundings,
    };

    fn question(rule: Option<Rule>) -> Value {
        let beside = ActionSurroundings {
            selected: vec!["a.odt".into(), "b.odt".into()],
            more: 3,
            says: vec!["Delete them?".into()],
        };
        let grounds = Grounds {
            source: RulingSource::Rule("mine".into()),
            findings: Vec::new(),
            rule: rule.map(Box::new),
            places: Vec::new(),
            targets: None,
            beside: Some(Box::new(beside)),
            known_effect: None,
        };
        let operation = Operation::Run(ProgramCall { argv: vec!["rm".into(), "a b".into()] });
        let reason = "it deletes something".into();
        let waiting = Box::new(ApprovalRequest { operation, reason, grounds: Some(grounds), picture: None });
        let wants = QuestionKind::Consent { agent: AgentName::host(), waiting };
        question_json(&OpenQuestion { id: QuestionId(7), wants })
    }

    #[test]
    fn an_approval_says_what_is_selected_and_shown_why_it_is_asked_and_whose_it_is() {
        let question = question(None);
        let rows: Vec<(&str, &str)> = question["rows"].as_array().unwrap().iter().map(row).collect();
        assert!(rows[0].0 == "what" && rows[0].1.contains("a b"), "{rows:?}");
        assert_eq!(
            rows[1..],
            [
                ("selected", "\"a.odt\", \"b.odt\" and 3 more"),
                ("says", "Delete them?"),
                ("why", "it deletes something"),
                ("who", "HostAgent"),
            ]
        );
        assert_eq!(question["wants"]["consent"]["waiting"]["grounds"]["speaker"], json!({"rule": "mine"}));
    }

    /// The name and the text of a row.
    fn row(row: &Value) -> (&str, &str) {
        (row[0].as_str().unwrap(), row[1].as_str().unwrap())
    }

    #[test]
    fn a_yes_that_lasts_is_offered_where_a_rule_can_say_it_and_says_which() {
        let rule = serde_json::from_str::<Rule>(r#"{"say": "allow"}"#).unwrap();
        let says = format!("yes, always, by this rule: {rule}");
        for (rule, expected) in [
            (None, vec![json!("once"), json!({"no": ""}), json!("stop")]),
            (
                Some(rule),
                vec![json!("once"), json!({"no": ""}), json!("session"), json!("always"), json!("stop")],
            ),
        ] {
            let lasts = rule.is_some();
            let question = question(rule);
            let choices = question["choices"].as_array().unwrap();
            assert_eq!(choices.iter().map(|it| it["consent"].clone()).collect::<Vec<_>>(), expected);
            assert_eq!(choices.iter().any(|it| it["says"] == says.as_str()), lasts, "{choices:?}");
        }
    }
}
