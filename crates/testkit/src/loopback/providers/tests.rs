//! Tests of the whole path to a provider of each API, and of what each API refuses.

use super::super::http::Request;
use super::{Api, ProviderServer, rules};
use crate::prompt;
use deskpilot_core::Secret;
use deskpilot_model::{HostedOptions, Model, ModelError, Prices, Provider, ScriptedModel, hosted};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// A reply that the schema of the prompt allows.
const HELLO: &str = r#"{"Status":"hello"}"#;

async fn start(api: Api) -> ProviderServer {
    let model = Arc::new(ScriptedModel::new("script", [HELLO]));
    ProviderServer::start(api, model, Secret::new("test-key")).await.unwrap()
}

/// The model of a server as a session asks it.
fn model_at(server: &ProviderServer, api: Api, key: &str) -> Arc<dyn Model> {
    let (provider, model) = api.provider_and_model();
    let options = HostedOptions {
        base_url: Some(server.base_url().to_owned()),
        key: Some(Secret::new(key)),
        timeout: Duration::from_secs(5),
        temperature: (api == Api::Gemini).then_some(0.5),
        ..HostedOptions::with_defaults(Provider::by_name(provider).unwrap(), model)
    };
    hosted(options, Arc::new(Prices::embedded())).unwrap()
}

#[tokio::test]
async fn every_provider_takes_the_first_request_and_its_reply_is_read() {
    for api in Api::ALL {
        let server = start(api).await;
        let completion = model_at(&server, api, "test-key").complete(&prompt()).await.unwrap();
        assert_eq!(completion.text, HELLO, "{api:?}");
        assert_eq!((server.answered(), server.refusals()), (1, Vec::new()), "{api:?}");
    }
}

#[tokio::test]
async fn only_who_knows_the_token_of_a_provider_is_answered() {
    for api in Api::ALL {
        let server = start(api).await;
        let error = model_at(&server, api, "other-key").complete(&prompt()).await.unwrap_err();
        assert!(matches!(error, ModelError::Unauthorized { .. }), "{api:?}: {error}");
        assert_eq!(server.answered(), 0, "{api:?}");
    }
}

/// Why the API refuses this body; empty if it does not.
fn refusal(api: Api, body: &Value) -> String {
    let request = Request {
        method: "POST".into(),
        path: api.path(),
        headers: vec![("anthropic-version".into(), "2023-06-01".into())],
        body: Vec::new(),
    };
    rules::check(api, &request, body).err().unwrap_or_default()
}

#[test]
fn each_api_refuses_what_its_documentation_forbids() {
    let optional =
        json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false});
    let strict = json!({"name": "r", "strict": true, "schema": optional});
    let ttl = json!([{"type": "text", "text": "a", "cache_control": {"type": "ephemeral", "ttl": "1h"}}]);
    for (api, body, expected) in [
        (Api::OpenAiChat, json!({"max_tokens": 9}), "Use 'max_completion_tokens'"),
        (Api::OpenAiChat, json!({"temperature": 0}), "'temperature' is not supported"),
        (Api::OpenAiChat, json!({"think": true}), "supplied: think"),
        (
            Api::OpenAiChat,
            json!({"response_format": {"type": "json_schema", "json_schema": strict}}),
            "Missing 'a'",
        ),
        (Api::OpenAiResponses, json!({"response_format": {}}), "Unknown parameter: 'response_format'."),
        (Api::OpenAiResponses, json!({"max_output_tokens": 3}), "below minimum"),
        (
            Api::OpenAiResponses,
            json!({"text": {"format": {"type": "json_schema", "json_schema": {}}}}),
            "json_schema",
        ),
        (Api::Anthropic, json!({}), "max_tokens is missing"),
        (Api::Anthropic, json!({"max_tokens": 900_000}), "maximum allowed"),
        (Api::Anthropic, json!({"max_tokens": 9, "tool_choice": {"type": "any"}}), "tool_choice"),
        (
            Api::Anthropic,
            json!({"max_tokens": 9, "thinking": {"type": "disabled"}}),
            "thinking.type.disabled",
        ),
        (Api::Anthropic, json!({"max_tokens": 9, "response_format": {}}), "Extra inputs"),
        (Api::Anthropic, json!({"max_tokens": 9, "system": [{"type": "text", "text": ""}]}), "non-empty"),
        (Api::Bedrock, json!({"model": "m"}), "model: Extra inputs"),
        (Api::Bedrock, json!({"max_tokens": 9}), "bedrock-2023-05-31"),
        (
            Api::Bedrock,
            json!({"max_tokens": 9, "anthropic_version": "bedrock-2023-05-31", "system": ttl}),
            "ttl: Extra inputs",
        ),
        (
            Api::Vertex,
            json!({"max_tokens": 9, "anthropic_version": "bedrock-2023-05-31"}),
            "vertex-2023-10-16",
        ),
        (Api::Gemini, json!({"generation_config": {}}), "Unknown name \"generation_config\""),
        (Api::Gemini, json!({"generationConfig": {"responseJsonSchema": {}}}), "responseMimeType"),
        (Api::Gemini, json!({"contents": [{"role": "assistant"}]}), "valid role"),
    ] {
        let found = refusal(api, &body);
        assert!(found.contains(expected), "{api:?} {body}: {found:?}");
    }
    assert_eq!(refusal(Api::Anthropic, &json!({"max_tokens": 9, "tool_choice": {"type": "auto"}})), "");
}
