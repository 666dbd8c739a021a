//! A client of the protocol's Rust library has a task done, with its person's approval, in both of the last revisions.

use deskpilot_mcp::{McpOptions, serve};
use deskpilot_runtime::Environment;
use deskpilot_settings::RunFlags;
use deskpilot_testkit::TextPlatform;
use rmcp::{
    ClientHandler, ClientLifecycleMode, ClientServiceExt, ErrorData, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientConfig, ElicitRequestParams, ElicitResult,
        ElicitationAction, Implementation, ProtocolVersion,
    },
    service::RequestContext,
};
use serde_json::{Value, json};
use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::{
    io::{DuplexStream, duplex, split},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

/// The time limit of a conversation, for a busy machine.
pub(crate) const LONG: Duration = Duration::from_secs(60);

const DESKTOP: &str = r#"app "Form" form "Form editor"
  window "Form" form
    edit "Status" readonly
    button "Send" -> append "sent" to "Status"
"#;

/// A client whose person agrees to everything.
#[derive(Clone, Default)]
struct AgreeingClient {
    asked: Arc<AtomicUsize>,
}

impl ClientHandler for AgreeingClient {
    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(ElicitResult::new(ElicitationAction::Accept).with_content(json!({"allow": "once"})))
    }

    fn get_info(&self) -> ClientConfig {
        let capabilities = serde_json::from_value(json!({"elicitation": {"form": {}}})).unwrap();
        ClientConfig::new(capabilities, Implementation::new("rust", "1"))
    }
}

/// The options of a server in this folder.
pub(crate) fn options(folder: &Path) -> McpOptions {
    let path = |name: &str| folder.join(name).display().to_string();
    let platform = Arc::new(TextPlatform::bare(DESKTOP));
    let flags = RunFlags { log_dir: Some(path("logs")), policy: Some("ask".into()), ..RunFlags::default() };
    McpOptions {
        environment: Environment::new(vec![("HOME".to_owned(), path("home"))], platform),
        flags,
        notify: Arc::new(|_| {}),
    }
}

/// Has the client do a call and leave; returns the result.
async fn called(
    client: AgreeingClient,
    wire: DuplexStream,
    lifecycle: ClientLifecycleMode,
    tool: &'static str,
    arguments: &Value,
) -> CallToolResult {
    let running = Box::pin(client.serve_with_lifecycle(split(wire), lifecycle)).await.unwrap();
    let call = CallToolRequestParams::new(tool).with_arguments(arguments.as_object().unwrap().clone());
    let result = Box::pin(running.call_tool(call)).await.unwrap();
    running.cancel().await.unwrap();
    result
}

#[tokio::test]
async fn a_client_of_the_rust_library_has_a_task_done_in_both_of_the_last_revisions() {
    let discover = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    for lifecycle in [ClientLifecycleMode::Initialize, discover] {
        let folder = tempfile::tempdir().unwrap();
        let (near, far) = duplex(1 << 16);
        let (input, output) = split(far);
        let stop = CancellationToken::new();
        let client = AgreeingClient::default();
        let arguments = json!({"request": "Open Form. Click \"Send\"."});
        let talk = called(client.clone(), near, lifecycle.clone(), "run_task", &arguments);
        let serving = serve(options(folder.path()), input, output, &stop);
        let both = async { tokio::join!(Box::pin(talk), Box::pin(serving)) };
        let (result, served) = timeout(LONG, both).await.unwrap();
        let report = result.structured_content.unwrap();
        assert_eq!(report["status"], "finished", "{lifecycle:?}: {report}");
        assert!(report["effects"]["confirmed"].as_u64() > Some(0), "{lifecycle:?}: {report}");
        assert_eq!(client.asked.load(Ordering::SeqCst), 1, "{lifecycle:?}: its person was asked once");
        served.unwrap();
    }
}
