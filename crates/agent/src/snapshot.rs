//! Caches the windows and their controls between two actions, so that each is read once.

use crate::{
    Halt,
    world::{WindowControls, World},
};
use deskpilot_core::{Control, Window, WindowId};
use deskpilot_desktop::Budget;
use std::collections::BTreeMap;

/// What was read of the desktop since the last action.
pub(crate) struct Snapshot {
    budget: Budget,
    windows: Option<Vec<Window>>,
    controls: BTreeMap<WindowId, WindowControls>,
}

impl Snapshot {
    /// An empty snapshot; `budget` limits how much of a window it reads.
    pub(crate) fn empty(budget: Budget) -> Snapshot {
        Snapshot { budget, windows: None, controls: BTreeMap::new() }
    }

    /// Forgets everything, because the desktop may have changed.
    pub(crate) fn clear(&mut self) {
        *self = Snapshot::empty(self.budget);
    }

    /// The listed windows; empty when the desktop cannot list them.
    pub(crate) async fn windows(&mut self, world: &mut World) -> Result<&[Window], Halt> {
        let windows = match self.windows.take() {
            Some(known) => known,
            None => world.windows().await?,
        };
        Ok(self.windows.insert(windows))
    }

    /// Reads a window, unless it is already read.
    pub(crate) async fn read(&mut self, window: &Window, world: &mut World) -> Result<(), Halt> {
        if !self.controls.contains_key(&window.id) {
            let read = world.controls(window, self.budget).await?;
            self.controls.insert(window.id, read);
        }
        Ok(())
    }

    /// The result of reading the window; `None` when it was not read.
    pub(crate) fn window_controls(&self, window: WindowId) -> Option<&WindowControls> {
        self.controls.get(&window)
    }

    /// The window's controls; `None` when they were not or could not be read.
    pub(crate) fn controls(&self, window: WindowId) -> Option<&[Control]> {
        match self.window_controls(window)? {
            WindowControls::Read(seen) => Some(&seen.controls),
            WindowControls::Gone | WindowControls::Unreadable => None,
        }
    }
}
