//! What applications say of changes in their trees, kept for whoever has a picture of the tree.

use crate::node::NodeRef;
use crate::wire::{Malformed, Reader, Signal, Take, Types};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most changes that are kept of one application. Whoever has more to take in reads the tree anew.
const MOST_CHANGES: usize = 2000;

/// A change of one node, as far as it says what is different now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    /// A state bit was set or cleared.
    State(u32, bool),
    /// It is called this now; `None` when it does not say what.
    Name(Option<String>),
    /// Its number, its choice or its text is another.
    Value,
    /// It may be elsewhere, or of another size: GTK says so whenever a window is laid out again.
    Place,
    /// What it shows is different.
    Look,
    /// It has other children.
    Children,
    /// Much is different that is not told one by one.
    Much,
}

/// The changes of one application since somebody began to keep them.
#[derive(Debug, Default)]
struct Kept {
    changes: Vec<(NodeRef, Change)>,
    /// There were more than are kept.
    is_full: bool,
}

/// The changes of those applications whose trees somebody has a picture of. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    kept: Arc<Mutex<HashMap<Arc<str>, Kept>>>,
}

impl Journal {
    fn kept(&self) -> MutexGuard<'_, HashMap<Arc<str>, Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins to keep the changes of an application, from nothing.
    pub(crate) fn begin(&self, application: &Arc<str>) {
        self.kept().insert(Arc::clone(application), Kept::default());
    }

    /// Forgets all applications but these.
    pub(crate) fn keep_only(&self, applications: &[Arc<str>]) {
        self.kept().retain(|application, _| applications.contains(application));
    }

    /// The changes since the last time they were taken; `None` when they were not kept, or not all of them.
    pub(crate) fn take(&self, application: &Arc<str>) -> Option<Vec<(NodeRef, Change)>> {
        let mut kept = self.kept();
        let kept = kept.get_mut(application)?;
        (!kept.is_full).then(|| std::mem::take(&mut kept.changes))
    }

    /// Writes down what a signal says, if anybody wants to know.
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

/// What every event begins with: its kind, two numbers, and a value that is looked at where it is a text.
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

/// What an event means; `None` where it changes nothing that is kept of a node.
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

/// The names of state bits in events.
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
