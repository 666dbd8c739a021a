//! Deferred targets: crashes before every single entry of the log, then resumes.

use crate::common::{TestEnv, cut_off_at, performed};
use async_trait::async_trait;
use deskpilot_agent::Ending;
use deskpilot_core::{AgentKind, Completion, ControlLine, Prompt, Usage, Verdict, section};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::sync::Arc;

const LETTERS: &str = "\
app \"Letters\" letters \"Letters\"
  window \"Letter\" letters
    document \"Text\" = \"Dear Ada\"
    edit \"State\" readonly
    button \"Save As\" -> window \"Save As\" letters
      edit \"Name\"
      button \"Save\" -> save \"Text\" as edit \"Name\", set \"State\" to \"saved\", close
";

/// A model without memory that opens the window for its subtask, and names the field and the button of the dialog before they
/// are there.
struct DeferringModel;

impl DeferringModel {
    fn host(prompt: &Prompt) -> Value {
        let of =
            |name: &str| -> Vec<Value> { serde_json::from_str(prompt.section(name)).unwrap_or_default() };
        let windows = of(section::APPLICATION_INFORMATION);
        let letter = windows.iter().find(|it| it["title"] == "Letter");
        match (of(section::PREVIOUS_SUBTASKS).last(), letter) {
            (Some(last), _) if last["status"] == "FINISH" => json!({"Status": "FINISH", "Comment": "saved"}),
            (_, Some(window)) => json!({
                "Status": "ASSIGN", "ControlLabel": window["label"], "Current Sub-Task": "save: save it as a.txt",
            }),
            (_, None) => json!({
                "Status": "ASSIGN", "AppsToOpen": {"APP": "Letters"}, "Current Sub-Task": "save: save it as a.txt",
            }),
        }
    }

    fn app(prompt: &Prompt) -> Value {
        let seen = ControlLine::parse_listing(prompt.section(section::CONTROL_INFORMATION));
        let find = |name: &str| seen.iter().find(|it| it.name == name);
        let value = |name: &str| find(name).and_then(|it| it.value.clone()).unwrap_or_default();
        let open = json!({"Function": "click_input", "ControlText": "Save As", "Args": {}});
        let name =
            json!({"Function": "set_edit_text", "ControlText": "Edit \"Name\"", "Args": {"text": "a.txt"}});
        let save = json!({"Function": "click_input", "ControlText": "Button \"Save\"", "Args": {}});
        let list = match (value("State").as_str(), find("Name"), value("Name").as_str()) {
            ("saved", ..) => return json!({"Status": "FINISH", "Comment": "it is saved"}),
            (_, None, _) => vec![open, name, save],
            (_, Some(_), "") => vec![name, save],
            (_, Some(_), _) => vec![save],
        };
        json!({"Status": "FINISH", "ActionList": list, "Comment": "it is saved"})
    }
}

#[async_trait]
impl Model for DeferringModel {
    fn name(&self) -> &str {
        "hasty"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let reply = if prompt.agent == AgentKind::HostAgent {
            DeferringModel::host(prompt)
        } else {
            DeferringModel::app(prompt)
        };
        Ok(Completion { text: reply.to_string(), model: "hasty".into(), usage: Usage::default() })
    }
}

#[tokio::test]
async fn what_was_decided_upon_ahead_survives_being_cut_off_anywhere() {
    let whole = TestEnv::new(LETTERS);
    let ending = whole.open(Arc::new(DeferringModel)).unwrap().round("save it").await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", whole.transcript());
    assert_eq!(whole.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "{}", whole.transcript());
    let inputs = performed(&whole);
    assert_eq!(inputs.len(), 3, "{}", whole.transcript());

    for seq in 2.. {
        let Some(env) = cut_off_at(seq, TestEnv::new(LETTERS), Arc::new(DeferringModel), "save it").await
        else {
            assert_eq!(seq, whole.log.entries().len() as u64, "every entry was cut off once");
            return;
        };
        env.log.heal();
        let ending = env.resume(Arc::new(DeferringModel)).unwrap().continue_round().await.unwrap();
        let transcript = env.transcript();
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "cut off at {seq}:\n{transcript}");
        assert_eq!(performed(&env), inputs, "cut off at {seq}:\n{transcript}");
        assert_eq!(env.desktop.file("a.txt").as_deref(), Some("Dear Ada"), "cut off at {seq}:\n{transcript}");
    }
}
