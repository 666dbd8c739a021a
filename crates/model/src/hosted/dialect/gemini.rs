//! Google's generateContent. Pure.

use super::{ChatReply, Ending, Part, Thoughts, ToolUse, effort, items, parts, set, string, temperature};
use crate::hosted::limits::reply_limit;
use crate::hosted::usage::{ReportedUsage, sum, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::Prompt;
use serde_json::{Value, json};

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    let text = prompt.user_text();
    let content: Vec<Value> = parts(&text, &prompt.pictures, options).iter().map(part).collect();
    let mut request = json!({
        "systemInstruction": {"parts": [{"text": prompt.system}]},
        "contents": [{"role": "user", "parts": content}],
    });
    let settings = settings(prompt, options);
    set(&mut request, "generationConfig", Some(settings).filter(|it| *it != json!({})));
    request
}

fn part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => json!({"text": text}),
        Part::Picture(png) => json!({"inline_data": {"mime_type": "image/png", "data": png}}),
    }
}

fn settings(prompt: &Prompt, options: &HostedOptions) -> Value {
    let mut settings = json!({});
    if options.reply_format == ReplyFormat::Schema {
        set(&mut settings, "responseMimeType", Some("application/json"));
        set(&mut settings, "responseJsonSchema", Some(prompt.contract.schema.clone()));
    }
    set(&mut settings, "temperature", temperature(options));
    set(&mut settings, "maxOutputTokens", reply_limit(options, prompt.reply_length));
    set(&mut settings, "thinkingConfig", effort(prompt).map(|it| thinking(it, &options.model)));
    settings
}

/// The most tokens of few thoughts, for models that count them.
const FEW_THOUGHTS: u32 = 512;

/// How much to think: models before 3 take a number of tokens.
fn thinking(effort: &str, model: &str) -> Value {
    if model.contains("gemini-2") {
        json!({"thinkingBudget": FEW_THOUGHTS})
    } else {
        json!({"thinkingLevel": effort})
    }
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let parts = || items(body, "/candidates/0/content/parts");
    ChatReply {
        // Thoughts are texts with a mark.
        text: parts().filter(|it| it["thought"] != true).filter_map(|it| it["text"].as_str()).collect(),
        model: string(body, "/modelVersion"),
        usage: usage(body),
        tools: parts().filter_map(|it| ToolUse::read(&it["functionCall"], "args")).collect(),
        thoughts: Thoughts::of(
            parts().filter(|it| it["thought"] == true).filter_map(|it| it["text"].as_str()),
        )
        .or_hidden(tokens(body, "/usageMetadata/thoughtsTokenCount")),
        ending: ending(body),
        stop: string(body, "/candidates/0/finishReason"),
    }
}

/// How a reply ended: a filter may have withheld it before it began.
fn ending(body: &Value) -> Ending {
    match string(body, "/promptFeedback/blockReason") {
        Some(reason) => Ending::Withheld(format!("the prompt was blocked because of {reason:?}")),
        None => Ending::of(string(body, "/candidates/0/finishReason")),
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
