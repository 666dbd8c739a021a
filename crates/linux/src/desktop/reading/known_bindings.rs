//! The keys of the applications in use, kept while their windows stay the same: asking for them takes one call for each item of
//! their menus.

use deskpilot_atspi::NodeRef;
use deskpilot_core::policy::KeyBinding;

/// The most groups of windows to remember.
const MOST: usize = 8;

/// The keys that press the controls of a few groups of windows, the latest last.
#[derive(Debug, Default)]
pub(in crate::desktop) struct KnownBindings(Vec<(Vec<NodeRef>, Vec<KeyBinding>)>);

impl KnownBindings {
    /// The keys of these windows; `None` if they were not requested.
    pub(in crate::desktop) fn of(&self, windows: &[NodeRef]) -> Option<&[KeyBinding]> {
        self.0.iter().find(|it| it.0 == windows).map(|it| it.1.as_slice())
    }

    pub(in crate::desktop) fn remember(&mut self, windows: Vec<NodeRef>, bindings: Vec<KeyBinding>) {
        if self.0.len() >= MOST {
            self.0.remove(0);
        }
        self.0.push((windows, bindings));
    }
}
