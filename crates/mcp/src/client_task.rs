//! A task of a client in this process.

use deskpilot_runtime::{Config, Presence, SessionHandle};
use std::sync::Arc;

/// A task that a client started or resumed, or one of its desktops. The client counts among those who can answer it until the connection
/// ends.
#[derive(Clone)]
pub(crate) struct ClientTask(Arc<AttendedSession>);

struct AttendedSession {
    handle: SessionHandle,
    config: Config,
    kind: TaskKind,
    _presence: Presence,
}

/// Who works on a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TaskKind {
    /// Agents of the user's, until it is done.
    Whole,
    /// The client itself, call by call.
    Desktop,
}

impl ClientTask {
    /// The task with this session and these settings, whose questions the client can answer.
    pub(crate) fn new(handle: SessionHandle, config: Config, presence: Presence) -> ClientTask {
        let kind = TaskKind::Whole;
        ClientTask(Arc::new(AttendedSession { handle, config, kind, _presence: presence }))
    }

    /// The task of a desktop of the client's.
    pub(crate) fn of_desktop(handle: SessionHandle, config: Config) -> ClientTask {
        let (kind, presence) = (TaskKind::Desktop, handle.attend());
        ClientTask(Arc::new(AttendedSession { handle, config, kind, _presence: presence }))
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        self.0.handle.task()
    }

    /// Its session.
    pub(crate) fn handle(&self) -> &SessionHandle {
        &self.0.handle
    }

    /// Its settings.
    pub(crate) fn config(&self) -> &Config {
        &self.0.config
    }

    /// Who works on it.
    pub(crate) fn kind(&self) -> TaskKind {
        self.0.kind
    }
}
