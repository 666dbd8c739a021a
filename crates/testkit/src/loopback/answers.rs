//! A server that records what it is sent and answers what the test wants.
#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "only tests start it: what fails is theirs"
)]

use super::http::{self, Request, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long a test waits for something to happen.
const DEADLINE: Duration = Duration::from_secs(10);
/// How many bytes a request may have.
const REQUEST_LIMIT: usize = 1 << 20;

/// What the server does once it has read a request.
#[derive(Clone)]
pub enum Answer {
    /// It answers.
    Response(Response),
    /// It sends these bytes and closes the connection.
    Bytes(&'static str),
    /// It sends these bytes, says no more, and waits until the caller has gone.
    Stalls(&'static str),
    /// It says nothing, and waits until the caller has gone.
    Silence,
    /// It sends a body of blanks until the caller has gone.
    Endless,
}

impl Answer {
    /// A response with this status and this body.
    pub fn json(status: u16, body: impl Into<String>) -> Answer {
        Answer::Response(Response { status, headers: Vec::new(), body: body.into() })
    }
}

/// What happened at the server.
#[derive(Debug)]
pub enum Happened {
    /// A request came.
    Asked(Request),
    /// Whoever asked has gone without an answer.
    HungUp,
}

/// A running server; dropping it ends its listening.
pub struct Server {
    /// Where it answers, such as `http://127.0.0.1:4711`.
    pub address: String,
    happened: UnboundedReceiver<Happened>,
    listening: JoinHandle<()>,
}

impl Server {
    /// A server that answers every request the same. Needs a tokio runtime.
    pub async fn start(answer: Answer) -> Server {
        Server::start_with(move |_| answer.clone()).await
    }

    /// A server that answers each request as this says.
    pub async fn start_with(answers: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (tell, happened) = unbounded_channel();
        let answers = Arc::new(answers);
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers.clone(), tell.clone()));
            }
        });
        Server { address, happened, listening }
    }

    /// What happens next; panics when nothing does within ten seconds.
    pub async fn next(&mut self) -> Happened {
        timeout(DEADLINE, self.happened.recv()).await.expect("nothing happened").unwrap()
    }

    /// The next request; panics when there is none.
    pub async fn request(&mut self) -> Request {
        match self.next().await {
            Happened::Asked(request) => request,
            Happened::HungUp => panic!("the caller has gone"),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

/// Reads one request and answers it. A test may have ended, and a caller may have heard enough: nothing is lost then.
async fn serve(
    mut stream: TcpStream,
    answers: Arc<impl Fn(&Request) -> Answer>,
    tell: UnboundedSender<Happened>,
) {
    let request = http::read_request(&mut stream, REQUEST_LIMIT).await.unwrap();
    let answer = answers(&request);
    let _ = tell.send(Happened::Asked(request));
    match answer {
        Answer::Response(response) => drop(stream.write_all(response.text().as_bytes()).await),
        Answer::Bytes(bytes) => drop(stream.write_all(bytes.as_bytes()).await),
        Answer::Stalls(bytes) => {
            let _ = stream.write_all(bytes.as_bytes()).await;
            wait(stream, &tell).await;
        }
        Answer::Silence => wait(stream, &tell).await,
        Answer::Endless => blanks(stream).await,
    }
}

async fn wait(mut stream: TcpStream, tell: &UnboundedSender<Happened>) {
    http::hung_up(&mut stream).await;
    let _ = tell.send(Happened::HungUp);
}

async fn blanks(mut stream: TcpStream) {
    let _ = stream.write_all(b"HTTP/1.1 200 -\r\nconnection: close\r\n\r\n").await;
    let blanks = vec![b' '; 1 << 16];
    while stream.write_all(&blanks).await.is_ok() {}
}
