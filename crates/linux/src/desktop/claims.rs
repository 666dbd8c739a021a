//! Takes windows for one session.

use super::windows::{Windows, owner};
use crate::LinuxError;
use crate::lease::{Holder, Leases, Share, Taking};
use deskpilot_core::WindowId;
use deskpilot_desktop::{Claim, DesktopError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// For how long a window that is taken is tried again: two that look who has what at the same moment can take each other
/// for the one that has it.
const TRYING: Duration = Duration::from_millis(40);
const PAUSE: Duration = Duration::from_millis(8);

/// What this session has taken.
pub(super) struct Claims(pub(super) Leases);

impl Claims {
    /// Takes a window. A dialog is taken with the window that it belongs to: who has the one has the other.
    pub(super) async fn take(
        &mut self,
        windows: &mut Windows,
        id: WindowId,
        task: &str,
    ) -> Result<Claim, DesktopError> {
        let (share, window) = share(windows, id).await?;
        let end = Instant::now() + TRYING;
        loop {
            let taking = self.0.take(share, task).map_err(|error| LinuxError::io("claim a window", error));
            match taking? {
                Taking::Taken(lock) => return Ok(Claim::held_by(lock)),
                Taking::HeldBy(_) if Instant::now() < end => sleep(PAUSE).await,
                Taking::HeldBy(Holder { process, task }) => {
                    return Err(DesktopError::Taken { window, task, process });
                }
            }
        }
    }
}

/// What has to be taken for a window, and what it is called.
async fn share(windows: &mut Windows, id: WindowId) -> Result<(Share, String), DesktopError> {
    if id == windows.root() {
        return Ok((Share::Desktop, "the desktop".into()));
    }
    let clients = windows.clients().await?;
    let found = clients.iter().find(|it| WindowId(it.id.into()) == id);
    let client = found.ok_or_else(|| DesktopError::WindowGone(windows.title_of(id)))?;
    let owner = owner(&clients, client);
    let share = Share::Window { id: owner.id, process: owner.process };
    Ok((share, format!("{:?}", owner.title)))
}
