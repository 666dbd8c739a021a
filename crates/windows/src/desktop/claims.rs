//! Claims windows for one session.

use super::errors::blocking;
use super::leases::{Holder, Lease, LeaseAttempt, LeaseTarget, Leases};
use super::reading::reader::Reader;
use super::reading::window_group::owner_of;
use deskpilot_core::WindowId;
use deskpilot_desktop::{DesktopError, WindowClaim};
use deskpilot_win32::windows;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long to retry a window that is taken: two sessions that check at the same moment may each take the other for the owner.
const TRYING: Duration = Duration::from_millis(40);
/// How long to wait for another session to finish with pointer and keyboard: the longest drag, or a page of text.
const WAITING: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(8);

impl Leases {
    /// Claims a window. A dialog shares the claim of the window it belongs to.
    pub(super) async fn claim(
        &mut self,
        reader: &Reader,
        id: WindowId,
        root: WindowId,
        task: &str,
    ) -> Result<WindowClaim, DesktopError> {
        let (target, window) = target_of(reader, id, root).await?;
        match self.take_within(target, task, TRYING).await? {
            Ok(lease) => Ok(WindowClaim::new(lease)),
            Err(Holder { process, task }) => Err(DesktopError::Taken { window, task, process }),
        }
    }

    /// Takes pointer and keyboard; waits while another session has them.
    pub(super) async fn input(&mut self) -> Result<Arc<Lease>, DesktopError> {
        let taken = self.take_within(LeaseTarget::Input, "", WAITING).await?;
        taken.map_err(|Holder { process, .. }| DesktopError::InputTaken { process })
    }

    async fn take_within(
        &mut self,
        target: LeaseTarget,
        task: &str,
        time: Duration,
    ) -> Result<Result<Arc<Lease>, Holder>, DesktopError> {
        let end = Instant::now() + time;
        loop {
            match self.take(target, task).map_err(|error| failed(&error))? {
                LeaseAttempt::Acquired(lease) => return Ok(Ok(lease)),
                LeaseAttempt::HeldBy(_) if Instant::now() < end => sleep(PAUSE).await,
                LeaseAttempt::HeldBy(holder) => return Ok(Err(holder)),
            }
        }
    }
}

/// What to lease for a window, and its name for messages.
async fn target_of(
    reader: &Reader,
    id: WindowId,
    root: WindowId,
) -> Result<(LeaseTarget, String), DesktopError> {
    if id == root {
        return Ok((LeaseTarget::Desktop, "the desktop".into()));
    }
    let all = blocking(windows).await?.map_err(|error| DesktopError::Unusable(error.to_string()))?;
    let found = all.iter().find(|it| WindowId::from(it.hwnd) == id);
    let owner = owner_of(&all, found.ok_or_else(|| DesktopError::WindowGone(reader.title_of(id)))?);
    let process = owner.process.unwrap_or_default();
    Ok((LeaseTarget::Window { id: WindowId::from(owner.hwnd).0, process }, format!("{:?}", owner.title)))
}

fn failed(error: &io::Error) -> DesktopError {
    let why = format!("the lock files of its windows: {error}");
    DesktopError::NotPossible { what: "the desktop".into(), why }
}
