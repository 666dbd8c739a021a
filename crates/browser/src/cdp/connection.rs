//! One connection: messages of JSON, each of which ends with a zero byte.

use super::{
    event::CdpEvent,
    state::{BrowserState, Reaction},
};
use crate::session::{BrowserError, Caller, EVENTS, Event, Fault, LARGEST, PendingReplies, Reply, Request};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    io,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader},
    sync::{broadcast, mpsc, watch},
    task::JoinHandle,
};

/// The command after which pages that need a login wait for an answer.
pub(super) const HOLD_LOGINS: &str = "Fetch.enable";

/// The requests that it is about: those for pages, and no parts of pages.
pub(super) fn logins() -> Value {
    json!({"handleAuthRequests": true, "patterns": [{"urlPattern": "*", "resourceType": "Document"}]})
}

/// A connection; dropping it closes the pipes, and Chromium ends itself.
#[derive(Debug)]
pub(super) struct Connection {
    caller: Caller,
    events: broadcast::Sender<Event>,
    state: Arc<Mutex<BrowserState>>,
    changes: watch::Sender<()>,
    _task: JoinHandle<()>,
}

/// A message of the browser: a reply if it has a number, else an event.
#[derive(Deserialize)]
struct Incoming {
    id: Option<u64>,
    #[serde(default)]
    result: Value,
    error: Option<Fault>,
    #[serde(rename = "sessionId")]
    session: Option<String>,
    #[serde(flatten)]
    event: Value,
}

impl Connection {
    /// Talks over these ends of the pipes.
    pub(super) fn open<W, R>(writer: W, reader: R) -> Connection
    where
        W: AsyncWrite + Send + Unpin + 'static,
        R: AsyncRead + Send + Unpin + 'static,
    {
        let (caller, queue) = Caller::new();
        let (events, _) = broadcast::channel(EVENTS);
        let state = Arc::<Mutex<BrowserState>>::default();
        let changes = watch::Sender::new(());
        let wire = Wire {
            writer,
            pending: PendingReplies::default(),
            events: events.clone(),
            state: Arc::clone(&state),
            changes: changes.clone(),
        };
        let _task = tokio::spawn(wire.serve(BufReader::new(reader), queue));
        Connection { caller, events, state, changes, _task }
    }

    /// Tells the browser itself something.
    pub(super) async fn call(&self, method: &'static str, params: Value) -> Reply {
        self.caller.call(None, method, params).await
    }

    /// Tells a tab, or a frame in one, something.
    pub(super) async fn call_tab(&self, context: &str, method: &'static str, params: Value) -> Reply {
        let session = self.state().session_of(context);
        self.caller.call(Some(session.ok_or(BrowserError::PageLeft)?), method, params).await
    }

    /// Sends the browser a command without waiting for the reply.
    pub(super) fn post(&self, method: &'static str, params: Value) {
        self.caller.post(None, method, params);
    }

    /// Sends a tab a command without waiting for the reply.
    pub(super) fn post_to_tab(&self, context: &str, method: &'static str, params: Value) {
        let session = self.state().tab(context).map(|it| it.session.clone());
        if let Some(session) = session {
            self.caller.post(Some(session), method, params);
        }
    }

    /// The events from now on.
    pub(super) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Whether the browser is still there.
    pub(super) fn is_open(&self) -> bool {
        self.caller.is_open()
    }

    /// What the events of the browser add up to.
    pub(super) fn state(&self) -> MutexGuard<'_, BrowserState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until something is so.
    pub(super) async fn until<T>(
        &self,
        seen: impl Fn(&BrowserState) -> Option<T>,
    ) -> Result<T, BrowserError> {
        // Before the first look: a change right after it counts too.
        let mut changes = self.changes.subscribe();
        loop {
            if let Some(found) = seen(&self.state()) {
                return Ok(found);
            }
            if !self.is_open() {
                return Err(BrowserError::Lost);
            }
            tokio::select! {
                changed = changes.changed() => changed.map_err(|_| BrowserError::Lost)?,
                () = self.caller.closed() => return Err(BrowserError::Lost),
            }
        }
    }
}

/// The pipe to the browser, and the calls that wait for replies.
struct Wire<W> {
    writer: W,
    pending: PendingReplies,
    events: broadcast::Sender<Event>,
    state: Arc<Mutex<BrowserState>>,
    changes: watch::Sender<()>,
}

