//! A target for fuzzing: whatever a computer-use model replies, it is a list of calls or an error.

use super::{anthropic, function_calls::function_calls, gemini, openai};
use deskpilot_core::Size;
use serde_json::Value;
use std::hint::black_box;

/// The body of a reply, in each dialect.
pub fn operator_reply(bytes: &[u8]) {
    let Ok(body) = serde_json::from_slice::<Value>(bytes) else { return };
    let size = Size { width: 641, height: 399 };
    let openai = openai::decode(&body).map(|it| it.calls);
    let anthropic = anthropic::decode(anthropic::DialectState::default(), &body).map(|it| it.calls);
    let gemini = gemini::decode(&body, size).map(|it| it.calls);
    for call in openai.into_iter().chain(anthropic).chain(gemini).flatten() {
        drop(black_box(function_calls(&call.actions, size)));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn any_body_is_a_list_of_calls_or_an_error() {
        let words = [
            "\"computer_call\"",
            "\"tool_use\"",
            "\"toolset_name\":\"computer\"",
            "\"action\":{",
            "\"type\":\"click\"",
            "\"x\":",
            "\"coordinate\":[",
            "\"keys\":[",
            "\"text\":\"ctrl+",
            "\"scroll_y\":",
            "\"duration\":",
            "\"path\":[{",
            "\"pending_safety_checks\":[",
            "\"steps\":[",
            "\"function_call\"",
            "\"arguments\":{",
            "\"drag_and_drop\"",
            "\"end_x\":",
            "\"safety_decision\":{",
        ];
        deskpilot_fuzz::fuzz("operator_reply", &words, super::operator_reply);
    }
}
