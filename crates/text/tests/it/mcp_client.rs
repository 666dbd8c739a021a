//! An MCP client by hand: lines of JSON to the command and back, so that a test says exactly what is on the wire.

use deskpilot_testkit::command_line::{DEADLINE, Workspace, finish, until};
use serde_json::{Map, Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Output, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
};

/// The newest revision of the protocol that begins with a handshake.
pub(crate) const WITH_HANDSHAKE: &str = "2025-11-25";
/// The revision without one.
pub(crate) const WITHOUT_HANDSHAKE: &str = "2026-07-28";

/// The request of a server for a reply of the client's model.
pub(crate) const SAMPLING: &str = "sampling/createMessage";

/// A client with the command as its server.
pub(crate) struct Client {
    server: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    count: u64,
    /// What the server said that was no reply: notifications, and requests of its own.
    pub(crate) heard: Vec<Value>,
    /// The results with which the client answers requests of the server, in their order. Without one it never answers.
    pub(crate) answers: Vec<Value>,
    /// The model of the client: what it replies to the parameters of a request, as `result` or `error`.
    pub(crate) model: Option<fn(&Value) -> Value>,
    /// The list of tools, once it was asked for.
    tools: Option<Value>,
}

impl Client {
    /// Starts the server of this workspace with these flags.
    pub(crate) fn start(workspace: &Workspace, flags: &[&str], variables: &[(&str, &str)]) -> Client {
        let mut command = workspace.command(&[&["mcp", "--log-dir", "logs"], flags].concat());
        command.envs(variables.iter().copied());
        let mut server =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (input, output) = (server.stdin.take(), server.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                let message = serde_json::from_str(&line).unwrap_or(Value::String(line));
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Client {
            server,
            input,
            messages,
            count: 0,
            heard: Vec::new(),
            answers: Vec::new(),
            model: None,
            tools: None,
        }
    }

    /// The same after the handshake, in which the client says what it can.
    pub(crate) fn greeted(workspace: &Workspace, capabilities: &Value) -> Client {
        let mut client = Client::start(workspace, &[], &[]);
        client.greet(WITH_HANDSHAKE, capabilities);
        client
    }

    /// Begins the conversation; returns what the server says of itself.
    pub(crate) fn greet(&mut self, version: &str, capabilities: &Value) -> Value {
        let info = json!({"name": "tester\u{1b}[2J", "version": "1"});
        let params = json!({"protocolVersion": version, "capabilities": capabilities, "clientInfo": info});
        let reply = self.request("initialize", &params);
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        reply["result"].clone()
    }

    /// Sends a line as it is.
    pub(crate) fn line(&mut self, line: &[u8]) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        input.flush().unwrap();
    }

    fn say(&mut self, message: &Value) {
        self.line(message.to_string().as_bytes());
    }

    /// Sends a request and does not wait for its reply; returns its number.
    pub(crate) fn begin(&mut self, method: &str, params: &Value) -> u64 {
        self.count += 1;
        self.say(&json!({"jsonrpc": "2.0", "id": self.count, "method": method, "params": params}));
        self.count
    }

    /// The reply to a request, which is its result or an error.
    pub(crate) fn request(&mut self, method: &str, params: &Value) -> Value {
        let id = self.begin(method, params);
        self.reply(id)
    }

    /// The reply to the request of this number.
    pub(crate) fn reply(&mut self, id: u64) -> Value {
        loop {
            let message = self.messages.recv_timeout(DEADLINE).unwrap();
            if let (true, Some(model)) = (message["method"] == SAMPLING, self.model) {
                let mut reply = model(&message["params"]);
                reply["jsonrpc"] = json!("2.0");
                reply["id"] = message["id"].clone();
                self.say(&reply);
                self.heard.push(message);
                continue;
            }
            match (message.get("method").is_some(), message.get("id")) {
                (false, Some(known)) if *known == id => return message,
                (true, Some(asked)) if !self.answers.is_empty() => {
                    let result = self.answers.remove(0);
                    self.say(&json!({"jsonrpc": "2.0", "id": asked, "result": result}));
                }
                _ => {}
            }
            self.heard.push(message);
        }
    }

