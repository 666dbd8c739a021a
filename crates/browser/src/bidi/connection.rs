//! One connection: commands go out with numbers, replies come back by these numbers, and events go to everyone who listens.

use super::login::HeldLogin;
use crate::session::{
    BrowserError, Caller, EVENTS, Event, Fault, LARGEST, PendingReplies, Prompts, Reply, Request,
};
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    net::TcpStream,
    sync::{broadcast, mpsc},
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// The command that lets a request go on that waits for a login.
pub(super) const CONTINUE: &str = "network.continueWithAuth";
/// How long the session may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

/// A connection; dropping it ends the session.
#[derive(Debug)]
pub(super) struct Connection {
    caller: Caller,
    events: broadcast::Sender<Event>,
    prompts: Arc<Mutex<Prompts>>,
    _task: JoinHandle<()>,
}

/// A message of the browser.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Incoming {
    Success {
        id: u64,
        #[serde(default)]
        result: Value,
    },
    Error {
        id: Option<u64>,
        #[serde(flatten)]
        fault: Fault,
    },
    Event {
        #[serde(flatten)]
        event: Value,
    },
}

impl Connection {
    /// Connects to a browser on this machine.
    pub(super) async fn open(address: SocketAddr) -> Result<Connection, BrowserError> {
        let not = |error: &dyn std::fmt::Display| BrowserError::NotListening(error.to_string());
        let stream = TcpStream::connect(address).await.map_err(|it| not(&it))?;
        stream.set_nodelay(true).map_err(|it| not(&it))?;
        let config = WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
        let url = format!("ws://{address}/session");
        let opened = client_async_with_config(url, stream, Some(config)).await;
        let socket = opened.map_err(|it| not(&it))?.0;
        let (caller, queue) = Caller::new();
        let (events, _) = broadcast::channel(EVENTS);
        let prompts = Arc::new(Mutex::new(Prompts::default()));
        let (pending, shared) = (PendingReplies::default(), Arc::clone(&prompts));
        let wire = Wire { socket, pending, events: events.clone(), prompts: shared };
        let _task = tokio::spawn(wire.serve(queue));
        Ok(Connection { caller, events, prompts, _task })
    }

    /// Sends a command, once, and waits for its reply. A command whose future is dropped may still be carried out.
    pub(super) async fn call(&self, method: &'static str, params: Value) -> Reply {
        self.caller.call(None, method, params).await
    }

    /// Sends a command without waiting for the reply.
    pub(super) fn post(&self, method: &'static str, params: Value) {
        self.caller.post(None, method, params);
    }

    /// The events from now on.
    pub(super) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Whether the browser is still there.
    pub(super) fn is_open(&self) -> bool {
        self.caller.is_open()
    }

    pub(super) fn prompts(&self) -> &Mutex<Prompts> {
        &self.prompts
    }
}

/// The socket, and the calls that wait for replies.
struct Wire {
    socket: WebSocketStream<TcpStream>,
    pending: PendingReplies,
    events: broadcast::Sender<Event>,
    prompts: Arc<Mutex<Prompts>>,
}

impl Wire {
    async fn serve(mut self, mut queue: mpsc::UnboundedReceiver<Request>) {
        loop {
            tokio::select! {
                request = queue.recv() => match request {
                    Some(request) => if self.send(request).await.is_none() { return },
                    // The receiver is gone: another program may control this Firefox then.
                    None => return drop(timeout(FAREWELL, self.end()).await),
                },
                message = self.socket.next() => match message {
                    Some(Ok(Message::Text(text))) => if self.take(&text).await.is_none() { return },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
            }
        }
    }

    async fn send(&mut self, request: Request) -> Option<()> {
        let mut message = json!({"method": request.method, "params": request.params});
        message["id"] = self.pending.number(request).into();
        self.socket.send(Message::text(message.to_string())).await.ok()
    }

    /// `None` if the message cannot be read: nobody can tell which request it answers, so the connection ends.
    async fn take(&mut self, text: &str) -> Option<()> {
        match serde_json::from_str(text).ok()? {
            Incoming::Success { id, result } => self.pending.answer(id, Ok(result)),
            Incoming::Error { id: Some(id), fault } => self.pending.answer(id, Err(error_of(fault))),
            Incoming::Error { id: None, .. } => return None,
            Incoming::Event { event } => return self.take_event(event).await,
        }
        Some(())
    }

    async fn take_event(&mut self, event: Value) -> Option<()> {
        let held = HeldLogin::of(&event, &self.prompts.lock().unwrap_or_else(PoisonError::into_inner));
        if let Some(HeldLogin { event, answer }) = held {
            event.into_iter().for_each(|it| self.publish(it));
            return match answer {
                Some(answer) => self.send(Request::unanswered(None, CONTINUE, answer)).await,
                None => Some(()),
            };
        }
        // Skips events of other kinds.
        if let Ok(event) = serde_json::from_value::<Event>(event) {
            self.publish(event);
        }
        Some(())
    }

    fn publish(&self, event: Event) {
        // Before the event goes out: who receives it looks here for the prompt.
        self.prompts.lock().unwrap_or_else(PoisonError::into_inner).apply(&event);
        let _ = self.events.send(event);
    }

    async fn end(&mut self) {
        let ending = Request::unanswered(None, "session.end", json!({}));
        if self.send(ending).await.is_some() {
            while let Some(Ok(Message::Text(_))) = self.socket.next().await {}
        }
    }
}

/// What a refusal means to commands.
fn error_of(fault: Fault) -> BrowserError {
    let words_of_the_browser = &fault.message;
    match fault.error.as_str() {
        "session not created" => BrowserError::Taken,
        "no such history entry" => BrowserError::NoHistoryEntry,
        "no such frame" => BrowserError::PageLeft,
        // A request to a page that goes away ends with one of many messages about an abort.
        "unknown error" if words_of_the_browser.contains("Abort") => BrowserError::PageLeft,
        _ => BrowserError::Refused(fault),
    }
}
