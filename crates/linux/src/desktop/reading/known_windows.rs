//! Facts about windows from earlier looks: their groups, and what does not change about them.

use crate::desktop::windows::open_windows::WindowScene;
use crate::desktop::windows::window_group::{UnpairedDialog, WindowGroup};
use deskpilot_core::WindowId;
use std::collections::{HashMap, HashSet};

/// The most dialogs to remember as having one side only.
const MOST_UNPAIRED: usize = 64;
/// The most windows whose groups to remember.
const MOST: usize = 8;

/// A window group, and the scene in which it was found.
#[derive(Debug)]
pub(super) struct KnownGroup {
    pub(super) scene: WindowScene,
    pub(super) group: WindowGroup,
}

/// Windows that were looked at before.
#[derive(Debug, Default)]
pub(in crate::desktop) struct KnownWindows {
    groups: HashMap<WindowId, KnownGroup>,
    /// Dialogs that have one side only, and keep it so.
    unpaired: HashSet<UnpairedDialog>,
    /// Windows that claim to answer pings and do not.
    mute: HashSet<u32>,
}

impl KnownWindows {
    /// The group of a window as of the last look, with its scene.
    pub(super) fn of(&self, id: WindowId) -> Option<&KnownGroup> {
        self.groups.get(&id)
    }

    /// Remembers the group of a window; forgets those of all others when there are many.
    pub(super) fn remember(&mut self, id: WindowId, group: KnownGroup) {
        if self.groups.len() >= MOST {
            self.groups.clear();
        }
        self.groups.insert(id, group);
    }

    /// Whether all dialogs of this group that have one side only are known to keep it so.
    pub(super) fn expects(&self, group: &WindowGroup) -> bool {
        group.unpaired.iter().all(|it| self.unpaired.contains(it))
    }

    /// Remembers that these dialogs keep having one side only.
    pub(super) fn remember_unpaired(&mut self, group: &WindowGroup) {
        if self.unpaired.len() >= MOST_UNPAIRED {
            self.unpaired.clear();
        }
        self.unpaired.extend(group.unpaired.iter().cloned());
    }

    /// Whether a window, by its id of the X server, is known not to answer pings.
    pub(in crate::desktop) fn is_mute(&self, id: u32) -> bool {
        self.mute.contains(&id)
    }

    /// Remembers that a window does not answer pings.
    pub(in crate::desktop) fn remember_mute(&mut self, id: u32) {
        self.mute.insert(id);
    }
}
