//! Our side of an MCP connection: a client that offers nothing.

use rmcp::{
    ClientHandler, ErrorData, RoleClient,
    model::{ClientCapabilities, ClientConfig, ElicitRequestParams, ElicitResult, ErrorCode, Implementation},
    service::RequestContext,
};

/// A client without sampling, roots and elicitation: it refuses all such requests at once.
#[derive(Debug)]
pub(super) struct DeskpilotClient;

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

    fn get_info(&self) -> ClientConfig {
        let us = Implementation::new("deskpilot", env!("CARGO_PKG_VERSION"));
        ClientConfig::new(ClientCapabilities::default(), us)
    }
}

fn refused(method: &'static str) -> ErrorData {
    ErrorData::new(ErrorCode::METHOD_NOT_FOUND, method, None)
}
