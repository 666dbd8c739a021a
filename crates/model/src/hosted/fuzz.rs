//! A target for fuzzing: whatever a provider replies, it is a completion or an error.

use super::{
    dialect::{self, ChatReply},
    errors::{ErrorContext, ErrorResponse, UnfinishedReply},
};
use crate::{HostedOptions, PROVIDERS};
use deskpilot_core::Usage;
use serde_json::Value;
use std::hint::black_box;

/// The body of a chat reply or of an error, in every dialect.
pub fn chat_reply(bytes: &[u8]) {
    let Some(provider) = PROVIDERS.first() else { return };
    let options = HostedOptions::with_defaults(provider, "m");
    let Ok(address) = options.address() else { return };
    let (context, text) = (ErrorContext::new(&options, &address), String::from_utf8_lossy(bytes));
    for status in [400, 429, 500] {
        black_box(context.response_error(&ErrorResponse { status, body: &text, retry_after: None }));
    }
    let Ok(body) = serde_json::from_slice::<Value>(bytes) else { return };
    black_box(context.reported_failure(&body));
    for provider in PROVIDERS {
        let ChatReply { text, ending, .. } = dialect::reply(&body, provider.dialect);
        let reply = UnfinishedReply { text, usage: Usage::default(), limit: None, options: &options };
        drop(black_box(context.unfinished(&ending, reply)));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_body_is_a_completion_or_an_error() {
        let words = [
            "\"choices\":[",
            "\"message\":{",
            "\"content\":",
            "\"output\":[",
            "\"type\":\"text\"",
            "\"candidates\":[",
            "\"usage\":{",
            "\"prompt_tokens\":",
            "\"error\":{",
            "\"code\":429",
            "9223372036854775807",
        ];
        deskpilot_fuzz::fuzz("chat_reply", &words, super::chat_reply);
    }
}
