//! What a server offers behind the protocol: what it says of itself, and what it does for each client.

use async_trait::async_trait;
use rmcp::{
    ErrorData, RoleServer,
    model::{
        CallToolRequestParams, CallToolResponse, GetPromptRequestParams, GetPromptResponse, Prompt, Resource,
        ResourceContents, ResourceTemplate, ServerConfig, Tool,
    },
    service::RequestContext,
};
use std::sync::Arc;

/// Begins to serve a client: one for each session, and one for all requests without a session that have the same token.
type Begin = Arc<dyn Fn() -> Arc<dyn ClientServices> + Send + Sync>;

/// What a server offers. Revisions, transports, sessions, tokens and errors are the protocol's, whatever is offered.
#[derive(Clone)]
pub struct Offer {
    /// What it says of itself before it knows a client: name, capabilities and instructions.
    pub introduction: fn() -> ServerConfig,
    /// Begins to serve a client.
    pub begin: Begin,
}

/// What a server does for one client.
#[async_trait]
pub trait ClientServices: Send + Sync + 'static {
    /// The tools, in the order of their list.
    fn tools(&self) -> Vec<Tool>;

    /// The tool of this name.
    fn tool(&self, name: &str) -> Option<Tool>;

    /// Carries out a call whose arguments fit the schema of its tool; `None` if there is none of this name.
    async fn call_tool(
        self: Arc<Self>,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<CallToolResponse>, RequestError>;

    /// The prompts, in the order of their list.
    fn prompts(&self) -> Vec<Prompt>;

    /// The prompt that is asked for; `None` if there is none of this name.
    async fn prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<GetPromptResponse>, RequestError>;

    /// The resources, in the order of their list.
    fn resources(&self) -> Vec<Resource>;

    /// The addresses of resources with a name in them.
    fn resource_templates(&self) -> Vec<ResourceTemplate>;

    /// What is at this address; `None` if nothing is.
    async fn read_resource(&self, uri: &str) -> Result<Option<ResourceContents>, RequestError>;

    /// Changes what the client gets without asking.
    async fn set(&self, setting: ClientSetting) -> Result<(), NotOffered>;

    /// Ends what the client has begun, and waits for that.
    async fn end(&self);
}

/// Something that a client sets for its session. Requests without a session have nothing to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientSetting {
    /// The word of the least level of the log messages that it wants.
    LogLevel(String),
    /// The address of a resource whose changes it subscribes to.
    Subscription(String),
    /// The address of a resource whose changes it no longer wants.
    Unsubscription(String),
}

/// The server has nothing that could be set so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotOffered;

/// Why a request has no result.
#[derive(Debug)]
pub enum RequestError {
    /// What is wrong and, where that is known, what is right, for the model that asked. A call has it as its result.
    ForModel(String),
    /// An error of the protocol, for the client's program.
    ForProgram(ErrorData),
}
