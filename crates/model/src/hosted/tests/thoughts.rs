//! Tests of replies that have thoughts and no answer: they are named, and the next request asks for what can help.

use super::{HostedOptions, hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::{Completion, Prompt, Remedy, ReplyEnding, ReplyLength};
use deskpilot_testkit::{
    loopback::{Answer, Request, Server},
    prompt,
};
use serde_json::{Value, json};

/// A whole answer in a thought, so that only its place keeps it from being carried out.
const THOUGHT: &str = r#"I will answer {"Status": "FINISH"}"#;

async fn ask(provider: &str, body: &Value) -> Result<Completion, ModelError> {
    let server = Server::start(Answer::json(200, body.to_string())).await;
    hosted(options(provider, "m", Some(server.address.clone()))).complete(&prompt()).await
}

fn chat(message: &Value, reason: &str) -> Value {
    json!({"choices": [{"message": message, "finish_reason": reason}], "usage": {"completion_tokens": 2000}})
}

#[tokio::test]
async fn thoughts_without_an_answer_are_no_reply_in_any_dialect() {
    let parts = json!([{"type": "thinking", "thinking": [{"type": "text", "text": THOUGHT}]}]);
    let anthropic = |block: Value, reason: &str| json!({"content": [block], "stop_reason": reason, "usage": {"output_tokens": 2000}});
    let responses = json!({"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"},
        "output": [{"type": "reasoning", "summary": [{"type": "summary_text", "text": THOUGHT}]}], "usage": {"output_tokens": 2000}});
    let gemini = json!({"candidates": [{"content": {"parts": [{"text": THOUGHT, "thought": true}]}, "finishReason": "MAX_TOKENS"}],
        "usageMetadata": {"thoughtsTokenCount": 2000}});
    let mut hidden = chat(&json!({"content": ""}), "length");
    hidden["usage"]["completion_tokens_details"] = json!({"reasoning_tokens": 2000});
    for (provider, body, cut_after, shown) in [
        ("openai", chat(&json!({"content": "", "reasoning_content": THOUGHT}), "stop"), None, THOUGHT),
        ("openai", chat(&json!({"content": null, "reasoning": THOUGHT}), "length"), Some(2000), THOUGHT),
        ("openai", chat(&json!({"content": parts}), "stop"), None, THOUGHT),
        ("openai", hidden, Some(2000), ""),
        ("openai-responses", responses, Some(2000), THOUGHT),
        ("anthropic", anthropic(json!({"type": "thinking", "thinking": THOUGHT}), "end_turn"), None, THOUGHT),
        (
            "anthropic",
            anthropic(json!({"type": "redacted_thinking", "data": "x"}), "max_tokens"),
            Some(2000),
            "",
        ),
        ("gemini", gemini, Some(2000), THOUGHT),
    ] {
        let error = ask(provider, &body).await.unwrap_err();
        assert_eq!(error.reply_ending(), ReplyEnding::OnlyThoughts(cut_after), "{provider}: {error}");
        assert_eq!(
            (error.billed_completion().unwrap().text.as_str(), error.remedy()),
            (shown, Remedy::TellAgent)
        );
        let (setting, cut) = match cut_after {
            Some(_) => ("model.max_output_tokens", ", as its thoughts were cut after 2000 tokens: "),
            None => ("model.structured text", ": "),
        };
        let expected = format!("{provider}/m thought and gave no answer{cut}");
        assert!(error.to_string().starts_with(&expected) && error.to_string().contains(setting), "{error}");
    }
}

/// What a request says of the reply's length, the thoughts and the format.
fn asked(request: &Request) -> (Value, Value, Value) {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    (body["max_tokens"].clone(), body["reasoning_effort"].clone(), body["response_format"]["type"].clone())
}

fn after(times: u32, cut_after: Option<u64>) -> Prompt {
    Prompt { reply_length: ReplyLength::FewerThoughts { times, cut_after }, ..prompt() }
}

const REPLY: &str = r#"{"choices": [{"message": {"content": "hello"}, "finish_reason": "stop"}]}"#;

#[tokio::test]
async fn after_thoughts_alone_less_effort_more_tokens_or_no_format_is_asked_for() {
    let mut server = Server::start(Answer::json(200, REPLY)).await;
    let options = HostedOptions {
        max_output_tokens: Some(2000),
        ..options("openai-compatible", "m", Some(server.address.clone()))
    };
    let model = hosted(options);
    for (asking, expected) in [
        (prompt(), (json!(2000), Value::Null, json!("json_schema"))),
        (after(1, None), (json!(2000), json!("low"), json!("json_schema"))),
        (after(2, None), (json!(2000), json!("low"), Value::Null)),
        (after(1, Some(2000)), (json!(8192), json!("low"), json!("json_schema"))),
        (after(2, Some(8192)), (json!(32_768), json!("low"), json!("json_schema"))),
    ] {
        model.complete(&asking).await.unwrap();
        assert_eq!(asked(&server.request().await), expected, "{:?}", asking.reply_length);
    }
}

#[tokio::test]
async fn every_dialect_has_a_way_to_ask_for_fewer_thoughts() {
    for (provider, model, at, expected) in [
        ("openai", "gpt-6", "/reasoning_effort", json!("low")),
        ("openai-responses", "gpt-6", "/reasoning/effort", json!("low")),
        ("anthropic", "claude-opus-5", "/output_config/effort", json!("low")),
        ("gemini", "gemini-3-pro", "/generationConfig/thinkingConfig/thinkingLevel", json!("low")),
        ("gemini", "gemini-2.5-pro", "/generationConfig/thinkingConfig/thinkingBudget", json!(512)),
    ] {
        let mut server = Server::start(Answer::json(500, "{}")).await;
        let model = hosted(options(provider, model, Some(server.address.clone())));
        for (asking, expected) in [(prompt(), None), (after(1, None), Some(&expected))] {
            model.complete(&asking).await.unwrap_err();
            let body: Value = serde_json::from_slice(&server.request().await.body).unwrap();
            assert_eq!(body.pointer(at), expected, "{provider}: {body}");
        }
    }
}

#[tokio::test]
async fn a_server_that_takes_no_effort_is_asked_for_it_once() {
    let mut server = Server::start_with(|request| match asked(request).1 {
        Value::Null => Answer::json(200, REPLY),
        _ => {
            Answer::json(400, r#"{"error": {"message": "Unrecognized request argument: reasoning_effort"}}"#)
        }
    })
    .await;
    let model = hosted(options("openai-compatible", "m", Some(server.address.clone())));
    for _ in 0..2 {
        assert_eq!(model.complete(&after(1, Some(2000))).await.unwrap().text, "hello");
    }
    for expected in [json!("low"), Value::Null, Value::Null] {
        let (tokens, effort, _) = asked(&server.request().await);
        assert_eq!((tokens, effort), (json!(8192), expected), "more tokens are asked for all the same");
    }
}
