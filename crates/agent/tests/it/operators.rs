//! A computer-use model as the AppAgent of a session: its actions run like every other operation, and its provider's warnings
//! go to the user.

use crate::common::{self, DESKTOP, FINISH, Script, TestEnv};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Images};
use deskpilot_core::{AgentKind, Completion, Consent, PictureLimits, Prompt, Verdict};
use deskpilot_model::{
    HostedOptions, Model, ModelError, Prices, Provider, Secret, WindowPicture, operator::operator,
};
use deskpilot_testkit::loopback::{Dialect, OperatorReply, OperatorServer};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

const OPEN: &str =
    r#"{"Status": "ASSIGN", "AppsToOpen": {"APP": "Calculator"}, "Current Sub-Task": "press 6"}"#;

/// A scripted HostAgent, with an operator as the AppAgent.
struct ScriptedHost {
    host: Script,
    app: Arc<dyn Model>,
}

#[async_trait]
impl Model for ScriptedHost {
    fn name(&self) -> &str {
        "crew"
    }

    fn window_picture(&self) -> WindowPicture {
        self.app.window_picture()
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        match prompt.agent {
            AgentKind::AppAgent => self.app.complete(prompt).await,
            AgentKind::HostAgent | AgentKind::EvaluationAgent => self.host.complete(prompt).await,
        }
    }
}

fn options(dialect: Dialect, base_url: &str) -> HostedOptions {
    let (provider, model) = match dialect {
        Dialect::OpenAi => ("openai", "gpt-6.1-terra"),
        Dialect::Anthropic => ("anthropic", "claude-sonnet-4-5"),
        Dialect::Gemini => ("gemini", "gemini-3.8-flash"),
    };
    let provider = Provider::by_name(provider).unwrap();
    HostedOptions {
        base_url: Some(base_url.into()),
        key: Some(Secret::new("token")),
        timeout: Duration::from_secs(5),
        pictures: PictureLimits::NONE,
        ..HostedOptions::with_defaults(provider, model)
    }
}

/// Plays one round: the operator's provider gives these answers, the user these consents.
async fn played(
    dialect: Dialect,
    answers: Vec<Value>,
    consents: Vec<Consent>,
) -> (TestEnv, Ending, Vec<Value>) {
    let lines = answers.into_iter().map(OperatorReply::Answer).collect();
    let server = OperatorServer::start(dialect, lines, Secret::new("token")).await.unwrap();
    let prices = Arc::new(Prices::embedded());
    let app = operator(options(dialect, server.base_url()), prices).unwrap();
    let host = Script::new(&[OPEN.to_owned(), FINISH.into()]);
    let mut env = TestEnv::new(DESKTOP);
    env.options.images = Images::Concatenated;
    env.user.consents.lock().unwrap().extend(consents);
    let mut session = env.open(Arc::new(ScriptedHost { host, app })).unwrap();
    let ending = session.round("press 6").await.unwrap();
    let requests = server.requests();
    (env, ending, requests)
}

fn computer(call: &str, action: &Value, checks: &Value) -> Value {
    json!([{"type": "computer_call", "call_id": call, "actions": [action], "pending_safety_checks": checks}])
}

fn word(text: &str) -> Value {
    json!([{"type": "message", "content": [{"type": "output_text", "text": text}]}])
}

fn move_to(x: u32) -> Value {
    json!({"type": "move", "x": x, "y": 1})
}

