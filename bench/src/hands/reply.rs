//! The reply to a call, and what it costs a model to read. Pure.

use rmcp::model::{CallToolResult, ContentBlock};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The bytes of a token, as a rule of thumb for texts of interfaces.
const BYTES: usize = 4;

/// A reply to a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ToolReply {
    /// How long it took.
    pub(super) millis: f64,
    /// What a model reads.
    pub(super) text: String,
    /// The same as data.
    pub(super) data: Value,
    /// Whether the server says that the call failed.
    pub(super) is_failure: bool,
}

/// What a call cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct CallCost {
    /// How long it took.
    pub(super) millis: f64,
    /// The tokens of what a model reads of the reply.
    pub(super) tokens: usize,
}

impl ToolReply {
    /// What a result says. Its texts count; only where it has none, a model reads its data.
    pub(super) fn of(result: &CallToolResult, millis: f64) -> ToolReply {
        let texts: Vec<&str> = result.content.iter().filter_map(text_of).collect();
        let text = texts.join("\n");
        let data = result.structured_content.clone();
        let (text, data) = match (text.is_empty(), data) {
            (true, Some(data)) => (data.to_string(), data),
            (true, None) => (text, Value::Null),
            (false, Some(data)) => (text, data),
            (false, None) => {
                let data = serde_json::from_str(&text).unwrap_or_default();
                (text, data)
            }
        };
        ToolReply { millis, text, data, is_failure: result.is_error == Some(true) }
    }

    /// What it cost.
    pub(super) fn cost(&self) -> CallCost {
        CallCost { millis: self.millis, tokens: tokens(self.text.len()) }
    }

    /// The same reply, unless the server says that the call failed.
    ///
    /// # Errors
    /// It does; the error has its words.
    pub(super) fn succeeded(self) -> anyhow::Result<ToolReply> {
        anyhow::ensure!(!self.is_failure, "the server refused the call: {}", self.text);
        Ok(self)
    }
}

/// The tokens of a text of so many bytes.
pub(super) const fn tokens(bytes: usize) -> usize {
    bytes.div_ceil(BYTES)
}

fn text_of(part: &ContentBlock) -> Option<&str> {
    match part {
        ContentBlock::Text(text) => Some(&text.text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn result(texts: &[&str], data: Option<Value>) -> ToolReply {
        let mut result = CallToolResult::success(texts.iter().map(|it| ContentBlock::text(*it)).collect());
        result.structured_content = data;
        ToolReply::of(&result, 1.0)
    }

    #[test]
    fn the_texts_of_a_reply_count_and_its_data_only_without_them() {
        let data = json!({"a": 1});
        for (texts, given, text, tokens, expected) in [
            (&["12345678", "9"][..], Some(data.clone()), "12345678\n9", 3, data.clone()),
            (&[], Some(data.clone()), "{\"a\":1}", 2, data.clone()),
            (&["{\"a\":1}"], None, "{\"a\":1}", 2, data),
            (&["no JSON"], None, "no JSON", 2, Value::Null),
            (&[], None, "", 0, Value::Null),
        ] {
            let reply = result(texts, given);
            assert_eq!((reply.text.as_str(), reply.cost().tokens), (text, tokens));
            assert_eq!(reply.data, expected, "{texts:?}");
        }
    }

    #[test]
    fn a_reply_that_says_it_failed_is_an_error_with_its_words() {
        assert!(result(&["fine"], None).succeeded().is_ok());
        let failed = ToolReply { is_failure: true, ..result(&["there is no window"], None) };
        assert!(failed.succeeded().unwrap_err().to_string().ends_with("there is no window"));
    }
}
