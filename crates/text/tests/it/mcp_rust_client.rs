//! The client of the crate `rmcp`, which other programs have, has a task done.

use crate::mcp::{RISKY, asking_workspace, consents, only_task};
use deskpilot_core::Consent;
use rmcp::{
    ClientHandler, ErrorData, RoleClient, ServiceExt,
    model::{
        CallToolRequestParams, ClientConfig, ElicitRequestParams, ElicitResult, ElicitationAction,
        Implementation, JsonObject,
    },
    service::RequestContext,
};
use serde_json::json;
use std::{
    process::Stdio,
    sync::{Arc, Mutex},
};
use tokio::process::Command;

/// A client whose person allows whatever they are asked for.
#[derive(Clone, Default)]
struct AllowingClient {
    asked: Arc<Mutex<Vec<String>>>,
}

impl ClientHandler for AllowingClient {
    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        let ElicitRequestParams::FormElicitationParams { message, .. } = request else {
            panic!("it is asked by a form")
        };
        self.asked.lock().unwrap().push(message);
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"allow": "once"})))
    }

    fn get_info(&self) -> ClientConfig {
        let capabilities = serde_json::from_value(json!({"elicitation": {}})).unwrap();
        ClientConfig::new(capabilities, Implementation::new("rmcp", "1"))
    }
}

#[tokio::test]
async fn the_rust_client_has_a_task_done_that_its_person_approves() {
    let workspace = asking_workspace();
    let mut command = Command::from(workspace.command(&["mcp", "--log-dir", "logs"]));
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).kill_on_drop(true);
    let mut server = command.spawn().unwrap();
    let pipes = (server.stdout.take().unwrap(), server.stdin.take().unwrap());
    let person = AllowingClient::default();
    let client = Box::pin(person.clone().serve(pipes)).await.unwrap();
    let tools = client.list_all_tools().await.unwrap();
    let mut transcript: Vec<String> = vec![format!("{} tools", tools.len())];
    let arguments = JsonObject::from_iter([("request".to_owned(), json!(RISKY))]);
    let call = CallToolRequestParams::new("run_task").with_arguments(arguments);
    let report = Box::pin(client.call_tool(call)).await.unwrap().structured_content.unwrap();
    transcript
        .extend(person.asked.lock().unwrap().iter().filter_map(|it| it.lines().next().map(str::to_owned)));
    transcript.push(format!("{}, {}", report["status"], report["effects"]));
    let expected = ["11 tools", "Deskpilot needs your approval:", "\"finished\", {\"confirmed\":2}"];
    assert_eq!(transcript, expected);
    let task = only_task(&workspace).unwrap();
    assert_eq!(consents(&workspace, &task), [(Consent::Once, Some("MCP client rmcp".to_owned()))]);
    client.cancel().await.unwrap();
    assert!(server.wait().await.unwrap().success(), "it ends when its client goes");
}
