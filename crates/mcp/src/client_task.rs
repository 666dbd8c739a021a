//! A task of a client in this process.

use deskpilot_runtime::{Config, Presence, SessionHandle};
use std::sync::Arc;

/// A task that a client started or resumed. The client counts among those who can answer it until the connection ends.
#[derive(Clone)]
pub(crate) struct ClientTask(Arc<AttendedSession>);

struct AttendedSession {
    handle: SessionHandle,
    config: Config,
    _presence: Presence,
}

impl ClientTask {
    /// The task with this session and these settings, whose questions the client can answer.
    pub(crate) fn new(handle: SessionHandle, config: Config, presence: Presence) -> ClientTask {
        ClientTask(Arc::new(AttendedSession { handle, config, _presence: presence }))
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
}
