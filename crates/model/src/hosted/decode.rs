//! Decodes a provider's reply. Pure.

use super::answer_in_call::{ToolCall, read_call};
use super::dialect::{self, ChatReply, Ending, Thoughts, ToolUse};
use super::errors::{ErrorContext, UnfinishedReply};
use super::usage::priced_usage;
use crate::shorten::shorten;
use crate::{HostedOptions, ModelError, Prices};
use deskpilot_core::{Completion, ParsedJson, Prompt};

/// What a reply answers.
pub(super) struct Request<'r> {
    /// The prompt.
    pub(super) prompt: &'r Prompt,
    /// The model and its options.
    pub(super) options: &'r HostedOptions,
    /// The limit of the reply's length that the request asks for.
    pub(super) limit: Option<u32>,
}

/// The reply's text and usage. A reply that was cut or withheld is an error, whatever its text, because the rest is
/// unknown.
pub(super) fn decode(
    body: &ParsedJson,
    request: &Request<'_>,
    prices: &Prices,
    context: &ErrorContext,
) -> Result<Completion, ModelError> {
    let ParsedJson { value: body, duplicate } = body;
    let Request { prompt, options, limit } = *request;
    let mut reply = dialect::reply(body, options.provider.dialect);
    let text = std::mem::take(&mut reply.text);
    let model = reply.model.unwrap_or(&options.model).to_owned();
    let usage = priced_usage(&reply.usage, &model, options, prices);
    // The text first: a reply with text and calls is taken by its text.
    if reply.ending == Ending::Complete && !text.trim().is_empty() {
        return Ok(Completion { text, model, usage });
    }
    // Some gateways report a failure with a success status.
    if let Some(failure) = context.reported_failure(body) {
        return Err(failure);
    }
    let unfinished = |text| UnfinishedReply { text, usage, limit, options };
    match (&reply.ending, reply.tools.as_slice()) {
        (Ending::Complete, [call]) => match read_call(call, &prompt.contract, duplicate.as_deref()) {
            ToolCall::Answer(text) => Ok(Completion { text, model, usage }),
            ToolCall::Ambiguous(key) => Err(context.no_text(&ambiguous(&key), usage)),
            ToolCall::Tool => Err(context.no_text(&called(call), usage)),
        },
        (Ending::Complete, [first, ..]) => Err(context.no_text(&called(first), usage)),
        (Ending::Complete | Ending::Cut, [])
            if text.trim().is_empty() && reply.thoughts != Thoughts::None =>
        {
            Err(context.only_thoughts(&reply.ending, unfinished(shown(&reply.thoughts))))
        }
        _ => {
            let error = context.unfinished(&reply.ending, unfinished(text));
            Err(error.unwrap_or_else(|| context.no_text(&why_no_text(&reply), usage)))
        }
    }
}

/// The longest excerpt of a tool's arguments, in characters.
const MAX_ARGUMENTS: usize = 100;

fn called(call: &ToolUse<'_>) -> String {
    let ToolUse { name, arguments } = call;
    let arguments = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
    let arguments = shorten(&arguments, MAX_ARGUMENTS);
    format!(
        "it called a tool, {name:?} with {arguments}, and there is none: the answer is the JSON object alone"
    )
}

fn ambiguous(key: &str) -> String {
    format!("the reply has the key {key:?} twice in one object: write each key once")
}

fn why_no_text(reply: &ChatReply<'_>) -> String {
    match reply.stop {
        Some(stop) => format!("the reply is empty: it stopped because of {stop:?}"),
        None => "the reply is empty, and it gave no reason".into(),
    }
}

/// The thoughts that the log keeps.
fn shown(thoughts: &Thoughts) -> String {
    match thoughts {
        Thoughts::Shown(text) => text.clone(),
        Thoughts::Hidden | Thoughts::None => String::new(),
    }
}
