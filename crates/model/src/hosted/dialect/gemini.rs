//! Google's generateContent. Pure.

use super::{ChatReply, Part, items, parts, set, string, temperature};
use crate::hosted::usage::{ReportedUsage, sum, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::{Contract, Prompt};
use serde_json::{Value, json};

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    let text = prompt.user_text();
    let content: Vec<Value> = parts(&text, &prompt.pictures, options).iter().map(part).collect();
    let mut request = json!({
        "systemInstruction": {"parts": [{"text": prompt.system}]},
        "contents": [{"role": "user", "parts": content}],
    });
    let settings = settings(&prompt.contract, options);
    set(&mut request, "generationConfig", Some(settings).filter(|it| *it != json!({})));
    request
}

fn part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => json!({"text": text}),
        Part::Picture(png) => json!({"inline_data": {"mime_type": "image/png", "data": png}}),
    }
}

fn settings(contract: &Contract, options: &HostedOptions) -> Value {
    let mut settings = json!({});
    if options.reply_format == ReplyFormat::Schema {
        set(&mut settings, "responseMimeType", Some("application/json"));
        set(&mut settings, "responseJsonSchema", Some(contract.schema.clone()));
    }
    set(&mut settings, "temperature", temperature(options));
    set(&mut settings, "maxOutputTokens", options.max_output_tokens);
    settings
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let parts = || items(body, "/candidates/0/content/parts");
    ChatReply {
        // Thoughts are texts with a mark.
        text: parts().filter(|it| it["thought"] != true).filter_map(|it| it["text"].as_str()).collect(),
        model: string(body, "/modelVersion"),
        usage: usage(body),
        tool: parts().find_map(|it| string(it, "/functionCall/name")),
        stop: string(body, "/candidates/0/finishReason"),
    }
}

/// The provider reports what its own tools read, and what it thought, separately from the rest.
fn usage(body: &Value) -> ReportedUsage {
    let at = |place: &str| tokens(body, place);
    ReportedUsage {
        input: sum(&[at("/usageMetadata/promptTokenCount"), at("/usageMetadata/toolUsePromptTokenCount")]),
        cached: at("/usageMetadata/cachedContentTokenCount"),
        written: None,
        output: sum(&[at("/usageMetadata/candidatesTokenCount"), at("/usageMetadata/thoughtsTokenCount")]),
    }
}