#[tokio::test]
async fn every_dialect_works_in_a_window() {
    let openai = vec![computer("call_1", &move_to(3), &json!([])), word("The pointer is there.")];
    let tool = json!({"action": "mouse_move", "coordinate": [3, 1]});
    let anthropic = vec![
        json!([{"type": "tool_use", "id": "toolu_1", "name": "computer", "input": tool}]),
        json!([{"type": "text", "text": "The pointer is there."}]),
    ];
    let gemini = vec![
        json!([{"type": "function_call", "id": "call_1", "name": "move", "arguments": {"x": 3, "y": 1}}]),
        json!([{"type": "model_output", "content": [{"type": "text", "text": "The pointer is there."}]}]),
    ];
    for (dialect, answers) in
        [(Dialect::OpenAi, openai), (Dialect::Anthropic, anthropic), (Dialect::Gemini, gemini)]
    {
        let (env, ending, requests) = played(dialect, answers, Vec::new()).await;
        assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", env.transcript());
        assert_eq!(requests.len(), 2);
        assert!(env.transcript().contains("The pointer is there."), "{}", env.transcript());
    }
}

#[tokio::test]
async fn a_zoom_shows_a_part_of_the_window_and_neither_asks_nor_does_anything() {
    let tool = json!({"action": "zoom", "region": [0, 0, 2, 3]});
    let answers = vec![
        json!([{"type": "tool_use", "id": "toolu_1", "name": "computer", "input": tool}]),
        json!([{"type": "text", "text": "It says 7."}]),
    ];
    let (env, ending, requests) = played(Dialect::Anthropic, answers, Vec::new()).await;
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", env.transcript());
    let shown = &requests[1]["messages"][2]["content"][0]["content"];
    assert_eq!(shown[2]["source"]["data"], "8 x 12", "{shown:#}");
    assert!(env.user.asked.lock().unwrap().is_empty() && common::performed(&env).is_empty());
}

const CHECK: &str = "The page gives orders.";

fn warned() -> Vec<Value> {
    let checks = json!([{"id": "cu_sc_1", "code": "malicious_instructions", "message": CHECK}]);
    vec![computer("call_1", &move_to(3), &checks), word("I am done.")]
}

#[tokio::test]
async fn a_yes_does_what_was_warned_of_and_acknowledges_it() {
    let (env, ending, requests) = played(Dialect::OpenAi, warned(), vec![Consent::Once]).await;
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", env.transcript());
    let asked = env.user.asked.lock().unwrap().clone();
    assert!(asked.len() == 1 && asked[0].0.contains(CHECK), "{asked:?}");
    assert_eq!(requests[1]["input"][0]["acknowledged_safety_checks"][0]["id"], "cu_sc_1");
    assert_eq!(common::performed(&env).len(), 1, "{}", env.transcript());
}

#[tokio::test]
async fn a_no_does_nothing_and_acknowledges_nothing() {
    let no = Consent::No("leave that page".into());
    let (env, ending, requests) = played(Dialect::OpenAi, warned(), vec![no]).await;
    assert!(matches!(ending, Ending::Ended(Verdict::Finished(_))), "{ending:?}\n{}", env.transcript());
    let request = requests[1].to_string();
    assert!(!request.contains("acknowledged_safety_checks") && request.contains(CHECK), "{request}");
    assert!(request.contains("leave that page"), "{request}");
    assert_eq!(requests[1].get("previous_response_id"), None);
    assert!(common::performed(&env).is_empty(), "{}", env.transcript());
}

#[tokio::test]
async fn where_nobody_can_answer_nothing_warned_of_is_done() {
    let (env, ending, requests) = played(Dialect::OpenAi, warned(), Vec::new()).await;
    assert!(matches!(ending, Ending::NeedsYes(_)), "{ending:?}");
    assert_eq!(requests.len(), 1);
    assert!(common::performed(&env).is_empty(), "{}", env.transcript());
}

#[tokio::test]
async fn a_model_that_keeps_asking_for_what_there_is_not_fails_its_subtask() {
    let outside = |n: usize| computer(&format!("call_{n}"), &move_to(99_999), &json!([]));
    let (env, _, requests) = played(Dialect::OpenAi, (0..9).map(outside).collect(), Vec::new()).await;
    assert_eq!(requests.len(), 3, "as many complaints as the options allow: {}", env.transcript());
    assert!(env.transcript().contains("outside of the screenshot"), "{}", env.transcript());
    assert!(common::performed(&env).is_empty(), "{}", env.transcript());
}
