//! Which windows of a text desktop are taken, and by which session.

use deskpilot_core::WindowId;
use deskpilot_desktop::{Claim, DesktopError};
use std::sync::{Arc, Mutex, PoisonError};

/// A number for each session on the desktop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SessionId(pub(super) u64);

/// What is taken. A clone is the same ledger.
#[derive(Clone, Default)]
pub(super) struct Ledger(Arc<Mutex<Vec<Arc<Entry>>>>);

struct Entry {
    window: WindowId,
    session: SessionId,
    task: String,
}

/// Takes its entry out of the ledger when it is dropped.
struct Held {
    ledger: Ledger,
    entry: Arc<Entry>,
}

impl Ledger {
    /// Takes a window, or every window where it is the root window.
    pub(super) fn claim(
        &self,
        entry: (WindowId, SessionId, &str),
        root: WindowId,
        title: &str,
    ) -> Result<Claim, DesktopError> {
        let (window, session, task) = entry;
        let mut taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let meets = |it: &Entry| it.window == window || it.window == root || window == root;
        if let Some(other) = taken.iter().find(|it| it.session != session && meets(it)) {
            let (window, task) = (format!("{title:?}"), other.task.clone());
            return Err(DesktopError::Taken { window, task, process: std::process::id() });
        }
        let entry = Arc::new(Entry { window, session, task: task.to_owned() });
        taken.push(Arc::clone(&entry));
        Ok(Claim::held_by(Held { ledger: self.clone(), entry }))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut taken = self.ledger.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.retain(|it| !Arc::ptr_eq(it, &self.entry));
    }
}
