//! A D-Bus connection to a bus or to one application: pipelines calls and routes each reply to its caller.

use super::error::WireError;
use super::message::{Callee, Content, Incoming, Signal, extent, read, write_call};
use super::read::DecodeError;
use super::values::{Decode, Encode};
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
pub type SignalCallback = Box<dyn FnMut(&Signal<'_>) + Send>;

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
pub struct Connection {
    shared: Arc<Shared>,
    _tasks: Arc<Tasks>,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<CallQueue>,
    /// Signals that bytes are ready to be sent.
    ready: Notify,
    messages: AtomicU64,
    sent: AtomicU64,
    received: AtomicU64,
}

/// Unsent bytes and pending calls.
#[derive(Default)]
struct CallQueue {
    last_serial: u32,
    outgoing: Vec<u8>,
    waiting: HashMap<u32, oneshot::Sender<Result<Content, WireError>>>,
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
struct PendingCall<'a> {
    shared: &'a Shared,
    serial: u32,
}

impl Drop for PendingCall<'_> {
    fn drop(&mut self) {
        self.shared.queue().waiting.remove(&self.serial);
    }
}

impl Connection {
    /// Connects to an application directly, or to a bus without the `Hello` call.
    pub async fn connect(address: &str, callback: SignalCallback) -> Result<Connection, WireError> {
        let (reading, writing) = super::handshake::connect(address).await?.into_split();
        let shared = Arc::new(Shared::default());
        let tasks = vec![
            tokio::spawn(send(Arc::clone(&shared), writing)),
            tokio::spawn(receive(Arc::clone(&shared), reading, callback)),
        ];
        Ok(Connection { shared, _tasks: Arc::new(Tasks(tasks)) })
    }

    /// Connects to a bus and registers with `Hello`.
    pub async fn connect_bus(address: &str, callback: SignalCallback) -> Result<Connection, WireError> {
        const BUS: &str = "org.freedesktop.DBus";
        let connection = Connection::connect(address, callback).await?;
        let hello =
            Callee { destination: BUS, path: "/org/freedesktop/DBus", interface: BUS, member: "Hello" };
        connection.call::<_, ()>(hello, &()).await?;
        Ok(connection)
    }

    /// Sends a call and waits for its reply, without a deadline: the caller sets one.
    pub async fn call<B: Encode, R: Decode>(&self, callee: Callee<'_>, body: &B) -> Result<R, WireError> {
        let (serial, answer) = self.shared.post(callee, body)?;
        let _pending = PendingCall { shared: &self.shared, serial };
        let content = answer.await.map_err(|_| WireError::Lost("it was closed".into()))??;
        Ok(content.value()?)
    }

    /// Whether this is another connection, and not a clone.
    pub fn is_other_than(&self, other: &Connection) -> bool {
        !Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Whether it has ended: every call fails.
    pub fn is_closed(&self) -> bool {
        self.shared.queue().end.is_some()
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
impl fmt::Debug for Connection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Connection").finish_non_exhaustive()
    }
}

type Answer = oneshot::Receiver<Result<Content, WireError>>;

impl Shared {
    fn queue(&self) -> MutexGuard<'_, CallQueue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn post<B: Encode>(&self, callee: Callee<'_>, body: &B) -> Result<(u32, Answer), WireError> {
        let (sender, answer) = oneshot::channel();
        let mut queue = self.queue();
        if let Some(why) = &queue.end {
            return Err(WireError::Lost(why.clone()));
        }
        // Zero is not a valid serial.
        queue.last_serial = queue.last_serial.checked_add(1).unwrap_or(1);
        let serial = queue.last_serial;
        write_call(&mut queue.outgoing, serial, callee, body);
        queue.waiting.insert(serial, sender);
        drop(queue);
        self.messages.fetch_add(1, Relaxed);
        self.ready.notify_one();
        Ok((serial, answer))
    }

    fn finish(&self, serial: u32, answer: Result<Content, WireError>) {
        let waiting = self.queue().waiting.remove(&serial);
        if let Some(waiting) = waiting {
            // The caller may just have stopped waiting.
            let _ = waiting.send(answer);
        }
    }

    /// Fails all pending and future calls.
    fn end(&self, why: &str) {
        let mut queue = self.queue();
        queue.end.get_or_insert_with(|| why.to_owned());
        queue.waiting.clear();
        drop(queue);
        // Wakes the sending task, which then closes its half of the socket.
        self.ready.notify_one();
    }
}

/// Sends all pending bytes in one write, so that the other side is not woken for each call.
async fn send(shared: Arc<Shared>, mut writing: OwnedWriteHalf) {
    loop {
        shared.ready.notified().await;
        let outgoing = match &mut *shared.queue() {
            CallQueue { end: Some(_), .. } => return,
            queue => std::mem::take(&mut queue.outgoing),
        };
        if let Err(error) = writing.write_all(&outgoing).await {
            return shared.end(&error.to_string());
        }
        shared.sent.fetch_add(outgoing.len() as u64, Relaxed);
    }
}

async fn receive(shared: Arc<Shared>, mut reading: OwnedReadHalf, mut callback: SignalCallback) {
    let mut bytes = Vec::with_capacity(CHUNK);
    let end = loop {
        bytes.reserve(CHUNK);
        match reading.read_buf(&mut bytes).await {
            Ok(0) => break "the other side closed it".to_owned(),
            Ok(count) => drop(shared.received.fetch_add(count as u64, Relaxed)),
            Err(error) => break error.to_string(),
        }
        match take_in(&shared, &bytes, &mut callback) {
            Ok(used) => drop(bytes.drain(..used)),
            Err(error) => break error.to_string(),
        }
    };
    shared.end(&end);
}

/// Processes the complete messages and returns how many bytes they took.
fn take_in(shared: &Shared, bytes: &[u8], callback: &mut SignalCallback) -> Result<usize, DecodeError> {
    let mut used = 0;
    while let Some(length) = extent(&bytes[used..])?.filter(|length| used + length <= bytes.len()) {
        let message = &bytes[used..used + length];
        used += length;
        match read(message)? {
            Incoming::Reply { to, content } => shared.finish(to, Ok(content)),
            Incoming::Error { to, name, text } => shared.finish(to, Err(WireError::Refused { name, text })),
            Incoming::Signal(signal) => callback(&signal),
            Incoming::Other => {}
        }
    }
    Ok(used)
}
