//! An open question for a client: as a part of a result, as a form for its person, and the replies to it.

use crate::tool_error::ToolError;
use deskpilot_core::{
    ApprovalRequest, Consent,
    fold::{OpenQuestion, QuestionKind},
};
use deskpilot_runtime::{Reply, approval_rows, plain};
use rmcp::model::{ElicitRequestParams, ElicitResult, ElicitationAction, ElicitationSchema};
use serde::Deserialize;
use serde_json::{Value, json};

/// What a client gives as the answer to a question.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct GivenAnswer {
    /// A text for each question.
    pub(crate) answers: Option<Vec<String>>,
    /// `once`, `session`, `no` or `stop`.
    pub(crate) consent: Option<String>,
    /// The comment for the agent that comes with a no.
    pub(crate) reason: Option<String>,
}

/// The question as a part of a result; `None` if it is not the client's to answer.
pub(crate) fn question_value(question: &OpenQuestion) -> Option<Value> {
    let id = question.id;
    match &question.wants {
        QuestionKind::Answers(_) => Some(json!({"id": id, "kind": "question", "texts": texts(question)})),
        QuestionKind::Consent { waiting, .. } => Some(json!({
            "id": id,
            "kind": "approval",
            "texts": texts(question),
            "choices": choices(waiting),
        })),
        // A person has the desktop, and hands it back themselves.
        QuestionKind::HandBack(_) => None,
    }
}

/// What is asked, a line each.
fn texts(question: &OpenQuestion) -> Vec<String> {
    match &question.wants {
        QuestionKind::Answers(questions) => questions.iter().map(|it| plain(&it.0)).collect(),
        QuestionKind::Consent { agent, waiting } => approval_rows(&agent.to_string(), waiting)
            .into_iter()
            .map(|(name, text)| plain(&format!("{name}: {text}")))
            .collect(),
        QuestionKind::HandBack(_) => Vec::new(),
    }
}

fn choices(waiting: &ApprovalRequest) -> Vec<&'static str> {
    let lasts = waiting.grounds.as_ref().is_some_and(|it| it.rule.is_some());
    let session = lasts.then_some("session");
    [Some("once"), session, Some("no"), Some("stop")].into_iter().flatten().collect()
}

/// The reply that an answer stands for.
///
/// # Errors
/// It does not fit the question; the text says what does.
pub(crate) fn reply_to(question: &OpenQuestion, given: &GivenAnswer) -> Result<Reply, ToolError> {
    let wrong = |why: &str| Err(ToolError(why.to_owned()));
    match (&question.wants, &given.answers, given.consent.as_deref()) {
        (QuestionKind::Answers(_), Some(answers), None) => Ok(Reply::Answers(answers.clone())),
        (QuestionKind::Answers(_), ..) => {
            wrong("this is a question: give answers, with a text for each question")
        }
        (QuestionKind::Consent { .. }, None, Some(word)) => match consent(word, given.reason.as_deref()) {
            Some(consent) => Ok(Reply::Consent(consent)),
            None => wrong("consent must be once, session, no or stop"),
        },
        (QuestionKind::Consent { .. }, ..) => {
            wrong("this is an approval: give consent, which is once, session, no or stop")
        }
        (QuestionKind::HandBack(_), ..) => {
            wrong("the user has the desktop, and hands it back with `deskpilot hand-back`")
        }
    }
}

fn consent(word: &str, reason: Option<&str>) -> Option<Consent> {
    match word {
        "once" => Some(Consent::Once),
        "session" => Some(Consent::Session),
        "no" => Some(Consent::No(reason.unwrap_or_default().to_owned())),
        "stop" => Some(Consent::Stop),
        _ => None,
    }
}

/// The question as a form for the person at the client; `None` if it is not theirs to answer.
pub(super) fn form(question: &OpenQuestion) -> Option<ElicitRequestParams> {
    let (head, schema) = match &question.wants {
        QuestionKind::Answers(questions) => ("Deskpilot asks:", answers_schema(questions.len())),
        QuestionKind::Consent { waiting, .. } => ("Deskpilot needs your approval:", consent_schema(waiting)),
        QuestionKind::HandBack(_) => return None,
    };
    let Value::Object(schema) = schema else { return None };
    Some(ElicitRequestParams::FormElicitationParams {
        meta: None,
        message: format!("{head}\n{}", texts(question).join("\n")),
        requested_schema: ElicitationSchema::from_json_schema(schema).ok()?,
    })
}

fn consent_schema(waiting: &ApprovalRequest) -> Value {
    json!({
        "type": "object",
        "properties": {"allow": {"type": "string", "title": "Allow it", "enum": ways_to_allow(waiting)}},
        "required": ["allow"],
    })
}

/// The choices that are a yes.
fn ways_to_allow(waiting: &ApprovalRequest) -> Vec<&'static str> {
    choices(waiting).into_iter().filter(|it| matches!(*it, "once" | "session")).collect()
}

fn answers_schema(count: usize) -> Value {
    let keys: Vec<String> = (1..=count).map(answer_key).collect();
    let field = |(at, key): (usize, &String)| {
        (key.clone(), json!({"type": "string", "title": format!("Answer {at}")}))
    };
    let properties: serde_json::Map<String, Value> = (1..).zip(&keys).map(field).collect();
    json!({"type": "object", "properties": properties, "required": keys})
}

fn answer_key(at: usize) -> String {
    format!("answer_{at}")
}

