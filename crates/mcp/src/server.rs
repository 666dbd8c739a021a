//! The server of one client: speaks the protocol for whatever is offered.

use crate::{
    arguments,
    client_source::ClientSource,
    offer::{ClientSetting, NotOffered, Offer, RequestError},
    protocol::{OFFERED, REVISIONS, has_handshake},
};
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ConstString, ContentBlock,
        GetPromptRequestParams, GetPromptResponse, InitializeRequestParams, InitializeResult,
        ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
        PaginatedRequestParams, ProtocolVersion, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, ServerCapabilities, ServerConfig, SetLevelRequestMethod, SubscribeRequestMethod,
        SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestMethod, UnsubscribeRequestParams,
    },
    service::RequestContext,
};
use serde_json::json;
use std::borrow::Cow;

/// The server of one client.
pub(crate) struct OfferServer {
    introduction: fn() -> ServerConfig,
    source: ClientSource,
}

impl OfferServer {
    /// The server that offers this to this client.
    pub(crate) fn new(offer: &Offer, source: ClientSource) -> OfferServer {
        OfferServer { introduction: offer.introduction, source }
    }

    async fn set<M: ConstString>(&self, setting: ClientSetting) -> Result<(), ErrorData> {
        let done = self.source.client().set(setting).await;
        done.map_err(|NotOffered| ErrorData::method_not_found::<M>())
    }
}

impl ServerHandler for OfferServer {
    fn get_info(&self) -> ServerConfig {
        (self.introduction)().with_protocol_version(OFFERED)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Cow::Borrowed(REVISIONS)
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        self.source.greeted();
        // The library does this only in the method that this one replaces.
        context.peer.set_peer_info(request.clone());
        self.negotiate_initialize(&request)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.source.client().tools()))
    }

    /// What is wrong with a call is its result, so that the model that made it reads what is right.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let unknown = ErrorData::invalid_params(format!("there is no tool {:?}", request.name), None);
        let client = self.source.client();
        let Some(tool) = client.tool(&request.name) else { return Err(unknown) };
        let given = request.arguments.as_ref();
        let checked =
            arguments::check(&request.name, &tool.input_schema, given.unwrap_or(&Default::default()));
        let done = match checked {
            Ok(()) => client.call_tool(request, context).await,
            Err(wrong) => Err(wrong.into()),
        };
        match done {
            Ok(done) => done.ok_or(unknown),
            Err(RequestError::ForModel(why)) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(why)]).into())
            }
            Err(RequestError::ForProgram(error)) => Err(error),
        }
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Ok(ListPromptsResult::with_all_items(self.source.client().prompts()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let unknown = ErrorData::invalid_params(format!("there is no prompt {:?}", request.name), None);
        match self.source.client().prompt(request, context).await {
            Ok(found) => found.ok_or(unknown),
            Err(RequestError::ForModel(why)) => Err(ErrorData::invalid_params(why, None)),
            Err(RequestError::ForProgram(error)) => Err(error),
        }
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        Ok(ListResourcesResult::with_all_items(self.source.client().resources()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        Ok(ListResourceTemplatesResult::with_all_items(self.source.client().resource_templates()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        match self.source.client().read_resource(&request.uri).await {
            Ok(Some(contents)) => Ok(ReadResourceResult::new(vec![contents]).into()),
            Ok(None) => Err(no_resource(format!("there is no resource {:?}", request.uri), &request.uri)),
            Err(RequestError::ForModel(why)) => Err(no_resource(why, &request.uri)),
            Err(RequestError::ForProgram(error)) => Err(error),
        }
    }

    #[expect(deprecated, reason = "clients of the revisions with a handshake set levels")]
    async fn set_level(
        &self,
        request: rmcp::model::SetLevelRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        // The library refuses what later revisions removed, but for this.
        if !has_handshake(&context) {
            return Err(ErrorData::method_not_found::<SetLevelRequestMethod>());
        }
        let level = json!(request.level).as_str().map(str::to_owned).unwrap_or_default();
        self.set::<SetLevelRequestMethod>(ClientSetting::LogLevel(level)).await
    }

    async fn subscribe(
        &self,
        request: SubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.set::<SubscribeRequestMethod>(ClientSetting::Subscription(request.uri)).await
    }

    async fn unsubscribe(
        &self,
        request: UnsubscribeRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.set::<UnsubscribeRequestMethod>(ClientSetting::Unsubscription(request.uri)).await
    }

    fn accepted_subscription_filter(&self, requested: &SubscriptionFilter) -> Option<SubscriptionFilter> {
        // The library leaves of it what the capabilities name.
        tells_changes(&(self.introduction)().capabilities).then(|| requested.clone())
    }
}

/// Whether a server with these capabilities tells its clients of any changes.
fn tells_changes(offered: &ServerCapabilities) -> bool {
    let of_tools = offered.tools.as_ref().and_then(|it| it.list_changed);
    let of_prompts = offered.prompts.as_ref().and_then(|it| it.list_changed);
    let of_resources = offered.resources.as_ref().and_then(|it| it.list_changed);
    let of_contents = offered.resources.as_ref().and_then(|it| it.subscribe);
    [of_tools, of_prompts, of_resources, of_contents].contains(&Some(true))
}

/// An error about the resource at this address.
fn no_resource(why: String, uri: &str) -> ErrorData {
    ErrorData::resource_not_found(why, Some(json!({"uri": uri})))
}

#[cfg(test)]
mod tests;
