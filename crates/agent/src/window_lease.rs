//! The window that a session works in is its own for the time: no other session works there.

use crate::{
    Halt,
    world::{World, WorldError},
};
use deskpilot_core::{Window, WindowId};
use deskpilot_desktop::{DesktopError, WindowClaim};
use std::time::Duration;
use tokio::time::Instant;

/// Which window the session has, and as whom.
pub(crate) struct WindowLease {
    task: String,
    held: Option<(WindowId, WindowClaim)>,
}

/// What came of occupying a window.
pub(crate) enum Occupation {
    /// No other session works in it.
    Own,
    /// Another session keeps it, as this error says.
    KeptOut(DesktopError),
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

    /// Makes the window the session's own, as soon as no other session works in it and within this time.
    pub(crate) async fn occupy(
        &mut self,
        window: &Window,
        world: &mut World,
        patience: Duration,
    ) -> Result<Occupation, Halt> {
        if self.held.as_ref().is_some_and(|(id, _)| *id == window.id) {
            return Ok(Occupation::Own);
        }
        self.end();
        let began = Instant::now();
        loop {
            match world.claim(window, &self.task).await {
                Ok(claim) => {
                    self.held = Some((window.id, claim));
                    return Ok(Occupation::Own);
                }
                Err(WorldError::Halted(halt)) => return Err(halt),
                Err(WorldError::Desktop(error @ DesktopError::Taken { .. }))
                    if began.elapsed() >= patience =>
                {
                    return Ok(Occupation::KeptOut(error));
                }
                Err(WorldError::Desktop(DesktopError::Taken { .. })) => world.sleep(PAUSE).await?,
                // What cannot be claimed can still be looked at: the look says what is wrong with it.
                Err(WorldError::Desktop(_)) => return Ok(Occupation::Own),
            }
        }
    }
}
