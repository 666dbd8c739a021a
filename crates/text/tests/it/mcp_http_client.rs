//! `deskpilot serve` with MCP clients by hand: requests and replies as they are on the wire.

use crate::mcp_client::{WITH_HANDSHAKE, WITHOUT_HANDSHAKE, metadata};
use deskpilot_testkit::command_line::{DEADLINE, Workspace, transcript};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

/// A running `deskpilot serve`.
pub(crate) struct HttpServer {
    process: Child,
    pub(crate) port: u16,
    /// What it has printed since it said where it is.
    said: Arc<Mutex<String>>,
}

/// A reply.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    /// The value of a header, by its name in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut headers = self.head.lines().skip(1).filter_map(|it| it.split_once(": "));
        headers.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The messages, of a stream of events or alone.
    pub(crate) fn messages(&self) -> Vec<Value> {
        let lines = self.body.lines().map(|it| it.strip_prefix("data:").unwrap_or(it).trim());
        lines.filter(|it| it.starts_with('{')).map(|it| serde_json::from_str(it).unwrap()).collect()
    }

    /// The last message, which answers the request.
    pub(crate) fn answer(&self) -> Value {
        assert_eq!(self.status, 200, "{self:?}");
        self.messages().pop().unwrap()
    }
}

impl HttpServer {
    /// Serves the tasks of this workspace, at this port or any.
    pub(crate) fn start(workspace: &Workspace, port: Option<u16>) -> HttpServer {
        let port = port.map(|it| format!("--port={it}"));
        let words: Vec<&str> = ["serve", "--log-dir", "logs"].into_iter().chain(port.as_deref()).collect();
        let mut process = workspace.command(&words).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, place) = line.split_once("http://127.0.0.1:")?;
            place.split_once('/')?.0.parse().ok()
        });
        let said = Arc::<Mutex<String>>::default();
        let kept = said.clone();
        // It waits for nobody who does not read.
        thread::spawn(move || lines.for_each(|line| kept.lock().unwrap().push_str(&line)));
        HttpServer { process, port: port.unwrap(), said }
    }

    /// Whether it has printed this text since it said where it is.
    pub(crate) fn has_said(&self, text: &str) -> bool {
        self.said.lock().unwrap().contains(text)
    }

    /// Sends a request; nobody has read its reply yet. The headers end with line breaks.
    pub(crate) fn send(&self, method: &str, headers: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        let length = body.len();
        let head = format!(
            "{method} /mcp HTTP/1.1\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).unwrap();
        // A server that refuses a request need not read all of it.
        let _ = stream.write_all(body.as_bytes());
        stream
    }

    /// The reply to a request.
    pub(crate) fn ask(&self, method: &str, headers: &str, body: &str) -> Reply {
        reply(self.send(method, headers, body))
    }

    /// The `Host` of this server.
    pub(crate) fn host(&self) -> String {
        format!("Host: 127.0.0.1:{}\r\n", self.port)
    }

    /// The headers of a program with this token, without `Host`.
    pub(crate) fn headers(token: &str) -> String {
        format!(
            "Authorization: Bearer {token}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\n"
        )
    }

    /// Sends a signal, and waits for the end.
    pub(crate) fn end_by(mut self, signal: &str) {
        let process = self.process.id().to_string();
        assert!(Command::new("kill").args([signal, &process]).status().unwrap().success());
        self.process.wait().unwrap();
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        // Errors mean that it has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Reads a reply to its end.
pub(crate) fn reply(mut stream: TcpStream) -> Reply {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
    Reply { status: status.unwrap_or_default(), head: head.to_owned(), body: body.to_owned() }
}

/// A new token of this workspace.
pub(crate) fn new_token(workspace: &Workspace, name: &str) -> String {
    let output = workspace.run(&["mcp", "token", "--name", name]);
    assert!(output.status.success(), "{}", transcript(&output));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// A client with a token.
pub(crate) struct HttpClient<'s> {
    server: &'s HttpServer,
    token: String,
    /// Its session; `None` for the revision without one.
    pub(crate) session: Option<String>,
}

impl<'s> HttpClient<'s> {
    /// A client that begins no session.
    pub(crate) fn without_session(server: &'s HttpServer, token: &str) -> HttpClient<'s> {
        HttpClient { server, token: token.to_owned(), session: None }
    }

    /// A client with a session.
    pub(crate) fn greeted(server: &'s HttpServer, token: &str) -> HttpClient<'s> {
        let info = json!({"name": "tester", "version": "1"});
        let params = json!({"protocolVersion": WITH_HANDSHAKE, "capabilities": {}, "clientInfo": info});
        let greeting = json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params});
        let headers = format!("{}{}", server.host(), HttpServer::headers(token));
        let reply = server.ask("POST", &headers, &greeting.to_string());
        assert_eq!(reply.answer()["result"]["protocolVersion"], WITH_HANDSHAKE, "{reply:?}");
        let session = reply.header("mcp-session-id").map(str::to_owned);
        assert!(session.is_some(), "{reply:?}");
        let client = HttpClient { server, token: token.to_owned(), session };
        let greeted = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        assert_eq!(server.ask("POST", &client.headers(), &greeted.to_string()).status, 202);
        client
    }

    /// The headers of each of its requests.
    pub(crate) fn headers(&self) -> String {
        let own = format!("{}{}", self.server.host(), HttpServer::headers(&self.token));
        match &self.session {
            Some(session) => {
                format!("{own}MCP-Protocol-Version: {WITH_HANDSHAKE}\r\nMcp-Session-Id: {session}\r\n")
            }
            None => format!("{own}MCP-Protocol-Version: {WITHOUT_HANDSHAKE}\r\n"),
        }
    }

    /// Sends a request; nobody has read its reply yet.
    pub(crate) fn send(&self, method: &str, mut params: Value) -> TcpStream {
        let mut headers = self.headers();
        if self.session.is_none() {
            let known = params["_meta"].as_object().cloned().unwrap_or_default();
            params["_meta"] = metadata(&json!({}));
            params["_meta"].as_object_mut().unwrap().extend(known);
            headers.push_str(&format!("Mcp-Method: {method}\r\n"));
            if let Some(name) = params["name"].as_str() {
                headers.push_str(&format!("Mcp-Name: {name}\r\n"));
            }
        }
        let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
        self.server.send("POST", &headers, &message.to_string())
    }

    /// The reply to a request.
    pub(crate) fn request(&self, method: &str, params: Value) -> Reply {
        reply(self.send(method, params))
    }

    /// The structured result of a call.
    pub(crate) fn call(&self, tool: &str, arguments: &Value) -> Value {
        let reply = self.request("tools/call", json!({"name": tool, "arguments": arguments}));
        let answer = reply.answer();
        assert_eq!(answer["result"]["isError"], false, "{reply:?}");
        answer["result"]["structuredContent"].clone()
    }
}