/// The reply that a filled form stands for; `None` if the person did not answer.
pub(super) fn reply_of_form(question: &OpenQuestion, form: &ElicitResult) -> Option<Reply> {
    let content = |key: &str| form.content.as_ref()?.get(key)?.as_str().map(str::to_owned);
    match (&question.wants, &form.action) {
        // Only what was offered is a yes: some clients send a form on which nobody chose.
        (QuestionKind::Consent { waiting, .. }, ElicitationAction::Accept) => content("allow")
            .filter(|word| ways_to_allow(waiting).contains(&word.as_str()))
            .and_then(|word| consent(&word, None))
            .map(Reply::Consent),
        (QuestionKind::Consent { .. }, ElicitationAction::Decline) => {
            Some(Reply::Consent(Consent::No(String::new())))
        }
        (QuestionKind::Answers(questions), ElicitationAction::Accept) => (1..=questions.len())
            .map(|at| content(&answer_key(at)))
            .collect::<Option<_>>()
            .map(Reply::Answers),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        AgentName, Grounds, Launch, Operation, PauseCause, Question, Rule, RulingSource, fold::QuestionId,
    };

    fn question(wants: QuestionKind) -> OpenQuestion {
        OpenQuestion { id: QuestionId(7), wants }
    }

    fn approval() -> OpenQuestion {
        approval_with(None)
    }

    /// An approval that this rule could make last.
    fn approval_with(rule: Option<Rule>) -> OpenQuestion {
        let operation = Operation::Launch(Launch { application: "calc".into(), ..Launch::default() });
        let grounds = rule.map(|rule| Grounds {
            source: RulingSource::Agent,
            findings: Vec::new(),
            rule: Some(Box::new(rule)),
            places: Vec::new(),
            targets: None,
            beside: None,
            known_effect: None,
        });
        let waiting = ApprovalRequest { operation, reason: "it opens".into(), grounds, picture: None };
        question(QuestionKind::Consent { agent: AgentName::host(), waiting: Box::new(waiting) })
    }

    fn two_questions() -> OpenQuestion {
        question(QuestionKind::Answers(vec![Question("Tea?".into()), Question("Where\u{1b}?".into())]))
    }

    #[test]
    fn a_question_says_what_is_asked_and_which_replies_fit() {
        let value = question_value(&approval()).unwrap();
        assert_eq!((&value["id"], &value["kind"]), (&json!(7), &json!("approval")));
        assert_eq!(value["choices"], json!(["once", "no", "stop"]), "no rule could allow it for longer");
        assert_eq!(question_value(&two_questions()).unwrap()["texts"], json!(["Tea?", "Where\u{fffd}?"]));
        assert!(question_value(&question(QuestionKind::HandBack(PauseCause::Asked))).is_none());
    }

    #[test]
    fn an_answer_fits_its_question_or_says_what_does() {
        let words = |word: &str| GivenAnswer { consent: Some(word.into()), ..GivenAnswer::default() };
        let texts = GivenAnswer { answers: Some(vec!["a".into()]), ..GivenAnswer::default() };
        assert_eq!(reply_to(&approval(), &words("once")).unwrap(), Reply::Consent(Consent::Once));
        assert_eq!(reply_to(&approval(), &words("no")).unwrap(), Reply::Consent(Consent::No(String::new())));
        assert_eq!(reply_to(&two_questions(), &texts).unwrap(), Reply::Answers(vec!["a".into()]));
        for (question, given) in
            [(approval(), words("always")), (approval(), texts), (two_questions(), words("once"))]
        {
            assert!(reply_to(&question, &given).is_err(), "{given:?}");
        }
    }

    #[test]
    fn only_an_accepted_form_with_an_offered_answer_is_a_yes() {
        let accept = |content| ElicitResult::new(ElicitationAction::Accept).with_content(content);
        let no = Reply::Consent(Consent::No(String::new()));
        let once = Reply::Consent(Consent::Once);
        for (form, expected) in [
            (accept(json!({"allow": "once"})), Some(once)),
            (accept(json!({"allow": "session"})), None),
            (accept(json!({"allow": "always"})), None),
            (accept(json!({"allow": "no"})), None),
            (accept(json!({"allow": true})), None),
            (accept(json!({})), None),
            (accept(json!([1])), None),
            (ElicitResult::new(ElicitationAction::Accept), None),
            (ElicitResult::new(ElicitationAction::Decline), Some(no)),
            (ElicitResult::new(ElicitationAction::Cancel), None),
        ] {
            assert_eq!(reply_of_form(&approval(), &form), expected, "{form:?}");
        }
        let lasting = approval_with(Some(serde_json::from_str(r#"{"say": "allow"}"#).unwrap()));
        let session = reply_of_form(&lasting, &accept(json!({"allow": "session"})));
        assert_eq!(session, Some(Reply::Consent(Consent::Session)));
        let both = accept(json!({"answer_1": "yes", "answer_2": "here"}));
        let expected = Reply::Answers(vec!["yes".into(), "here".into()]);
        assert_eq!(reply_of_form(&two_questions(), &both), Some(expected));
        assert_eq!(reply_of_form(&two_questions(), &accept(json!({"answer_1": "yes"}))), None);
    }

    #[test]
    fn every_form_is_one_that_the_protocol_allows() {
        assert!(form(&approval()).is_some() && form(&two_questions()).is_some());
    }
}
