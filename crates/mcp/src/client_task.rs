//! A task of a client in this process.

use crate::{options::WantedSettings, sampling::SampledModel};
use deskpilot_runtime::{Config, Presence, SessionHandle};
use std::sync::Arc;

/// A task that a client started or resumed, or one of its desktops. The client counts among those who can answer it until the connection
/// ends.
#[derive(Clone)]
pub(crate) struct ClientTask(Arc<AttendedSession>);

struct AttendedSession {
    handle: SessionHandle,
    config: Config,
    wanted: WantedSettings,
    sampled: Option<Arc<SampledModel>>,
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
    /// The task with this session and these settings, among them those that the client wanted, whose questions it can answer. It may have
    /// the client's own model.
    pub(crate) fn new(
        handle: SessionHandle,
        config: Config,
        wanted: WantedSettings,
        sampled: Option<Arc<SampledModel>>,
        presence: Presence,
    ) -> ClientTask {
        let kind = TaskKind::Whole;
        ClientTask(Arc::new(AttendedSession { handle, config, wanted, sampled, kind, _presence: presence }))
    }

    /// The task of a desktop of the client's.
    pub(crate) fn of_desktop(handle: SessionHandle, config: Config) -> ClientTask {
        let (kind, presence, wanted) = (TaskKind::Desktop, handle.attend(), WantedSettings::default());
        let sampled = None;
        ClientTask(Arc::new(AttendedSession { handle, config, wanted, sampled, kind, _presence: presence }))
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

    /// The model that the client lends to it.
    pub(crate) fn sampled(&self) -> Option<&Arc<SampledModel>> {
        self.0.sampled.as_ref()
    }

    /// Who works on it.
    pub(crate) fn kind(&self) -> TaskKind {
        self.0.kind
    }
}
