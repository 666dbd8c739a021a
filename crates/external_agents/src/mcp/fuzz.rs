//! A target for fuzzing: everything that an MCP server writes is a result or an error.

use super::{initialize, subtask_result, tools};
use rmcp::model::CallToolRequestParams;
use std::hint::black_box;
use tokio::{io::sink, runtime::Builder};

/// Everything that a server writes.
pub fn mcp_server(bytes: &[u8]) {
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
    let input = bytes.to_vec();
    runtime.block_on(async move {
        let Ok(server) = initialize(sink(), std::io::Cursor::new(input)).await else { return };
        drop(black_box(tools(&server).await));
        if let Ok(result) = server.call_tool(CallToolRequestParams::new("ask")).await {
            black_box(subtask_result(&result));
        }
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn anything_a_server_writes_is_a_result_or_an_error() {
        let words = [
            "\"jsonrpc\":\"2.0\"",
            "\"id\":1",
            "\"result\":{",
            "\"tools\":[",
            "\"nextCursor\":",
            "\"error\":{",
            "\n{",
        ];
        deskpilot_fuzz::fuzz("mcp_server", &words, super::mcp_server);
    }
}
