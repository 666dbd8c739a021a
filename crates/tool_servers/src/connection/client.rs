//! Our side of a connection: a client that offers nothing but to listen for changed tools.

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ErrorCode, Implementation},
    service::{NotificationContext, RequestContext},
};
use std::sync::Arc;
use tokio::sync::Notify;

/// A client without sampling, roots and elicitation: it refuses all such requests at once.
#[derive(Clone, Debug, Default)]
pub(super) struct DeskpilotClient {
    /// The server says that its tools have changed.
    pub(super) tools_changed: Arc<Notify>,
}

impl ClientHandler for DeskpilotClient {
    async fn create_elicitation(
        &self,
        _: ElicitRequestParams,
        _: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        Err(refused("elicitation/create"))
    }

    #[expect(deprecated, reason = "servers still ask for it, and must be refused")]
    async fn list_roots(
        &self,
        _: RequestContext<RoleClient>,
    ) -> Result<rmcp::model::ListRootsResult, ErrorData> {
        Err(refused("roots/list"))
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.tools_changed.notify_one();
    }

    fn get_info(&self) -> ClientConfig {
        let us = Implementation::new("deskpilot", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), us)
    }
}

fn refused(method: &'static str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)
}
