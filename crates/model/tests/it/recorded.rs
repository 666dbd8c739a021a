//! Conversations of each dialect: what is sent, to the letter, and what is read of the reply.
//!
//! Each file in `tests/recorded` is one conversation about the same prompt. It names the page of the documentation whose shape
//! its request and its reply have.

use deskpilot_model::{HostedOptions, ModelError, Prices, Provider, Secret, hosted};
use deskpilot_testkit::{
    loopback::{Answer, Request, Server},
    prompt,
};
use serde::Deserialize;
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// The dialects, each with its conversations.
const RECORDED: &[(&str, &[&str])] = &[
    (
        "openai_chat",
        &["openai", "ollama", "llama_cpp", "vllm", "lm_studio", "deepseek", "mistral", "xai", "qwen"],
    ),
    ("openai_responses", &["openai", "incomplete"]),
    ("anthropic", &["anthropic", "refusal"]),
    ("gemini", &["gemini", "blocked"]),
    ("azure", &["openai", "content_filter", "foundry"]),
    ("bedrock", &["invoke_model", "inference_profile", "messages"]),
    ("vertex", &["gemini", "anthropic"]),
];

/// One request, and its reply or error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Recorded {
    /// The page that shows this shape.
    source: String,
    provider: String,
    model: String,
    /// The path of the address that the settings name.
    base: String,
    #[serde(default)]
    options: Limits,
    request: Sent,
    #[serde(default = "success")]
    status: u16,
    reply: Value,
    /// What the reply says; absent if it is an error.
    read: Option<Completed>,
    /// The error that the reply is.
    error: Option<String>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Limits {
    max_output_tokens: Option<u32>,
    temperature: Option<f64>,
}

/// What is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sent {
    path: String,
    headers: BTreeMap<String, String>,
    body: Value,
}

/// What is read of a reply.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Completed {
    text: String,
    model: String,
    input: u64,
    cached: u64,
    output: u64,
    /// Dollars; absent if the price is unknown.
    cost: Option<f64>,
}

fn success() -> u16 {
    200
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/recorded")
}

fn recorded(dialect: &str, name: &str) -> Recorded {
    let file = folder().join(dialect).join(format!("{name}.json"));
    let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The headers that providers ask for.
const HEADERS: &[&str] = &["authorization", "api-key", "x-api-key", "x-goog-api-key", "anthropic-version"];

/// Holds the conversations of a dialect again.
async fn check(dialect: &str) {
    let (_, names) = RECORDED.iter().find(|(known, _)| *known == dialect).unwrap();
    for name in *names {
        let conversation = recorded(dialect, name);
        assert!(conversation.source.starts_with("https://"), "{dialect}/{name}");
        let reply = Answer::json(conversation.status, conversation.reply.to_string());
        let mut server = Server::start(reply).await;
        let options = options(&conversation, format!("{}{}", server.address, conversation.base));
        let model = hosted(options, Arc::new(Prices::embedded())).unwrap();
        let completed = model.complete(&prompt()).await.map(|it| Completed {
            text: it.text,
            model: it.model,
            input: it.usage.input_tokens,
            cached: it.usage.cached_tokens,
            output: it.usage.output_tokens,
            cost: it.usage.cost,
        });
        let place = format!("{dialect}/{name}");
        assert_sent(&server.request().await, &conversation.request, &place);
        assert_read(completed, &conversation, &place);
    }
}

/// The options that the provider and the table of models give, for a server of this test.
fn options(conversation: &Recorded, base_url: String) -> HostedOptions {
    let provider = Provider::by_name(&conversation.provider).unwrap();
    // A server on this machine is asked without a key.
    let key = (!conversation.request.headers.is_empty()).then(|| Secret::new("test-key"));
    HostedOptions {
        base_url: Some(base_url),
        key,
        timeout: Duration::from_secs(5),
        max_output_tokens: conversation.options.max_output_tokens,
        temperature: conversation.options.temperature,
        ..HostedOptions::with_defaults(provider, &conversation.model)
    }
}

fn assert_sent(request: &Request, expected: &Sent, place: &str) {
    assert_eq!((request.method.as_str(), request.path.as_str()), ("POST", expected.path.as_str()), "{place}");
    let header = |name: &&str| Some(((*name).to_owned(), request.header(name)?.to_owned()));
    let headers: BTreeMap<String, String> = HEADERS.iter().filter_map(header).collect();
    assert_eq!(headers, expected.headers, "{place}");
    assert_eq!(String::from_utf8_lossy(&request.body), expected.body.to_string(), "{place}");
}

fn assert_read(completed: Result<Completed, ModelError>, conversation: &Recorded, place: &str) {
    match (completed, &conversation.read, &conversation.error) {
        (Ok(completed), Some(read), None) => {
            assert_eq!((&completed.text, &completed.model), (&read.text, &read.model), "{place}");
            let counts = |it: &Completed| (it.input, it.cached, it.output);
            assert_eq!(counts(&completed), counts(read), "{place}");
            let cents = |it: &Completed| it.cost.map(|dollars| (dollars * 1e10).round());
            assert_eq!(cents(&completed), cents(read), "{place}");
        }
        (Err(error), None, Some(expected)) => assert_eq!(&error.to_string(), expected, "{place}"),
        (completed, ..) => panic!("{place}: {completed:?}"),
    }
}

#[tokio::test]
async fn openai_chat_completions_and_the_servers_that_imitate_them() {
    check("openai_chat").await;
}

#[tokio::test]
async fn openai_responses() {
    check("openai_responses").await;
}

#[tokio::test]
async fn anthropic_messages() {
    check("anthropic").await;
}

#[tokio::test]
async fn gemini_generate_content() {
    check("gemini").await;
}

#[tokio::test]
async fn azure_and_foundry() {
    check("azure").await;
}

#[tokio::test]
async fn bedrock_has_the_model_in_its_address_and_takes_a_bearer_token() {
    check("bedrock").await;
}

#[tokio::test]
async fn vertex_has_publishers_in_its_address_and_takes_an_access_token() {
    check("vertex").await;
}

#[test]
fn every_recorded_conversation_is_in_the_table() {
    let in_table = RECORDED.iter().flat_map(|(dialect, names)| {
        names.iter().map(move |name| Path::new(dialect).join(format!("{name}.json")))
    });
    let dialects = fs::read_dir(folder()).unwrap().map(|it| it.unwrap().path());
    let files = dialects.flat_map(|it| fs::read_dir(it).unwrap()).map(|it| it.unwrap().path());
    let files: BTreeSet<PathBuf> = files.map(|it| it.strip_prefix(folder()).unwrap().to_path_buf()).collect();
    assert_eq!(in_table.collect::<BTreeSet<PathBuf>>(), files);
}
