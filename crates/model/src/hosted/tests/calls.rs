//! Tests of answers in the arguments of a tool that nobody offered, in every dialect.

use super::{hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::Completion;
use deskpilot_testkit::{
    loopback::{Answer, Server},
    prompt,
};
use serde_json::{Value, json};

async fn ask(provider: &str, body: String) -> Result<Completion, ModelError> {
    let server = Server::start(Answer::json(200, body)).await;
    hosted(options(provider, "m", Some(server.address.clone()))).complete(&prompt()).await
}

fn called(calls: &Value) -> String {
    let message = json!({"role": "assistant", "content": "", "tool_calls": calls});
    json!({"choices": [{"message": message, "finish_reason": "tool_calls"}]}).to_string()
}

fn function(name: &str, arguments: &Value) -> Value {
    json!({"id": "c", "type": "function", "function": {"name": name, "arguments": arguments}})
}

#[tokio::test]
async fn the_answer_in_the_arguments_of_a_tool_is_the_answer() {
    let (object, text) = (json!({"Status": "FINISH"}), json!("{\"Status\": \"FINISH\"}"));
    let older = json!({"content": null, "function_call": {"name": "reply", "arguments": text}});
    let used = json!({"content": [{"type": "tool_use", "id": "c", "name": "reply", "input": object}], "stop_reason": "tool_use"});
    let responses = json!({"status": "completed", "output": [{"type": "function_call", "name": "reply", "arguments": text}]});
    let gemini = json!({"candidates": [{"content": {"parts": [{"functionCall": {"name": "reply", "args": object}}]},
        "finishReason": "STOP"}]});
    for (provider, body) in [
        ("openai", called(&json!([function("reply", &object)]))),
        ("openai", called(&json!([function("reply", &text)]))),
        ("openai", json!({"choices": [{"message": older, "finish_reason": "function_call"}]}).to_string()),
        ("openai-responses", responses.to_string()),
        ("anthropic", used.to_string()),
        ("gemini", gemini.to_string()),
    ] {
        let replied = ask(provider, body.clone()).await.unwrap();
        let answer: Value = serde_json::from_str(&replied.text).unwrap();
        assert_eq!(answer, object, "{provider}: {body}");
    }
}

#[tokio::test]
async fn another_call_is_named_and_quoted() {
    let cut = json!(format!("{{\"Status\": \"FINISH\", \"Comment\": \"{}", "x".repeat(200)));
    let finish = || function("reply", &json!({"Status": "FINISH"}));
    for (body, expected) in [
        (
            called(&json!([function("reply", &cut)])),
            r#"it called a tool, "reply" with {"Status": "FINISH", "Comment": "xxx"#,
        ),
        (
            called(&json!([function("click", &json!({"x": 1}))])),
            r#"it called a tool, "click" with {"x":1}, and there is none"#,
        ),
        (called(&json!([finish(), finish()])), r#"it called a tool, "reply""#),
        (
            called(&json!([finish()]))
                .replace(r#"{"Status":"FINISH"}"#, r#"{"Status":"FAIL","Status":"FINISH"}"#),
            r#"the reply has the key "Status" twice in one object"#,
        ),
    ] {
        let error = ask("openai", body.clone()).await.unwrap_err();
        assert!(matches!(error, ModelError::NoText { .. }), "{body}: {error:?}");
        assert!(error.to_string().contains(expected), "{body}: {error}");
    }
}
