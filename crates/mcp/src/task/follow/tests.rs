//! What a client hears of a task, in which order.

use super::*;
use crate::{
    client::ClientConnection,
    client_source::ClientSource,
    offer::{ClientServices, ClientSetting, NotOffered, Offer, RequestError},
    options::{McpOptions, WantedSettings},
    server::OfferServer,
    task::start,
};
use async_trait::async_trait;
use deskpilot_runtime::Environment;
use deskpilot_settings::RunFlags;
use deskpilot_testkit::TextPlatform;
use rmcp::{
    ServiceExt,
    model::{
        CallToolRequestParams, GetPromptRequestParams, GetPromptResponse, Prompt, Resource, ResourceContents,
        ResourceTemplate, ServerCapabilities, ServerConfig, Tool,
    },
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, duplex, split};

/// The time limit of a conversation, for a busy machine.
const LONG: Duration = Duration::from_secs(60);

const DESKTOP: &str = "app \"Form\" form \"Form editor\"\n  window \"Form\" form\n    button \"Send\"\n";

/// Follows the task of a call only once all that leads to its question is written.
struct LateFollower(ClientConnection);

#[async_trait]
impl ClientServices for LateFollower {
    fn tools(&self) -> Vec<Tool> {
        self.0.tools()
    }

    fn tool(&self, name: &str) -> Option<Tool> {
        self.0.tool(name)
    }

    async fn call_tool(
        self: Arc<Self>,
        _: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<CallToolResponse>, RequestError> {
        let client = &self.0;
        let task = start(client, &context, "Open Form. Click \"Send\".", WantedSettings::default()).await?;
        task.handle().questions().next().await;
        let follow = Follow {
            task: &task,
            context: &context,
            forms: &client.forms,
            from: 0,
            deadline: None,
            cancellation: Cancellation::StopsTask,
        };
        Ok(Some(follow.reply().await?))
    }

    fn prompts(&self) -> Vec<Prompt> {
        self.0.prompts()
    }

    async fn prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<Option<GetPromptResponse>, RequestError> {
        self.0.prompt(request, context).await
    }

    fn resources(&self) -> Vec<Resource> {
        self.0.resources()
    }

    fn resource_templates(&self) -> Vec<ResourceTemplate> {
        self.0.resource_templates()
    }

    async fn read_resource(&self, uri: &str) -> Result<Option<ResourceContents>, RequestError> {
        self.0.read_resource(uri).await
    }

    async fn set(&self, setting: ClientSetting) -> Result<(), NotOffered> {
        self.0.set(setting).await
    }

    async fn end(&self) {
        self.0.end().await;
    }
}

fn introduction() -> ServerConfig {
    ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
}

/// The methods of what the server sends within a call, up to the form for its person.
async fn heard(stream: DuplexStream) -> Vec<String> {
    let (input, mut output) = split(stream);
    let who = json!({"name": "by hand", "version": "1"});
    let greeting = json!({
        "protocolVersion": "2025-11-25", "capabilities": {"elicitation": {}}, "clientInfo": who,
    });
    let call = json!({
        "name": "run_task", "arguments": {"request": "x"}, "_meta": {"progressToken": "p"},
    });
    for message in [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": greeting}),
        json!({"jsonrpc": "2.0", "method": "notifications/initialized"}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": call}),
    ] {
        output.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }
    let mut lines = BufReader::new(input).lines();
    let mut methods = Vec::new();
    while methods.last().is_none_or(|it| it != "elicitation/create") {
        let message: Value = serde_json::from_str(&lines.next_line().await.unwrap().unwrap()).unwrap();
        methods.extend(message["method"].as_str().map(str::to_owned));
    }
    methods
}

#[tokio::test]
async fn a_client_hears_of_the_steps_before_the_question_that_they_led_to() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let platform = Arc::new(TextPlatform::bare(DESKTOP));
    let flags = RunFlags { log_dir: Some(path("logs")), policy: Some("ask".into()), ..RunFlags::default() };
    let environment = Environment::new(vec![("HOME".to_owned(), path("home"))], platform);
    let options = McpOptions { environment, flags, notify: Arc::new(|_| {}) };
    let client = Arc::new(LateFollower(ClientConnection::new(options)));
    let served: Arc<dyn ClientServices> = client.clone();
    let offer = Offer { introduction, begin: Arc::new(move || served.clone()) };
    let (near, far) = duplex(1 << 16);
    let server = OfferServer::new(&offer, ClientSource::Streams((offer.begin)()));
    let serving = tokio::spawn(async move { Box::pin(server.serve(far)).await.unwrap().waiting().await });
    let methods = timeout(LONG, heard(near)).await.unwrap();
    let (form, steps) = methods.split_last().unwrap();
    assert_eq!(form, "elicitation/create");
    assert!(steps.iter().any(|it| it == "notifications/progress"), "{methods:?}");
    client.end().await;
    serving.await.unwrap().unwrap();
}
