//! The minimal HTTP/1.1 that a loopback server needs: one request, one response, then the connection closes.

use std::fmt::Write;
use tokio::io::{AsyncRead, AsyncReadExt};

/// A complete request.
#[derive(Clone, Debug)]
pub struct Request {
    /// Such as `POST`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    /// As many bytes as the request announces.
    pub body: Vec<u8>,
}

impl Request {
    /// The value of the header of this lower-case name.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Why a request could not be read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RequestError {
    /// The caller disconnected.
    Gone,
    /// It did not arrive in time.
    Late,
    /// It exceeds the size limit.
    TooLarge,
    /// It is malformed.
    Malformed(&'static str),
}

const HEAD_LIMIT: usize = 16 << 10;

/// Reads the next request, with a body of at most `limit` bytes.
pub(super) async fn read_request(
    stream: &mut (impl AsyncRead + Unpin),
    limit: usize,
) -> Result<Request, RequestError> {
    let mut bytes = Vec::new();
    let head_end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > HEAD_LIMIT {
            return Err(RequestError::TooLarge);
        }
        more(stream, &mut bytes).await?;
    };
    let head = String::from_utf8_lossy(&bytes[..head_end]).into_owned();
    let mut request = parse_head(&head)?;
    request.body = bytes.split_off(head_end + 4);
    let length = body_length(&request)?;
    if length > limit {
        return Err(RequestError::TooLarge);
    }
    while request.body.len() < length {
        more(stream, &mut request.body).await?;
    }
    request.body.truncate(length);
    Ok(request)
}

/// Waits until the caller disconnects, ignoring what it still sends.
pub(super) async fn wait_for_disconnect(stream: &mut (impl AsyncRead + Unpin)) {
    let mut ignored = Vec::new();
    while more(stream, &mut ignored).await.is_ok() {
        ignored.clear();
    }
}

async fn more(stream: &mut (impl AsyncRead + Unpin), bytes: &mut Vec<u8>) -> Result<(), RequestError> {
    match stream.read_buf(bytes).await {
        Ok(0) | Err(_) => Err(RequestError::Gone),
        Ok(_) => Ok(()),
    }
}

fn parse_head(head: &str) -> Result<Request, RequestError> {
    let mut lines = head.split("\r\n");
    let mut words = lines.next().unwrap_or("").split(' ');
    let (Some(method), Some(path), Some("HTTP/1.1")) = (words.next(), words.next(), words.next()) else {
        return Err(RequestError::Malformed("the first line is not of HTTP/1.1"));
    };
    let headers = lines.filter_map(|line| line.split_once(':'));
    let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
    Ok(Request { method: method.into(), path: path.into(), headers, body: Vec::new() })
}

fn body_length(request: &Request) -> Result<usize, RequestError> {
    match (request.header("content-length"), request.header("transfer-encoding")) {
        (Some(length), None) => {
            length.parse().map_err(|_| RequestError::Malformed("content-length is not a number"))
        }
        (None, None) => Ok(0),
        (_, Some(_)) => Err(RequestError::Malformed("the body must come with a content-length")),
    }
}

/// A response with a JSON body.
#[derive(Clone, Debug)]
pub struct Response {
    /// The HTTP status.
    pub status: u16,
    /// The additional headers.
    pub headers: Vec<(&'static str, String)>,
    /// The body, declared as JSON.
    pub body: String,
}

impl Response {
    /// The response as sent; the connection closes after it.
    pub(super) fn text(&self) -> String {
        let mut text =
            format!("HTTP/1.1 {} -\r\nconnection: close\r\ncontent-type: application/json\r\n", self.status);
        for (name, value) in &self.headers {
            // Writing to a string cannot fail.
            let _ = write!(text, "{name}: {value}\r\n");
        }
        let _ = write!(text, "content-length: {}\r\n\r\n{}", self.body.len(), self.body);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_request_is_read_or_its_fault_is_named() {
        for (sent, outcome) in [
            ("POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi", Ok("/a hi")),
            ("GET /b HTTP/1.1\r\n\r\n", Ok("/b ")),
            ("POST /a HTTP/1.1\r\nContent-Length: 3\r\n\r\nhi", Err(RequestError::Gone)),
            ("POST /a HTTP/1.1\r\nContent-Length: 11\r\n\r\n", Err(RequestError::TooLarge)),
            (
                "POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
                Err(RequestError::Malformed("content-length is not a number")),
            ),
            ("POST", Err(RequestError::Gone)),
            ("hello\r\n\r\n", Err(RequestError::Malformed("the first line is not of HTTP/1.1"))),
        ] {
            let read = read_request(&mut sent.as_bytes(), 10).await;
            let read = read.map(|it| format!("{} {}", it.path, String::from_utf8_lossy(&it.body)));
            assert_eq!(read, outcome.map(str::to_owned), "{sent:?}");
        }
    }

    #[tokio::test]
    async fn an_endless_head_is_cut_off() {
        let sent = "x".repeat(HEAD_LIMIT * 2);
        assert_eq!(read_request(&mut sent.as_bytes(), 10).await.unwrap_err(), RequestError::TooLarge);
    }
}
