//! What each API refuses in a request, with its sentences. Pure.
//!
//! From the references of OpenAI, Anthropic, Google, Amazon Bedrock and Vertex AI, read in November 2026; the table of models of
//! the product is not asked, so that a test of the one is a test of the other.

use super::super::claude::check_settings;
use super::super::fields::{
    CHAT, CONTENT, GENERATION, MESSAGES, OUTPUT_CONFIG, OUTPUT_FORMAT, PARTNER_CACHE_MARK, PARTNER_MESSAGES,
    RESPONSES,
};
use super::super::http::Request;
use super::api::Api;
use super::schema::{SchemaRules, check_schema};
use serde_json::{Value, json};

/// Whether the API takes a request; the error is its sentence.
pub(super) fn check(api: Api, request: &Request, body: &Value) -> Result<(), String> {
    match api {
        Api::OpenAiChat => check_chat(body),
        Api::OpenAiResponses => check_responses(body),
        Api::Anthropic => {
            MESSAGES.check(body)?;
            match request.header("anthropic-version") {
                Some("2023-06-01") => check_messages(api, body),
                _ => Err("anthropic-version: header is required".into()),
            }
        }
        Api::Bedrock => check_partner(api, body, "bedrock-2023-05-31"),
        Api::Vertex => check_partner(api, body, "vertex-2023-10-16"),
        Api::Gemini => check_content(body),
    }
}

/// The parameters that OpenAI's models of these APIs refuse because they think.
fn check_sampling(body: &Value) -> Result<(), String> {
    match ["temperature", "top_p"].iter().find(|it| body.get(**it).is_some()) {
        Some(other) => Err(format!("Unsupported parameter: '{other}' is not supported with this model.")),
        None => Ok(()),
    }
}

fn check_chat(body: &Value) -> Result<(), String> {
    CHAT.check(body)?;
    check_sampling(body)?;
    if body.get("max_tokens").is_some() {
        return Err("Unsupported parameter: 'max_tokens' is not supported with this model. Use \
                    'max_completion_tokens' instead."
            .into());
    }
    match body["response_format"]["type"].as_str() {
        Some("json_schema") => {
            check_strict(&body["response_format"]["json_schema"], &["name", "strict", "schema"])
        }
        Some("json_object" | "text") | None => Ok(()),
        Some(other) => Err(format!("Invalid value: '{other}'.")),
    }
}

fn check_responses(body: &Value) -> Result<(), String> {
    RESPONSES.check(body)?;
    check_sampling(body)?;
    if body["max_output_tokens"].as_u64().is_some_and(|it| it < 16) {
        return Err("Invalid 'max_output_tokens': integer below minimum value.".into());
    }
    match body["text"]["format"]["type"].as_str() {
        Some("json_schema") => check_strict(&body["text"]["format"], &["type", "name", "strict", "schema"]),
        Some("json_object" | "text") | None => Ok(()),
        Some(other) => Err(format!("Invalid value: '{other}'.")),
    }
}

/// The most characters of a schema's name.
const MAX_NAME: usize = 64;

/// Whether OpenAI takes a format with these fields and a schema.
fn check_strict(format: &Value, fields: &[&str]) -> Result<(), String> {
    let mut names = format.as_object().into_iter().flatten().map(|(name, _)| name);
    if let Some(other) = names.find(|it| !fields.contains(&it.as_str())) {
        return Err(format!("Unknown parameter: '{other}'."));
    }
    let name = format["name"].as_str().unwrap_or("");
    let is_plain = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
    if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(is_plain) {
        return Err("Invalid 'name': string does not match pattern '^[a-zA-Z0-9_-]+$'.".into());
    }
    if format["strict"] != true {
        return Ok(());
    }
    check_schema(&format["schema"], SchemaRules::OpenAi)
        .map_err(|why| format!("Invalid schema for response_format '{name}': {why}"))
}

/// A partner has the model in its address and a version in the body.
fn check_partner(api: Api, body: &Value, version: &str) -> Result<(), String> {
    PARTNER_MESSAGES.check(body)?;
    if body["anthropic_version"] != version {
        return Err(format!("anthropic_version: must be \"{version}\""));
    }
    for mark in cache_marks(body) {
        PARTNER_CACHE_MARK.check(mark)?;
    }
    check_messages(api, body)
}

/// The most marks of what is cached.
const MAX_MARKS: usize = 4;

fn check_messages(api: Api, body: &Value) -> Result<(), String> {
    let mut named = body.clone();
    named["model"] = json!(api.claude());
    check_settings(&named)?;
    let (limit, most) = (body["max_tokens"].as_u64().unwrap_or(0), api.most_output());
    if limit > most {
        return Err(format!(
            "max_tokens: {limit} > {most}, which is the maximum allowed number of output tokens"
        ));
    }
    if cache_marks(body).len() > MAX_MARKS {
        return Err(format!("A maximum of {MAX_MARKS} blocks with cache_control may be provided."));
    }
    let blocks = || each(&body["messages"]).flat_map(|it| each(&it["content"])).chain(each(&body["system"]));
    if blocks().any(|it| it["type"] == "text" && it["text"] == "") {
        return Err("messages: text content blocks must be non-empty".into());
    }
    OUTPUT_CONFIG.check(&body["output_config"])?;
    let format = &body["output_config"]["format"];
    OUTPUT_FORMAT.check(format)?;
    if format.is_null() { Ok(()) } else { check_schema(&format["schema"], SchemaRules::Anthropic) }
}

/// The marks of what is cached.
fn cache_marks(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(object) => {
            let own = object.get("cache_control").into_iter();
            own.chain(object.values().flat_map(cache_marks)).collect()
        }
        Value::Array(items) => items.iter().flat_map(cache_marks).collect(),
        _ => Vec::new(),
    }
}

fn check_content(body: &Value) -> Result<(), String> {
    CONTENT.check(body)?;
    let settings = &body["generationConfig"];
    GENERATION.check(settings)?;
    if each(&body["contents"]).any(|it| it["role"] != "user" && it["role"] != "model") {
        return Err("Please use a valid role: user, model.".into());
    }
    let Some(schema) = settings.get("responseJsonSchema") else { return Ok(()) };
    if settings["responseMimeType"] != "application/json" {
        return Err("responseJsonSchema needs the responseMimeType application/json".into());
    }
    if settings.get("responseSchema").is_some() {
        return Err("only one of responseSchema and responseJsonSchema may be set".into());
    }
    check_schema(schema, SchemaRules::Google)
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
