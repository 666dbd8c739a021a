//! Tests of replies that their model did not end: whatever their text is, they are errors, and the next request asks for more.

use super::{HostedOptions, hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::{Completion, Prompt, Remedy, ReplyEnding, ReplyLength};
use deskpilot_testkit::{
    loopback::{Answer, Request, Server},
    prompt,
};
use serde_json::{Value, json};

/// A whole answer, so that only the ending keeps it from being carried out.
const ANSWER: &str = r#"{"Status": "FINISH"}"#;

/// The body of a reply with this ending and this text, in the dialect of a provider.
fn body(provider: &str, ending: &str, text: &str) -> Value {
    match provider {
        "anthropic" => json!({"content": [{"type": "text", "text": text}], "stop_reason": ending,
            "usage": {"input_tokens": 1000, "output_tokens": 100}}),
        "gemini" => json!({"candidates": [{"content": {"parts": [{"text": text}]}, "finishReason": ending}],
            "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 100}}),
        "openai-responses" => {
            let (status, reason) = ending.split_once(' ').unwrap_or((ending, ""));
            json!({"id": "r", "status": status, "incomplete_details": {"reason": reason}, "output": [{"type": "message",
                "content": [{"type": "output_text", "text": text}]}], "usage": {"input_tokens": 1000, "output_tokens": 100}})
        }
        _ => json!({"choices": [{"message": {"content": text}, "finish_reason": ending}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100}}),
    }
}

async fn ask(provider: &str, body: &Value) -> Result<Completion, ModelError> {
    let server = Server::start(Answer::json(200, body.to_string())).await;
    hosted(options(provider, "m", Some(server.address.clone()))).complete(&prompt()).await
}

#[tokio::test]
async fn only_a_reply_that_its_model_ended_is_one() {
    for (provider, complete, cut, withheld, broken) in [
        (
            "openai",
            &["stop", "tool_calls", "eos_token", ""][..],
            &["length", "model_length", "max_tokens"][..],
            &["content_filter", "sensitive"][..],
            &["error", "insufficient_system_resource", "abort"][..],
        ),
        ("openrouter", &["stop"], &["length"], &["content_filter"], &["error"]),
        ("xai", &["stop"], &["length"], &["content_filter"], &["error"]),
        (
            "openai-responses",
            &["completed"],
            &["incomplete max_output_tokens", "incomplete something", "incomplete"],
            &["incomplete content_filter"],
            &["failed", "cancelled", "in_progress"],
        ),
        (
            "anthropic",
            &["end_turn", "stop_sequence", "tool_use"],
            &["max_tokens", "model_context_window_exceeded"],
            &["refusal"],
            &["pause_turn"],
        ),
        (
            "gemini",
            &["STOP"],
            &["MAX_TOKENS"],
            &["SAFETY", "RECITATION", "PROHIBITED_CONTENT", "SPII", "BLOCKLIST", "LANGUAGE"],
            &["OTHER", "MALFORMED_FUNCTION_CALL"],
        ),
    ] {
        for ending in complete {
            let replied = ask(provider, &body(provider, ending, ANSWER)).await;
            assert_eq!(replied.unwrap().text, ANSWER, "{provider} {ending}");
        }
        for ending in cut {
            let error = ask(provider, &body(provider, ending, ANSWER)).await.unwrap_err();
            assert_eq!(error.reply_ending(), ReplyEnding::Cut(100), "{provider} {ending}: {error}");
            assert!(error.to_string().contains("model.max_output_tokens"), "{provider} {ending}: {error}");
            let kept = error.billed_completion().unwrap();
            assert_eq!((kept.text.as_str(), kept.usage.output_tokens), (ANSWER, 100), "it was paid for");
            assert_eq!(error.remedy(), Remedy::TellAgent);
        }
        for ending in withheld {
            let error = ask(provider, &body(provider, ending, ANSWER)).await.unwrap_err();
            let is_withheld = matches!(error.reply_ending(), ReplyEnding::Withheld(_));
            assert!(is_withheld && !error.to_string().contains("max_output"), "{provider} {ending}: {error}");
        }
        for ending in broken {
            let error = ask(provider, &body(provider, ending, ANSWER)).await.unwrap_err();
            assert!(matches!(error, ModelError::Unavailable { .. }), "{provider} {ending}: {error}");
        }
    }
}

#[tokio::test]
async fn what_a_model_refuses_in_words_is_withheld_whatever_else_it_says() {
    let refused = json!({"choices": [{"message": {"content": ANSWER, "refusal": "I will not"}, "finish_reason": "stop"}]});
    let parts =
        json!([{"type": "refusal", "refusal": "I will not"}, {"type": "output_text", "text": ANSWER}]);
    let responses = json!({"status": "completed", "output": [{"type": "message", "content": parts}]});
    let blocked = json!({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {}});
    for (provider, body, expected) in [
        ("openai", refused, "withheld its reply: it refused: I will not"),
        ("openai-responses", responses, "withheld its reply: it refused: I will not"),
        ("gemini", blocked, r#"withheld its reply: the prompt was blocked because of "SAFETY""#),
    ] {
        let error = ask(provider, &body).await.unwrap_err();
        assert!(
            matches!(error, ModelError::Withheld { .. }) && error.to_string().contains(expected),
            "{error}"
        );
    }
    let item = json!({"type": "message", "status": "incomplete", "content": [{"type": "output_text", "text": ANSWER}]});
    let error = ask("openai-responses", &json!({"status": "completed", "output": [item]})).await.unwrap_err();
    assert!(matches!(error, ModelError::Cut { tokens: 0, .. }), "{error}");
}

fn asked_for(request: &Request) -> Value {
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    body["max_tokens"].clone()
}

#[tokio::test]
async fn after_a_cut_more_is_asked_for_unless_the_server_allows_no_more() {
    const MOST: u64 = 4096;
    let mut server = Server::start_with(|request| match asked_for(request).as_u64() {
        Some(tokens) if tokens > MOST => {
            Answer::json(400, r#"{"error": {"message": "max_tokens is too large: 8000"}}"#)
        }
        _ => Answer::json(200, body("openai", "stop", ANSWER).to_string()),
    })
    .await;
    let options = HostedOptions {
        max_output_tokens: Some(1000),
        ..options("openai-compatible", "m", Some(server.address.clone()))
    };
    let model = hosted(options);
    for (length, asked) in [(ReplyLength::Usual, &[1000][..]), (ReplyLength::LongerThan(1000), &[8192, 1000])]
    {
        model.complete(&Prompt { reply_length: length, ..prompt() }).await.unwrap();
        for tokens in asked {
            assert_eq!(asked_for(&server.request().await), *tokens, "{length:?}");
        }
    }
}
