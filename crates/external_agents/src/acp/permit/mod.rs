//! What an agent asks to be permitted, and what it is answered.

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
use deskpilot_core::Permit;
use places::Ground;
use std::sync::{
    Arc, Mutex, MutexGuard, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How many permits may be asked for at once.
const AT_ONCE: usize = 16;
/// How many may be asked for in one subtask.
const IN_ALL: usize = 200;
/// The longest title, in characters.
const LONGEST_TITLE: usize = 300;

/// Where the permits of one agent are asked for.
#[derive(Clone, Debug)]
pub(super) struct Desk {
    asker: Arc<Asker>,
    asks: Asks,
    open: Arc<Semaphore>,
    count: Arc<AtomicUsize>,
    calls: Arc<Mutex<Calls>>,
    /// While somebody thinks, the agent's time stands still.
    pub(super) patience: Patience,
}

/// Who asks, and where it stands.
#[derive(Debug)]
struct Asker {
    agent: String,
    application: Option<String>,
    ground: Ground,
}

/// Something that is asked for, and the answer where it is granted.
struct Asked {
    permit: Permit,
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

    /// Remembers what the agent says of what it means to do.
    pub(super) fn note(&self, update: &SessionUpdate) {
        self.calls().note(update);
    }

    /// Asks, and answers the agent. What cannot be granted once, or not be shown as it is, is a no that nobody is asked for.
    ///
    /// What is asked for is fixed at once: what the agent says afterwards changes nothing in it.
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
    /// What is asked for; nothing where it says nothing, or more than anybody looks through, or what cannot be shown.
    fn permit(&self, call: &ToolCallUpdateFields) -> Option<Permit> {
        Some(Permit {
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

/// The answer of this kind, where the agent offers it. It is told by its kind alone: its name may say anything.
fn option(
    request: &RequestPermissionRequest,
    kind: PermissionOptionKind,
) -> Option<RequestPermissionOutcome> {
    let found = request.options.iter().find(|it| it.kind == kind)?;
    Some(RequestPermissionOutcome::Selected(SelectedPermissionOutcome::new(found.option_id.clone())))
}

/// What it is called; nothing where nothing at all is said of it.
fn title(call: &ToolCallUpdateFields) -> Option<String> {
    let mut names = [&call.title, &call.name].into_iter().flatten();
    let title = match names.find(|it| !it.trim().is_empty()) {
        Some(name) => escaped(name),
        None => details::input(call).map(|_| "something it does not name".to_owned())?,
    };
    (title.chars().count() <= LONGEST_TITLE).then_some(title)
}
