//! What the editor asks of Deskpilot, request by request, and the sessions that it has open.

use crate::{
    editor_client::EditorClient,
    editor_session::{EditorSession, SessionWork, TurnLease},
    error::RequestError,
    live_session::ENDING,
    modes::{mode_state, preset},
    options::AgentOptions,
    updates::{Telling, Updates},
};
use agent_client_protocol::{
    Client,
    schema::ProtocolVersion,
    v1::{
        ConnectionTo,
        schema::{
            AgentCapabilities, CancelNotification, CloseSessionRequest, CloseSessionResponse, Implementation,
            InitializeRequest, InitializeResponse, LoadSessionRequest, LoadSessionResponse,
            NewSessionRequest, NewSessionResponse, ResumeSessionRequest, ResumeSessionResponse,
            SessionCapabilities, SessionCloseCapabilities, SessionId, SessionModeState,
            SessionResumeCapabilities, SetSessionModeRequest, SetSessionModeResponse,
        },
    },
};
use deskpilot_core::{Entry, Mode, one_line};
use deskpilot_runtime::{
    Config, SessionHandle, Sessions, all_log_folders, deciders_off_thread, new_task_name,
};
use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{task::spawn_blocking, time::timeout};

/// The most characters of an editor's name that a log gets.
const MAX_NAME_CHARS: usize = 100;

/// Deskpilot, for one editor.
pub(crate) struct EditorAgent {
    pub(crate) options: AgentOptions,
    pub(crate) sessions: Sessions,
    open: Mutex<HashMap<String, Arc<EditorSession>>>,
    /// Who answers questions.
    name: Mutex<String>,
}

impl EditorAgent {
    pub(crate) fn new(options: AgentOptions) -> EditorAgent {
        let sessions = Sessions::new(options.notify.clone());
        EditorAgent { options, sessions, open: Mutex::default(), name: Mutex::new("an ACP client".into()) }
    }

