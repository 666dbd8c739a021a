//! A D-Bus connection to a bus or to one application: pipelines calls and routes each reply to its caller.

use super::error::Failure;
use super::message::{Callee, Content, Incoming, Signal, extent, read, write_call};
use super::read::Malformed;
use super::values::{Put, Take};
use std::collections::HashMap;
use std::fmt;
use std::ops::Add;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::unix::{OwnedReadHalf, OwnedWriteHalf};
use tokio::sync::{Notify, oneshot};
use tokio::task::JoinHandle;

/// The read buffer, in bytes.
const CHUNK: usize = 64 << 10;

/// The callback for the signals of a connection.
pub type Ear = Box<dyn FnMut(&Signal<'_>) + Send>;

/// The traffic of a connection so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Calls sent. Each gets one reply.
    pub messages: u64,
    /// Bytes sent.
    pub sent: u64,
    /// Bytes received, events included.
    pub received: u64,
}

impl Add for Traffic {
    type Output = Traffic;
    fn add(self, other: Traffic) -> Traffic {
        Traffic {
            messages: self.messages + other.messages,
            sent: self.sent + other.sent,
            received: self.received + other.received,
        }
    }
}

/// A connection. Cheap to clone; closes when the last clone is dropped.
#[derive(Clone)]
pub struct Wire {
    shared: Arc<Shared>,
    _tasks: Arc<Tasks>,
}

#[derive(Default)]
struct Shared {
    desk: Mutex<Desk>,
    /// Signals that bytes are ready to be sent.
    ready: Notify,
    messages: AtomicU64,
    sent: AtomicU64,
    received: AtomicU64,
}

/// Unsent bytes and pending calls.
#[derive(Default)]
struct Desk {
    last_serial: u32,
    outgoing: Vec<u8>,
    waiting: HashMap<u32, oneshot::Sender<Result<Content, Failure>>>,
    /// Why the connection ended.
    end: Option<String>,
}

struct Tasks(Vec<JoinHandle<()>>);

impl Drop for Tasks {
    fn drop(&mut self) {
        self.0.iter().for_each(JoinHandle::abort);
    }
}

/// Removes a pending call whose caller stopped waiting.
struct Waiting<'a> {
    shared: &'a Shared,
    serial: u32,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.shared.desk().waiting.remove(&self.serial);
    }
}

impl Wire {
    /// Connects to an application directly, or to a bus without the `Hello` call.
    pub async fn connect(address: &str, ear: Ear) -> Result<Wire, Failure> {
        let (reading, writing) = super::greeting::connect(address).await?.into_split();
        let shared = Arc::new(Shared::default());
        let tasks = vec![
            tokio::spawn(send(Arc::clone(&shared), writing)),
            tokio::spawn(receive(Arc::clone(&shared), reading, ear)),
        ];
        Ok(Wire { shared, _tasks: Arc::new(Tasks(tasks)) })
    }

    /// Connects to a bus and registers with `Hello`.
    pub async fn connect_bus(address: &str, ear: Ear) -> Result<Wire, Failure> {
        const BUS: &str = "org.freedesktop.DBus";
        let wire = Wire::connect(address, ear).await?;
        let hello =
            Callee { destination: BUS, path: "/org/freedesktop/DBus", interface: BUS, member: "Hello" };
        wire.call::<_, ()>(hello, &()).await?;
        Ok(wire)
    }

    /// Sends a call and waits for its reply, without a deadline: the caller sets one.
    pub async fn call<B: Put, R: Take>(&self, callee: Callee<'_>, body: &B) -> Result<R, Failure> {
        let (serial, answer) = self.shared.post(callee, body)?;
        let _waiting = Waiting { shared: &self.shared, serial };
        let content = answer.await.map_err(|_| Failure::Lost("it was closed".into()))??;
        Ok(content.value()?)
    }

    /// Whether this is another connection, and not a clone.
    pub fn is_other_than(&self, other: &Wire) -> bool {
        !Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// The traffic so far.
    pub fn traffic(&self) -> Traffic {
        let Shared { messages, sent, received, .. } = &*self.shared;
        Traffic {
            messages: messages.load(Relaxed),
            sent: sent.load(Relaxed),
            received: received.load(Relaxed),
        }
    }
}

/// Shows nothing: bytes that wait to be sent may hold a secret.
impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").finish_non_exhaustive()
    }
}

type Answer = oneshot::Receiver<Result<Content, Failure>>;

impl Shared {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post<B: Put>(&self, callee: Callee<'_>, body: &B) -> Result<(u32, Answer), Failure> {
        let (sender, answer) = oneshot::channel();
        let mut desk = self.desk();
        if let Some(why) = &desk.end {
            return Err(Failure::Lost(why.clone()));
        }
        // Zero is not a valid serial.
        desk.last_serial = desk.last_serial.checked_add(1).unwrap_or(1);
        let serial = desk.last_serial;
        write_call(&mut desk.outgoing, serial, callee, body);
        desk.waiting.insert(serial, sender);
        drop(desk);
        self.messages.fetch_add(1, Relaxed);
        self.ready.notify_one();
        Ok((serial, answer))
    }

    fn finish(&self, serial: u32, answer: Result<Content, Failure>) {
        let waiting = self.desk().waiting.remove(&serial);
        if let Some(waiting) = waiting {
            // The caller may just have stopped waiting.
            let _ = waiting.send(answer);
        }
    }

    /// Fails all pending and future calls.
    fn end(&self, why: &str) {
        let mut desk = self.desk();
        desk.end.get_or_insert_with(|| why.to_owned());
        desk.waiting.clear();
        drop(desk);
        // Wakes the sending task, which then closes its half of the socket.
        self.ready.notify_one();
    }
}

/// Sends all pending bytes in one write, so that the other side is not woken for each call.
async fn send(shared: Arc<Shared>, mut writing: OwnedWriteHalf) {
    loop {
        shared.ready.notified().await;
        let outgoing = match &mut *shared.desk() {
            Desk { end: Some(_), .. } => return,
            desk => std::mem::take(&mut desk.outgoing),
        };
        if let Err(error) = writing.write_all(&outgoing).await {
            return shared.end(&error.to_string());
        }
        shared.sent.fetch_add(outgoing.len() as u64, Relaxed);
    }
}

async fn receive(shared: Arc<Shared>, mut reading: OwnedReadHalf, mut ear: Ear) {
    let mut bytes = Vec::with_capacity(CHUNK);
    let end = loop {
        bytes.reserve(CHUNK);
        match reading.read_buf(&mut bytes).await {
            Ok(0) => break "the other side closed it".to_owned(),
            Ok(count) => drop(shared.received.fetch_add(count as u64, Relaxed)),
            Err(error) => break error.to_string(),
        }
        match take_in(&shared, &bytes, &mut ear) {
            Ok(used) => drop(bytes.drain(..used)),
            Err(error) => break error.to_string(),
        }
    };
    shared.end(&end);
}

/// Processes the complete messages and returns how many bytes they took.
fn take_in(shared: &Shared, bytes: &[u8], ear: &mut Ear) -> Result<usize, Malformed> {
    let mut used = 0;
    while let Some(length) = extent(&bytes[used..])?.filter(|length| used + length <= bytes.len()) {
        let message = &bytes[used..used + length];
        used += length;
        match read(message)? {
            Incoming::Answer { to, content } => shared.finish(to, Ok(content)),
            Incoming::Error { to, name, text } => shared.finish(to, Err(Failure::Refused { name, text })),
            Incoming::Signal(signal) => ear(&signal),
            Incoming::Other => {}
        }
    }
    Ok(used)
}
