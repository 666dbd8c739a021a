//! Answers the permission requests of an ACP agent.

mod calls;
mod details;
mod key;
mod kind;
mod places;
#[cfg(test)]
mod tests;

use crate::{
    Asks,
    agent_process::AgentProcess,
    capped::escaped,
    patience::{Patience, Thinking},
};
use agent_client_protocol::v1::schema::{
    PermissionOptionKind, RequestPermissionOutcome, RequestPermissionRequest, RequestPermissionResponse,
    SelectedPermissionOutcome, SessionUpdate, ToolCallUpdateFields,
};
use calls::Calls;
use deskpilot_core::PermissionRequest;
use places::Ground;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of simultaneous requests.
const AT_ONCE: usize = 16;
/// The maximum number of requests per subtask.
const IN_ALL: usize = 200;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 300;

/// Receives the permission requests of one agent.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    asker: Arc<Asker>,
    asks: Asks,
    open: Arc<Semaphore>,
    count: Arc<AtomicUsize>,
    calls: Arc<Mutex<Calls>>,
    /// The agent's time stops while somebody decides.
    pub(super) patience: Patience,
}

/// The asking agent and its folders.
#[derive(Debug)]
struct Asker {
    agent: String,
    application: Option<String>,
    ground: Ground,
}

/// A request, and the reply that grants it.
struct Asked {
    permit: PermissionRequest,
    once: RequestPermissionOutcome,
    _open: OwnedSemaphorePermit,
    _thinking: Thinking,
}

impl Desk {
    pub(super) fn new(member: &AgentProcess, asks: &Asks) -> Desk {
        let asker = Asker {
            agent: member.profile.name.clone(),
            application: member.profile.application.clone(),
            ground: Ground { folder: member.program.folder.clone(), home: member.home.clone() },
        };
        Desk {
            asker: Arc::new(asker),
            asks: asks.clone(),
            open: Arc::new(Semaphore::new(AT_ONCE)),
            count: Arc::default(),
            calls: Arc::default(),
            patience: Patience::default(),
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
        let (asked, asks) = (self.asked(request), self.asks.clone());
        let no = option(request, PermissionOptionKind::RejectOnce);
        let no = no.unwrap_or(RequestPermissionOutcome::Cancelled);
        async move {
            let Some(Asked { permit, once, _open, _thinking }) = asked else {
                return RequestPermissionResponse::new(no);
            };
            RequestPermissionResponse::new(if asks.may(permit).await { once } else { no })
        }
    }

    fn asked(&self, request: &RequestPermissionRequest) -> Option<Asked> {
        if self.count.fetch_add(1, Ordering::Relaxed) >= IN_ALL {
            return None;
        }
        let once = option(request, PermissionOptionKind::AllowOnce)?;
        let call = self.calls().merged(&request.tool_call);
        let permit = self.asker.permit(&call)?;
        let open = self.open.clone().try_acquire_owned().ok()?;
        Some(Asked { permit, once, _open: open, _thinking: self.patience.thinking() })
    }

    fn calls(&self) -> MutexGuard<'_, Calls> {
        self.calls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asker {
    /// The permission to ask for; `None` if the call says nothing, too much for a person to review, or
    /// something that cannot be shown.
    fn permit(&self, call: &ToolCallUpdateFields) -> Option<PermissionRequest> {
        Some(PermissionRequest {
            agent: self.agent.clone(),
            application: self.application.clone(),
            kind: kind::of(call),
            title: title(call)?,
            places: places::of(call, &self.ground)?,
            details: details::of(call)?,
            home: self.ground.home.to_string_lossy().into_owned(),
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
        Some(name) => escaped(name),
        None => details::input(call).map(|_| "something it does not name".to_owned())?,
    };
    (title.chars().count() <= LONGEST_TITLE).then_some(title)
}