    /// Who answers questions, such as `ACP client Zed`.
    pub(crate) fn name(&self) -> String {
        self.name.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// `initialize`: the version is ours, whichever the editor prefers.
    pub(crate) fn introduce(&self, request: &InitializeRequest) -> InitializeResponse {
        if let Some(info) = &request.client_info {
            let name = format!("ACP client {}", one_line(&info.name, MAX_NAME_CHARS));
            *self.name.lock().unwrap_or_else(PoisonError::into_inner) = name;
        }
        let sessions = SessionCapabilities::new()
            .resume(SessionResumeCapabilities::new())
            .close(SessionCloseCapabilities::new());
        let us = Implementation::new("deskpilot", env!("CARGO_PKG_VERSION")).title("Deskpilot");
        InitializeResponse::new(ProtocolVersion::V1)
            .agent_capabilities(AgentCapabilities::new().load_session(true).session_capabilities(sessions))
            .agent_info(us)
    }

    /// `session/new`: the session begins with its first prompt, in the mode that it has by then.
    pub(crate) async fn new_session(
        &self,
        request: &NewSessionRequest,
    ) -> Result<NewSessionResponse, RequestError> {
        let config = self.config()?;
        deciders_off_thread(&config, Mode::Normal).await?;
        let task = new_task_name();
        let remarks = remarks(request.mcp_servers.len());
        let work = SessionWork { remarks, ..SessionWork::default() };
        let modes = self.add(task.clone(), &request.cwd, None, work)?;
        Ok(NewSessionResponse::new(task).modes(modes))
    }

    /// `session/load`: sends everything in its log first.
    pub(crate) async fn load_session(
        &self,
        request: LoadSessionRequest,
        editor: ConnectionTo<Client>,
    ) -> Result<LoadSessionResponse, RequestError> {
        let task = request.session_id.0.to_string();
        let _former = self.release(&task).await?;
        let (logs, entries) = self.read(&task).await?;
        let client = EditorClient::new(editor, request.session_id);
        let mut updates = Updates::default();
        for shown in entries.iter().flat_map(|it| updates.of_entry(it, Telling::Past)) {
            client.tell(shown.update)?;
        }
        let work = SessionWork::with_updates(updates, remarks(request.mcp_servers.len()));
        Ok(LoadSessionResponse::new().modes(self.add(task, &request.cwd, Some(logs), work)?))
    }

    /// `session/resume`: the same for an editor that has everything.
    pub(crate) async fn resume_session(
        &self,
        request: ResumeSessionRequest,
    ) -> Result<ResumeSessionResponse, RequestError> {
        let task = request.session_id.0.to_string();
        let _former = self.release(&task).await?;
        let (logs, entries) = self.read(&task).await?;
        let mut updates = Updates::default();
        for entry in &entries {
            updates.of_entry(entry, Telling::Past);
        }
        let work = SessionWork::with_updates(updates, remarks(request.mcp_servers.len()));
        Ok(ResumeSessionResponse::new().modes(self.add(task, &request.cwd, Some(logs), work)?))
    }

    /// `session/close`: what is at work is stopped, and can be resumed.
    pub(crate) async fn close_session(
        &self,
        request: CloseSessionRequest,
    ) -> Result<CloseSessionResponse, RequestError> {
        let session = self.opened().remove(&*request.session_id.0);
        session.ok_or_else(|| no_session(&request.session_id))?.close().await;
        Ok(CloseSessionResponse::new())
    }

    /// `session/set_mode`: holds from the next request on.
    pub(crate) fn set_mode(
        &self,
        request: &SetSessionModeRequest,
    ) -> Result<SetSessionModeResponse, RequestError> {
        let session = self.find(&request.session_id)?;
        session.set_preset(preset(&request.mode_id)?);
        Ok(SetSessionModeResponse::new())
    }

    /// `session/cancel`
    pub(crate) fn cancel(&self, request: &CancelNotification) {
        // An editor that cancels what is not there gets what it wants.
        if let Ok(session) = self.find(&request.session_id) {
            session.cancel();
        }
    }

    /// Stops all sessions, which can be resumed, and waits until their logs are complete.
    pub(crate) async fn end_sessions(&self) {
        let live = self.sessions.live();
        live.iter().for_each(SessionHandle::stop);
        let ended = async {
            for session in &live {
                // The log says how it ended.
                let _ = session.outcome().await;
            }
        };
        if timeout(ENDING, ended).await.is_err() {
            (self.options.notify)("warning: a session did not stop in time; its log can be resumed");
        }
    }

    pub(crate) fn find(&self, id: &SessionId) -> Result<Arc<EditorSession>, RequestError> {
        self.opened().get(&*id.0).cloned().ok_or_else(|| no_session(id))
    }

    /// Ends what waits in the session of this task, if the editor has it open. No turn begins in that session as long as the result lives.
    async fn release(&self, task: &str) -> Result<Option<TurnLease>, RequestError> {
        let former = self.opened().get(task).cloned();
        match former {
            Some(former) => Ok(Some(former.release().await?)),
            None => Ok(None),
        }
    }

    /// Opens a session, in the place of one with this name that is not at work. The editor gets its modes.
    fn add(
        &self,
        task: String,
        folder: &Path,
        logs: Option<PathBuf>,
        work: SessionWork,
    ) -> Result<SessionModeState, RequestError> {
        let preset = self.config()?.policy.policy.active_preset();
        let session = EditorSession::new(task.clone(), folder, logs, preset, work)?;
        self.opened().insert(task, Arc::new(session));
        Ok(mode_state(preset))
    }

    /// The folder of the logs of a task of the past, and its entries.
    async fn read(&self, task: &str) -> Result<(PathBuf, Vec<Entry>), RequestError> {
        if self.sessions.find(task).is_some() {
            return Err(RequestError::Busy);
        }
        let folders = all_log_folders(&self.config()?);
        let is_there = |root: &PathBuf| deskpilot_log::folder(root, task).is_ok_and(|it| it.is_dir());
        let root =
            folders.into_iter().find(is_there).ok_or_else(|| RequestError::NoSession(task.to_owned()))?;
        let (logs, task) = (root.clone(), task.to_owned());
        let entries = spawn_blocking(move || deskpilot_log::read(&logs, &task)).await;
        let entries = entries.map_err(|error| RequestError::Failed(error.to_string()))??;
        Ok((root, entries))
    }

    fn config(&self) -> Result<Config, RequestError> {
        Ok(self.options.flags.config(&self.options.environment, Mode::Normal)?)
    }

    fn opened(&self) -> MutexGuard<'_, HashMap<String, Arc<EditorSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn no_session(id: &SessionId) -> RequestError {
    RequestError::NoSession(id.0.to_string())
}

/// The message about the editor's own tool servers: only those of the settings are used.
fn remarks(servers: usize) -> Vec<String> {
    let text = "Deskpilot does not use the MCP servers of this editor. Those of its own are in tools.toml: `deskpilot manual other-agents`.";
    if servers == 0 { Vec::new() } else { vec![text.to_owned()] }
}
