//! The server of one client: what it offers, and where each request goes.

use crate::{
    client_source::ClientSource,
    instructions::{INSTRUCTIONS, prompt, prompts},
    protocol::{OFFERED, REVISIONS, identity},
    resources,
    tool_error::ToolError,
    tools::{RepeatedCall, ToolCall, call_tool, listed_tools, tool},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse,
        InitializeRequestParams, InitializeResult, ListPromptsResult, ListResourceTemplatesResult,
        ListResourcesResult, ListToolsResult, PaginatedRequestParams, ProtocolVersion,
        ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult, ServerCapabilities,
        ServerConfig,
    },
    service::RequestContext,
};
use serde_json::json;
use std::borrow::Cow;

/// The server of one client.
pub(crate) struct DeskpilotServer(pub(crate) ClientSource);

impl ServerHandler for DeskpilotServer {
    fn get_info(&self) -> ServerConfig {
        let offers = ServerCapabilities::builder().enable_prompts().enable_resources().enable_tools().build();
        ServerConfig::new(offers)
            .with_protocol_version(OFFERED)
            .with_server_info(identity())
            .with_instructions(INSTRUCTIONS)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.0.greeted();
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(listed_tools()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(spec) = tool(&request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool {:?}", request.name), None));
        };
        let responses = request.input_responses.unwrap_or_default();
        let repeated = request.request_state.map(|state| RepeatedCall { state, responses });
        let arguments = request.arguments.unwrap_or_default();
        Ok(call_tool(spec, ToolCall { client: self.0.client(), arguments, repeated, context }).await)
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let unknown = || ErrorData::invalid_params(format!("there is no prompt {:?}", request.name), None);
        Ok(prompt(&request.name).ok_or_else(unknown)?.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(resources::listed(&self.0.client())))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match resources::read(&self.0.client(), &request.uri).await {
            Ok(Some(contents)) => Ok(ReadResourceResult::new(vec![contents]).into()),
            Ok(None) => Err(no_resource(format!("there is no resource {:?}", request.uri), &request.uri)),
            Err(ToolError(why)) => Err(no_resource(why, &request.uri)),
        }
    }
}

/// An error about the resource at this address.
fn no_resource(why: String, uri: &str) -> ErrorData {
    ErrorData::resource_not_found(why, Some(json!({"uri": uri})))
}
