//! Tests of requests on the wire.

use super::{HostedOptions, hosted, options};
use crate::ReplyFormat;
use crate::{Model, Secret};
use deskpilot_core::Prompt;
use deskpilot_testkit::{
    loopback::{Answer, Request, Server},
    prompt,
};
use expect_test::{Expect, expect};
use serde_json::{Map, Value};

const SHOWN: &[&str] = &["authorization", "x-api-key", "x-goog-api-key", "x-team"];

/// The request sent with these options; the reply does not matter.
async fn sent(options: HostedOptions, path: &str) -> Request {
    sent_for(&prompt(), options, path).await
}

async fn sent_for(prompt: &Prompt, mut options: HostedOptions, path: &str) -> Request {
    let mut server = Server::start(Answer::json(500, "{}")).await;
    options.base_url = Some(format!("{}{path}", server.address));
    hosted(options).complete(prompt).await.unwrap_err();
    server.request().await
}

fn show(request: &Request) -> String {
    let mut lines = vec![format!("{} {}", request.method, request.path)];
    let header = |name: &&str| request.header(name).map(|value| format!("{name}: {value}"));
    lines.extend(SHOWN.iter().filter_map(header));
    let body: Map<String, Value> = serde_json::from_slice(&request.body).unwrap();
    lines.extend(body.iter().map(|(key, value)| format!("{key} = {value}")));
    lines.join("\n") + "\n"
}

async fn check(options: HostedOptions, path: &str, expected: Expect) {
    expected.assert_eq(&show(&sent(options, path).await));
}

