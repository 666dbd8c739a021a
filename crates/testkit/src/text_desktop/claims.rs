//! The claims of sessions on the windows of a text desktop.

use deskpilot_core::WindowId;
use deskpilot_desktop::{DesktopError, WindowClaim};
use std::sync::{Arc, Mutex, PoisonError};

/// The number of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SessionId(pub(super) u64);

/// What is claims. A clone is the same ledger.
#[derive(Clone, Default)]
pub(super) struct ClaimTable(Arc<Mutex<Vec<Arc<Entry>>>>);

struct Entry {
    window: WindowId,
    session: SessionId,
    task: String,
}

/// Removes its entry from the table when dropped.
struct ClaimGuard {
    table: ClaimTable,
    entry: Arc<Entry>,
}

impl ClaimTable {
    /// Claims a window, or every window if it is the root window.
    pub(super) fn claim(
        &self,
        window: WindowId,
        session: SessionId,
        task: &str,
        root: WindowId,
        title: &str,
    ) -> Result<WindowClaim, DesktopError> {
        let mut claims = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let meets = |it: &Entry| it.window == window || it.window == root || window == root;
        if let Some(other) = claims.iter().find(|it| it.session != session && meets(it)) {
            let (window, task) = (format!("{title:?}"), other.task.clone());
            return Err(DesktopError::Taken { window, task, process: std::process::id() });
        }
        let entry = Arc::new(Entry { window, session, task: task.to_owned() });
        claims.push(Arc::clone(&entry));
        Ok(WindowClaim::new(ClaimGuard { table: self.clone(), entry }))
    }
}

impl Drop for ClaimGuard {
    fn drop(&mut self) {
        let mut claims = self.table.0.lock().unwrap_or_else(PoisonError::into_inner);
        claims.retain(|it| !Arc::ptr_eq(it, &self.entry));
    }
}
