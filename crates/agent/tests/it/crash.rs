//! Crashes before entries of a log, in `cargo xtask soak` before every single one, then resumes: always the same end, and no
//! operation twice.

use crate::common::{DESKTOP, TestEnv, cut_off_at, cuts, performed, steps};
use async_trait::async_trait;
use deskpilot_agent::Ending;
use deskpilot_core::{AgentKind, Completion, Consent, ControlLine, Event, Prompt, Usage, Verdict, section};
use deskpilot_model::{Model, ModelError};
use serde_json::{Value, json};
use std::sync::Arc;

const JOB: &str = "Open the calculator and compute 6 x 7. Read the result. Open the text editor. Type the result into Text. \
                   Type \"answer.txt\" into Name. Click \"Save\".";

#[tokio::test]
async fn cut_off_anywhere_it_is_resumed_to_the_same_end() {
    let whole = TestEnv::new(DESKTOP);
    let ending = whole.open(steps()).unwrap().round(JOB).await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", whole.transcript());
    assert_eq!(whole.desktop.file("answer.txt").as_deref(), Some("42"), "{}", whole.transcript());
    let inputs = performed(&whole).len();

    let beyond = cut_off_at(whole.log.entries().len() as u64, TestEnv::new(DESKTOP), steps(), JOB).await;
    assert!(beyond.is_none(), "another run has as many entries");
    for seq in cuts(&whole) {
        let env = cut_off_at(seq, TestEnv::new(DESKTOP), steps(), JOB).await.unwrap();
        env.log.heal();
        let is_outcome_unknown =
            matches!(env.log.entries().last().map(|it| it.event.clone()), Some(Event::Acting { .. }));
        // The user says what they saw: the operation was done, only its outcome was not recorded.
        env.user.answers.lock().unwrap().extend(std::iter::repeat_n("yes".to_owned(), 3));
        let ending = env.resume(steps()).unwrap().continue_round().await.unwrap();
        let transcript = env.transcript();
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "cut off at {seq}:\n{transcript}");
        assert_eq!(env.desktop.file("answer.txt").as_deref(), Some("42"), "cut off at {seq}:\n{transcript}");
        assert_eq!(
            performed(&env).len(),
            inputs,
            "cut off at {seq}, in doubt {is_outcome_unknown}:\n{transcript}"
        );
    }
}

const FORM: &str = "\
window \"Form\" form
  edit \"Name\"
  edit \"City\"
  edit \"File\"
  edit \"State\" readonly
  button \"Save\" -> save \"Name\" as edit \"File\", set \"State\" to \"saved\"
  button \"Delete draft\" -> set \"State\" to \"tidy\"
";

/// A model without memory that decides by what it sees and by the answers: a list for the fields, a question for the file's
/// name, a button that needs a yes, and a subtask that fails once.
struct FormModel;

impl FormModel {
    fn host(prompt: &Prompt) -> Value {
        let ended: Vec<Value> =
            serde_json::from_str(prompt.section(section::PREVIOUS_SUBTASKS)).unwrap_or_default();
        match ended.last() {
            Some(last) if last["status"] == "FINISH" => json!({"Status": "FINISH", "Comment": "filled in"}),
            _ => json!({
                "Status": "ASSIGN", "ControlLabel": "1", "Current Sub-Task": "form: fill it in",
                "Plan": [], "Message": [if ended.is_empty() { "look first" } else { "go on" }],
            }),
        }
    }

    fn app(prompt: &Prompt) -> Value {
        let seen = ControlLine::parse_listing(prompt.section(section::CONTROL_INFORMATION));
        let value = |name: &str| {
            seen.iter().find(|it| it.name == name).and_then(|it| it.value.clone()).unwrap_or_default()
        };
        let label = |name: &str| {
            let found = seen.iter().find(|it| it.name == name).and_then(|it| it.label);
            found.map_or(String::new(), |it| it.to_string())
        };
        let board: Value = serde_json::from_str(prompt.section(section::BLACKBOARD)).unwrap_or_default();
        let file = board["questions"][0]["answer"].as_str();
        let wanted = [("Name", Some("Ada")), ("City", Some("London")), ("File", file)];
        let write = |(name, text): (&str, Option<&str>)| {
            let text = text.filter(|text| value(name) != *text)?;
            let args = json!({"text": text, "clear_current_text": true});
            Some(json!({"Function": "set_edit_text", "ControlLabel": label(name), "Args": args}))
        };
        let missing: Vec<Value> = wanted.into_iter().filter_map(write).collect();
        let click =
            |name: &str| json!([{"Function": "click_input", "ControlLabel": label(name), "Args": {}}]);
        if prompt.section(section::HOST_MESSAGE).contains("look first") {
            return json!({"Status": "FAIL", "Comment": "I only looked"});
        }
        match (value("State").as_str(), missing.is_empty(), file) {
            (_, false, _) => json!({"Status": "CONTINUE", "ActionList": missing}),
            (_, true, None) => json!({"Status": "PENDING", "Questions": ["Which file?"]}),
            ("", true, Some(_)) => json!({"Status": "CONTINUE", "ActionList": click("Save")}),
            ("saved", true, Some(_)) => json!({"Status": "CONTINUE", "ActionList": click("Delete draft")}),
            _ => json!({"Status": "FINISH", "Comment": "filled in"}),
        }
    }
}

#[async_trait]
impl Model for FormModel {
    fn name(&self) -> &str {
        "filler"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        let reply = if prompt.agent == AgentKind::HostAgent {
            FormModel::host(prompt)
        } else {
            FormModel::app(prompt)
        };
        Ok(Completion { text: reply.to_string(), model: "filler".into(), usage: Usage::default() })
    }
}

/// An environment with a user who always answers and says yes.
fn form() -> TestEnv {
    let env = TestEnv::new(FORM);
    env.user.answers.lock().unwrap().extend(std::iter::repeat_n("ada.txt".to_owned(), 3));
    env.user.consents.lock().unwrap().extend(std::iter::repeat_n(Consent::Once, 3));
    env
}

#[tokio::test]
async fn lists_questions_and_confirmations_survive_being_cut_off_anywhere() {
    let whole = form();
    let ending = whole.open(Arc::new(FormModel)).unwrap().round("fill it in").await.unwrap();
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{}", whole.transcript());
    assert_eq!(whole.desktop.file("ada.txt").as_deref(), Some("Ada"), "{}", whole.transcript());
    let inputs = performed(&whole);
    assert_eq!(inputs.len(), 5, "{inputs:?}");

    let model = || Arc::new(FormModel);
    let beyond = cut_off_at(whole.log.entries().len() as u64, form(), model(), "fill it in").await;
    assert!(beyond.is_none(), "another run has as many entries");
    for seq in cuts(&whole) {
        let env = cut_off_at(seq, form(), model(), "fill it in").await.unwrap();
        env.log.heal();
        let ending = env.resume(Arc::new(FormModel)).unwrap().continue_round().await.unwrap();
        let transcript = env.transcript();
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "cut off at {seq}:\n{transcript}");
        assert_eq!(performed(&env), inputs, "cut off at {seq}:\n{transcript}");
        assert_eq!(env.desktop.file("ada.txt").as_deref(), Some("Ada"), "cut off at {seq}:\n{transcript}");
    }
}
