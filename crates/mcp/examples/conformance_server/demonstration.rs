//! What is done for one client: what the tables say.

use crate::{
    asking::{Asked, Asking, BroughtBack},
    notes::{tell_log, tell_progress},
    state_seal::StateSeal,
    tables::{PromptContent, Tables, ToolAction, filled, from_template, of_table, template},
};
use async_trait::async_trait;
use deskpilot_mcp::{ClientServices, ClientSetting, NotOffered, Offer, RequestError};
use rmcp::{
    RoleServer,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, GetPromptRequestParams,
        GetPromptResponse, GetPromptResult, Implementation, Prompt, PromptMessage, Resource,
        ResourceContents, ResourceTemplate, Role, ServerConfig, Tool,
    },
    service::RequestContext,
};
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// What the suite wants, for clients with this token.
///
/// # Errors
/// A table is broken.
pub(crate) fn demonstration(token: &str) -> serde_json::Result<Offer> {
    let shared = Arc::new(Shared { tables: Tables::read()?, seal: StateSeal::of(token) });
    let begin = move || {
        let client = Demonstration { shared: shared.clone(), level: Mutex::default() };
        Arc::new(client) as Arc<dyn ClientServices>
    };
    Ok(Offer { introduction, begin: Arc::new(begin) })
}

fn introduction() -> ServerConfig {
    let capabilities = json!({"logging": {}, "prompts": {}, "resources": {"subscribe": true}, "tools": {}});
    ServerConfig::new(serde_json::from_value(capabilities).unwrap_or_default())
        .with_server_info(Implementation::new("conformance_server", env!("CARGO_PKG_VERSION")))
}

/// What all clients share.
struct Shared {
    tables: Tables,
    seal: StateSeal,
}

/// What is done for one client.
struct Demonstration {
    shared: Arc<Shared>,
    /// The least level of the notes that it wants.
    level: Mutex<Option<String>>,
}

impl Demonstration {
    fn level(&self) -> Option<String> {
        self.level.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[async_trait]
impl ClientServices for Demonstration {
    fn tools(&self) -> Vec<Tool> {
        self.shared.tables.tools.iter().map(|it| it.listed()).collect()
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        self.shared.tables.tools.iter().find(|it| it.name == name).map(|it| it.listed())
    }

    async fn call_tool(
        self: Arc<Self>,
        call: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<CallToolResponse>, RequestError> {
        let Shared { tables, seal } = &*self.shared;
        let Some(tool) = tables.tools.iter().find(|it| it.name == call.name) else { return Ok(None) };
        let (arguments, context) = (&call.arguments.unwrap_or_default(), &context);
        let done: CallToolResponse = match &tool.does {
            ToolAction::Content(blocks) => CallToolResult::success(blocks.clone()).into(),
            ToolAction::Error(why) => return Err(RequestError::ForModel(why.clone())),
            ToolAction::Progress => {
                tell_progress(context).await;
                text("it told how far it was")
            }
            ToolAction::Log => {
                tell_log(context, self.level()).await;
                text("it told what it did")
            }
            ToolAction::Asks(rounds) => {
                let back = BroughtBack { responses: call.input_responses, state: call.request_state };
                let asking = Asking { name: &tool.name, rounds, arguments, seal, context };
                match asking.ask(back).await? {
                    Asked::Answers(answers) => text(&format!("state-ok: {answers}")),
                    Asked::ByResult(result) => result.into(),
                }
            }
        };
        Ok(Some(done))
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.shared.tables.prompts.iter().map(|it| it.listed()).collect()
    }

    async fn prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<GetPromptResponse>, RequestError> {
        let Shared { tables, seal } = &*self.shared;
        let Some(prompt) = tables.prompts.iter().find(|it| it.name == request.name) else { return Ok(None) };
        let (arguments, context) = (&request.arguments.unwrap_or_default(), &context);
        let messages: Vec<PromptMessage> = match &prompt.gives {
            PromptContent::Messages(messages) => of_table(filled(messages, arguments))?,
            PromptContent::Asks(rounds) => {
                let back = BroughtBack { responses: request.input_responses, state: request.request_state };
                let asking = Asking { name: &prompt.name, rounds, arguments, seal, context };
                match asking.ask(back).await? {
                    Asked::Answers(answers) => {
                        vec![PromptMessage::new_text(Role::User, format!("Use this context: {answers}"))]
                    }
                    Asked::ByResult(result) => return Ok(Some(result.into())),
                }
            }
        };
        Ok(Some(GetPromptResult::new(messages).into()))
    }

    fn resources(&self) -> Vec<Resource> {
        self.shared.tables.resources.iter().map(|it| it.listed()).collect()
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        vec![template()]
    }

    async fn read_resource(&self, uri: &str) -> Result<Option<ResourceContents>, RequestError> {
        let listed = self.shared.tables.resources.iter().find(|it| it.uri() == uri);
        Ok(listed.map(|it| it.contents.clone()).or_else(|| from_template(uri)))
    }

    /// The resources never change, so there are no notifications.
    async fn set(&self, setting: ClientSetting) -> Result<(), NotOffered> {
        match setting {
            ClientSetting::LogLevel(word) => {
                *self.level.lock().unwrap_or_else(PoisonError::into_inner) = Some(word);
                Ok(())
            }
            ClientSetting::Subscription(uri) | ClientSetting::Unsubscription(uri) => {
                let is_known = self.shared.tables.resources.iter().any(|it| it.uri() == uri);
                if is_known { Ok(()) } else { Err(NotOffered) }
            }
        }
    }

    async fn end(&self) {}
}

fn text(text: &str) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}
