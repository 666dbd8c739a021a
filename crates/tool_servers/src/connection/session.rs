//! One conversation with a server: the greeting, the list of its tools, and the wait for its end.

use super::{HttpError, LinkState, client::DeskpilotClient, meter::Meter, noise::Noise};
use crate::{
    ServerSpec,
    tools::{Catalogue, MAX_TOOLS, ToolList},
};
use deskpilot_core::one_line;
use rmcp::{
    Peer, RoleClient, ServiceError, ServiceExt, model::PaginatedRequestParams,
    service::ClientInitializeError, transport::Transport,
};
use std::{pin::pin, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    time::{sleep, timeout},
};

/// How long it may take to list its tools.
const LIST_TIMEOUT: Duration = Duration::from_secs(20);
/// The most pages of that list.
const MAX_PAGES: usize = 50;
/// The minimum time between two requests for the list of tools, even if the server announces changes more
/// often.
const LIST_PAUSE: Duration = Duration::from_secs(1);
/// The most characters of a server's error that are passed on.
const MAX_ERROR_CHARS: usize = 300;

/// An open connection, and the commands that it offers.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) peer: Peer<RoleClient>,
    pub(crate) catalogue: Catalogue,
    meter: Arc<Meter>,
}

impl Session {
    /// What the server sends that is no message.
    pub(crate) fn noise(&self) -> &Noise {
        self.meter.noise()
    }

    /// Ends the connection if this error shows that it is lost, so that a new one is opened.
    pub(crate) fn end_if_lost(&self, error: &ServiceError) {
        if let ServiceError::TransportSend(error) = error
            && let Some(HttpError::NotConnected(why)) = error.error.downcast_ref()
        {
            self.meter.end(why.clone());
        }
    }
}

/// What is counted and reported of a conversation.
pub(super) struct Reporting<'c> {
    pub(super) meter: &'c Arc<Meter>,
    pub(super) state: &'c watch::Sender<LinkState>,
    /// How long the server may take to introduce itself.
    pub(super) greeting: Duration,
}

/// Talks with the server until the connection ends; why it ended, if the server or a limit says so.
pub(super) async fn converse(
    server: &ServerSpec,
    transport: impl Transport<RoleClient> + 'static,
    reporting: &Reporting<'_>,
) -> Option<String> {
    let Reporting { meter, state, greeting } = *reporting;
    let client = DeskpilotClient::default();
    let tools_changed = Arc::clone(&client.tools_changed);
    let service = match timeout(greeting, Box::pin(client.serve(transport))).await {
        Ok(Ok(service)) => service,
        Ok(Err(error)) => return greeting_error(&error),
        Err(_) => return Some(format!("it did not say within {} s who it is", greeting.as_secs())),
    };
    let peer = service.peer().clone();
    let mut end = pin!(service.waiting());
    loop {
        let list = tokio::select! {
            list = timeout(LIST_TIMEOUT, list_tools(&peer)) => list,
            _ = &mut end => return None,
        };
        match list {
            Ok(Ok(list)) => {
                let catalogue = Catalogue::of(server, &list);
                // What it said before belongs to its start.
                meter.noise().forget();
                let session = Session { peer: peer.clone(), catalogue, meter: Arc::clone(meter) };
                state.send_replace(LinkState::Ready(Arc::new(session)));
            }
            Ok(Err(ServiceError::TransportClosed)) => return None,
            Ok(Err(error)) => return Some(format!("it lists no tools: {}", service_error(&error))),
            Err(_) => return Some(format!("it did not list its tools within {} s", LIST_TIMEOUT.as_secs())),
        }
        tokio::select! {
            () = async { tokio::join!(tools_changed.notified(), sleep(LIST_PAUSE)); } => {}
            _ = &mut end => return None,
        }
    }
}

/// The server's tools, up to the maximum.
async fn list_tools(peer: &Peer<RoleClient>) -> Result<ToolList, ServiceError> {
    let (mut list, mut cursor) = (ToolList::default(), None);
    for _ in 0..MAX_PAGES {
        let page = PaginatedRequestParams::default().with_cursor(cursor);
        let page = peer.list_tools(Some(page)).await?;
        list.tools.extend(page.tools);
        cursor = page.next_cursor;
        if cursor.is_none() || list.tools.len() > MAX_TOOLS {
            break;
        }
    }
    list.is_cut = cursor.is_some() || list.tools.len() > MAX_TOOLS;
    list.tools.truncate(MAX_TOOLS);
    Ok(list)
}

/// Why a greeting failed; `None` if the connection just ended.
fn greeting_error(error: &ClientInitializeError) -> Option<String> {
    match error {
        ClientInitializeError::ConnectionClosed(_) => None,
        // A pipe breaks because the program has ended, which says more.
        ClientInitializeError::TransportError { error, .. } => {
            error.error.downcast_ref::<HttpError>().map(|it| one_line(&it.to_string(), MAX_ERROR_CHARS))
        }
        ClientInitializeError::JsonRpcError(error) => {
            Some(format!("it refused: {}", one_line(&error.message, MAX_ERROR_CHARS)))
        }
        ClientInitializeError::NoCompatibleProtocolVersion { .. } => {
            Some("it speaks no version of the protocol that Deskpilot knows".into())
        }
        _ => Some("its greeting is not one of the protocol".into()),
    }
}

/// An error of a request, as a sentence may hold it.
pub(crate) fn service_error(error: &ServiceError) -> String {
    match error {
        ServiceError::McpError(error) => one_line(&error.message, MAX_ERROR_CHARS),
        ServiceError::TransportSend(error) => one_line(&error.error.to_string(), MAX_ERROR_CHARS),
        ServiceError::TransportClosed => "the connection has ended".into(),
        ServiceError::UnexpectedResponse => "its answer is not one of the protocol".into(),
        other => one_line(&other.to_string(), MAX_ERROR_CHARS),
    }
}
