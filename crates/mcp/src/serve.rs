//! Serves one client over two streams, from its greeting until it closes them, and ends its tasks then.

use crate::{
    client_services::deskpilot_offer, client_source::ClientSource, input::WatchedInput, options::McpOptions,
    server::OfferServer,
};
use deskpilot_runtime::plain;
use rmcp::{ServiceExt, service::ServerInitializeError, transport::async_rw::AsyncRwTransport};
use std::time::Duration;
use tokio::{
    io::{AsyncRead, AsyncWrite, stdin, stdout},
    time::timeout,
};
use tokio_util::sync::CancellationToken;

/// The longest message of a client, in bytes. A longer one is passed over, and the connection goes on.
const LONGEST_MESSAGE: usize = 4 << 20;

/// How long the last replies may take after the tasks have ended.
const LAST_REPLIES: Duration = Duration::from_secs(2);

/// Why a client could not be served.
#[derive(Debug, thiserror::Error)]
pub enum McpError {
    /// What it says first is not how a connection begins.
    #[error(
        "the client does not greet as MCP clients do: {0}; `deskpilot mcp` is started by an MCP client, as `deskpilot mcp config` explains"
    )]
    NoGreeting(String),
}

/// Serves the client at standard input and output until it closes them, or until the token is cancelled.
///
/// # Errors
/// It does not speak the protocol.
pub async fn serve_stdio(options: McpOptions, stop: &CancellationToken) -> Result<(), McpError> {
    serve(options, stdin(), stdout(), stop).await
}

/// Serves the client at these streams until it closes them, or until the token is cancelled. Its tasks are stopped then; they can be
/// resumed.
///
/// # Errors
/// It does not speak the protocol.
pub async fn serve<R, W>(
    options: McpOptions,
    input: R,
    output: W,
    stop: &CancellationToken,
) -> Result<(), McpError>
where
    R: AsyncRead + Send + Unpin + 'static,
    W: AsyncWrite + Send + Unpin + 'static,
{
    let ended = CancellationToken::new();
    let input = WatchedInput::new(input, ended.clone());
    let transport = AsyncRwTransport::new_server(input, output).with_max_line_length(LONGEST_MESSAGE);
    let offer = deskpilot_offer(options);
    let client = (offer.begin)();
    let server = OfferServer::new(&offer, ClientSource::Streams(client.clone()));
    let greeted = tokio::select! {
        greeted = Box::pin(server.serve(transport)) => greeted,
        () = stop.cancelled() => return Ok(()),
    };
    let mut running = match greeted {
        Ok(running) => running,
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(McpError::NoGreeting(short(&error))),
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = ended.cancelled() => {}
    }
    client.end().await;
    // Calls under way reply now, as their tasks have stopped.
    if stop.is_cancelled() {
        // The input is still open, so the service does not end by itself.
        let _ = running.close_with_timeout(LAST_REPLIES).await;
    } else {
        let _ = timeout(LAST_REPLIES, running.waiting()).await;
    }
    Ok(())
}

/// The error, without the message of the client that it quotes.
fn short(error: &ServerInitializeError) -> String {
    match error {
        ServerInitializeError::ExpectedInitializeRequest(_) => "its first message is no request".to_owned(),
        ServerInitializeError::InitializeFailed(refused) => plain(&refused.message),
        other => plain(&other.to_string()),
    }
}
