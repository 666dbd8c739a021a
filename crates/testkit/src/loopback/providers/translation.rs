//! Requests of every API as one of OpenAI's chat protocol, which the server reads. Pure.

use super::api::Api;
use serde_json::{Value, json};

/// The same prompt as a request for a chat completion; the error says which part is of no known kind.
pub(super) fn chat_request(api: Api, body: &Value) -> Result<Value, String> {
    match api {
        Api::OpenAiChat => Ok(body.clone()),
        Api::OpenAiResponses => {
            let format = &body["text"]["format"];
            let parts = each(&body["input"]).flat_map(|it| each(&it["content"])).map(responses_part);
            let schema = format.get("schema").map(|it| contract(&format["name"], it));
            Ok(chat(
                &body["instructions"],
                parts.collect::<Result<_, _>>()?,
                schema,
                &body["max_output_tokens"],
            ))
        }
        Api::Anthropic | Api::Bedrock | Api::Vertex => {
            let parts = each(&body["messages"]).flat_map(|it| each(&it["content"])).map(messages_part);
            let schema =
                body["output_config"]["format"].get("schema").map(|it| contract(&json!("reply"), it));
            let system = &body["system"][0]["text"];
            Ok(chat(system, parts.collect::<Result<_, _>>()?, schema, &body["max_tokens"]))
        }
        Api::Gemini => {
            let parts = each(&body["contents"]).flat_map(|it| each(&it["parts"])).map(content_part);
            let settings = &body["generationConfig"];
            let schema = settings.get("responseJsonSchema").map(|it| contract(&json!("reply"), it));
            let system = &body["systemInstruction"]["parts"][0]["text"];
            Ok(chat(system, parts.collect::<Result<_, _>>()?, schema, &settings["maxOutputTokens"]))
        }
    }
}

fn chat(system: &Value, parts: Vec<Value>, schema: Option<Value>, max_tokens: &Value) -> Value {
    let format = schema.map(|it| json!({"type": "json_schema", "json_schema": it}));
    json!({
        "messages": [{"role": "system", "content": system}, {"role": "user", "content": Value::Array(parts)}],
        "response_format": format,
        "max_tokens": max_tokens,
    })
}

fn contract(name: &Value, schema: &Value) -> Value {
    json!({"name": name, "schema": schema})
}

fn text(text: &Value) -> Value {
    json!({"type": "text", "text": text})
}

fn picture(url: &str) -> Value {
    json!({"type": "image_url", "image_url": {"url": url}})
}

fn responses_part(part: &Value) -> Result<Value, String> {
    match (part["type"].as_str(), part["image_url"].as_str()) {
        (Some("input_text"), _) => Ok(text(&part["text"])),
        (Some("input_image"), Some(url)) => Ok(picture(url)),
        _ => Err(format!("Invalid value: {}.", part["type"])),
    }
}

fn messages_part(part: &Value) -> Result<Value, String> {
    match (part["type"].as_str(), &part["source"]) {
        (Some("text"), _) => Ok(text(&part["text"])),
        (Some("image"), source) if source["type"] == "base64" => {
            Ok(encoded(&source["media_type"], &source["data"]))
        }
        _ => Err(format!("messages: {} is no content block", part["type"])),
    }
}

fn content_part(part: &Value) -> Result<Value, String> {
    match (part.get("text"), part.get("inline_data")) {
        (Some(words), None) => Ok(text(words)),
        (None, Some(data)) => Ok(encoded(&data["mime_type"], &data["data"])),
        _ => Err("a part has one of text and inline_data".into()),
    }
}

fn encoded(media_type: &Value, data: &Value) -> Value {
    let of = |value: &Value| value.as_str().unwrap_or("").to_owned();
    picture(&format!("data:{};base64,{}", of(media_type), of(data)))
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
