//! MCP servers as external agents: one of the server's tools takes the subtask.

mod choice;
mod guest;

use crate::{
    AgentProfile, Asks, ExternalAgent, ExternalError, Handback,
    agent_process::{AgentProcess, Given, MOST_SAID, Stop},
    capped::{Capped, MOST, line},
    process::Running,
};
use async_trait::async_trait;
use choice::{Choice, choose};
use guest::Guest;
use rmcp::{
    RoleClient, ServiceError, ServiceExt,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, PaginatedRequestParams, Tool},
    service::{ClientInitializeError, RunningService},
};
use serde_json::{Map, Value};
use tokio::{io::AsyncReadExt, time::timeout};

/// The maximum number of a server's tools that are read.
const MOST_TOOLS: usize = 500;
/// The maximum number of characters of a server's error message that is passed on.
const MOST_WORDS: usize = 500;

type Server = RunningService<RoleClient, Guest>;

/// An MCP server with a tool that takes subtasks. It cannot ask for permission.
#[derive(Debug)]
pub(crate) struct McpAgent {
    member: AgentProcess,
    tool: Option<String>,
    argument: Option<String>,
}

impl McpAgent {
    pub(crate) const fn new(
        member: AgentProcess,
        tool: Option<String>,
        argument: Option<String>,
    ) -> McpAgent {
        McpAgent { member, tool, argument }
    }

    fn choose(&self, tools: &[Tool]) -> Result<Choice, Stop> {
        choose(tools, self.tool.as_deref(), self.argument.as_deref()).map_err(Stop::Unfit)
    }

    async fn ask(&self, running: &mut Running, subtask: &str, given: &Given) -> Result<Handback, Stop> {
        let server = met(running).await?;
        let choice = self.choose(&tools(&server).await?)?;
        let arguments = Map::from_iter([(choice.argument, Value::from(subtask))]);
        let call = CallToolRequestParams::new(choice.tool).with_arguments(arguments);
        given.note();
        match server.call_tool(call).await {
            Ok(result) => Ok(handback(&result)),
            Err(ServiceError::TransportClosed | ServiceError::TransportSend(_)) => Err(Stop::Gone),
            Err(ServiceError::McpError(error)) => {
                Ok(Handback::Failed(format!("it refused: {}", line(&error.message, MOST_WORDS))))
            }
            Err(other) => Ok(Handback::Failed(line(&other.to_string(), MOST_WORDS))),
        }
    }

    async fn meet(&self, running: &mut Running) -> Result<String, Stop> {
        let server = met(running).await?;
        let tools = tools(&server).await?;
        let choice = self.choose(&tools)?;
        let info = server.peer_info().and_then(|it| it.server_info.clone());
        let who = info.map_or_else(|| "a server".to_owned(), |it| format!("{} {}", it.name, it.version));
        let of = if tools.len() == 1 { String::new() } else { format!(", of {}", choice::offered(&tools)) };
        Ok(format!("{}: tool {}({}){of}", line(&who, MOST_WORDS), choice.tool, choice.argument))
    }
}

#[async_trait]
impl ExternalAgent for McpAgent {
    fn profile(&self) -> &AgentProfile {
        &self.member.profile
    }

    async fn carry_out(&self, subtask: &str, _: &Asks) -> Result<Handback, ExternalError> {
        let mut running = self.member.start()?;
        let given = Given::default();
        let talked = timeout(self.member.timeout, self.ask(&mut running, subtask, &given)).await;
        self.member.settle(running, talked, &given).await
    }

    async fn greet(&self) -> Result<String, ExternalError> {
        let mut running = self.member.start()?;
        let greeted = timeout(self.member.greeting(), self.meet(&mut running)).await;
        self.member.settle_greeting(running, greeted).await
    }
}

async fn met(running: &mut Running) -> Result<Server, Stop> {
    let (stdin, stdout) = running.pipes().map_err(Stop::Unfit)?;
    Guest.serve((stdout.take(MOST_SAID), stdin)).await.map_err(|error| match error {
        ClientInitializeError::ConnectionClosed(_) | ClientInitializeError::TransportError { .. } => {
            Stop::Gone
        }
        other => Stop::Unfit(line(&other.to_string(), MOST_WORDS)),
    })
}

/// The server's tools, up to the maximum.
async fn tools(server: &Server) -> Result<Vec<Tool>, Stop> {
    let (mut tools, mut cursor) = (Vec::new(), None);
    loop {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let page = server.list_tools(Some(page)).await.map_err(|error| match error {
            ServiceError::TransportClosed | ServiceError::TransportSend(_) => Stop::Gone,
            other => Stop::Unfit(format!("it lists no tools: {}", line(&other.to_string(), MOST_WORDS))),
        })?;
        let is_empty = page.tools.is_empty();
        tools.extend(page.tools);
        cursor = page.next_cursor;
        // Guards against a server that returns pages without end, or empty ones.
        if cursor.is_none() || is_empty || tools.len() >= MOST_TOOLS {
            return Ok(tools);
        }
    }
}

fn handback(result: &CallToolResult) -> Handback {
    let mut said = Capped::new(MOST);
    for text in result.content.iter().filter_map(told) {
        if !said.is_empty() {
            said.push(b"\n");
        }
        said.push(text.as_bytes());
    }
    if said.is_empty()
        && let Some(value) = &result.structured_content
    {
        said.push(value.to_string().as_bytes());
    }
    if result.is_error == Some(true) { Handback::Failed(said.text()) } else { Handback::Done(said.text()) }
}

/// The text of a part of a result, if it has any.
fn told(part: &ContentBlock) -> Option<String> {
    match part {
        ContentBlock::Text(text) => Some(text.text.clone()),
        ContentBlock::Resource(resource) => Some(resource.get_text()),
        ContentBlock::ResourceLink(link) => Some(link.uri.clone()),
        _ => None,
    }
}
