//! Answers the permission requests of an ACP agent.

mod calls;
mod details;
mod key;
mod kind;
mod places;
#[cfg(test)]
mod tests;

use crate::{
    PermissionChannel,
    agent_process::AgentProcess,
    pausable_timeout::{PausableTimeout, PauseGuard},
};
use agent_client_protocol::v1::schema::{
    PermissionOptionKind, RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    SelectedPermissionOutcome, SessionUpdate, ToolCallUpdateFields,
};
use calls::Calls;
use deskpilot_core::{PermissionRequest, escape};
use places::AgentFolders;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of simultaneous requests.
const MAX_SIMULTANEOUS: usize = 16;
/// The maximum number of requests per subtask.
const MAX_REQUESTS: usize = 200;
/// The longest title, in characters.
const MAX_TITLE_CHARS: usize = 300;

/// Receives the permission requests of one agent.
#[derive(Clone, Debug)]
pub(super) struct PermissionResponder {
    agent: Arc<RequestingAgent>,
    asks: PermissionChannel,
    open: Arc<Semaphore>,
    count: Arc<AtomicUsize>,
    calls: Arc<Mutex<Calls>>,
    /// The agent's time stops while somebody decides.
    pub(super) timeout_clock: PausableTimeout,
}

/// The asking agent and its folders.
#[derive(Debug)]
struct RequestingAgent {
    agent: String,
    application: Option<String>,
    folders: AgentFolders,
}

/// A request, and the reply that grants it.
struct GrantableRequest {
    permit: PermissionRequest,
    once: RequestPermissionOutcome,
    _open: OwnedSemaphorePermit,
    _pause: PauseGuard,
}

impl PermissionResponder {
    pub(super) fn new(process: &AgentProcess, asks: &PermissionChannel) -> PermissionResponder {
        let agent = RequestingAgent {
            agent: process.profile.name.clone(),
            application: process.profile.application.clone(),
            folders: AgentFolders { folder: process.program.folder.clone(), home: process.home.clone() },
        };
        PermissionResponder {
            agent: Arc::new(agent),
            asks: asks.clone(),
            open: Arc::new(Semaphore::new(MAX_SIMULTANEOUS)),
            count: Arc::default(),
            calls: Arc::default(),
            timeout_clock: PausableTimeout::default(),
        }
    }

    /// Remembers what the agent reports about its tool calls.
    pub(super) fn note(&self, update: &SessionUpdate) {
        self.calls().note(update);
    }

    /// Asks the user and returns the reply for the agent. Refuses without asking if the request cannot be
    /// granted just once or cannot be shown completely.
    ///
    /// The request is fixed when this is called: later updates from the agent do not change it.
    pub(super) fn answer(
        &self,
        request: &RequestPermissionRequest,
    ) -> impl Future<Output = RequestPermissionResponse> + Send + use<> {
        let (asked, asks) = (self.grantable(request), self.asks.clone());
        let no = option(request, PermissionOptionKind::RejectOnce);
        let no = no.unwrap_or(RequestPermissionOutcome::Cancelled);
        async move {
            let Some(GrantableRequest { permit, once, _open, _pause }) = asked else {
                return RequestPermissionResponse::new(no);
            };
            RequestPermissionResponse::new(if asks.ask(permit).await { once } else { no })
        }
    }

    fn grantable(&self, request: &RequestPermissionRequest) -> Option<GrantableRequest> {
        if self.count.fetch_add(1, Ordering::Relaxed) >= MAX_REQUESTS {
            return None;
        }
        let once = option(request, PermissionOptionKind::AllowOnce)?;
        let call = self.calls().merged(&request.tool_call);
        let permit = self.agent.permit(&call)?;
        let open = self.open.clone().try_acquire_owned().ok()?;
        Some(GrantableRequest { permit, once, _open: open, _pause: self.timeout_clock.pause() })
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl RequestingAgent {
    /// The permission to ask for; `None` if the call says nothing, too much for a person to review, or
    /// something that cannot be shown.
    fn permit(&self, call: &ToolCallUpdateFields) -> Option<PermissionRequest> {
        Some(PermissionRequest {
            agent: self.agent.clone(),
            application: self.application.clone(),
            kind: kind::of(call),
            title: title(call)?,
            places: places::of(call, &self.folders)?,
            details: details::of(call)?,
            home: self.folders.home.to_string_lossy().into_owned(),
        })
    }
}

/// The offered option of this kind, found by kind alone because its name may say anything.
fn option(
    request: &RequestPermissionRequest,
    kind: PermissionOptionKind,
) -> Option<RequestPermissionOutcome> {
    let found = request.options.iter().find(|it| it.kind == kind)?;
    Some(RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(found.option_id.clone())))
}

/// The title; `None` if the call says nothing at all.
fn title(call: &ToolCallUpdateFields) -> Option<String> {
    let mut names = [&call.title, &call.name].into_iter().flatten();
    let title = match names.find(|it| !it.trim().is_empty()) {
        Some(name) => escape(name),
        None => details::input(call).map(|_| "something it does not name".to_owned())?,
    };
    (title.chars().count() <= MAX_TITLE_CHARS).then_some(title)
}
