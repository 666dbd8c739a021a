//! The replies about the template and the feasibility of a task.

use super::{Feasibility, TemplateDescription};
use crate::reply::{Fields, complain};
use deskpilot_core::Complaint;
use serde_json::Value;

/// What may be wrong with a request, in the words of records; the first says that nothing is.
pub(super) const REQUEST_TYPES: &[&str] = &["None", "Non_task", "App_involve", "Env", "Others"];

/// The template that the reply names.
pub(super) fn template(reply: &str, templates: &[TemplateDescription]) -> Result<String, Complaint> {
    let named = Fields::parse(reply)?.text("Template")?;
    let known = templates.iter().find(|it| it.name.eq_ignore_ascii_case(&named));
    known.map(|it| it.name.clone()).ok_or_else(|| {
        let names: Vec<&str> = templates.iter().map(|it| it.name.as_str()).collect();
        complain(format!("there is no template {named:?}: write one of {}", names.join(", ")))
    })
}

/// The judgement of the reply.
pub(super) fn feasibility(reply: &str) -> Result<Feasibility, Complaint> {
    let fields = Fields::parse(reply)?;
    let judge = match fields.value("judge") {
        Some(Value::Bool(judge)) => *judge,
        _ => return Err(complain("judge must be true or false")),
    };
    let word = fields.text("request_type")?;
    let known = REQUEST_TYPES.iter().find(|it| it.eq_ignore_ascii_case(&word));
    let Some(request_type) = known else {
        return Err(complain(format!("request_type is {word:?}: write one of {}", REQUEST_TYPES.join(", "))));
    };
    if judge != (*request_type == REQUEST_TYPES[0]) {
        return Err(complain("judge is true exactly when request_type is None: make them agree"));
    }
    Ok(Feasibility { judge, thought: fields.text("thought")?, request_type: (*request_type).to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replies_are_read_or_complained_of() {
        let templates: Vec<TemplateDescription> = ["a.odt", "b.odt"]
            .map(|name| TemplateDescription { name: name.into(), description: String::new() })
            .into();
        assert_eq!(
            template("{\"Thought\": \"x\", \"Template\": \"B.odt\"}", &templates).as_deref(),
            Ok("b.odt")
        );
        let wrong = template("{\"Template\": \"c.odt\"}", &templates).unwrap_err();
        assert_eq!(wrong.as_str(), "there is no template \"c.odt\": write one of a.odt, b.odt");
        for (reply, expected) in [
            (r#"{"judge": true, "thought": "good", "request_type": "none"}"#, "true None"),
            (r#"{"judge": false, "thought": "a question", "request_type": "Non_task"}"#, "false Non_task"),
            (r#"{"judge": "yes", "request_type": "None"}"#, "judge must be true or false"),
            (
                r#"{"judge": true, "request_type": "Fine"}"#,
                "request_type is \"Fine\": write one of None, Non_task",
            ),
            (r#"{"judge": true, "request_type": "Env"}"#, "judge is true exactly when request_type is None"),
        ] {
            let shown = match feasibility(reply) {
                Ok(it) => format!("{} {}", it.judge, it.request_type),
                Err(complaint) => complaint.as_str().to_owned(),
            };
            assert!(shown.starts_with(expected), "{reply}: {shown}");
        }
    }
}
