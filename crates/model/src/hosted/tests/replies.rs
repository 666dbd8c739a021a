//! Tests of replies, and of missing ones.

use super::{HostedOptions, hosted, options};
use crate::hosted::HostedModel;
use crate::{Model, ModelError, Prices, Secret};
use deskpilot_core::{Completion, Remedy};
use deskpilot_testkit::{
    ReservedPort,
    loopback::{Answer, Response, Server, ServerEvent},
    prompt,
};
use std::sync::Arc;
use std::time::{Duration, Instant};

async fn ask(provider: &str, model: &str, answer: Answer) -> Result<Completion, ModelError> {
    let server = Server::start(answer).await;
    hosted(options(provider, model, Some(server.address.clone()))).complete(&prompt()).await
}

#[tokio::test]
async fn a_text_comes_with_its_tokens_and_its_price() {
    let openai = r#"{"model": "gpt-6-luna-2026-09-22", "choices": [{"message": {"content": "{}"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 10, "prompt_tokens_details": {"cached_tokens": 600}}}"#;
    let responses = r#"{"id": "r", "object": "response", "status": "completed", "model": "gpt-6-luna-2026-09-22", "output": [
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "{}"}]}],
        "usage": {"input_tokens": 1000, "output_tokens": 10, "total_tokens": 1010}}"#;
    let anthropic = r#"{"model": "claude-sonnet-4-5-20250929", "content": [{"type": "text", "text": "{}"}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 400, "cache_read_input_tokens": 600, "output_tokens": 10}}"#;
    let gemini = r#"{"modelVersion": "gemini-3.8-flash", "candidates": [{"content": {"parts": [{"text": "{}"}]},
        "finishReason": "STOP"}], "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 10,
        "totalTokenCount": 1010}}"#;
    for (provider, model, body, named, cached, dollars) in [
        ("openai", "gpt-6-luna", openai, "gpt-6-luna-2026-09-22", 600, Some(0.000_051)),
        ("openai-responses", "gpt-6-luna", responses, "gpt-6-luna-2026-09-22", 0, Some(0.000_105)),
        ("anthropic", "claude-sonnet-4-5", anthropic, "claude-sonnet-4-5-20250929", 600, Some(0.00153)),
        ("gemini", "gemini-3.8-flash", gemini, "gemini-3.8-flash", 0, Some(0.000_787_5)),
        ("ollama", "gpt-6-luna", openai, "gpt-6-luna-2026-09-22", 600, Some(0.0)),
        ("openai-compatible", "mine", openai, "gpt-6-luna-2026-09-22", 600, None),
    ] {
        let Completion { text, model, usage } = ask(provider, model, Answer::json(200, body)).await.unwrap();
        assert_eq!((text.as_str(), model.as_str()), ("{}", named));
        assert_eq!(
            (usage.input_tokens, usage.cached_tokens, usage.output_tokens),
            (1000, cached, 10),
            "{provider}"
        );
        assert_eq!(usage.cost.map(|cost| (cost * 1e8).round() / 1e8), dollars, "{provider}");
    }
}

#[tokio::test]
async fn a_failure_reported_as_a_success_is_a_failure() {
    let body = r#"{"error": {"message": "upstream is busy", "code": 503}}"#;
    let error = ask("openrouter", "m", Answer::json(200, body)).await.unwrap_err();
    assert_eq!(error.to_string(), "server error of openrouter/m: upstream is busy (status 503)");
}

#[tokio::test]
async fn a_wrong_key_is_not_repeated() {
    let answer = Answer::json(401, r#"{"error": {"message": "wrong key: test-key"}}"#);
    let error = ask("openai", "gpt-6-luna", answer).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "openai/gpt-6-luna does not accept the key: wrong key: ***; set OPENAI_API_KEY"
    );
    assert!(!format!("{error:?}").contains("test-key"));
}

#[test]
fn a_missing_key_is_reported_before_anything_is_sent() {
    let options = HostedOptions { key: None, ..options("openai", "gpt-6-luna", None) };
    let error = HostedModel::new(options, Arc::new(Prices::embedded())).err().unwrap();
    assert_eq!(
        error.to_string(),
        "openai/gpt-6-luna does not accept the key: there is none; set OPENAI_API_KEY"
    );
}

