//! Answers of computer-use models, as their dialects spell them.

use super::Dialect;
use serde_json::{Value, json};

impl Dialect {
    /// A call that clicks at a place, in Google's dialect in thousandths of the screenshot; OpenAI's has these safety checks.
    pub fn click(self, (x, y): (i32, i32), checks: &Value) -> Value {
        match self {
            Dialect::OpenAi => {
                let action = json!({"type": "click", "x": x, "y": y, "button": "left"});
                json!([{"type": "computer_call", "call_id": "c1", "actions": [action], "pending_safety_checks": checks}])
            }
            Dialect::Anthropic => {
                let input = json!({"action": "left_click", "coordinate": [x, y]});
                json!([{"type": "tool_use", "id": "t1", "name": "computer", "input": input}])
            }
            Dialect::Gemini => {
                json!([{"type": "function_call", "id": "g1", "name": "click", "arguments": {"x": x, "y": y}}])
            }
        }
    }

    /// An answer in words, which ends a subtask.
    pub fn words(self, text: &str) -> Value {
        match self {
            Dialect::OpenAi => {
                json!([{"type": "message", "content": [{"type": "output_text", "text": text}]}])
            }
            Dialect::Anthropic => json!([{"type": "text", "text": text}]),
            Dialect::Gemini => {
                json!([{"type": "model_output", "content": [{"type": "text", "text": text}]}])
            }
        }
    }
}
