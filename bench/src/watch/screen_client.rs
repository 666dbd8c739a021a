//! A page that shows the screen of a session, and the person in front of it.

use super::http::Client;
use anyhow::{Context, Result, bail};
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::{Duration, Instant, SystemTime};
use tokio::{
    net::TcpStream,
    time::{sleep, timeout},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Message, client::IntoClientRequest},
};

/// How long anything may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// How long a screen stands still before the next change is made.
const QUIET: Duration = Duration::from_millis(300);

/// How long a session may take until it can be joined.
const STARTUP: Duration = Duration::from_secs(30);

/// An open screen.
pub(super) struct ScreenClient(WebSocketStream<TcpStream>);

/// What a page gets.
enum Said {
    Frame,
    Message(Value),
}

impl ScreenClient {
    /// Opens the screen of a task as soon as its session can be joined, in a usual size.
    pub(super) async fn open(client: &Client, task: &str) -> Result<ScreenClient> {
        let begun = Instant::now();
        loop {
            match ScreenClient::connect(client, task).await {
                Err(_) if begun.elapsed() < STARTUP => sleep(Duration::from_millis(20)).await,
                connected => return connected.with_context(|| format!("the screen of {task} does not open")),
            }
        }
    }

    async fn connect(client: &Client, task: &str) -> Result<ScreenClient> {
        let Client { port, cookie } = client;
        let mut request = format!("ws://127.0.0.1:{port}{task}/screen").into_client_request()?;
        request.headers_mut().insert("cookie", cookie.parse()?);
        request.headers_mut().insert("origin", format!("http://127.0.0.1:{port}").parse()?);
        let stream = TcpStream::connect(("127.0.0.1", *port)).await?;
        let mut screen = ScreenClient(client_async(request, stream).await?.0);
        screen.say(&json!({"look": {"width": 960, "per_second": 10}})).await?;
        Ok(screen)
    }

    /// Says something to the server.
    pub(super) async fn say(&mut self, value: &Value) -> Result<()> {
        Ok(self.0.send(Message::text(value.to_string())).await?)
    }

    /// Takes the desktop over, and waits until the server says so.
    pub(super) async fn take_over(&mut self) -> Result<()> {
        self.say(&json!({"take": {}})).await?;
        let taken = async {
            loop {
                if let Said::Message(message) = self.next().await?
                    && message["holder"]["mine"] == true
                {
                    return anyhow::Ok(());
                }
            }
        };
        timeout(DEADLINE, taken).await.context("the desktop is not given")?
    }

    /// When the next frame came.
    pub(super) async fn frame(&mut self) -> Result<SystemTime> {
        let frame = async {
            loop {
                match self.next().await? {
                    Said::Frame => return anyhow::Ok(SystemTime::now()),
                    Said::Message(message) if message.get("dropped").is_some() => {
                        bail!("it is dropped: {message}")
                    }
                    Said::Message(_) => {}
                }
            }
        };
        timeout(DEADLINE, frame).await.context("no frame comes")?
    }

    /// Waits until the screen stands still.
    pub(super) async fn quiet(&mut self) -> Result<()> {
        let still = async {
            while let Ok(said) = timeout(QUIET, self.next()).await {
                said?;
            }
            anyhow::Ok(())
        };
        timeout(DEADLINE, still).await.context("the screen does not stand still")?
    }

    /// Reads everything until the session is over.
    pub(super) async fn watch(&mut self) {
        while self.next().await.is_ok() {}
    }

    async fn next(&mut self) -> Result<Said> {
        loop {
            match self.0.next().await.context("the screen is closed")?? {
                Message::Binary(frame) => {
                    let number = frame.first_chunk().context("a frame without a head")?;
                    // As a page does, which gets no more than it draws.
                    self.say(&json!({"drawn": {"frame": u32::from_be_bytes(*number)}})).await?;
                    return Ok(Said::Frame);
                }
                Message::Text(text) => return Ok(Said::Message(serde_json::from_str(text.as_str())?)),
                Message::Close(_) => bail!("the session is over"),
                _ => {}
            }
        }
    }
}
