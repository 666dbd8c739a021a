//! Anthropic's messages. Pure.

use super::{
    ChatReply, Ending, Part, Thoughts, ToolUse, effort, items, joined, parts, set, string, temperature,
};
use crate::hosted::limits::reply_limit;
use crate::hosted::usage::{ReportedUsage, sum, tokens};
use crate::{HostedOptions, ReplyFormat};
use deskpilot_core::{Prompt, Section, section};
use serde_json::{Value, json};

/// The version of the protocol.
pub(super) const VERSION: &str = "2023-06-01";

/// Who serves the model.
#[derive(Clone, Copy)]
pub(super) enum Host {
    /// Anthropic, or a partner with the same interface.
    Anthropic,
    /// A partner that has the model in its address, and this version of its own in the body.
    Partner(&'static str),
}

impl Host {
    /// A request without anything about the prompt.
    fn empty_request(self, model: &str) -> Value {
        match self {
            Host::Anthropic => json!({"model": model, "stream": false}),
            Host::Partner(version) => json!({"anthropic_version": version}),
        }
    }

    /// The mark of what the provider caches until the next step. Some models at partners take no time, which is this one anyway.
    fn cache_mark(self) -> Value {
        match self {
            Host::Anthropic => json!({"type": "ephemeral", "ttl": "5m"}),
            Host::Partner(_) => json!({"type": "ephemeral"}),
        }
    }

    /// A text with a mark: the provider caches everything before the mark.
    fn cached(self, text: &str) -> Value {
        json!({"type": "text", "text": text, "cache_control": self.cache_mark()})
    }
}

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions, host: Host) -> Value {
    let mut request = host.empty_request(&options.model);
    request["system"] = json!([host.cached(&prompt.system)]);
    request["messages"] = json!(messages(prompt, options, host));
    if options.reply_format == ReplyFormat::Schema {
        let schema = &prompt.contract.schema;
        request["output_config"] = json!({"format": {"type": "json_schema", "schema": schema}});
    }
    if let Some(effort) = effort(prompt) {
        request["output_config"]["effort"] = json!(effort);
    }
    set(&mut request, "temperature", temperature(options));
    set(&mut request, "max_tokens", reply_limit(options, prompt.reply_length));
    request
}

/// Sections that stay the same at least as long as a subtask.
const STABLE_SECTIONS: &[&str] =
    &[section::USER_REQUEST, section::INSTALLED_APPLICATIONS, section::SUB_TASK, section::HOST_MESSAGE];

/// The stable sections with a cache mark, then the rest. The provider joins two consecutive user messages.
fn messages(prompt: &Prompt, options: &HostedOptions, host: Host) -> Vec<Value> {
    let stable = prompt.sections.iter().take_while(|it| STABLE_SECTIONS.contains(&it.name.as_str())).count();
    let (stable, changing) = prompt.sections.split_at(stable);
    let text = |sections: &[Section]| Prompt { sections: sections.to_vec(), ..prompt.clone() }.user_text();
    let stable = (!stable.is_empty()).then(|| json!([host.cached(&text(stable))]));
    let changing = text(changing);
    let rest: Vec<Value> = parts(&changing, &prompt.pictures, options).iter().map(part).collect();
    let rest = (!rest.is_empty()).then(|| json!(rest));
    stable.into_iter().chain(rest).map(|it| json!({"role": "user", "content": it})).collect()
}

fn part(part: &Part<'_>) -> Value {
    match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(png) => {
            json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": png}})
        }
    }
}

/// The parts of a reply.
pub(super) fn reply(body: &Value) -> ChatReply<'_> {
    let of_kind = |kind: &'static str| items(body, "/content").filter(move |it| it["type"] == kind);
    ChatReply {
        text: joined(items(body, "/content"), "text", "text"),
        model: string(body, "/model"),
        usage: usage(body),
        tools: of_kind("tool_use").filter_map(|it| ToolUse::read(it, "input")).collect(),
        thoughts: Thoughts::of(of_kind("thinking").filter_map(|it| it["thinking"].as_str()))
            .or_hidden(i64::try_from(of_kind("redacted_thinking").count()).ok()),
        ending: ending(body),
        stop: string(body, "/stop_reason"),
    }
}

/// How a reply ended.
pub(crate) fn ending(body: &Value) -> Ending {
    Ending::of(string(body, "/stop_reason"))
}

/// What a reply used. The provider reports cached tokens separately from the rest of the prompt.
pub(crate) fn usage(body: &Value) -> ReportedUsage {
    let at = |place: &str| tokens(body, place);
    let (cached, written) = (at("/usage/cache_read_input_tokens"), at("/usage/cache_creation_input_tokens"));
    ReportedUsage {
        input: sum(&[at("/usage/input_tokens"), cached, written]),
        cached,
        written,
        output: at("/usage/output_tokens"),
    }
}
