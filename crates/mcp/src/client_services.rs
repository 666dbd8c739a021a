//! What Deskpilot does for a client over the protocol: its tools, its prompt, and tasks as resources.

use crate::{
    client::ClientConnection,
    instructions::{INSTRUCTIONS, prompt, prompts},
    offer::{ClientServices, ClientSetting, NotOffered, Offer, RequestError},
    options::McpOptions,
    protocol::identity,
    resources,
    tools::{RepeatedCall, ToolCall, ToolSpec, listed_tools, tool},
};
use async_trait::async_trait;
use rmcp::{
    RoleServer,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Prompt, Resource,
        ResourceContents, ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};
use std::sync::Arc;

/// What Deskpilot offers under these options.
pub(crate) fn deskpilot_offer(options: McpOptions) -> Offer {
    let begin = move || Arc::new(ClientConnection::new(options.clone())) as Arc<dyn ClientServices>;
    Offer { introduction, begin: Arc::new(begin) }
}

fn introduction() -> ServerConfig {
    let offers = ServerCapabilities::builder().enable_prompts().enable_resources().enable_tools().build();
    ServerConfig::new(offers).with_server_info(identity()).with_instructions(INSTRUCTIONS)
}

#[async_trait]
impl ClientServices for ClientConnection {
    fn tools(&self) -> Vec<Tool> {
        listed_tools()
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        tool(name).map(ToolSpec::listed)
    }

    async fn call_tool(
        self: Arc<Self>,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<CallToolResponse>, RequestError> {
        let Some(spec) = tool(&call.name) else { return Ok(None) };
        let responses = call.input_responses.unwrap_or_default();
        let repeated = call.request_state.map(|state| RepeatedCall { state, responses });
        let arguments = call.arguments.unwrap_or_default();
        let done = (spec.call)(ToolCall { client: self, arguments, repeated, context }).await?;
        Ok(Some(done))
    }

    fn prompts(&self) -> Vec<Prompt> {
        prompts()
    }

    async fn prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<Option<GetPromptResponse>, RequestError> {
        Ok(prompt(&request.name).map(GetPromptResponse::from))
    }

    fn resources(&self) -> Vec<Resource> {
        resources::listed(self)
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        resources::templates()
    }

    async fn read_resource(&self, uri: &str) -> Result<Option<ResourceContents>, RequestError> {
        Ok(resources::read(self, uri).await?)
    }

    async fn set(&self, _: ClientSetting) -> Result<(), NotOffered> {
        Err(NotOffered)
    }

    async fn end(&self) {
        self.stop_all().await;
    }
}
