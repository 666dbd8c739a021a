//! Decodes a provider's reply. Pure.

use super::dialect::{self, ChatReply, Ending, Thoughts, ToolUse};
use super::errors::{ErrorContext, UnfinishedReply};
use super::usage::priced_usage;
use crate::shorten::shorten;
use crate::{HostedOptions, ModelError, Prices};
use deskpilot_core::Completion;
use serde_json::Value;

/// The reply's text and usage. A reply that was cut or withheld is an error, whatever its text, because the rest is
/// unknown. `limit` is what the request asked for.
pub(super) fn decode(
    body: &Value,
    options: &HostedOptions,
    limit: Option<u32>,
    prices: &Prices,
    context: &ErrorContext,
) -> Result<Completion, ModelError> {
    let mut reply = dialect::reply(body, options.provider.dialect);
    let text = std::mem::take(&mut reply.text);
    let model = reply.model.unwrap_or(&options.model).to_owned();
    let usage = priced_usage(&reply.usage, &model, options, prices);
    if reply.ending == Ending::Complete && !text.is_empty() {
        return Ok(Completion { text, model, usage });
    }
    // Some gateways report a failure with a success status.
    if let Some(failure) = context.reported_failure(body) {
        return Err(failure);
    }
    let unfinished = UnfinishedReply { text, usage, limit, options };
    let error = context.unfinished(&reply.ending, unfinished);
    Err(error.unwrap_or_else(|| context.no_text(&why_no_text(&reply), usage)))
}

/// The longest excerpt of a tool's arguments, in characters.
const MAX_ARGUMENTS: usize = 120;

fn why_no_text(reply: &ChatReply<'_>) -> String {
    match (reply.tool, reply.thoughts, reply.stop) {
        (Some(ToolUse { name, arguments }), ..) => {
            let arguments = arguments.as_str().map_or_else(|| arguments.to_string(), str::to_owned);
            let arguments = shorten(&arguments, MAX_ARGUMENTS);
            format!(
                "it called a tool, {name:?} with {arguments}, and there is none: the answer is the JSON object alone"
            )
        }
        (None, Thoughts::Some, _) => {
            "it thought and gave no answer: after the thoughts, write the JSON object as the reply itself"
                .into()
        }
        (None, Thoughts::None, Some(stop)) => format!("it stopped because of {stop:?}"),
        (None, Thoughts::None, None) => "it gave no reason".into(),
    }
}
