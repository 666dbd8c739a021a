//! A server that records requests and gives the test's answers.

use crate::loopback::http::{self, Request, Response};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::timeout;

/// The server's action after reading a request.
#[derive(Clone)]
pub(super) enum Answer {
    /// Sends this response.
    Response(Response),
    /// Sends these bytes and closes the connection.
    Bytes(&'static str),
    /// Sends these bytes, then waits until the client is gone.
    Stalls(&'static str),
    /// Sends nothing, and waits until the client is gone.
    Silence,
}

impl Answer {
    pub(super) fn json(status: u16, body: &str) -> Answer {
        Answer::Response(Response { status, headers: Vec::new(), body: body.into() })
    }
}

/// An event at the server.
#[derive(Debug)]
pub(super) enum Happened {
    Asked(Request),
    HungUp,
}

pub(super) struct Server {
    pub(super) address: String,
    happened: UnboundedReceiver<Happened>,
}

impl Server {
    /// Gives every request the same answer, until the test ends.
    pub(super) async fn start(answer: Answer) -> Server {
        Server::start_with(move |_| answer.clone()).await
    }

    /// Gives each request this function's answer.
    pub(super) async fn start_with(answers: impl Fn(&Request) -> Answer + Send + Sync + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let (tell, happened) = unbounded_channel();
        let answers = Arc::new(answers);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, answers.clone(), tell.clone()));
            }
        });
        Server { address, happened }
    }

    pub(super) async fn next(&mut self) -> Happened {
        timeout(Duration::from_secs(10), self.happened.recv()).await.expect("nothing happened").unwrap()
    }

    pub(super) async fn request(&mut self) -> Request {
        match self.next().await {
            Happened::Asked(request) => request,
            Happened::HungUp => panic!("the caller has gone"),
        }
    }
}

async fn serve(
    mut stream: TcpStream,
    answers: Arc<impl Fn(&Request) -> Answer>,
    tell: UnboundedSender<Happened>,
) {
    let request = http::read_request(&mut stream, 1 << 20).await.unwrap();
    let answer = answers(&request);
    tell.send(Happened::Asked(request)).unwrap();
    match answer {
        Answer::Response(response) => stream.write_all(response.text().as_bytes()).await.unwrap(),
        Answer::Bytes(bytes) => stream.write_all(bytes.as_bytes()).await.unwrap(),
        Answer::Stalls(bytes) => {
            stream.write_all(bytes.as_bytes()).await.unwrap();
            wait(stream, &tell).await;
        }
        Answer::Silence => wait(stream, &tell).await,
    }
}

async fn wait(mut stream: TcpStream, tell: &UnboundedSender<Happened>) {
    http::hung_up(&mut stream).await;
    // The test may have ended.
    let _ = tell.send(Happened::HungUp);
}
