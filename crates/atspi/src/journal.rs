//! Records the change events of applications, for those that keep a mirror of the tree.

use crate::node::NodeRef;
use deskpilot_dbus::{Malformed, Reader, Signal, Take, Types};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most changes to keep of one application. With more, a reader reads the tree anew.
const MOST_CHANGES: usize = 2000;

/// A change of one node, with the new value where the event carries it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A state bit was set or cleared.
    State(u32, bool),
    /// Its new name; `None` when the event does not carry it.
    Name(Option<String>),
    /// Its number, choice or text changed.
    Value,
    /// Its place or size may have changed: GTK says so whenever it lays out a window again.
    Place,
    /// Its appearance changed.
    Look,
    /// Its list of children changed.
    Children,
    /// Much changed, without single events.
    Much,
}

/// The changes of one application since recording began.
#[derive(Debug, Default)]
struct Kept {
    changes: Vec<(NodeRef, Change)>,
    /// More changes arrived than may be kept.
    is_full: bool,
}

/// The changes of the applications that have a mirror. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    kept: Arc<Mutex<HashMap<Arc<str>, Kept>>>,
}

impl Journal {
    fn kept(&self) -> MutexGuard<'_, HashMap<Arc<str>, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts recording the changes of an application, with an empty list.
    pub(crate) fn begin(&self, application: &Arc<str>) {
        self.kept().insert(Arc::clone(application), Kept::default());
    }

    /// Stops recording all applications but these.
    pub(crate) fn keep_only(&self, applications: &[Arc<str>]) {
        self.kept().retain(|application, _| applications.contains(application));
    }

    /// The changes since the last call; `None` when they were not recorded, or not all of them.
    pub(crate) fn take(&self, application: &Arc<str>) -> Option<Vec<(NodeRef, Change)>> {
        let mut kept = self.kept();
        let kept = kept.get_mut(application)?;
        (!kept.is_full).then(|| std::mem::take(&mut kept.changes))
    }

    /// Records the change a signal reports, if its application is being recorded.
    pub(super) fn hear(&self, signal: &Signal<'_>) {
        let mut all = self.kept();
        let Some((name, _)) = all.get_key_value(signal.sender) else { return };
        let node = NodeRef { bus: Arc::clone(name), path: signal.path.into() };
        let (Some(change), Some(kept)) = (change(signal), all.get_mut(signal.sender)) else { return };
        if kept.changes.len() < MOST_CHANGES {
            kept.changes.push((node, change));
        } else {
            kept.is_full = true;
            kept.changes.clear();
        }
    }
}

/// The start of every event: its kind, two numbers, and a variant that is read only if it is a string.
struct Body {
    kind: String,
    first: i32,
    text: Option<String>,
}

impl Take for Body {
    const ALIGNMENT: usize = 8;
    fn comes_next(types: &mut Types<'_>) -> bool {
        "siiv".chars().all(|letter| types.next_is(letter))
    }
    fn take(from: &mut Reader<'_>) -> Result<Body, Malformed> {
        let (kind, first, _) = (String::take(from)?, i32::take(from)?, i32::take(from)?);
        let text = match from.signature()? {
            "s" => Some(String::take(from)?),
            _ => None,
        };
        Ok(Body { kind, first, text })
    }
}

fn change(signal: &Signal<'_>) -> Option<Change> {
    let Ok(body) = signal.value::<Body>() else { return Some(Change::Much) };
    of_event(signal.member, &body.kind, body.first, body.text)
}

/// The change an event means; `None` where it changes nothing that a mirror keeps.
fn of_event(member: &str, kind: &str, first: i32, text: Option<String>) -> Option<Change> {
    Some(match (member, kind) {
        ("StateChanged", name) => Change::State(bit_named(name)?, first != 0),
        ("PropertyChange", "accessible-name") => Change::Name(text),
        ("PropertyChange", "accessible-value") | ("TextChanged" | "SelectionChanged", _) => Change::Value,
        ("PropertyChange", "accessible-parent") | ("ChildrenChanged", _) => Change::Children,
        ("PropertyChange", "accessible-role") => Change::Much,
        ("BoundsChanged", _) => Change::Place,
        ("VisibleDataChanged", _) => Change::Look,
        ("TextCaretMoved" | "TextSelectionChanged" | "PropertyChange" | "ActiveDescendantChanged", _) => {
            return None;
        }
        _ => Change::Much,
    })
}

/// State names as they appear in events, with their bits.
const STATES: &[(&str, u32)] = &[
    ("active", 1),
    ("checked", 4),
    ("defunct", 6),
    ("editable", 7),
    ("enabled", 8),
    ("expandable", 9),
    ("expanded", 10),
    ("focusable", 11),
    ("focused", 12),
    ("modal", 16),
    ("multi-line", 17),
    ("pressed", 20),
    ("selectable", 22),
    ("selected", 23),
    ("sensitive", 24),
    ("showing", 25),
    ("single-line", 26),
    ("visible", 30),
];

fn bit_named(name: &str) -> Option<u32> {
    STATES.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::translate::bit;

    #[test]
    fn events_say_what_is_different_or_that_much_is() {
        let name = || Some("Save".to_owned());
        for (member, kind, first, text, expected) in [
            ("StateChanged", "showing", 1, None, Some(Change::State(bit::SHOWING, true))),
            ("StateChanged", "focused", 0, None, Some(Change::State(12, false))),
            ("StateChanged", "armed", 1, None, None),
            ("PropertyChange", "accessible-name", 0, name(), Some(Change::Name(name()))),
            ("PropertyChange", "accessible-value", 0, None, Some(Change::Value)),
            ("PropertyChange", "accessible-table-caption", 0, None, None),
            ("TextChanged", "insert", 0, name(), Some(Change::Value)),
            ("ChildrenChanged", "add", 3, None, Some(Change::Children)),
            ("BoundsChanged", "", 0, None, Some(Change::Place)),
            ("TextCaretMoved", "", 5, None, None),
            ("RowInserted", "", 0, None, Some(Change::Much)),
            ("VisibleDataChanged", "", 0, None, Some(Change::Look)),
        ] {
            assert_eq!(of_event(member, kind, first, text), expected, "{member} {kind}");
        }
    }
}
