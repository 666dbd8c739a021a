//! When the names and roles of controls changed lately, from looks and events.

use crate::events::change_journal::name_change;
use crate::nodes::element::Element;
use crate::protocol::node::NodeRef;
use deskpilot_dbus::Signal;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;

/// How long a control that changed its name counts as unsteady.
pub const UNSTEADY: Duration = Duration::from_secs(1);
/// The most controls to remember the labels of; with more, it forgets all and starts again.
const MOST_LABELS: usize = 5000;
/// The most changes of one control to remember.
const MOST_CHANGES: usize = 32;

/// An action of ours and the time in which its effects show.
#[derive(Clone, Copy, Debug)]
pub struct ActionSpan {
    /// When it began.
    pub start: Instant,
    /// When its effects have ended.
    pub end: Instant,
}

/// What a person reads on a control, and when it became so.
#[derive(Debug)]
struct Label {
    role: u32,
    name: String,
    changes: VecDeque<LabelChange>,
}

#[derive(Debug)]
struct LabelChange {
    at: Instant,
    name: String,
}

/// The labels of the controls that looks have listed, with their last changes. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct LabelHistory {
    labels: Arc<Mutex<HashMap<NodeRef, Label>>>,
}

impl LabelHistory {
    fn labels(&self) -> MutexGuard<'_, HashMap<NodeRef, Label>> {
        self.labels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the labels of the controls of a look that are pressed for their name. A control that no look has listed before has not changed.
    pub fn see(&self, elements: &[Element]) {
        let now = Instant::now();
        let mut labels = self.labels();
        if labels.len() > MOST_LABELS {
            labels.clear();
        }
        for element in elements.iter().filter(|it| it.facts.kind().acts_by_name()) {
            let (role, name) = (element.facts.role, &element.facts.name);
            match labels.get_mut(&element.node) {
                Some(label) if label.role == role => label.rename(name, now),
                Some(label) => {
                    label.role = role;
                    label.change(name, now);
                }
                None => {
                    let label = Label { role, name: name.clone(), changes: VecDeque::new() };
                    labels.insert(element.node.clone(), label);
                }
            }
        }
    }

    /// Records the new name that a signal reports, if a look has listed its control.
    pub(crate) fn record(&self, signal: &Signal<'_>) {
        let Some(name) = name_change(signal) else { return };
        let node = NodeRef::new(signal.sender, signal.path);
        if let Some(label) = self.labels().get_mut(&node) {
            label.rename(&name, Instant::now());
        }
    }

    /// The names that a control took since then, in order.
    pub fn names_since(&self, node: &NodeRef, since: Instant) -> Vec<String> {
        let labels = self.labels();
        let changes = labels.get(node).into_iter().flat_map(|it| &it.changes);
        changes.filter(|it| it.at >= since).map(|it| it.name.clone()).collect()
    }

    /// Whether a control changed its label by itself within the last second. One change of it after each of our actions is that
    /// action's effect.
    pub fn is_unsteady(&self, node: &NodeRef, actions: &[ActionSpan]) -> bool {
        self.labels().get(node).is_some_and(|it| it.is_unsteady(Instant::now(), actions))
    }

    /// The controls of an application for which [`LabelHistory::is_unsteady`] holds.
    pub fn unsteady(&self, application: &str, actions: &[ActionSpan]) -> Vec<NodeRef> {
        let now = Instant::now();
        let labels = self.labels();
        let of_application = labels.iter().filter(|(node, _)| &*node.bus == application);
        of_application.filter(|(_, it)| it.is_unsteady(now, actions)).map(|(node, _)| node.clone()).collect()
    }
}

impl Label {
    fn rename(&mut self, name: &str, at: Instant) {
        if self.name != name {
            self.change(name, at);
        }
    }

    fn change(&mut self, name: &str, at: Instant) {
        name.clone_into(&mut self.name);
        if self.changes.len() >= MOST_CHANGES {
            self.changes.pop_front();
        }
        self.changes.push_back(LabelChange { at, name: name.to_owned() });
    }

    fn is_unsteady(&self, now: Instant, actions: &[ActionSpan]) -> bool {
        let mut recent: Vec<Instant> =
            self.changes.iter().map(|it| it.at).filter(|at| now.duration_since(*at) < UNSTEADY).collect();
        for action in actions {
            // One change for each action: what changes a second time after it does so by itself.
            let caused = |at: &Instant| *at >= action.start && *at <= action.end;
            if let Some(index) = recent.iter().position(caused) {
                recent.remove(index);
            }
        }
        !recent.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_change_after_an_action_is_its_effect_and_every_other_is_not() {
        let now = Instant::now();
        let ago = |millis: u64| now.checked_sub(Duration::from_millis(millis)).unwrap();
        for (changes, actions, expected) in [
            (&[][..], &[][..], false),
            (&[300], &[], true),
            (&[1000], &[], false),
            (&[300], &[(400, 0)], false),
            (&[300, 200], &[(400, 0)], true),
            (&[500], &[(400, 0)], true),
            (&[300], &[(900, 800)], true),
            (&[700, 300], &[(800, 500), (400, 0)], false),
            (&[700, 600, 300], &[(800, 500), (400, 0)], true),
        ] {
            let mut label = Label { role: 43, name: "Next".into(), changes: VecDeque::new() };
            changes.iter().for_each(|at| label.change("Send", ago(*at)));
            let actions: Vec<_> = actions
                .iter()
                .map(|(start, end)| ActionSpan { start: ago(*start), end: ago(*end) })
                .collect();
            assert_eq!(label.is_unsteady(now, &actions), expected, "{changes:?} {actions:?}");
        }
    }

    #[test]
    fn the_same_name_again_is_no_change_and_old_changes_go() {
        let mut label = Label { role: 43, name: "0".into(), changes: VecDeque::new() };
        label.rename("0", Instant::now());
        assert!(label.changes.is_empty());
        (1..=MOST_CHANGES + 2).for_each(|it| label.rename(&it.to_string(), Instant::now()));
        assert_eq!(label.changes.len(), MOST_CHANGES);
        assert_eq!(label.changes[0].name, "3");
    }
}
