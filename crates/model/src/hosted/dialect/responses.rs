//! OpenAI's responses. Pure.

use super::{ChatReply, Part, data_url, items, joined, parts, set, string, temperature};
use crate::hosted::usage::{ReportedUsage, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::{Contract, Prompt};
use serde_json::{Value, json};

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    let text = prompt.user_text();
    let content: Vec<Value> = parts(&text, &prompt.pictures, options).iter().map(part).collect();
    let mut request = json!({
        "store": false,
        "model": options.model,
        "stream": false,
        "instructions": prompt.system,
        "input": [{"role": "user", "content": content}],
    });
    set(&mut request, "text", format(&prompt.contract, options.reply_format));
    set(&mut request, "temperature", temperature(options));
    set(&mut request, "max_output_tokens", options.max_output_tokens);
    request
}

fn part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => json!({"type": "input_text", "text": text}),
        Part::Picture(png) => json!({"type": "input_image", "detail": "auto", "image_url": data_url(png)}),
    }
}

fn format(contract: &Contract, reply_format: ReplyFormat) -> Option<Value> {
    let Contract { name, schema } = contract;
    match reply_format {
        ReplyFormat::Schema => {
            Some(json!({"format": {"type": "json_schema", "name": name, "strict": true, "schema": schema}}))
        }
        ReplyFormat::JsonObject => Some(json!({"format": {"type": "json_object"}})),
        ReplyFormat::Text => None,
    }
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let of_kind = |kind: &'static str| items(body, "/output").filter(move |it| it["type"] == kind);
    ChatReply {
        text: of_kind("message").map(|it| joined(items(it, "/content"), "output_text", "text")).collect(),
        model: string(body, "/model"),
        usage: usage(body),
        tool: of_kind("function_call").find_map(|it| it["name"].as_str()),
        stop: string(body, "/incomplete_details/reason").or_else(|| string(body, "/status")),
    }
}

/// What a reply used.
pub(crate) fn usage(body: &Value) -> ReportedUsage {
    let at = |place: &str| tokens(body, place);
    ReportedUsage {
        input: at("/usage/input_tokens"),
        cached: at("/usage/input_tokens_details/cached_tokens"),
        written: None,
        output: at("/usage/output_tokens"),
    }
}
