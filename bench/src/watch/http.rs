//! A browser as far as the measurements need one: requests with the cookie, and streams of events.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
};

/// A browser that was let in.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// The port of the server.
    pub(super) port: u16,
    /// Its cookie.
    pub(super) cookie: String,
}

/// An event of a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StreamEvent {
    /// Its name.
    pub(super) name: String,
    /// Its number, if it has one.
    pub(super) id: Option<u64>,
}

/// A stream of events.
pub(super) struct EventStream(BufReader<TcpStream>);

impl Client {
    /// Uses an address that the server printed.
    pub(super) async fn let_in(address: &str) -> Result<Client> {
        let (host, path) =
            address.strip_prefix("http://").and_then(|it| it.split_once('/')).context("no address")?;
        let port = host.rsplit_once(':').context("the address has no port")?.1.parse()?;
        let reply =
            exchange(port, &format!("GET /{path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
                .await?;
        let head = String::from_utf8_lossy(&reply);
        let cookie = head.lines().find_map(|it| it.strip_prefix("set-cookie: ")?.split(';').next());
        let cookie = cookie.with_context(|| format!("{address} gives no cookie"))?.to_owned();
        Ok(Client { port, cookie })
    }

    /// The body of a page or a file.
    pub(super) async fn bytes(&self, path: &str) -> Result<Vec<u8>> {
        let reply = exchange(self.port, &self.request(path, "Connection: close\r\n")).await?;
        let end = reply.windows(4).position(|it| it == b"\r\n\r\n").context("the reply has no head")?;
        let head = String::from_utf8_lossy(&reply[..end]);
        let status = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let body = reply[end + 4..].to_vec();
        ensure!(status == "200", "{path}: {status} {}", String::from_utf8_lossy(&body));
        Ok(body)
    }

    /// A reply of the interface.
    pub(super) async fn json(&self, path: &str) -> Result<Value> {
        Ok(serde_json::from_slice(&self.bytes(path).await?)?)
    }

    /// The path of a task in the only folder of logs.
    pub(super) async fn path_of(&self, task: &str) -> Result<String> {
        let options = self.json("/api/options").await?;
        let folder = options["folder"].as_str().context("the options have no folder")?;
        Ok(format!("/api/tasks/{folder}/{task}"))
    }

    /// A stream of events.
    pub(super) async fn events(&self, path: &str) -> Result<EventStream> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).await?;
        stream.write_all(self.request(path, "").as_bytes()).await?;
        let mut lines = BufReader::new(stream);
        let mut status = String::new();
        lines.read_line(&mut status).await?;
        ensure!(status.split(' ').nth(1) == Some("200"), "{path}: {}", status.trim());
        Ok(EventStream(lines))
    }

    fn request(&self, path: &str, more: &str) -> String {
        let Client { port, cookie } = self;
        format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n{more}\r\n")
    }
}

impl EventStream {
    /// The next event. Lines between events, with the lengths of chunks, are skipped.
    pub(super) async fn next(&mut self) -> Result<StreamEvent> {
        let mut event = StreamEvent::default();
        let mut line = String::new();
        loop {
            line.clear();
            if self.0.read_line(&mut line).await? == 0 {
                bail!("the stream ended");
            }
            if take_line(line.trim_end(), &mut event)? {
                return Ok(event);
            }
        }
    }
}

/// Takes a line of a stream into the event, and says whether the event is whole.
fn take_line(line: &str, event: &mut StreamEvent) -> Result<bool> {
    if let Some(name) = line.strip_prefix("event: ") {
        name.clone_into(&mut event.name);
    } else if let Some(id) = line.strip_prefix("id: ") {
        event.id = Some(id.parse()?);
    }
    Ok(line.is_empty() && !event.name.is_empty())
}

/// Sends a request, and reads until the server closes the connection.
async fn exchange(port: u16, request: &str) -> Result<Vec<u8>> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).await?;
    Ok(reply)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_whole_at_its_empty_line() {
        let mut event = StreamEvent::default();
        let lines = ["1f", "", "event: entry", "id: 7", "data: {}", ""];
        let whole: Vec<bool> = lines.iter().map(|it| take_line(it, &mut event).unwrap()).collect();
        assert_eq!(whole, [false, false, false, false, false, true]);
        assert_eq!(event, StreamEvent { name: "entry".into(), id: Some(7) });
    }
}
