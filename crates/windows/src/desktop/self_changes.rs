//! Which controls of a window change by themselves: what differs between two looks without an action between them. Pure.

use deskpilot_core::{Control, Difference, NodeId, WindowId};
use deskpilot_desktop::verdict::SelfChangingControls;
use std::collections::{HashMap, HashSet};

/// What the looks at windows showed between actions.
#[derive(Debug, Default)]
pub(super) struct SelfChanges {
    windows: HashMap<WindowId, WindowLooks>,
}

#[derive(Debug, Default)]
struct WindowLooks {
    /// The last look, if no action has followed it.
    last: Option<Vec<Control>>,
    /// How often each control was seen to change.
    counts: HashMap<NodeId, u32>,
    /// What changed between the last two looks.
    recent: HashSet<NodeId>,
    /// The texts that came or went.
    passing: HashSet<String>,
}

/// After how many changes a control counts as one that goes on to change.
const GOES_ON: u32 = 2;

impl SelfChanges {
    /// Takes a look at a window. What differs from the one before, unless an action was between them, changed by itself.
    pub(super) fn record(&mut self, window: WindowId, controls: &[Control]) {
        let looks = self.windows.entry(window).or_default();
        if let Some(last) = looks.last.replace(controls.to_vec()) {
            looks.note(&Difference::between(&last, controls));
        }
    }

    /// Takes a look that shows what an action did: it says nothing of what changes by itself.
    pub(super) fn record_after_action(&mut self, window: WindowId, controls: &[Control]) {
        self.windows.entry(window).or_default().last = Some(controls.to_vec());
    }

    /// What changes by itself in a window.
    pub(super) fn of(&self, window: WindowId) -> SelfChangingControls {
        let Some(looks) = self.windows.get(&window) else { return SelfChangingControls::default() };
        let goes_on = looks.counts.iter().filter(|(_, count)| **count >= GOES_ON);
        SelfChangingControls {
            contents: goes_on.map(|(node, _)| node.clone()).collect(),
            recent_changes: looks.recent.clone(),
            passing: looks.passing.clone(),
            ..SelfChangingControls::default()
        }
    }
}

impl WindowLooks {
    fn note(&mut self, difference: &Difference) {
        let is_content = |it: &&deskpilot_core::ControlChange| it.name().is_some() || it.value().is_some();
        let changed = difference.changed.iter().filter(is_content);
        self.recent = changed.filter_map(|it| it.after.node().cloned()).collect();
        for node in &self.recent {
            *self.counts.entry(node.clone()).or_default() += 1;
        }
        let came_or_went = difference.added.iter().chain(&difference.removed);
        self.passing.extend(came_or_went.map(|it| it.id().to_string()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{ControlSource, Role};

    const WINDOW: WindowId = WindowId(1);

    fn text(node: &str, name: &str) -> Control {
        let source = ControlSource::Accessibility { node: NodeId(node.into()) };
        Control { source, ..Control::deferred(Role::Text, name) }
    }

    #[test]
    fn a_clock_is_known_after_two_changes_and_what_an_action_changed_is_no_clock() {
        let mut changes = SelfChanges::default();
        let look = |second: &str, sum: &str| vec![text("clock", second), text("sum", sum)];
        changes.record(WINDOW, &look("1", "0"));
        changes.record(WINDOW, &look("2", "0"));
        let clock = HashSet::from([NodeId("clock".into())]);
        assert_eq!(changes.of(WINDOW).recent_changes, clock);
        assert!(changes.of(WINDOW).contents.is_empty());
        changes.record_after_action(WINDOW, &look("2", "7"));
        changes.record(WINDOW, &look("3", "7"));
        assert_eq!(changes.of(WINDOW).contents, clock);
        assert_eq!(changes.of(WindowId(2)), SelfChangingControls::default());
    }

    #[test]
    fn a_text_that_came_by_itself_is_a_passing_one() {
        let mut changes = SelfChanges::default();
        changes.record(WINDOW, &[]);
        changes.record(WINDOW, &[text("1", "Saved")]);
        assert_eq!(changes.of(WINDOW).passing, HashSet::from(["Text \"Saved\"".to_owned()]));
    }
}
