//! The desktop between two actions: the windows and the controls of each are read once, however many ask for them.

use crate::{
    Halt,
    world::{Reading, World},
};
use deskpilot_core::{Control, Window, WindowId};
use deskpilot_desktop::Budget;
use std::collections::BTreeMap;

/// What was read since something was done last.
pub(crate) struct Snapshot {
    budget: Budget,
    windows: Option<Vec<Window>>,
    controls: BTreeMap<WindowId, Reading>,
}

impl Snapshot {
    /// A snapshot that has nothing yet; this much of a window is read for it.
    pub(crate) fn empty(budget: Budget) -> Snapshot {
        Snapshot { budget, windows: None, controls: BTreeMap::new() }
    }

    /// Forgets everything, because something was done or time has passed.
    pub(crate) fn clear(&mut self) {
        *self = Snapshot::empty(self.budget);
    }

    /// The windows that are listed; none where they cannot be told.
    pub(crate) async fn windows(&mut self, world: &mut World) -> Result<&[Window], Halt> {
        let windows = match self.windows.take() {
            Some(known) => known,
            None => world.windows().await?,
        };
        Ok(self.windows.insert(windows))
    }

    /// Reads a window where it is not read yet.
    pub(crate) async fn read(&mut self, window: &Window, world: &mut World) -> Result<(), Halt> {
        if !self.controls.contains_key(&window.id) {
            let reading = world.controls(window, self.budget).await?;
            self.controls.insert(window.id, reading);
        }
        Ok(())
    }

    /// What came of reading the window; `None` where it was not read.
    pub(crate) fn reading(&self, window: WindowId) -> Option<&Reading> {
        self.controls.get(&window)
    }

    /// The controls of the window as far as they were read.
    pub(crate) fn controls(&self, window: WindowId) -> Option<&[Control]> {
        match self.reading(window)? {
            Reading::Read(seen) => Some(&seen.controls),
            Reading::Gone | Reading::Unreadable => None,
        }
    }
}
