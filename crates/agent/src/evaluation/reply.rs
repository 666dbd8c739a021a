//! The EvaluationAgent's reply.

use crate::reply::{Fields, complain};
use deskpilot_core::{Assessment, Complaint};
use serde_json::Value;

/// A judgement of a session.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judgement {
    pub(super) complete: Assessment,
    pub(super) reason: String,
    pub(super) sub_scores: Vec<(String, Assessment)>,
}

impl Judgement {
    pub(super) fn unsure(reason: &str) -> Judgement {
        Judgement { complete: Assessment::Unsure, reason: reason.to_owned(), sub_scores: Vec::new() }
    }
}

/// Parses the reply; `sub_scores` is a list of names and scores, or an object with the names as keys.
pub(super) fn read(reply: &str) -> Result<Judgement, Complaint> {
    let fields = Fields::parse(reply)?;
    let reason = fields.text("reason")?;
    let answer = fields.text("complete")?;
    let complete = word(&answer)
        .ok_or_else(|| complain(format!("complete is {answer:?}: write one of yes, no, unsure")))?;
    let sub_scores = match fields.value("sub_scores") {
        None => Vec::new(),
        Some(Value::Array(items)) => items.iter().map(item).collect::<Result<_, _>>()?,
        Some(Value::Object(scores)) => {
            scores.iter().map(|(name, value)| score(name, value)).collect::<Result<_, _>>()?
        }
        Some(_) => return Err(complain("sub_scores must be a list of objects with name and score")),
    };
    if complete == Assessment::Yes && sub_scores.iter().any(|(_, it)| *it == Assessment::No) {
        return Err(complain("complete is yes and a sub_score is no: make them agree"));
    }
    Ok(Judgement { complete, reason, sub_scores })
}

fn item(item: &Value) -> Result<(String, Assessment), Complaint> {
    let name = item.get("name").and_then(Value::as_str).unwrap_or_default();
    score(name, item.get("score").or_else(|| item.get("evaluation")).unwrap_or(&Value::Null))
}

fn score(name: &str, value: &Value) -> Result<(String, Assessment), Complaint> {
    let read = value.as_str().and_then(word);
    let read =
        read.ok_or_else(|| complain(format!("the score of {name:?} is {value}: write yes, no or unsure")))?;
    Ok((name.to_owned(), read))
}

/// A verdict word; recorded data also has `maybe`.
fn word(text: &str) -> Option<Assessment> {
    match text.trim().to_lowercase().as_str() {
        "yes" | "true" => Some(Assessment::Yes),
        "no" | "false" => Some(Assessment::No),
        "unsure" | "maybe" | "unknown" => Some(Assessment::Unsure),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_judgement_is_read_or_complained_of() {
        for (reply, expected) in [
            (
                r#"{"reason": "r", "sub_scores": [{"name": "a", "score": "yes"}], "complete": "Yes"}"#,
                "Yes r a:Yes",
            ),
            (
                r#"{"reason": "r", "sub_scores": {"a": "no", "b": "maybe"}, "complete": "no"}"#,
                "No r a:No b:Unsure",
            ),
            (r#"{"complete": "unsure"}"#, "Unsure "),
            (r#"{"complete": "done"}"#, "complete is \"done\": write one of yes, no, unsure"),
            (
                r#"{"complete": "yes", "sub_scores": [{"name": "a", "score": 3}]}"#,
                "the score of \"a\" is 3: write yes, no or unsure",
            ),
            (
                r#"{"complete": "yes", "sub_scores": {"a": "no"}}"#,
                "complete is yes and a sub_score is no: make them agree",
            ),
        ] {
            let shown = match read(reply) {
                Ok(it) => {
                    let scores: Vec<String> =
                        it.sub_scores.iter().map(|(name, score)| format!(" {name}:{score:?}")).collect();
                    format!("{:?} {}{}", it.complete, it.reason, scores.concat())
                }
                Err(complaint) => complaint.to_string(),
            };
            assert_eq!(shown, expected, "{reply}");
        }
    }
}
