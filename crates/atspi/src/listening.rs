//! What a connection to the bus hears of applications: when each last said that something changed, and what.

use crate::journal::Journal;
use crate::wire::{Ear, Signal};
use std::collections::HashMap;
use std::sync::Arc;
use tokio::sync::watch;
use tokio::time::Instant;

/// What turns or slides goes on doing so, and tells nothing of whether an application has done what it was asked for.
const PASSING: &[&str] = &["BoundsChanged", "VisibleDataChanged"];
pub(crate) const OBJECT: &str = "org.a11y.atspi.Event.Object";
pub(crate) const WINDOW: &str = "org.a11y.atspi.Event.Window";

pub(crate) type Beats = HashMap<Arc<str>, Beat>;

/// What is heard of applications, as it comes.
#[derive(Debug)]
pub struct Listening {
    pub(crate) beats: watch::Receiver<Beats>,
    pub(crate) journal: Journal,
}

/// The events of one application.
#[derive(Clone, Copy, Debug)]
pub struct Beat {
    /// How many events came so far.
    pub count: u64,
    /// When the last one came.
    pub last: Instant,
}

/// Who hears the signals of a connection, and what comes of it.
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
