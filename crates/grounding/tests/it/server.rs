//! A loopback server that gives one prepared answer and records the request.

use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};

/// The server's answer.
pub(crate) enum Reply {
    /// This status, these headers and this body.
    Says(u16, &'static str, String),
    /// Half of the announced body, then a closed connection.
    BreaksOff,
    /// No answer, with the connection kept open.
    Silence,
    /// An endless body.
    Endless,
}

/// A running server; dropping it ends it.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    serving: JoinHandle<String>,
}

impl Server {
    pub(crate) async fn start(reply: Reply) -> Server {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let question = question(&mut stream).await;
            answer(&mut stream, reply).await;
            question
        });
        Server { address, serving }
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/parse/", self.address)
    }

    /// The request it received, with its head.
    pub(crate) async fn asked(self) -> String {
        self.serving.await.unwrap()
    }
}

async fn question(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    loop {
        stream.read_buf(&mut bytes).await.unwrap();
        let text = String::from_utf8_lossy(&bytes);
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let length = head
                .lines()
                .find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            if body.len() >= length.unwrap_or(0) {
                return text.into_owned();
            }
        }
    }
}

async fn answer(stream: &mut TcpStream, reply: Reply) {
    match reply {
        Reply::Says(status, headers, body) => {
            let length = body.len();
            let text = format!(
                "HTTP/1.1 {status} -\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n{body}"
            );
            stream.write_all(text.as_bytes()).await.unwrap();
        }
        Reply::BreaksOff => {
            stream.write_all(b"HTTP/1.1 200 -\r\ncontent-length: 1000\r\n\r\n{\"parsed").await.unwrap();
        }
        Reply::Silence => {
            // Until the client gives up.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
        Reply::Endless => {
            let _ = stream.write_all(b"HTTP/1.1 200 -\r\nconnection: close\r\n\r\n").await;
            let blanks = vec![b' '; 1 << 16];
            while stream.write_all(&blanks).await.is_ok() {}
        }
    }
}
