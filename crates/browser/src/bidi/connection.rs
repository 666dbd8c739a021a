//! One connection: commands go out with numbers, replies come back by these numbers, and events go to everyone who listens.

use super::{BidiError, error::Fault, event::Event, state::Prompts};
use futures::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};
use tokio::{
    net::TcpStream,
    sync::{broadcast, mpsc, oneshot},
    task::JoinHandle,
    time::timeout,
};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// The maximum size of a message in bytes: a picture of a large page.
const LARGEST: usize = 64 << 20;
/// How many events wait for a slow listener.
const EVENTS: usize = 1024;
/// How long the session may take to end.
const FAREWELL: Duration = Duration::from_millis(500);

type Reply = Result<Value, BidiError>;

/// A connection; dropping it ends the session.
#[derive(Debug)]
pub(super) struct Connection {
    requests: mpsc::UnboundedSender<Request>,
    events: broadcast::Sender<Event>,
    prompts: Arc<Mutex<Prompts>>,
    _task: JoinHandle<()>,
}

#[derive(Debug)]
struct Request {
    method: &'static str,
    params: Value,
    reply: oneshot::Sender<Reply>,
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
    pub(super) async fn open(address: SocketAddr) -> Result<Connection, BidiError> {
        let not = |error: &dyn std::fmt::Display| BidiError::NotListening(error.to_string());
        let stream = TcpStream::connect(address).await.map_err(|it| not(&it))?;
        stream.set_nodelay(true).map_err(|it| not(&it))?;
        let config = WebSocketConfig::default().max_message_size(Some(LARGEST)).max_frame_size(Some(LARGEST));
        let url = format!("ws://{address}/session");
        let opened = client_async_with_config(url, stream, Some(config)).await;
        let socket = opened.map_err(|it| not(&it))?.0;
        let (requests, queue) = mpsc::unbounded_channel();
        let (events, _) = broadcast::channel(EVENTS);
        let prompts = Arc::new(Mutex::new(Prompts::default()));
        let wire = Wire {
            socket,
            pending: HashMap::new(),
            last: 0,
            events: events.clone(),
            prompts: Arc::clone(&prompts),
        };
        let _task = tokio::spawn(wire.serve(queue));
        Ok(Connection { requests, events, prompts, _task })
    }

    /// Sends a command, once, and waits for its reply. A command whose future is dropped may still be carried out.
    pub(super) async fn call(&self, method: &'static str, params: Value) -> Reply {
        let (reply, replied) = oneshot::channel();
        self.requests.send(Request { method, params, reply }).map_err(|_| BidiError::Lost)?;
        replied.await.unwrap_or(Err(BidiError::Lost))
    }

    /// Sends a command whose reply nobody needs.
    pub(super) fn post(&self, method: &'static str, params: Value) {
        let (reply, _) = oneshot::channel();
        // A browser that is gone needs it no more.
        let _ = self.requests.send(Request { method, params, reply });
    }

    /// The events from now on.
    pub(super) fn events(&self) -> broadcast::Receiver<Event> {
        self.events.subscribe()
    }

    /// Whether the browser is still there.
    pub(super) fn is_open(&self) -> bool {
        !self.requests.is_closed()
    }

    pub(super) fn prompts(&self) -> &Mutex<Prompts> {
        &self.prompts
    }
}

/// The socket and those who wait for replies.
struct Wire {
    socket: WebSocketStream<TcpStream>,
    pending: HashMap<u64, oneshot::Sender<Reply>>,
    last: u64,
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
                    Some(Ok(Message::Text(text))) => if self.take(&text).is_none() { return },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                    Some(Ok(_)) => {}
                },
            }
        }
    }

    async fn send(&mut self, request: Request) -> Option<()> {
        self.last += 1;
        let message = json!({"id": self.last, "method": request.method, "params": request.params});
        // Nobody waits for these any more.
        self.pending.retain(|_, reply| !reply.is_closed());
        self.pending.insert(self.last, request.reply);
        self.socket.send(Message::text(message.to_string())).await.ok()
    }

    /// `None` if the message cannot be read: then nobody knows what it answers, and the connection ends.
    fn take(&mut self, text: &str) -> Option<()> {
        match serde_json::from_str(text).ok()? {
            Incoming::Success { id, result } => self.answer(id, Ok(result)),
            Incoming::Error { id: Some(id), fault } => self.answer(id, Err(BidiError::Refused(fault))),
            Incoming::Error { id: None, .. } => return None,
            Incoming::Event { event } => {
                // Events of other kinds are none of ours.
                if let Ok(event) = serde_json::from_value::<Event>(event) {
                    self.prompts.lock().unwrap_or_else(PoisonError::into_inner).apply(&event);
                    let _ = self.events.send(event);
                }
            }
        }
        Some(())
    }

    fn answer(&mut self, id: u64, reply: Reply) {
        if let Some(waiting) = self.pending.remove(&id) {
            // Who asked may have gone.
            let _ = waiting.send(reply);
        }
    }

    async fn end(&mut self) {
        let (reply, _) = oneshot::channel();
        let ending = Request { method: "session.end", params: json!({}), reply };
        if self.send(ending).await.is_some() {
            while let Some(Ok(Message::Text(_))) = self.socket.next().await {}
        }
    }
}
