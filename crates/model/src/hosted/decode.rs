//! Decodes a provider's reply. Pure.

use super::dialect::{self, ChatReply};
use super::errors::ErrorContext;
use super::usage::priced_usage;
use crate::{HostedOptions, ModelError, Prices};
use deskpilot_core::Completion;
use serde_json::Value;

/// The reply's text and usage.
pub(super) fn decode(
    body: &Value,
    options: &HostedOptions,
    prices: &Prices,
    context: &ErrorContext,
) -> Result<Completion, ModelError> {
    let reply = dialect::reply(body, options.provider.dialect);
    let model = reply.model.unwrap_or(&options.model);
    let usage = priced_usage(&reply.usage, model, options, prices);
    if reply.text.is_empty() {
        return Err(context.no_text(body, &why_no_text(&reply), usage));
    }
    Ok(Completion { model: model.to_owned(), text: reply.text, usage })
}

/// The words of the dialects for a reply that reached its maximum of tokens.
const CUT_OFF: &[&str] = &["length", "max_tokens", "MAX_TOKENS", "max_output_tokens"];

fn why_no_text(reply: &ChatReply<'_>) -> String {
    match (reply.tool, reply.stop) {
        (Some(tool), _) => {
            format!("it called a tool, {tool:?}, and there is none: the answer is the JSON object alone")
        }
        (None, Some(stop)) if CUT_OFF.contains(&stop) => {
            "its tokens were used up; raise max_output_tokens".into()
        }
        (None, Some(stop)) => format!("it stopped because of {stop:?}"),
        (None, None) => "it gave no reason".into(),
    }
}