    /// The replies to these requests, in the order in which they come.
    pub(crate) fn replies(&mut self, ids: &[u64]) -> Vec<Value> {
        let mut replies = Vec::new();
        until("every request is answered", || {
            self.request("ping", &json!({}));
            let is_reply = |it: &&Value| it.get("method").is_none() && ids.iter().any(|id| it["id"] == *id);
            replies = self.heard.iter().filter(is_reply).cloned().collect();
            replies.len() == ids.len()
        });
        replies
    }

    /// The result of a call. Its structure is what the list of tools promises.
    pub(crate) fn call(&mut self, tool: &str, arguments: &Value) -> Value {
        let reply = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        assert!(reply.get("error").is_none(), "{reply}");
        let result = reply["result"].clone();
        if result["isError"] == false {
            let listed = self.tools();
            let listed = listed.as_array().unwrap().iter().find(|it| it["name"] == tool).unwrap();
            let misfit = misfit(&listed["outputSchema"], &result["structuredContent"], tool);
            assert_eq!(misfit, None, "{result}");
        }
        result
    }

    /// The tools, as the server lists them.
    pub(crate) fn tools(&mut self) -> Value {
        if self.tools.is_none() {
            self.tools = Some(self.request("tools/list", &json!({}))["result"]["tools"].clone());
        }
        self.tools.clone().unwrap()
    }

    /// Answers a request of the server that was heard before.
    pub(crate) fn answer(&mut self, asked: &Value, result: &Value) {
        self.say(&json!({"jsonrpc": "2.0", "id": asked["id"], "result": result}));
    }

    /// The first message of the server with this method that was no reply, as soon as there is one.
    pub(crate) fn hear(&mut self, method: &str) -> Value {
        loop {
            if let Some(heard) = self.heard.iter().find(|it| it["method"] == method) {
                return heard.clone();
            }
            self.request("ping", &json!({}));
        }
    }

    /// Tells the server that nobody waits for the reply to this request any more.
    pub(crate) fn cancel(&mut self, id: u64) {
        let params = json!({"requestId": id, "reason": "no longer wanted"});
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}));
    }

    /// What the progress notifications said, in their order.
    pub(crate) fn progress(&self) -> Vec<String> {
        let is_progress = |it: &&Value| it["method"] == "notifications/progress";
        let text = |it: &Value| it["params"]["message"].as_str().unwrap_or_default().to_owned();
        self.heard.iter().filter(is_progress).map(text).collect()
    }

    /// Kills the server.
    pub(crate) fn kill(mut self) {
        self.server.kill().unwrap();
        self.server.wait().unwrap();
    }

    /// Closes the server's input, and waits for its end.
    pub(crate) fn close(mut self) -> Output {
        self.input = None;
        finish(self.server)
    }
}

/// The metadata with which each request of the revision without a handshake comes.
pub(crate) fn metadata(capabilities: &Value) -> Value {
    let key = |name: &str| format!("io.modelcontextprotocol/{name}");
    Value::Object(Map::from_iter([
        (key("protocolVersion"), json!(WITHOUT_HANDSHAKE)),
        (key("clientInfo"), json!({"name": "tester", "version": "1"})),
        (key("clientCapabilities"), capabilities.clone()),
    ]))
}

/// The first place at which a value does not fit this schema.
pub(crate) fn misfit(schema: &Value, value: &Value, place: &str) -> Option<String> {
    let is_of_type = match schema["type"].as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        _ => true,
    };
    let is_word = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    if !is_of_type || !is_word {
        return Some(format!("{place}: {value} is none of {schema}"));
    }
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    if let Some(missing) = required.into_iter().find(|it| value.get(it).is_none()) {
        return Some(format!("{place}: there is no {missing} in {value}"));
    }
    let of_item = |(at, it): (usize, &Value)| misfit(&schema["items"], it, &format!("{place}[{at}]"));
    let of_field = |(name, it): (&String, &Value)| {
        let place = format!("{place}.{name}");
        match (schema["properties"].get(name), schema.get("additionalProperties"), schema.get("properties")) {
            (Some(schema), ..) | (None, Some(schema), _) => misfit(schema, it, &place),
            (None, None, Some(_)) => Some(format!("{place}: it is not promised")),
            (None, None, None) => None,
        }
    };
    match value {
        Value::Array(items) => items.iter().enumerate().find_map(of_item),
        Value::Object(fields) => fields.iter().find_map(of_field),
        _ => None,
    }
}
