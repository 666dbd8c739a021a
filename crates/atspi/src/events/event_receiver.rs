//! Receives the events of applications: counts them, notes the time of the last, and records the changes in the
//! journal, the history of labels and the changes of nodes by themselves.

use crate::events::change_journal::ChangeJournal;
use crate::events::label_history::LabelHistory;
use crate::events::self_changes::SelfChanges;
use deskpilot_dbus::{Signal, SignalCallback};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

/// Animations send these events without end, so they do not show whether an application has finished an action.
const ANIMATION_EVENTS: &[&str] = &["BoundsChanged", "VisibleDataChanged"];
pub(crate) const OBJECT: &str = "org.a11y.atspi.Event.Object";
pub(crate) const WINDOW: &str = "org.a11y.atspi.Event.Window";

pub(crate) type ActivityByApplication = HashMap<Arc<str>, EventActivity>;

/// The events of applications, as they arrive.
#[derive(Debug)]
pub struct EventReceiver {
    pub(crate) activity: watch::Receiver<ActivityByApplication>,
    pub(crate) journal: ChangeJournal,
    pub(crate) labels: LabelHistory,
    pub(crate) self_changes: SelfChanges,
}

/// Count and time of one application's events.
#[derive(Clone, Copy, Debug)]
pub struct EventActivity {
    /// How many events have arrived.
    pub count: u64,
    /// When the last one arrived.
    pub last: Instant,
}

/// The signal callback of a connection, and the receiving end of what it collects.
pub(crate) fn event_channel() -> (SignalCallback, EventReceiver) {
    let (sender, activity) = watch::channel(ActivityByApplication::new());
    let journal = ChangeJournal::default();
    let labels = LabelHistory::default();
    let self_changes = SelfChanges::default();
    let (recorder, of_labels, of_nodes) = (journal.clone(), labels.clone(), self_changes.clone());
    let callback = move |signal: &Signal<'_>| {
        if matches!(signal.interface, OBJECT | WINDOW) && !ANIMATION_EVENTS.contains(&signal.member) {
            sender.send_modify(|activity| count(activity, signal.sender));
        }
        if signal.interface == OBJECT {
            recorder.record(signal);
            of_labels.record(signal);
            of_nodes.record(signal);
        }
    };
    (Box::new(callback), EventReceiver { activity, journal, labels, self_changes })
}

fn count(activity: &mut ActivityByApplication, sender: &str) {
    let last = Instant::now();
    match activity.get_mut(sender) {
        Some(entry) => *entry = EventActivity { count: entry.count + 1, last },
        None => drop(activity.insert(sender.into(), EventActivity { count: 1, last })),
    }
}
