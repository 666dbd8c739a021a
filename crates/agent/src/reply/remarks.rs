//! Parses what a reply says in addition to its decision.

use super::wire::{Fields, complain, wrong_type};
use deskpilot_core::{Complaint, Question, Remarks};
use serde_json::Value;

/// The remarks that both agents make.
pub(crate) fn remarks(fields: &Fields) -> Result<Remarks, Complaint> {
    Ok(Remarks {
        observation: fields.text("Observation")?,
        thought: fields.text("Thought")?,
        plan: fields
            .texts("Plan")?
            .into_iter()
            .filter(|step| !step.is_empty() && step != "<FINISH>")
            .collect(),
        comment: fields.text("Comment")?,
        save_screenshot: save_screenshot(fields)?,
    })
}

/// The questions of an agent that waits for answers.
pub(crate) fn questions(fields: &Fields) -> Result<Vec<Question>, Complaint> {
    let questions: Vec<Question> =
        fields.texts("Questions")?.into_iter().filter(|it| !it.is_empty()).map(Question).collect();
    if questions.is_empty() {
        return Err(complain("Status PENDING needs Questions: write what the user is to be asked"));
    }
    Ok(questions)
}

/// A flag, or an object with a flag and a reason.
fn save_screenshot(fields: &Fields) -> Result<Option<String>, Complaint> {
    match fields.value("SaveScreenshot") {
        None | Some(Value::Bool(false)) => Ok(None),
        Some(Value::Bool(true)) => Ok(Some(String::new())),
        Some(Value::Object(object)) => {
            let object = Fields::unambiguous(object.clone())?;
            let save = object.value("save").is_some_and(|it| it == &Value::Bool(true));
            Ok(if save { Some(object.text("reason")?) } else { None })
        }
        Some(Value::String(text)) if matches!(text.to_lowercase().as_str(), "" | "false") => Ok(None),
        Some(Value::String(text)) if text.eq_ignore_ascii_case("true") => Ok(Some(String::new())),
        Some(other) => Err(wrong_type("SaveScreenshot", "true or false", other)),
    }
}
