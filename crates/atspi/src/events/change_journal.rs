//! Records the change events of applications, for those that keep a mirror of the tree.

use crate::protocol::node::NodeRef;
use deskpilot_dbus::{Decode, DecodeError, Reader, Signal, Signature};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most changes to keep of one application. With more, a reader reads the whole tree again.
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
    Appearance,
    /// Its list of children changed.
    Children,
    /// Much changed, without single events.
    Bulk,
}

/// The changes of one application since recording began.
#[derive(Debug, Default)]
struct ApplicationChanges {
    list: Vec<(NodeRef, Change)>,
    /// More changes arrived than may be kept.
    is_full: bool,
}

/// The changes of the applications that have a mirror. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct ChangeJournal {
    applications: Arc<Mutex<HashMap<Arc<str>, ApplicationChanges>>>,
}

impl ChangeJournal {
    fn applications(&self) -> MutexGuard<'_, HashMap<Arc<str>, ApplicationChanges>> {
        self.applications.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts recording the changes of an application, with an empty list.
    pub(crate) fn begin(&self, application: &Arc<str>) {
        self.applications().insert(Arc::clone(application), ApplicationChanges::default());
    }

    /// Stops recording all applications but these.
    pub(crate) fn keep_only(&self, applications: &[Arc<str>]) {
        self.applications().retain(|application, _| applications.contains(application));
    }

    /// The changes since the last call; `None` when they were not recorded, or not all of them.
    pub(crate) fn take(&self, application: &Arc<str>) -> Option<Vec<(NodeRef, Change)>> {
        let mut applications = self.applications();
        let changes = applications.get_mut(application)?;
        (!changes.is_full).then(|| std::mem::take(&mut changes.list))
    }

    /// Records the change a signal reports, if its application is being recorded.
    pub(crate) fn record(&self, signal: &Signal<'_>) {
        let mut all = self.applications();
        let Some((name, _)) = all.get_key_value(signal.sender) else { return };
        let node = NodeRef { bus: Arc::clone(name), path: signal.path.into() };
        let (Some(change), Some(changes)) = (change(signal), all.get_mut(signal.sender)) else { return };
        if changes.list.len() < MOST_CHANGES {
            changes.list.push((node, change));
        } else {
            changes.is_full = true;
            // An incomplete list tells a mirror nothing; kept, it would only take memory.
            changes.list.clear();
        }
    }
}

/// The start of every event: its kind, two numbers, and a variant that is read only if it is a string.
struct EventBody {
    kind: String,
    first: i32,
    text: Option<String>,
}

impl Decode for EventBody {
    const ALIGNMENT: usize = 8;
    fn comes_next(types: &mut Signature<'_>) -> bool {
        // What follows is `(so)` or `a{sv}`, by the version of AT-SPI: only the start, which all events
        // share, is looked at.
        "siiv".chars().all(|letter| types.next_is(letter))
    }
    fn decode(from: &mut Reader<'_>) -> Result<EventBody, DecodeError> {
        let (kind, first, _) = (String::decode(from)?, i32::decode(from)?, i32::decode(from)?);
        let text = match from.signature()? {
            "s" => Some(String::decode(from)?),
            _ => None,
        };
        Ok(EventBody { kind, first, text })
    }
}

/// The new name that a signal reports; `None` for other signals, and where it does not carry the name.
pub(crate) fn name_change(signal: &Signal<'_>) -> Option<String> {
    let reported = (signal.member == "PropertyChange").then(|| change(signal)).flatten()?;
    let Change::Name(name) = reported else { return None };
    name
}

/// The change that a signal reports; `None` where it changes nothing that a mirror keeps.
pub(crate) fn change(signal: &Signal<'_>) -> Option<Change> {
    // An event that cannot be read may have changed anything.
    let Ok(body) = signal.value::<EventBody>() else { return Some(Change::Bulk) };
    of_event(signal.member, &body.kind, body.first, body.text)
}

/// The change an event means; `None` where it changes nothing that a mirror keeps.
fn of_event(member: &str, kind: &str, first: i32, text: Option<String>) -> Option<Change> {
    Some(match (member, kind) {
        ("StateChanged", name) => Change::State(bit_named(name)?, first != 0),
        ("PropertyChange", "accessible-name") => Change::Name(text),
        ("PropertyChange", "accessible-value") | ("TextChanged" | "SelectionChanged", _) => Change::Value,
        ("PropertyChange", "accessible-parent") | ("ChildrenChanged", _) => Change::Children,
        ("PropertyChange", "accessible-role") => Change::Bulk,
        ("BoundsChanged", _) => Change::Place,
        ("VisibleDataChanged", _) => Change::Appearance,
        ("TextCaretMoved" | "TextSelectionChanged" | "PropertyChange" | "ActiveDescendantChanged", _) => {
            return None;
        }
        // An event that nobody here knows may mean any change.
        _ => Change::Bulk,
    })
}

/// The states that a mirror keeps, as they are named in events, with their bits: the numbers of `AtspiStateType`. What is missing here
/// would be shown as it was first read.
const STATES: &[(&str, u32)] = &[
    ("active", 1),
    ("busy", 3),
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
    ("multiselectable", 18),
    ("pressed", 20),
    ("selectable", 22),
    ("selected", 23),
    ("sensitive", 24),
    ("showing", 25),
    ("single-line", 26),
    ("visible", 30),
    ("is-default", 39),
];

fn bit_named(name: &str) -> Option<u32> {
    STATES.iter().find(|(known, _)| *known == name).map(|(_, bit)| *bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::translate::bit;

    #[test]
    fn events_say_what_is_different_or_that_much_is() {
        let name = || Some("Save".to_owned());
        for (member, kind, first, text, expected) in [
            ("StateChanged", "showing", 1, None, Some(Change::State(bit::SHOWING, true))),
            ("StateChanged", "focused", 0, None, Some(Change::State(12, false))),
            ("StateChanged", "busy", 0, None, Some(Change::State(3, false))),
            ("StateChanged", "is-default", 1, None, Some(Change::State(bit::IS_DEFAULT, true))),
            ("StateChanged", "armed", 1, None, None),
            ("PropertyChange", "accessible-name", 0, name(), Some(Change::Name(name()))),
            ("PropertyChange", "accessible-value", 0, None, Some(Change::Value)),
            ("PropertyChange", "accessible-table-caption", 0, None, None),
            ("TextChanged", "insert", 0, name(), Some(Change::Value)),
            ("ChildrenChanged", "add", 3, None, Some(Change::Children)),
            ("BoundsChanged", "", 0, None, Some(Change::Place)),
            ("TextCaretMoved", "", 5, None, None),
            ("RowInserted", "", 0, None, Some(Change::Bulk)),
            ("VisibleDataChanged", "", 0, None, Some(Change::Appearance)),
        ] {
            assert_eq!(of_event(member, kind, first, text), expected, "{member} {kind}");
        }
    }
}
