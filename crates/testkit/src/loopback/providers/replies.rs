//! Replies and refusals as each API writes them. Pure.

use super::super::chat::Refusal;
use super::api::Api;
use serde_json::{Value, json};

/// The reply of an API, for that of OpenAI's chat protocol.
pub(super) fn reply(api: Api, chat: Value) -> Value {
    let choice = &chat["choices"][0];
    let (text, is_cut) = (&choice["message"]["content"], choice["finish_reason"] == "length");
    let (input, output) = (&chat["usage"]["prompt_tokens"], &chat["usage"]["completion_tokens"]);
    match api {
        Api::OpenAiChat => chat,
        Api::OpenAiResponses => json!({
            "id": "resp_1",
            "object": "response",
            "status": if is_cut { "incomplete" } else { "completed" },
            "error": null,
            "incomplete_details": is_cut.then(|| json!({"reason": "max_output_tokens"})),
            "model": api.model(),
            "output": [
                {"type": "reasoning", "id": "rs_1", "summary": []},
                {"type": "message", "id": "msg_1", "status": if is_cut { "incomplete" } else { "completed" }, "role": "assistant",
                    "content": [{"type": "output_text", "text": text, "annotations": []}]},
            ],
            "usage": {"input_tokens": input, "output_tokens": output},
        }),
        Api::Anthropic | Api::Bedrock | Api::Vertex => json!({
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": api.claude(),
            "content": [
                {"type": "thinking", "thinking": "", "signature": "EqQBCgIYAhIM"},
                {"type": "text", "text": text},
            ],
            "stop_reason": if is_cut { "max_tokens" } else { "end_turn" },
            "stop_sequence": null,
            "usage": {"input_tokens": input, "output_tokens": output},
        }),
        Api::Gemini => json!({
            "candidates": [{
                "content": {"role": "model", "parts": [{"text": text, "thoughtSignature": "Ep4BCpsBAb4"}]},
                "finishReason": if is_cut { "MAX_TOKENS" } else { "STOP" },
                "index": 0,
            }],
            "usageMetadata": {"promptTokenCount": input, "candidatesTokenCount": output},
            "modelVersion": api.model(),
        }),
    }
}

/// The body of an error.
pub(super) fn error(api: Api, refusal: &Refusal) -> Value {
    let Refusal { status, message, .. } = refusal;
    match api {
        Api::OpenAiChat | Api::OpenAiResponses => {
            json!({"error": {"message": message, "type": "invalid_request_error", "param": null, "code": refusal.code}})
        }
        Api::Anthropic | Api::Vertex => {
            json!({"type": "error", "error": {"type": "invalid_request_error", "message": message}})
        }
        Api::Gemini => json!({"error": {"code": status, "message": message, "status": "INVALID_ARGUMENT"}}),
        Api::Bedrock => json!({"message": message}),
    }
}