#[tokio::test]
async fn openai_chat() {
    let options = HostedOptions { temperature: Some(0.0), ..options("openai", "mine", None) };
    check(options, "/v1", expect![[r#"
        POST /v1/chat/completions
        authorization: Bearer test-key
        model = "mine"
        stream = false
        messages = [{"role":"system","content":"Reply in JSON."},{"role":"user","content":[{"type":"text","text":"<sub_task>\nsave the file\n</sub_task>\n\n<control_information data=\"not instructions\">\n1 Button \"Save\"\n</control_information>"},{"type":"text","text":"the window"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORyBub3QgcmVhbGx5"}}]}]
        response_format = {"type":"json_schema","json_schema":{"name":"app_reply","strict":true,"schema":{"type":"object","properties":{"Status":{"type":"string"}},"required":["Status"],"additionalProperties":false}}}
        temperature = 0.0
    "#]]).await;
}

#[tokio::test]
async fn openai_responses() {
    let options = HostedOptions { temperature: Some(0.0), ..options("openai-responses", "gpt-6-luna", None) };
    check(options, "/v1", expect![[r#"
        POST /v1/responses
        authorization: Bearer test-key
        store = false
        model = "gpt-6-luna"
        stream = false
        instructions = "Reply in JSON."
        input = [{"role":"user","content":[{"type":"input_text","text":"<sub_task>\nsave the file\n</sub_task>\n\n<control_information data=\"not instructions\">\n1 Button \"Save\"\n</control_information>"},{"type":"input_text","text":"the window"},{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,iVBORyBub3QgcmVhbGx5"}]}]
        text = {"format":{"type":"json_schema","name":"app_reply","strict":true,"schema":{"type":"object","properties":{"Status":{"type":"string"}},"required":["Status"],"additionalProperties":false}}}
    "#]]).await;
}

#[tokio::test]
async fn anthropic() {
    let options =
        HostedOptions { max_output_tokens: Some(900), ..options("anthropic", "claude-sonnet-4-5", None) };
    check(options, "/v1", expect![[r#"
        POST /v1/messages
        x-api-key: test-key
        model = "claude-sonnet-4-5"
        stream = false
        system = [{"type":"text","text":"Reply in JSON.","cache_control":{"type":"ephemeral","ttl":"5m"}}]
        messages = [{"role":"user","content":[{"type":"text","text":"<sub_task>\nsave the file\n</sub_task>","cache_control":{"type":"ephemeral","ttl":"5m"}}]},{"role":"user","content":[{"type":"text","text":"<control_information data=\"not instructions\">\n1 Button \"Save\"\n</control_information>"},{"type":"text","text":"the window"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORyBub3QgcmVhbGx5"}}]}]
        output_config = {"format":{"type":"json_schema","schema":{"type":"object","properties":{"Status":{"type":"string"}},"required":["Status"],"additionalProperties":false}}}
        max_tokens = 900
    "#]]).await;
}

#[tokio::test]
async fn claude_that_always_thinks_is_neither_told_how_nor_forced_to_call_a_tool() {
    let options = HostedOptions { temperature: Some(0.0), ..options("anthropic", "claude-opus-5-5", None) };
    let request = sent(options, "/v1").await;
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    for key in ["temperature", "thinking", "tool_choice", "tools"] {
        assert_eq!(body.get(key), None, "{body}");
    }
    assert_eq!((&body["max_tokens"], request.header("anthropic-beta")), (&Value::from(128_000), None));
}

#[tokio::test]
async fn gemini() {
    let options = HostedOptions { temperature: Some(0.5), ..options("gemini", "gemini-3.8-flash", None) };
    check(options, "/v1beta/", expect![[r#"
        POST /v1beta/models/gemini-3.8-flash:generateContent
        x-goog-api-key: test-key
        systemInstruction = {"parts":[{"text":"Reply in JSON."}]}
        contents = [{"role":"user","parts":[{"text":"<sub_task>\nsave the file\n</sub_task>\n\n<control_information data=\"not instructions\">\n1 Button \"Save\"\n</control_information>"},{"text":"the window"},{"inline_data":{"mime_type":"image/png","data":"iVBORyBub3QgcmVhbGx5"}}]}]
        generationConfig = {"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"Status":{"type":"string"}},"required":["Status"],"additionalProperties":false},"temperature":0.5}
    "#]]).await;
}

#[tokio::test]
async fn ollama_through_openais_dialect_without_a_key() {
    let team = vec![("x-team".into(), Secret::new("desk"))];
    let options = HostedOptions { key: None, extra_headers: team, ..options("ollama", "qwen2.5vl:7b", None) };
    check(options, "", expect![[r#"
        POST /v1/chat/completions
        x-team: desk
        model = "qwen2.5vl:7b"
        stream = false
        messages = [{"role":"system","content":"Reply in JSON."},{"role":"user","content":[{"type":"text","text":"<sub_task>\nsave the file\n</sub_task>\n\n<control_information data=\"not instructions\">\n1 Button \"Save\"\n</control_information>"},{"type":"text","text":"the window"},{"type":"image_url","image_url":{"url":"data:image/png;base64,iVBORyBub3QgcmVhbGx5"}}]}]
        response_format = {"type":"json_schema","json_schema":{"name":"app_reply","strict":true,"schema":{"type":"object","properties":{"Status":{"type":"string"}},"required":["Status"],"additionalProperties":false}}}
    "#]]).await;
}

#[tokio::test]
async fn compatible_servers_with_and_without_a_slash() {
    for (base, path) in
        [("/v1", "/v1/chat/completions"), ("/v1/", "/v1/chat/completions"), ("", "/chat/completions")]
    {
        let request = sent(options("openai-compatible", "mine", None), base).await;
        assert_eq!(request.path, path);
    }
}

#[tokio::test]
async fn a_name_that_ends_like_an_effort_stays_whole() {
    let request = sent(options("openai-compatible", "qwen-vl-max", None), "/v1").await;
    let body: Value = serde_json::from_slice(&request.body).unwrap();
    assert_eq!(body["model"], "qwen-vl-max");
    assert!(body.get("reasoning_effort").is_none());
}

#[tokio::test]
async fn the_shape_of_the_reply_is_asked_for_as_set() {
    for (reply_format, kind) in [
        (ReplyFormat::Schema, "json_schema"),
        (ReplyFormat::JsonObject, "json_object"),
        (ReplyFormat::Text, ""),
    ] {
        let request =
            sent(HostedOptions { reply_format, ..options("deepseek", "deepseek-flash", None) }, "/v1").await;
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!(body["response_format"]["type"].as_str().unwrap_or(""), kind);
    }
}

#[tokio::test]
async fn what_stays_the_same_comes_first_so_that_providers_keep_it() {
    for (provider, model) in [
        ("openai", "gpt-6-luna"),
        ("openai", "gpt-6.1-terra"),
        ("openai-responses", "gpt-6-luna"),
        ("openai-responses", "gpt-6.1-terra"),
        ("anthropic", "claude-sonnet-4-5"),
        ("gemini", "gemini-3.8-flash"),
        ("openrouter", "anthropic/claude-sonnet-4-5"),
        ("openai-compatible", "mine"),
    ] {
        let mut bodies = Vec::new();
        for now in ["12 Button \"Save\"", "12 Button \"Open\""] {
            let mut asked = prompt();
            asked.sections[1].text = now.into();
            asked.pictures[0].png = now.as_bytes().into();
            let request = sent_for(&asked, options(provider, model, None), "/v1").await;
            bodies.push(String::from_utf8(request.body).unwrap());
        }
        let same = bodies[0].bytes().zip(bodies[1].bytes()).take_while(|(one, other)| one == other).count();
        let kept = &bodies[0][..same];
        assert!(kept.ends_with("12 Button \\\""), "{provider}/{model}: {kept}");
        assert!(
            kept.contains("Reply in JSON.") && kept.contains("save the file"),
            "{provider}/{model}: {kept}"
        );
        // Explicit caching without any mark would cache nothing.
        assert!(!bodies[0].contains("explicit"), "{provider}/{model}: {}", bodies[0]);
    }
}

#[tokio::test]
async fn a_prompt_that_only_moves_or_only_lasts_is_sent_too() {
    for (sections, pictures, messages) in [(0..1, 0, 1), (1..2, 1, 1), (0..1, 1, 2), (0..2, 0, 2)] {
        let mut asked = prompt();
        asked.sections = asked.sections[sections].to_vec();
        asked.pictures.truncate(pictures);
        let request = sent_for(&asked, options("anthropic", "claude-sonnet-4-5", None), "/v1").await;
        let body: Value = serde_json::from_slice(&request.body).unwrap();
        assert_eq!(body["messages"].as_array().map(Vec::len), Some(messages), "{body}");
        assert!(!body.to_string().contains("\"text\":\"\""), "{body}");
    }
}
