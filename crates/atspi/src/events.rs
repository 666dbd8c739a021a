//! When applications last said that something changed.

use crate::bus::Bus;
use crate::error::NoAnswer;
use crate::journal::Journal;
use crate::node::NodeRef;
use crate::wire::{Ear, Signal};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

const REGISTRY: &str = "org.a11y.atspi.Registry";
/// Applications send only what somebody has asked the registry for.
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
/// What turns or slides goes on doing so, and tells nothing of whether an application has done what it was asked for.
const PASSING: &[&str] = &["BoundsChanged", "VisibleDataChanged"];
const OBJECT: &str = "org.a11y.atspi.Event.Object";
const WINDOW: &str = "org.a11y.atspi.Event.Window";

type Beats = HashMap<Arc<str>, Beat>;

/// What is heard of applications, as it comes.
#[derive(Debug)]
pub struct Listening {
    beats: watch::Receiver<Beats>,
    journal: Journal,
}

/// Who hears the signals of a connection, and what comes of it.
pub(super) fn ear() -> (Ear, Listening) {
    let (sender, beats) = watch::channel(Beats::new());
    let journal = Journal::default();
    let written = journal.clone();
    let ear = move |signal: &Signal<'_>| {
        if matches!(signal.interface, OBJECT | WINDOW) && !PASSING.contains(&signal.member) {
            sender.send_modify(|beats| count(beats, signal.sender));
        }
        if signal.interface == OBJECT {
            written.hear(signal);
        }
    };
    (Box::new(ear), Listening { beats, journal })
}

fn count(beats: &mut Beats, sender: &str) {
    let last = Instant::now();
    match beats.get_mut(sender) {
        Some(beat) => *beat = Beat { count: beat.count + 1, last },
        None => drop(beats.insert(sender.into(), Beat { count: 1, last })),
    }
}

/// Listens to every application's events, of which it keeps only the time.
#[derive(Debug)]
pub struct Pulse {
    beats: watch::Receiver<Beats>,
}

/// The events of one application.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// How many events came so far.
    pub count: u64,
    /// When the last one came.
    pub last: Instant,
}

impl Pulse {
    /// Asks the bus and the registry for the events.
    pub async fn start(bus: &Bus, heard: Listening, deadline: Instant) -> Result<(Pulse, Journal), NoAnswer> {
        let line = bus.until(deadline);
        let daemon = NodeRef::new(Bus::DAEMON, "/org/freedesktop/DBus");
        for interface in [OBJECT, WINDOW] {
            let rule = format!("type='signal',interface='{interface}'");
            line.call::<_, ()>(&daemon, Bus::DAEMON, "AddMatch", &rule.as_str()).await?;
        }
        let registry = NodeRef::new(REGISTRY, "/org/a11y/atspi/registry");
        for event in WANTED {
            line.call::<_, ()>(&registry, REGISTRY, "RegisterEvent", event).await?;
        }
        Ok((Pulse { beats: heard.beats }, heard.journal))
    }

    /// What an application has said so far.
    pub fn of(&self, bus: &str) -> Option<Beat> {
        self.beats.borrow().get(bus).copied()
    }

    /// Waits for the next event of any application, at the most until the deadline.
    pub async fn next(&mut self, deadline: Instant) {
        let _ = timeout_at(deadline, self.beats.changed()).await;
    }
}
