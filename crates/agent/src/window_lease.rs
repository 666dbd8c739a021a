//! The window that a session works in is its own for the time: no other session works there.

use crate::{AgentError, Session, session_control::unless_taken};
use deskpilot_core::{Event, Remedy, Stage, SubtaskOutcome, Window, WindowId};
use deskpilot_desktop::{Claim, DesktopError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Which window the session has, and as whom.
pub(crate) struct WindowLease {
    task: String,
    held: Option<(WindowId, Claim)>,
}

/// How long it is waited between two tries to get a window that another session has.
const PAUSE: Duration = Duration::from_millis(200);

impl WindowLease {
    pub(crate) fn of(task: &str) -> WindowLease {
        WindowLease { task: task.to_owned(), held: None }
    }

    /// Gives the window back.
    pub(crate) fn end(&mut self) {
        self.held = None;
    }
}

impl Session {
    /// Makes the window the session's own; `false` when another one keeps it, with which the subtask has ended.
    pub(crate) async fn occupy(&mut self, window: &Window) -> Result<bool, AgentError> {
        if self.lease.held.as_ref().is_some_and(|(id, _)| *id == window.id) {
            return Ok(true);
        }
        self.lease.end();
        let began = Instant::now();
        let session_control = self.session_control.clone();
        loop {
            let task = self.lease.task.clone();
            match unless_taken(&session_control, self.ports.puppeteer.desktop.claim(window, &task)).await? {
                Ok(claim) => {
                    self.lease.held = Some((window.id, claim));
                    return Ok(true);
                }
                Err(error @ DesktopError::Taken { .. })
                    if began.elapsed() >= self.options.patience.window =>
                {
                    self.kept_out(error.to_string())?;
                    return Ok(false);
                }
                Err(DesktopError::Taken { .. }) => unless_taken(&session_control, sleep(PAUSE)).await?,
                // What cannot be claimed can still be looked at: the look says what is wrong with it.
                Err(_) => return Ok(true),
            }
        }
    }

    fn kept_out(&mut self, message: String) -> Result<(), AgentError> {
        let stage = Stage::UpdateStatus;
        self.record(Event::Faulted { stage, message: message.clone(), remedy: Remedy::TellAgent })?;
        self.record(Event::SubtaskEnded { outcome: SubtaskOutcome::Errored(message), comment: String::new() })
    }
}
