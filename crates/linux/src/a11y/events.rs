//! When applications last said that something changed.

use super::bus::Bus;
use super::error::NoAnswer;
use futures::StreamExt;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout_at};
use zbus::message::Type;
use zbus::{MatchRule, MessageStream};

const REGISTRY: &str = "org.a11y.atspi.Registry";
/// Applications send only what somebody has asked the registry for.
const WANTED: &[&str] = &[
    "object:state-changed",
    "object:text-changed",
    "object:children-changed",
    "object:property-change",
    "window:",
];
const INTERFACES: &[&str] = &["org.a11y.atspi.Event.Object", "org.a11y.atspi.Event.Window"];

/// Listens to every application's events, of which it keeps only the time.
#[derive(Debug)]
pub(crate) struct Pulse {
    beats: watch::Receiver<HashMap<Arc<str>, Beat>>,
    listeners: Vec<JoinHandle<()>>,
}

/// The events of one application.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Beat {
    pub(crate) count: u64,
    pub(crate) last: Instant,
}

impl Pulse {
    pub(crate) async fn listen(bus: &Bus, deadline: Instant) -> Result<Pulse, NoAnswer> {
        let (sender, beats) = watch::channel(HashMap::new());
        let sender = Arc::new(sender);
        let mut pulse = Pulse { beats, listeners: Vec::new() };
        for interface in INTERFACES {
            let rule = MatchRule::builder().msg_type(Type::Signal).interface(*interface)?.build();
            let subscribing = MessageStream::for_match_rule(rule, bus.connection(), None);
            let stream = timeout_at(deadline, subscribing).await.map_err(|_| NoAnswer::Late)??;
            // A stream that nobody reads would stop the whole connection.
            pulse.listeners.push(tokio::spawn(count(stream, Arc::clone(&sender))));
        }
        let registry = super::NodeRef::new(REGISTRY, "/org/a11y/atspi/registry");
        for event in WANTED {
            bus.until(deadline).call::<_, ()>(&registry, REGISTRY, "RegisterEvent", event).await?;
        }
        Ok(pulse)
    }

    /// What an application has said so far.
    pub(crate) fn of(&self, bus: &str) -> Option<Beat> {
        self.beats.borrow().get(bus).copied()
    }

    /// Waits for the next event of any application, at the most until the deadline.
    pub(crate) async fn next(&mut self, deadline: Instant) {
        let _ = timeout_at(deadline, self.beats.changed()).await;
    }

    /// Waits until an application has said more than `count` events and then nothing for a while; `false` when it has
    /// said nothing new by the first deadline.
    pub(crate) async fn quiet(&mut self, bus: &str, wait: Quiet) -> bool {
        loop {
            let news = self.of(bus).filter(|beat| beat.count > wait.after);
            let next = match news {
                Some(beat) => (beat.last + wait.quiet).min(wait.cap),
                None => wait.first,
            };
            if Instant::now() >= next {
                return news.is_some();
            }
            self.next(next).await;
        }
    }
}

/// What [`Pulse::quiet`] waits for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Quiet {
    /// How many events were there before.
    pub(crate) after: u64,
    /// Until when the first new one is waited for.
    pub(crate) first: Instant,
    /// How long nothing must come.
    pub(crate) quiet: Duration,
    /// When the wait ends whatever comes.
    pub(crate) cap: Instant,
}

impl Drop for Pulse {
    fn drop(&mut self) {
        self.listeners.iter().for_each(JoinHandle::abort);
    }
}

async fn count(mut stream: MessageStream, beats: Arc<watch::Sender<HashMap<Arc<str>, Beat>>>) {
    while let Some(Ok(message)) = stream.next().await {
        let header = message.header();
        let Some(sender) = header.sender() else { continue };
        beats.send_modify(|beats| {
            let last = Instant::now();
            match beats.get_mut(sender.as_str()) {
                Some(beat) => *beat = Beat { count: beat.count + 1, last },
                None => drop(beats.insert(sender.as_str().into(), Beat { count: 1, last })),
            }
        });
    }
}
