//! A task of a client in this process.

use crate::options::WantedSettings;
use deskpilot_runtime::{Config, Presence, SessionHandle};
use std::sync::Arc;

/// A task that a client started or resumed. The client counts among those who can answer it until the connection ends.
#[derive(Clone)]
pub(crate) struct ClientTask(Arc<AttendedSession>);

struct AttendedSession {
    handle: SessionHandle,
    config: Config,
    wanted: WantedSettings,
    _presence: Presence,
}

impl ClientTask {
    /// The task with this session and these settings, among them those that the client wanted, whose questions it can answer.
    pub(crate) fn new(
        handle: SessionHandle,
        config: Config,
        wanted: WantedSettings,
        presence: Presence,
    ) -> ClientTask {
        ClientTask(Arc::new(AttendedSession { handle, config, wanted, _presence: presence }))
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

    /// What the client wanted of its settings.
    pub(crate) fn wanted(&self) -> &WantedSettings {
        &self.0.wanted
    }
}
