//! OpenAI's chat completions, which most other providers and servers speak too. Pure.

use super::{
    ChatReply, Ending, Part, Thoughts, ToolUse, data_url, effort, is_reasoning_model, items, joined, parts,
    set, string, temperature,
};
use crate::hosted::gbnf;
use crate::hosted::limits::reply_limit;
use crate::hosted::usage::{ReportedUsage, sum, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::{Contract, Prompt};
use serde_json::{Value, json};

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    let user = json!({"role": "user", "content": content(prompt, options)});
    let mut request = json!({
        "model": options.model,
        "stream": false,
        "messages": [{"role": "system", "content": prompt.system}, user],
    });
    set(&mut request, "response_format", format(&prompt.contract, options.reply_format));
    set(&mut request, "grammar", grammar(&prompt.contract, options.reply_format));
    set(&mut request, "temperature", temperature(options));
    let limit = if is_reasoning_model(&options.model) { "max_completion_tokens" } else { "max_tokens" };
    set(&mut request, limit, reply_limit(options, prompt.reply_length));
    set(&mut request, "reasoning_effort", effort(prompt));
    request
}

/// One text alone as a string, because servers for models without eyes know nothing else.
fn content(prompt: &Prompt, options: &HostedOptions) -> Value {
    let text = prompt.user_text();
    match parts(&text, &prompt.pictures, options).as_slice() {
        [] => json!(""),
        [Part::Text(text)] => json!(text),
        parts => parts.iter().map(part).collect(),
    }
}

fn part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(png) => json!({"type": "image_url", "image_url": {"url": data_url(png)}}),
    }
}

fn format(contract: &Contract, reply_format: ReplyFormat) -> Option<Value> {
    let schema = || json!({"name": contract.name, "strict": true, "schema": contract.schema});
    match reply_format {
        ReplyFormat::Schema => Some(json!({"type": "json_schema", "json_schema": schema()})),
        ReplyFormat::JsonObject => Some(json!({"type": "json_object"})),
        ReplyFormat::Grammar | ReplyFormat::Text => None,
    }
}

/// The grammar, which stands beside the format.
fn grammar(contract: &Contract, reply_format: ReplyFormat) -> Option<String> {
    (reply_format == ReplyFormat::Grammar).then(|| gbnf::grammar(&contract.schema))
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let stop = string(body, "/choices/0/finish_reason");
    ChatReply {
        text: text(body).trim().to_owned(),
        model: string(body, "/model"),
        usage: usage(body),
        tools: functions(body).filter_map(|it| ToolUse::read(it, "arguments")).collect(),
        thoughts: thoughts(body),
        ending: Ending::of(stop).or_refusal(string(body, "/choices/0/message/refusal")),
        stop,
    }
}

/// The functions that a reply calls; older servers have a place for one alone.
fn functions(body: &Value) -> impl Iterator<Item = &Value> {
    let called = items(body, "/choices/0/message/tool_calls").map(|it| &it["function"]);
    called.chain(body.pointer("/choices/0/message/function_call"))
}

const CONTENT: &str = "/choices/0/message/content";

/// A string, or a list in which some models put their thoughts next to the text.
fn text(body: &Value) -> String {
    string(body, CONTENT).map_or_else(|| joined(items(body, CONTENT), "text", "text"), str::to_owned)
}

/// Where servers put the thoughts of a model that are no part of the content.
const THOUGHTS: &[&str] = &["/choices/0/message/reasoning_content", "/choices/0/message/reasoning"];

fn thoughts(body: &Value) -> Thoughts {
    let parts = items(body, CONTENT).filter(|it| it["type"] == "thinking");
    // The thought of a part is a text, or again a list of parts.
    let in_content = parts.flat_map(|it| {
        let inner = items(it, "/thinking").filter_map(|it| it["text"].as_str());
        it["thinking"].as_str().into_iter().chain(inner)
    });
    let beside = THOUGHTS.iter().filter_map(|place| string(body, place));
    let counted = tokens(body, "/usage/completion_tokens_details/reasoning_tokens");
    Thoughts::of(beside.chain(in_content)).or_hidden(counted)
}

fn usage(body: &Value) -> ReportedUsage {
    let at = |place: &str| tokens(body, place);
    ReportedUsage {
        input: at("/usage/prompt_tokens"),
        // DeepSeek has a place of its own.
        cached: at("/usage/prompt_tokens_details/cached_tokens")
            .or_else(|| at("/usage/prompt_cache_hit_tokens")),
        written: None,
        output: at("/usage/completion_tokens"),
    }
}

/// The same from xAI, which reports the tokens of thoughts separately from those of the reply.
pub(super) fn xai_reply(body: &Value) -> ChatReply<'_> {
    let reply = reply(body);
    let thoughts = tokens(body, "/usage/completion_tokens_details/reasoning_tokens");
    let usage = ReportedUsage { output: sum(&[reply.usage.output, thoughts]), ..reply.usage };
    ChatReply { usage, ..reply }
}
