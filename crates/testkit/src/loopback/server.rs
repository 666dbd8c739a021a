//! A server that records requests and gives the answers of a test.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "only tests start it, so a failure is a test failure"
)]

use super::http::{self, Request, RequestError, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};

/// The time limit for the next event.
const DEADLINE: Duration = Duration::from_secs(10);
/// The maximum size of a request in bytes.
const REQUEST_LIMIT: usize = 1 << 20;

/// What the server does after it has read a request.
#[derive(Clone)]
pub enum Answer {
    /// It sends a response.
    Response(Response),
    /// It sends these bytes and closes the connection.
    Bytes(&'static str),
    /// It sends this web page and closes the connection.
    Page(String),
    /// It sends these bytes and then waits until the caller disconnects.
    Stalls(&'static str),
    /// It sends nothing and waits until the caller disconnects.
    Silence,
    /// It sends these bytes, then a piece again and again with this pause, until the caller disconnects.
    Repeats {
        /// What is sent once.
        head: String,
        /// What is sent again and again.
        piece: Vec<u8>,
        /// The time between two pieces.
        pause: Duration,
    },
}

impl Answer {
    /// A response with this status and this body.
    pub fn json(status: u16, body: impl Into<String>) -> Answer {
        Answer::Response(Response { status, headers: Vec::new(), body: body.into() })
    }

    /// A head, and after it this piece without end.
    pub fn endless(head: &str, piece: impl AsRef<[u8]>) -> Answer {
        let piece = piece.as_ref();
        // In large blocks, so that a caller that reads on fills its memory and not its time.
        let piece = piece.repeat((1 << 16) / piece.len().max(1) + 1);
        Answer::Repeats { head: head.to_owned(), piece, pause: Duration::ZERO }
    }

    /// A head, and after it this piece without end, fifty times a second.
    pub fn dripping(head: &str, piece: impl AsRef<[u8]>) -> Answer {
        let pause = Duration::from_millis(20);
        Answer::Repeats { head: head.to_owned(), piece: piece.as_ref().to_vec(), pause }
    }
}

/// An event at the server.
#[derive(Debug)]
pub enum ServerEvent {
    /// A request arrived.
    Request(Request),
    /// The caller disconnected before it got an answer.
    Disconnected,
}

/// A running server; dropping it stops listening.
pub struct Server {
    /// Its address, such as `http://127.0.0.1:4711`.
    pub address: String,
    events: UnboundedReceiver<ServerEvent>,
    listening: JoinHandle<()>,
}

impl Server {
    /// Starts a server with the same answer to every request. Needs a tokio runtime.
    pub async fn start(answer: Answer) -> Server {
        Server::start_with(move |_| answer.clone()).await
    }

    /// Starts a server with an answer for each request. Needs a tokio runtime.
    pub async fn start_with(answers: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (sender, events) = unbounded_channel();
        let answers = Arc::new(answers);
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers.clone(), sender.clone()));
            }
        });
        Server { address, events, listening }
    }

    /// The next event; panics after ten seconds without one.
    pub async fn next(&mut self) -> ServerEvent {
        timeout(DEADLINE, self.events.recv()).await.expect("nothing happened").unwrap()
    }

    /// The next request; panics on any other event.
    pub async fn request(&mut self) -> Request {
        match self.next().await {
            ServerEvent::Request(request) => request,
            ServerEvent::Disconnected => panic!("the caller has gone"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Reads one request and answers it. Ignores write errors: the test may be over, or the caller may have disconnected.
async fn serve(
    mut stream: TcpStream,
    answers: Arc<impl Fn(&Request) -> Answer>,
    sender: UnboundedSender<ServerEvent>,
) {
    let request = match http::read_request(&mut stream, REQUEST_LIMIT).await {
        Ok(request) => request,
        // A browser opens connections ahead and closes those that it does not need.
        Err(RequestError::Gone) => return,
        Err(error) => panic!("the request cannot be read: {error:?}"),
    };
    let answer = answers(&request);
    let _ = sender.send(ServerEvent::Request(request));
    match answer {
        Answer::Response(response) => drop(stream.write_all(response.text().as_bytes()).await),
        Answer::Bytes(bytes) => drop(stream.write_all(bytes.as_bytes()).await),
        Answer::Page(page) => {
            let head = "HTTP/1.1 200 OK\r\ncontent-type: text/html; charset=utf-8\r\ncontent-length";
            drop(stream.write_all(format!("{head}: {}\r\n\r\n{page}", page.len()).as_bytes()).await);
        }
        Answer::Stalls(bytes) => {
            let _ = stream.write_all(bytes.as_bytes()).await;
            until_disconnect(stream, &sender).await;
        }
        Answer::Silence => until_disconnect(stream, &sender).await,
        Answer::Repeats { head, piece, pause } => {
            let _ = stream.write_all(head.as_bytes()).await;
            while stream.write_all(&piece).await.is_ok() {
                sleep(pause).await;
            }
            let _ = sender.send(ServerEvent::Disconnected);
        }
    }
}

async fn until_disconnect(mut stream: TcpStream, sender: &UnboundedSender<ServerEvent>) {
    http::wait_for_disconnect(&mut stream).await;
    let _ = sender.send(ServerEvent::Disconnected);
}
