//! MCP servers as external agents: one of the server's tools takes the subtask.

mod client;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod tool_choice;

use crate::{
    AgentProfile, ExternalAgent, ExternalError, PermissionChannel, SubtaskResult,
    agent_process::{AgentProcess, ConversationError, MAX_OUTPUT_BYTES, MAX_RESULT_BYTES, SentFlag},
};
use async_trait::async_trait;
use client::DeskpilotClient;
use deskpilot_core::{CappedText, one_line};
use deskpilot_system::RunningProgram;
use rmcp::{
    RoleClient, ServiceError, ServiceExt,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, PaginatedRequestParams, Tool},
    service::{ClientInitializeError, RunningService},
};
use serde_json::{Map, Value};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite},
    time::timeout,
};
use tool_choice::{ToolChoice, choose};

/// The maximum number of a server's tools that are read.
const MAX_TOOLS: usize = 500;
/// The maximum number of characters of a server's error message that is passed on.
const MAX_MESSAGE_CHARS: usize = 500;

type Server = RunningService<RoleClient, DeskpilotClient>;

/// An MCP server with a tool that takes subtasks. It cannot ask for permission.
#[derive(Debug)]
pub(crate) struct McpAgent {
    process: AgentProcess,
    tool: Option<String>,
    argument: Option<String>,
}

impl McpAgent {
    pub(crate) const fn new(
        process: AgentProcess,
        tool: Option<String>,
        argument: Option<String>,
    ) -> McpAgent {
        McpAgent { process, tool, argument }
    }

    fn choose(&self, tools: &[Tool]) -> Result<ToolChoice, ConversationError> {
        choose(tools, self.tool.as_deref(), self.argument.as_deref()).map_err(ConversationError::Unusable)
    }

    async fn ask(
        &self,
        running: &mut RunningProgram,
        subtask: &str,
        sent: &SentFlag,
    ) -> Result<SubtaskResult, ConversationError> {
        let server = connect(running).await?;
        let tool_choice = self.choose(&tools(&server).await?)?;
        let arguments = Map::from_iter([(tool_choice.argument, Value::from(subtask))]);
        let call = CallToolRequestParams::new(tool_choice.tool).with_arguments(arguments);
        sent.set();
        match server.call_tool(call).await {
            Ok(result) => Ok(subtask_result(&result)),
            Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => {
                Err(ConversationError::Gone)
            }
            Err(ServiceError::McpError(error)) => Ok(SubtaskResult::Failed(format!(
                "it refused: {}",
                one_line(&error.message, MAX_MESSAGE_CHARS)
            ))),
            Err(other) => Ok(SubtaskResult::Failed(one_line(&other.to_string(), MAX_MESSAGE_CHARS))),
        }
    }

    async fn introduce(&self, running: &mut RunningProgram) -> Result<String, ConversationError> {
        let server = connect(running).await?;
        let tools = tools(&server).await?;
        let tool_choice = self.choose(&tools)?;
        let info = server.peer_info().and_then(|it| it.server_info.clone());
        let who = info.map_or_else(|| "a server".to_owned(), |it| format!("{} {}", it.name, it.version));
        let of = if tools.len() == 1 {
            String::new()
        } else {
            format!(", of {}", tool_choice::tools_in_words(&tools))
        };
        Ok(format!(
            "{}: tool {}({}){of}",
            one_line(&who, MAX_MESSAGE_CHARS),
            tool_choice.tool,
            tool_choice.argument
        ))
    }
}

#[async_trait]
impl ExternalAgent for McpAgent {
    fn profile(&self) -> &AgentProfile {
        &self.process.profile
    }

    async fn carry_out(&self, subtask: &str, _: &PermissionChannel) -> Result<SubtaskResult, ExternalError> {
        let mut running = self.process.start()?;
        let sent = SentFlag::default();
        let conversation = timeout(self.process.timeout, self.ask(&mut running, subtask, &sent)).await;
        self.process.settle(running, conversation, &sent).await
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        let mut running = self.process.start()?;
        let greeted = timeout(self.process.greeting_timeout(), self.introduce(&mut running)).await;
        self.process.settle_greeting(running, greeted).await
    }
}

async fn connect(running: &mut RunningProgram) -> Result<Server, ConversationError> {
    let (stdin, stdout) = running.pipes().map_err(ConversationError::Unusable)?;
    initialize(stdin, stdout).await
}

async fn initialize(
    stdin: impl AsyncWrite + Send + Unpin + 'static,
    stdout: impl AsyncRead + Send + Unpin + 'static,
) -> Result<Server, ConversationError> {
    DeskpilotClient.serve((stdout.take(MAX_OUTPUT_BYTES), stdin)).await.map_err(|error| match error {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => {
            ConversationError::Gone
        }
        other => ConversationError::Unusable(one_line(&other.to_string(), MAX_MESSAGE_CHARS)),
    })
}

/// The server's tools, up to the maximum.
async fn tools(server: &Server) -> Result<Vec<Tool>, ConversationError> {
    let (mut tools, mut cursor) = (Vec::new(), None);
    loop {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let page = server.list_tools(Some(page)).await.map_err(|error| match error {
            ServiceError::TransportClosed | ServiceError::TransportSend(_) => ConversationError::Gone,
            other => ConversationError::Unusable(format!(
                "it lists no tools: {}",
                one_line(&other.to_string(), MAX_MESSAGE_CHARS)
            )),
        })?;
        let is_empty = page.tools.is_empty();
        tools.extend(page.tools);
        cursor = page.next_cursor;
        // Guards against a server that returns pages without end, or empty ones.
        if cursor.is_none() || is_empty || tools.len() >= MAX_TOOLS {
            return Ok(tools);
        }
    }
}

fn subtask_result(result: &CallToolResult) -> SubtaskResult {
    let mut all = CappedText::new(MAX_RESULT_BYTES);
    for text in result.content.iter().filter_map(text_of) {
        if !all.is_empty() {
            all.push(b"\n");
        }
        all.push(text.as_bytes());
    }
    if all.is_empty()
        && let Some(value) = &result.structured_content
    {
        all.push(value.to_string().as_bytes());
    }
    if result.is_error == Some(true) {
        SubtaskResult::Failed(all.text())
    } else {
        SubtaskResult::Done(all.text())
    }
}

/// The text of a part of a result, if it has any.
fn text_of(part: &ContentBlock) -> Option<String> {
    match part {
        ContentBlock::Text(text) => Some(text.text.clone()),
        ContentBlock::Resource(resource) => Some(resource.get_text()),
        ContentBlock::ResourceLink(link) => Some(link.uri.clone()),
        _ => None,
    }
}
