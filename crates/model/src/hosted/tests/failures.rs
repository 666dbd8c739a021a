//! Tests of providers that stall, break off, answer something else, or report wrong numbers: each gives the
//! right error and remedy.

use super::{HostedOptions, hosted, options};
use crate::{Model, ModelError};
use deskpilot_core::{Completion, Remedy, Usage};
use deskpilot_testkit::{
    loopback::{Answer, Response, Server},
    prompt,
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

async fn ask(provider: &str, model: &str, answer: Answer) -> Result<Completion, ModelError> {
    let server = Server::start(answer).await;
    let timeout = Duration::from_millis(500);
    let options = HostedOptions { timeout, ..options(provider, model, Some(server.address.clone())) };
    hosted(options).complete(&prompt()).await
}

#[tokio::test]
async fn a_limit_is_waited_for_as_long_as_the_provider_says_within_bounds() {
    for (value, wait) in [
        (None, None),
        (Some("7"), Some(7)),
        (Some("0"), Some(0)),
        (Some("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0)),
        (Some("Tue, 31 Dec 2999 23:59:59 GMT"), None),
        (Some("99999999999999999999"), None),
        (Some("-1"), None),
        (Some("later"), None),
    ] {
        let headers = value.map(|value| ("retry-after", value.to_owned())).into_iter().collect();
        let answer = Answer::Response(Response { status: 429, headers, body: "{}".into() });
        let error = ask("openai", "gpt-6-luna", answer).await.unwrap_err();
        assert_eq!(error.retry_after(), wait.map(Duration::from_secs), "{value:?}: {error}");
        assert_eq!(error.remedy(), Remedy::Retry, "{value:?}: {error}");
    }
}

#[tokio::test]
async fn half_a_body_and_then_nothing_ends_at_the_timeout() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let half = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"cho";
    let chunk = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{\"cho\r\n";
    for bytes in [head, half, chunk] {
        let begun = Instant::now();
        let error = ask("openai", "gpt-6-luna", Answer::Stalls(bytes)).await.unwrap_err();
        assert!(begun.elapsed() < Duration::from_secs(4), "{bytes:?}: {:?}", begun.elapsed());
        assert!(matches!(error, ModelError::TimedOut { .. }), "{bytes:?}: {error}");
        assert_eq!(error.remedy(), Remedy::Retry);
    }
}

#[tokio::test]
async fn an_answer_of_another_kind_is_told_to_the_agent() {
    let call = json!({"id": "c", "type": "function", "function": {"name": "web_search", "arguments": "{\"q\": \"a"}});
    let called = json!({"choices": [{"message": {"content": null, "tool_calls": [call]}, "finish_reason": "tool_calls"}]});
    let used = json!({"model": "m", "content": [{"type": "tool_use", "id": "c", "name": "web_search", "input": {}}],
        "stop_reason": "tool_use", "usage": {}});
    let message = |message: Value| json!({"choices": [{"message": message, "finish_reason": "stop"}]});
    for (provider, body, expected) in [
        ("openai", called, r#"it called a tool, "web_search" with {"q": "a, and there is none"#),
        ("anthropic", used, r#"it called a tool, "web_search" with {}, and there is none"#),
        ("openai", message(json!({"content": ""})), r#"it stopped because of "stop""#),
        ("openai", message(json!({"content": "  \n"})), r#"it stopped because of "stop""#),
        ("openai", message(json!({"content": []})), r#"it stopped because of "stop""#),
        ("openai", json!({"choices": []}), "it gave no reason"),
        ("openai", json!({"choices": {"a": 1}}), "it gave no reason"),
        (
            "anthropic",
            json!({"content": [], "stop_reason": "end_turn"}),
            r#"it stopped because of "end_turn""#,
        ),
        ("gemini", json!({"candidates": []}), "it gave no reason"),
    ] {
        let error = ask(provider, "m", Answer::json(200, body.to_string())).await.unwrap_err();
        assert!(matches!(error, ModelError::NoText { .. }), "{body}: {error:?}");
        assert!(error.to_string().contains(expected), "{body}: {error}");
        assert_eq!(error.remedy(), Remedy::TellAgent, "{body}: {error}");
    }
}

#[tokio::test]
async fn what_was_used_up_for_nothing_is_reported_too() {
    let refusal = json!({"model": "gpt-6-luna", "choices": [{"message": {"content": null, "refusal": "no"}}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 10}});
    let error = ask("openai", "gpt-6-luna", Answer::json(200, refusal.to_string())).await.unwrap_err();
    let paid = error.billed_completion().unwrap();
    assert_eq!((paid.text.as_str(), paid.usage.output_tokens), ("", 10));
    assert!(paid.usage.cost.is_some_and(|cost| (cost - 0.000_105).abs() < 1e-9), "{paid:?}");
    assert!(ModelError::TimedOut { model: "m".into(), seconds: 1 }.billed_completion().is_none());
}

#[tokio::test]
async fn a_failure_is_one_however_its_number_or_its_word_is_written() {
    for (code, remedy) in [
        (json!(429), Remedy::Retry),
        (json!("429"), Remedy::Retry),
        (json!("overloaded"), Remedy::GiveUp),
        (json!("rate_limit_exceeded"), Remedy::Retry),
        (json!("server_error"), Remedy::Retry),
        (json!("insufficient_quota"), Remedy::GiveUp),
        (json!(70_000), Remedy::GiveUp),
        (Value::Null, Remedy::GiveUp),
    ] {
        let body = json!({"error": {"message": "busy", "code": code}});
        let error = ask("openrouter", "m", Answer::json(200, body.to_string())).await.unwrap_err();
        assert_eq!(error.remedy(), remedy, "{code}: {error}");
    }
    let failed = json!({"object": "response", "status": "failed", "output": [],
        "error": {"code": "server_error", "message": "it broke"}});
    let overloaded = json!({"type": "error", "error": {"type": "overloaded_error", "message": "busy"}});
    for (provider, body, expected) in [
        ("openai-responses", failed, "it broke (status 500)"),
        ("anthropic", overloaded, "busy (status 529)"),
    ] {
        let error = ask(provider, "m", Answer::json(200, body.to_string())).await.unwrap_err();
        assert_eq!(error.remedy(), Remedy::Retry, "{provider}: {error}");
        assert!(error.to_string().contains(expected), "{provider}: {error}");
    }
}

#[tokio::test]
async fn a_body_that_is_no_reply_at_all_is_an_error_and_no_panic() {
    for provider in ["openai", "openai-responses", "anthropic", "gemini"] {
        for body in ["", "null", "[]", "7", "\"text\"", "{}", "{\"usage\": []}", "[[[[[[[[[[", "\u{0}"] {
            let error = ask(provider, "m", Answer::json(200, body)).await.unwrap_err();
            let mendable = matches!(error.remedy(), Remedy::Retry | Remedy::TellAgent);
            assert!(mendable, "{provider} {body:?}: {error:?}");
        }
    }
}

/// The usage decoded from a provider's counts.
async fn reported_usage(provider: &str, usage: Value) -> Usage {
    let (model, body) = match provider {
        "anthropic" => (
            "claude-sonnet-4-5",
            json!({"content": [{"type": "text", "text": "{}"}], "stop_reason": "end_turn", "usage": usage}),
        ),
        "gemini" => (
            "gemini-3.8-flash",
            json!({"candidates": [{"content": {"parts": [{"text": "{}"}]}}], "usageMetadata": usage}),
        ),
        "openai-responses" => (
            "gpt-6-luna",
            json!({"id": "r", "object": "response", "status": "completed", "model": "gpt-6-luna", "usage": usage, "output":
                [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "{}"}]}]}),
        ),
        _ => ("gpt-6-luna", json!({"choices": [{"message": {"content": "{}"}}], "usage": usage})),
    };
    let completion = ask(provider, model, Answer::json(200, body.to_string())).await;
    completion.unwrap_or_else(|error| panic!("{provider} {usage}: {error}")).usage
}

#[tokio::test]
async fn a_lie_about_tokens_has_no_price() {
    let openai = |prompt: Value, completion: Value, cached: Value| {
        let details = json!({"cached_tokens": cached});
        json!({"prompt_tokens": prompt, "completion_tokens": completion, "prompt_tokens_details": details})
    };
    let huge = json!(2_000_000_000);
    for (provider, usage) in [
        ("openai", Value::Null),
        ("openai", json!({})),
        ("openai", json!("many")),
        ("openai", openai(json!(-1000), json!(10), json!(0))),
        ("openai", openai(json!(1000), json!(-10), json!(0))),
        ("openai", openai(json!(1000), json!(10), json!(-600))),
        ("openai", openai(json!(1000), json!(10), json!(1001))),
        ("openai", openai(json!(0), json!(10), json!(0))),
        ("openai", openai(json!(1000), json!(0), json!(0))),
        ("openai", openai(huge.clone(), json!(10), json!(0))),
        ("openai", openai(json!(1e300), json!(10), json!(0))),
        ("openai", openai(json!("1000"), json!(10), json!(0))),
        ("openai", json!({"prompt_tokens": 1000})),
        ("openai", json!({"completion_tokens": 10})),
        ("openai-responses", json!({"input_tokens": -5, "output_tokens": 10})),
        ("openai-responses", json!({"input_tokens": 5, "output_tokens": -10})),
        ("anthropic", json!({"input_tokens": -5, "output_tokens": 10})),
        ("anthropic", json!({"input_tokens": "5", "output_tokens": 10})),
        ("anthropic", json!({"input_tokens": -500, "cache_read_input_tokens": 600, "output_tokens": 10})),
        (
            "anthropic",
            json!({"input_tokens": huge, "cache_read_input_tokens": huge, "cache_creation_input_tokens": huge,
                "output_tokens": huge}),
        ),
        (
            "gemini",
            json!({"promptTokenCount": huge, "toolUsePromptTokenCount": huge, "candidatesTokenCount": 1}),
        ),
        ("gemini", json!({"promptTokenCount": 5, "candidatesTokenCount": -1})),
        ("gemini", json!({"promptTokenCount": 5, "candidatesTokenCount": 1, "cachedContentTokenCount": 6})),
    ] {
        let made = reported_usage(provider, usage.clone()).await;
        assert_eq!(made.cost, None, "{provider} {usage}: {made:?}");
        assert!(made.cached_tokens <= made.input_tokens, "{provider} {usage}: {made:?}");
        assert!(made.input_tokens + made.output_tokens < 1_000_000, "{provider} {usage}: {made:?}");
    }
}

#[tokio::test]
async fn what_goes_into_the_cache_is_paid() {
    let usage = json!({"input_tokens": 100, "cache_creation_input_tokens": 900, "output_tokens": 10});
    let made = reported_usage("anthropic", usage).await;
    assert_eq!((made.input_tokens, made.cached_tokens), (1000, 0));
    let dollars = (100.0 * 3.0 + 900.0 * 3.75 + 10.0 * 15.0) / 1e6;
    assert!(made.cost.is_some_and(|cost| (cost - dollars).abs() < 1e-12), "{made:?}");
}
