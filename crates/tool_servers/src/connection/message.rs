//! The messages of servers. Pure.

use rmcp::model::{CallToolResult, JsonRpcMessage, ServerJsonRpcMessage, ServerResult};

/// What some programs put before UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The message in these bytes; `None` if they are not a message of the protocol, such as lines of a log that are JSON themselves.
pub(super) fn read_message(text: &[u8]) -> Option<ServerJsonRpcMessage> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    let mut message: ServerJsonRpcMessage = serde_json::from_slice(text).ok()?;
    if let JsonRpcMessage::Response(response) = &mut message
        && is_null(&response.result)
    {
        // Servers whose function returns nothing answer so.
        response.result = ServerResult::CallToolResult(CallToolResult::default());
    }
    Some(message)
}

fn is_null(result: &ServerResult) -> bool {
    matches!(result, ServerResult::CustomResult(it) if it.0.is_null())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_of_the_protocol_are_messages() {
        for noise in [
            "Server v1.0 started",
            r#"{"level":"info","msg":"up"}"#,
            "{}",
            "",
            "[]",
            "null",
            "{\"jsonrpc\":\"2.0\",",
            "\u{feff}",
        ] {
            assert!(read_message(noise.as_bytes()).is_none(), "{noise}");
        }
        assert!(read_message(b"\xff").is_none());
        for message in [
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#,
            "\u{feff}{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1,\"message\":\"x\"}}\r",
            r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":1}}"#,
        ] {
            assert!(read_message(message.as_bytes()).is_some(), "{message}");
        }
    }

    #[test]
    fn a_result_of_null_is_one_without_content() {
        let message = read_message(br#"{"jsonrpc":"2.0","id":1,"result":null}"#);
        let Some(JsonRpcMessage::Response(response)) = message else { panic!("{message:?}") };
        assert!(matches!(response.result, ServerResult::CallToolResult(it) if it.content.is_empty()));
    }
}