#[tokio::test]
async fn a_rate_limit_says_how_long_to_wait() {
    let headers = vec![("retry-after", "7".to_owned())];
    let answer = Answer::Response(Response { status: 429, headers, body: "{}".into() });
    let error = ask("anthropic", "claude-sonnet-4-5", answer).await.unwrap_err();
    assert_eq!((error.retry_after(), error.remedy()), (Some(Duration::from_secs(7)), Remedy::Retry));
}

#[tokio::test]
async fn broken_answers_are_trouble_or_a_wrong_address() {
    let half = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{\"cho";
    let broken = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5\r\n\r\n{\"cho";
    let page = "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 13\r\n\r\n<html></html>";
    let moved = "HTTP/1.1 307 -\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n";
    for (bytes, expected, remedy) in [
        (half, "the connection broke", Remedy::Retry),
        (broken, "broken JSON", Remedy::Retry),
        ("", "the connection broke", Remedy::Retry),
        (page, "it sent an HTML page that begins: <html></html>; is base_url right", Remedy::Retry),
        (moved, "it redirects elsewhere", Remedy::GiveUp),
    ] {
        let error = ask("openai", "gpt-6-luna", Answer::Bytes(bytes)).await.unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
        assert_eq!(error.remedy(), remedy, "{error}");
    }
}

#[tokio::test]
async fn silence_ends_at_the_timeout() {
    let server = Server::start(Answer::Silence).await;
    let timeout = Duration::from_millis(200);
    let options = HostedOptions { timeout, ..options("openai", "gpt-6-luna", Some(server.address.clone())) };
    let begun = Instant::now();
    let error = hosted(options).complete(&prompt()).await.unwrap_err();
    assert!(matches!(error, ModelError::TimedOut { .. }), "{error}");
    assert!(begun.elapsed() >= timeout && begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
}

#[tokio::test]
async fn dropping_a_call_closes_its_connection() {
    let mut server = Server::start(Answer::Silence).await;
    let model = hosted(options("openai", "gpt-6-luna", Some(server.address.clone())));
    let call = tokio::spawn(async move { model.complete(&prompt()).await });
    server.request().await;
    call.abort();
    assert!(matches!(server.next().await, ServerEvent::Disconnected));
}

#[tokio::test]
async fn nobody_there_is_reported_without_password_and_query() {
    let reserved = ReservedPort::reserve();
    let free = format!("127.0.0.1:{}", reserved.number());
    let base_url = format!("http://{free}/v1?secret=1");
    let error =
        hosted(options("openai", "gpt-6-luna", Some(base_url))).complete(&prompt()).await.unwrap_err();
    assert!(error.to_string().starts_with(&format!("http://{free}/v1/ cannot be reached: ")), "{error}");
}

#[tokio::test]
async fn the_proxy_is_asked_instead() {
    let mut proxy = Server::start(Answer::json(500, "{}")).await;
    let address = Some(Secret::new(proxy.address.replace("http://", "http://me:hidden@")));
    let base_url = Some("http://model.invalid/v1/".into());
    let model = hosted(HostedOptions { proxy: address, ..options("openai", "gpt-6-luna", base_url) });
    model.complete(&prompt()).await.unwrap_err();
    let request = proxy.request().await;
    assert_eq!(request.path, "http://model.invalid/v1/chat/completions");
    assert_eq!(request.header("proxy-authorization"), Some("Basic bWU6aGlkZGVu"));
}

#[test]
fn a_bad_proxy_is_not_repeated() {
    let proxy = Some(Secret::new("http://me:hidden@"));
    let options = HostedOptions { proxy, ..options("openai", "gpt-6-luna", None) };
    let error = HostedModel::new(options, Arc::new(Prices::embedded())).err().unwrap();
    assert!(
        matches!(error, ModelError::Misconfigured { .. }) && !error.to_string().contains("hidden"),
        "{error}"
    );
}
