//! A session of an editor: its folder, its mode, and what is at work in it.

use crate::{error::RequestError, live_session::LiveSession, updates::Updates};
use deskpilot_core::{Mode, Preset, fold::QuestionId};
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Config, Environment, OutFolder, Phase};
use deskpilot_settings::RunFlags;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};
use tokio_util::sync::CancellationToken;

/// A session of an editor. Its id is the name of its task.
pub(crate) struct EditorSession {
    pub(crate) task: String,
    /// The folder that the editor works in.
    folder: PathBuf,
    /// The folder of the logs, where the settings name another one by now.
    logs: Option<PathBuf>,
    preset: Mutex<Preset>,
    /// Cancels the present turn, or did so with the last one.
    cancel: Mutex<CancellationToken>,
    /// Locked during a turn.
    work: Arc<AsyncMutex<SessionWork>>,
}

/// What a turn works on.
#[derive(Default)]
pub(crate) struct SessionWork {
    pub(crate) live: Option<LiveSession>,
    pub(crate) updates: Updates,
    /// The question that the person was shown last, which their next text answers; `None` if it is a request.
    pub(crate) asked: Option<QuestionId>,
    /// The first message to the person.
    pub(crate) remarks: Vec<String>,
}

impl SessionWork {
    /// A session of which the editor has this.
    pub(crate) fn with_updates(updates: Updates, remarks: Vec<String>) -> SessionWork {
        SessionWork { live: None, asked: updates.asked(), updates, remarks }
    }

    /// Stops what is at work. Whatever it asked, the next text is a request.
    pub(crate) fn cancel(&mut self) {
        if let Some(live) = self.live.as_mut().filter(|it| it.handle.phase() == Phase::Working) {
            live.stop();
        }
        self.asked = None;
    }
}

/// The present turn of a session.
pub(crate) struct TurnLease {
    pub(crate) work: OwnedMutexGuard<SessionWork>,
    pub(crate) cancel: CancellationToken,
}

impl EditorSession {
    /// The session of this task, whose files are in this folder.
    ///
    /// # Errors
    /// What the editor names is not a folder.
    pub(crate) fn new(
        task: String,
        folder: &Path,
        logs: Option<PathBuf>,
        preset: Preset,
        work: SessionWork,
    ) -> Result<EditorSession, RequestError> {
        if !folder.is_absolute() || !folder.is_dir() {
            let wrong = format!("{} is no folder with an absolute path", folder.display());
            return Err(RequestError::Wrong(wrong));
        }
        Ok(EditorSession {
            task,
            folder: folder.to_owned(),
            logs,
            preset: Mutex::new(preset),
            cancel: Mutex::default(),
            work: Arc::new(AsyncMutex::new(work)),
        })
    }

    /// The settings of its next process in this mode.
    ///
    /// # Errors
    /// A setting or a file is wrong.
    pub(crate) fn config(
        &self,
        environment: &Environment,
        flags: &RunFlags,
        mode: Mode,
    ) -> Result<Config, RequestError> {
        let mut config = flags.config(environment, mode)?;
        // On the desktop that the person sits at, applications save where they usually do.
        if config.out == OutFolder::Usual && config.desktop == DesktopKind::Private {
            config.out = OutFolder::At(self.folder.clone());
        }
        if let Some(logs) = &self.logs {
            config.log_dir.clone_from(logs);
        }
        config.policy.policy = config.policy.policy.with_preset(self.preset());
        Ok(config)
    }

    /// The preset of its policy, from its next process on.
    pub(crate) fn preset(&self) -> Preset {
        *self.preset.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets that preset.
    pub(crate) fn set_preset(&self, preset: Preset) {
        *self.preset.lock().unwrap_or_else(PoisonError::into_inner) = preset;
    }

    /// Begins a turn.
    ///
    /// # Errors
    /// Another one is under way.
    pub(crate) fn begin_turn(&self) -> Result<TurnLease, RequestError> {
        let work = self.work.clone().try_lock_owned().map_err(|_| RequestError::Busy)?;
        let cancel = CancellationToken::new();
        *self.cancel.lock().unwrap_or_else(PoisonError::into_inner) = cancel.clone();
        Ok(TurnLease { work, cancel })
    }

    /// Cancels the present turn. Without one, stops a session that waits for an answer.
    pub(crate) fn cancel(&self) {
        self.cancel.lock().unwrap_or_else(PoisonError::into_inner).cancel();
        if let Ok(mut work) = self.work.try_lock() {
            work.cancel();
        }
    }

    /// Ends the session that waits in it, so that it can be resumed. No turn begins in it as long as the result lives.
    ///
    /// # Errors
    /// A turn is under way.
    pub(crate) async fn release(&self) -> Result<TurnLease, RequestError> {
        let mut lease = self.begin_turn()?;
        if let Some(live) = lease.work.live.take() {
            live.end().await;
        }
        Ok(lease)
    }

    /// Ends what is at work in it, so that it can be resumed.
    pub(crate) async fn close(&self) {
        self.cancel();
        let live = self.work.lock().await.live.take();
        if let Some(live) = live {
            live.end().await;
        }
    }
}