impl<W: AsyncWrite + Unpin> Wire<W> {
    async fn serve<R: AsyncRead + Unpin>(
        mut self,
        mut reader: BufReader<R>,
        mut queue: mpsc::UnboundedReceiver<Request>,
    ) {
        let mut begun = Vec::new();
        loop {
            let done = tokio::select! {
                request = queue.recv() => match request {
                    Some(request) => self.send(request).await,
                    None => return,
                },
                message = read_message(&mut reader, &mut begun) => match message {
                    Ok(message) => self.take(&message).await,
                    Err(_) => return,
                },
            };
            if done.is_none() {
                return;
            }
        }
    }

    async fn send(&mut self, request: Request) -> Option<()> {
        let mut message = json!({"method": request.method, "params": request.params});
        if let Some(session) = &request.to {
            message["sessionId"] = session.as_str().into();
        }
        message["id"] = self.pending.number(request).into();
        let mut bytes = message.to_string().into_bytes();
        // In the pipe of Chromium, a zero byte ends each message.
        bytes.push(0);
        self.writer.write_all(&bytes).await.ok()
    }

    /// `None` if the message cannot be read: nobody can tell which request it answers, so the connection ends.
    async fn take(&mut self, message: &[u8]) -> Option<()> {
        let incoming: Incoming = serde_json::from_slice(message).ok()?;
        let Some(id) = incoming.id else { return self.take_event(incoming).await };
        let reply = match incoming.error {
            Some(fault) => Err(error_of(fault)),
            None => Ok(incoming.result),
        };
        self.pending.answer(id, reply);
        Some(())
    }

    async fn take_event(&mut self, incoming: Incoming) -> Option<()> {
        // Skips events of other kinds.
        let Ok(event) = serde_json::from_value::<CdpEvent>(incoming.event) else { return Some(()) };
        // The state stays locked for this block alone, and not while messages are sent.
        let reactions = {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.apply(event, incoming.session.as_deref())
        };
        for it in reactions {
            match it {
                Reaction::Event(event) => drop(self.events.send(event)),
                Reaction::Begin(session) => self.begin(&session).await?,
                Reaction::Send { session, method, params } => {
                    self.send(Request::unanswered(session, method, params)).await?;
                }
            }
        }
        // Last, so that who sees the change sees a browser that was already asked to react.
        self.changes.send_replace(());
        Some(())
    }

    /// Subscribes to the dialogs, pages, logins and frames of a tab or a frame, and only then lets it run.
    async fn begin(&mut self, session: &str) -> Option<()> {
        let frames = json!({
            "autoAttach": true, "waitForDebuggerOnStart": false, "flatten": true, "filter": [{"type": "iframe"}],
        });
        for (method, params) in [
            ("Page.enable", json!({})),
            ("Target.setAutoAttach", frames),
            (HOLD_LOGINS, logins()),
            ("Runtime.runIfWaitingForDebugger", json!({})),
        ] {
            self.send(Request::unanswered(Some(session.to_owned()), method, params)).await?;
        }
        Some(())
    }
}

/// The next message, without its end. What was read of it stays in `begun` if the future is dropped.
async fn read_message<R: AsyncRead + Unpin>(
    reader: &mut BufReader<R>,
    begun: &mut Vec<u8>,
) -> io::Result<Vec<u8>> {
    loop {
        let bytes = reader.fill_buf().await?;
        if bytes.is_empty() {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let end = bytes.iter().position(|it| *it == 0);
        let (taken, used) = end.map_or((bytes.len(), bytes.len()), |end| (end, end + 1));
        if begun.len() + taken > LARGEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        begun.extend_from_slice(&bytes[..taken]);
        reader.consume(used);
        if end.is_some() {
            return Ok(std::mem::take(begun));
        }
    }
}

/// What a refusal means to commands: the protocol has sentences alone.
fn error_of(fault: Fault) -> BrowserError {
    const LEFT: [&str; 6] = [
        "Cannot find context with specified id",
        "Execution context was destroyed",
        "Inspected target navigated or closed",
        "No frame for given id found",
        "Promise was collected",
        "Session with given id not found",
    ];
    if LEFT.iter().any(|it| fault.message.starts_with(it)) {
        return BrowserError::PageLeft;
    }
    BrowserError::Refused(fault)
}
