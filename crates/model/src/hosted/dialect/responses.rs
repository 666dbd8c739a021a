//! OpenAI's responses. Pure.

use super::{
    ChatReply, Ending, Part, Thoughts, ToolUse, data_url, effort, items, joined, parts, set, string,
    temperature,
};
use crate::hosted::limits::reply_limit;
use crate::hosted::usage::{ReportedUsage, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::{Contract, Prompt};
use serde_json::{Value, json};

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    let text = prompt.user_text();
    let content: Vec<Value> = parts(&text, &prompt.pictures, options).iter().map(part).collect();
    let mut request = json!({
        // The Responses API keeps each exchange unless it is told not to. Every prompt is whole, so none is
        // needed.
        "store": false,
        "model": options.model,
        "stream": false,
        "instructions": prompt.system,
        "input": [{"role": "user", "content": content}],
    });
    set(&mut request, "text", format(&prompt.contract, options.reply_format));
    set(&mut request, "temperature", temperature(options));
    set(&mut request, "max_output_tokens", reply_limit(options, prompt.reply_length));
    set(&mut request, "reasoning", effort(prompt).map(|it| json!({"effort": it})));
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
        ReplyFormat::Grammar | ReplyFormat::Text => None,
    }
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let of_kind = |kind: &'static str| items(body, "/output").filter(move |it| it["type"] == kind);
    ChatReply {
        text: of_kind("message").map(|it| joined(items(it, "/content"), "output_text", "text")).collect(),
        model: string(body, "/model"),
        usage: usage(body),
        tools: of_kind("function_call").filter_map(|it| ToolUse::read(it, "arguments")).collect(),
        thoughts: thoughts(body),
        ending: ending(body).or_refusal(refusal(body)),
        stop: string(body, "/incomplete_details/reason").or_else(|| string(body, "/status")),
    }
}

/// The thoughts, of which the provider shows a summary, and a server on this machine all.
fn thoughts(body: &Value) -> Thoughts {
    let thought = items(body, "/output").filter(|it| it["type"] == "reasoning");
    let shown = thought.flat_map(|it| items(it, "/summary").chain(items(it, "/content")));
    let counted = tokens(body, "/usage/output_tokens_details/reasoning_tokens");
    Thoughts::of(shown.filter_map(|it| it["text"].as_str())).or_hidden(counted)
}

/// How a reply ended. The reply as a whole has a status, and so has each of its items.
pub(crate) fn ending(body: &Value) -> Ending {
    let is_incomplete = |it: &Value| it["status"] == "incomplete";
    match Ending::of(string(body, "/status")) {
        // The reason has a field of its own; with an unknown reason the reply still counts as cut.
        Ending::Cut => match Ending::of(string(body, "/incomplete_details/reason")) {
            Ending::Complete => Ending::Cut,
            other => other,
        },
        Ending::Complete if items(body, "/output").any(is_incomplete) => Ending::Cut,
        other => other,
    }
}

fn refusal(body: &Value) -> Option<&str> {
    items(body, "/output").flat_map(|it| items(it, "/content")).find_map(|it| it["refusal"].as_str())
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
