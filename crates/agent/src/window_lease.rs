//! Leases the window that a session works in, so that no other session works there.

use crate::{
    Halt,
    world::{World, WorldError},
};
use deskpilot_core::{Window, WindowId};
use deskpilot_desktop::{DesktopError, WindowClaim};
use std::time::Duration;
use tokio::time::Instant;

/// The session's task and the window it has leased.
pub(crate) struct WindowLease {
    task: String,
    held: Option<(WindowId, WindowClaim)>,
}

/// The result of acquiring a window.
pub(crate) enum LeaseResult {
    /// No other session works in the window.
    Granted,
    /// Another session still has it, as this error says.
    Denied(DesktopError),
}

/// The pause between two tries to acquire a window.
const PAUSE: Duration = Duration::from_millis(200);

impl WindowLease {
    /// A lease for this task, without a window.
    pub(crate) fn of(task: &str) -> WindowLease {
        WindowLease { task: task.to_owned(), held: None }
    }

    /// Releases the window.
    pub(crate) fn release(&mut self) {
        self.held = None;
    }

    /// Acquires the window, waiting at most `patience` for another session to release it.
    pub(crate) async fn acquire(
        &mut self,
        window: &Window,
        world: &mut World,
        patience: Duration,
    ) -> Result<LeaseResult, Halt> {
        if self.held.as_ref().is_some_and(|(id, _)| *id == window.id) {
            return Ok(LeaseResult::Granted);
        }
        // First released: two sessions that want each other's window would wait for each other.
        self.release();
        let began = Instant::now();
        loop {
            match world.claim(window, &self.task).await {
                Ok(claim) => {
                    self.held = Some((window.id, claim));
                    return Ok(LeaseResult::Granted);
                }
                Err(WorldError::Halted(halt)) => return Err(halt),
                Err(WorldError::Desktop(error @ DesktopError::Taken { .. }))
                    if began.elapsed() >= patience =>
                {
                    return Ok(LeaseResult::Denied(error));
                }
                Err(WorldError::Desktop(DesktopError::Taken { .. })) => world.sleep(PAUSE).await?,
                // The agent can still look at a window that cannot be claimed; the look reports what is wrong.
                Err(WorldError::Desktop(_)) => return Ok(LeaseResult::Granted),
            }
        }
    }
}
