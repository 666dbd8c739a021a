//! Leases windows to one session.

use super::open_windows::{Windows, owner};
use crate::LinuxError;
use crate::lease::{Holder, LeaseTarget, Leases, LockAttempt};
use deskpilot_core::WindowId;
use deskpilot_desktop::{DesktopError, WindowClaim};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long to retry a window that is taken: two sessions that check at the same moment may each take the other for the
/// owner.
const TRYING: Duration = Duration::from_millis(40);
const PAUSE: Duration = Duration::from_millis(8);

/// The leases of this session.
pub(in crate::desktop) struct Claims(pub(in crate::desktop) Leases);

impl Claims {
    /// Leases a window. A dialog shares the lease of the window it belongs to.
    pub(in crate::desktop) async fn take(
        &mut self,
        windows: &mut Windows,
        id: WindowId,
        task: &str,
    ) -> Result<WindowClaim, DesktopError> {
        let (target, window) = lease_target(windows, id).await?;
        let end = Instant::now() + TRYING;
        loop {
            let taking = self.0.take(target, task).map_err(|error| LinuxError::io("claim a window", error));
            match taking? {
                LockAttempt::Acquired(lock) => return Ok(WindowClaim::new(lock)),
                LockAttempt::HeldBy(_) if Instant::now() < end => sleep(PAUSE).await,
                LockAttempt::HeldBy(Holder { process, task }) => {
                    return Err(DesktopError::Taken { window, task, process });
                }
            }
        }
    }
}

/// What to lease for a window, and its name for messages.
async fn lease_target(windows: &mut Windows, id: WindowId) -> Result<(LeaseTarget, String), DesktopError> {
    if id == windows.root() {
        return Ok((LeaseTarget::Desktop, "the desktop".into()));
    }
    let clients = windows.clients().await?;
    let found = clients.iter().find(|it| WindowId(it.id.into()) == id);
    let client = found.ok_or_else(|| DesktopError::WindowGone(windows.title_of(id)))?;
    let owner = owner(&clients, client);
    let target = LeaseTarget::Window { id: owner.id, process: owner.process };
    Ok((target, format!("{:?}", owner.title)))
}
