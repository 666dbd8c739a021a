//! What a tool is: its description for clients, and what carries it out.

use crate::{client::ClientConnection, tool_error::ToolError};
use futures::future::BoxFuture;
use rmcp::{
    RoleServer,
    model::{CallToolResponse, InputResponses, JsonObject, Tool, ToolAnnotations},
    service::RequestContext,
};
use serde_json::Value;
use std::sync::Arc;

/// A tool. The list of tools and the calls are made from a table of these.
pub(crate) struct ToolSpec {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its name for people.
    pub(crate) title: &'static str,
    /// What it does, for models.
    pub(crate) description: &'static str,
    /// The schema of its arguments, by which each call is checked.
    pub(crate) input: fn() -> Value,
    /// The schema of its structured result.
    pub(crate) output: fn() -> Value,
    /// What it may change, and what it reaches.
    pub(crate) hints: fn() -> ToolAnnotations,
    /// Carries a call out.
    pub(crate) call: fn(ToolCall) -> ToolFuture,
}

/// The result of a call, as soon as it is known.
pub(crate) type ToolFuture = BoxFuture<'static, Result<CallToolResponse, ToolError>>;

/// A call whose arguments fit the schema.
pub(crate) struct ToolCall {
    /// The client that calls.
    pub(crate) client: Arc<ClientConnection>,
    /// The arguments.
    pub(crate) arguments: JsonObject,
    /// What this client answered to a question in the result of an earlier call, and what that result named.
    pub(crate) repeated: Option<RepeatedCall>,
    /// The request: its cancellation, its progress token, and the way back to the client.
    pub(crate) context: RequestContext<RoleServer>,
}

/// A call that was made before, whose result asked something.
pub(crate) struct RepeatedCall {
    /// What the result named.
    pub(crate) state: String,
    /// The answers by the keys of the questions.
    pub(crate) responses: InputResponses,
}

impl ToolSpec {
    /// The tool as a list shows it.
    pub(crate) fn listed(&self) -> Tool {
        Tool::new(self.name, self.description, object(self.input))
            .with_title(self.title)
            .with_raw_output_schema(object(self.output))
            .with_annotations((self.hints)())
    }
}

/// The object that this function makes; an empty one if it makes none, which a test of the table finds.
fn object(schema: fn() -> Value) -> Arc<JsonObject> {
    match schema() {
        Value::Object(object) => Arc::new(object),
        _ => Arc::default(),
    }
}
