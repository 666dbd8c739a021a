//! When applications last sent an event, and what they called their controls.

use crate::events::change_journal::ChangeJournal;
use crate::events::event_receiver::{ActivityByApplication, EventActivity, EventReceiver, OBJECT, WINDOW};
use crate::events::label_history::LabelHistory;
use crate::events::self_changes::SelfChanges;
use crate::protocol::bus::Bus;
use crate::protocol::error::CallError;
use crate::protocol::node::NodeRef;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

const REGISTRY: &str = "org.a11y.atspi.Registry";
/// The events to register for: applications send only events that somebody registered for.
const WANTED: &[&str] = &[
    "object:state-changed",
    "object:text-changed",
    "object:text-caret-moved",
    "object:text-selection-changed",
    "object:children-changed",
    "object:property-change",
    "object:bounds-changed",
    "object:selection-changed",
    "object:visible-data-changed",
    "object:model-changed",
    "object:row-inserted",
    "object:row-deleted",
    "object:row-reordered",
    "window:",
];

/// Subscribes to the events of every application, and exposes their count, the time of the last, and the labels of controls.
#[derive(Debug)]
pub struct EventMonitor {
    activity: watch::Receiver<ActivityByApplication>,
    /// The labels of the controls that looks have listed.
    pub labels: LabelHistory,
    /// The nodes that change by themselves.
    pub self_changes: SelfChanges,
}

impl EventMonitor {
    /// Registers for the events with the bus and the registry.
    pub async fn start(
        bus: &Bus,
        receiver: EventReceiver,
        deadline: Instant,
    ) -> Result<(EventMonitor, ChangeJournal), CallError> {
        let caller = bus.until(deadline);
        let daemon = NodeRef::new(Bus::DAEMON, "/org/freedesktop/DBus");
        // The bus first: an application sends events as soon as the registry has told it that somebody wants
        // them.
        for interface in [OBJECT, WINDOW] {
            let rule = format!("type='signal',interface='{interface}'");
            caller.call::<_, ()>(&daemon, Bus::DAEMON, "AddMatch", &rule.as_str()).await?;
        }
        let registry = NodeRef::new(REGISTRY, "/org/a11y/atspi/registry");
        for event in WANTED {
            caller.call::<_, ()>(&registry, REGISTRY, "RegisterEvent", event).await?;
        }
        let EventReceiver { activity, journal, labels, self_changes } = receiver;
        Ok((EventMonitor { activity, labels, self_changes }, journal))
    }

    /// Count and time of an application's events so far; `None` before the first.
    pub fn activity(&self, bus: &str) -> Option<EventActivity> {
        self.activity.borrow().get(bus).copied()
    }

    /// Waits for the next event of any application, at most until the deadline.
    pub async fn next(&mut self, deadline: Instant) {
        let _ = timeout_at(deadline, self.activity.changed()).await;
    }
}
