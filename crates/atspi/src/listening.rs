//! Receives the events of applications: counts them, notes the time of the last, and records the changes in the
//! journal.

use crate::journal::Journal;
use deskpilot_dbus::{Ear, Signal};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

/// Animations send these events without end, so they do not show whether an application has finished an action.
const PASSING: &[&str] = &["BoundsChanged", "VisibleDataChanged"];
pub(crate) const OBJECT: &str = "org.a11y.atspi.Event.Object";
pub(crate) const WINDOW: &str = "org.a11y.atspi.Event.Window";

pub(crate) type Beats = HashMap<Arc<str>, Beat>;

/// The events of applications, as they arrive.
#[derive(Debug)]
pub struct Listening {
    pub(crate) beats: watch::Receiver<Beats>,
    pub(crate) journal: Journal,
}

/// Count and time of one application's events.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// How many events have arrived.
    pub count: u64,
    /// When the last one arrived.
    pub last: Instant,
}

/// The signal callback of a connection, and the receiving end of what it collects.
pub(crate) fn ear() -> (Ear, Listening) {
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
