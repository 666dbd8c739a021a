//! The one client of both servers: it speaks MCP over their standard streams and times each call.

use super::{
    counted_read::{ByteCount, CountedRead},
    reply::{ToolReply, tokens},
};
use crate::resident_memory::resident_kilobytes;
use anyhow::{Context, Result, anyhow};
use rmcp::{
    RoleClient, ServiceError,
    model::{CallToolRequestParams, ClientCapabilities, ClientConfig, Implementation, Tool},
    service::{RunningService, serve_client},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::{
    fs,
    process::Stdio,
    time::{Duration, Instant},
};
use tokio::{
    process::{Child, Command},
    time::timeout,
};

/// How long a server may take to greet, to list its tools, or to reply.
const DEADLINE: Duration = Duration::from_secs(120);
/// How long a server may take to end after its input was closed. Then it is killed.
const ENDING: Duration = Duration::from_secs(20);

/// A connection to a server.
pub(super) struct ToolClient {
    service: RunningService<RoleClient, ClientConfig>,
    server: Child,
    received: ByteCount,
}

/// What the list of a server's tools costs before the first call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ListCost {
    /// How many tools there are.
    pub(super) tools: usize,
    /// The tokens of the list as the server sends it.
    pub(super) sent_tokens: usize,
    /// The tokens of names, descriptions and schemas of arguments, which is what most clients give to a model.
    pub(super) model_tokens: usize,
}

impl ToolClient {
    /// Starts a server and greets it.
    pub(super) async fn start(command: &mut Command) -> Result<ToolClient> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut server = command.spawn().context("the server does not start")?;
        let input = server.stdin.take().context("the server has no input")?;
        let output = server.stdout.take().context("the server has no output")?;
        let received = ByteCount::default();
        let streams = (CountedRead::new(output, received.clone()), input);
        let us = Implementation::new("deskpilot-bench", env!("CARGO_PKG_VERSION"));
        let config = ClientConfig::new(ClientCapabilities::default(), us);
        let greeted = timeout(DEADLINE, Box::pin(serve_client(config, streams))).await;
        let service =
            greeted.context("the server does not greet in time")?.context("the server does not greet")?;
        Ok(ToolClient { service, server, received })
    }

    /// What the list of its tools costs.
    pub(super) async fn list_cost(&self) -> Result<ListCost> {
        let before = self.received.so_far();
        let tools = timeout(DEADLINE, self.service.list_all_tools()).await;
        let tools = tools.context("the tools are not listed in time")?.context("the tools are not listed")?;
        let sent_tokens = tokens(self.received.so_far() - before);
        Ok(ListCost { tools: tools.len(), sent_tokens, model_tokens: tokens(model_bytes(&tools)) })
    }

    /// Calls a tool. A call that the server refuses has a reply that says so.
    pub(super) async fn call(&self, tool: &str, arguments: &Value) -> Result<ToolReply> {
        let arguments = arguments.as_object().cloned().context("arguments are an object")?;
        let call = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
        let began = Instant::now();
        let replied = timeout(DEADLINE, Box::pin(self.service.call_tool(call))).await;
        let millis = began.elapsed().as_secs_f64() * 1e3;
        match replied.with_context(|| format!("{tool} does not reply in time"))? {
            Ok(result) => Ok(ToolReply::of(&result, millis)),
            Err(ServiceError::McpError(refused)) => {
                let text = refused.message.into_owned();
                Ok(ToolReply { millis, text, data: Value::Null, is_failure: true })
            }
            Err(other) => Err(anyhow!(other).context(format!("{tool} does not reply"))),
        }
    }

    /// The MB of its process in memory (RSS).
    pub(super) fn megabytes(&self) -> Result<f64> {
        let process = self.server.id().context("the server has ended")?;
        let status = fs::read_to_string(format!("/proc/{process}/status"))?;
        Ok(resident_kilobytes(&status)? / 1000.0)
    }

    /// Closes its input and waits for its end.
    pub(super) async fn close(mut self) {
        // What becomes of the connection matters no more: the process ends or is killed.
        let _ = timeout(ENDING, self.service.cancel()).await;
        if timeout(ENDING, self.server.wait()).await.is_err() {
            let _ = self.server.kill().await;
        }
    }
}

/// The bytes of what most clients give to a model.
fn model_bytes(tools: &[Tool]) -> usize {
    let shown = |tool: &Tool| {
        let Tool { name, description, input_schema, .. } = tool;
        json!({"name": name, "description": description, "input_schema": **input_schema})
    };
    tools.iter().map(|it| shown(it).to_string().len()).sum()
}
