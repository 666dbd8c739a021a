//! A person who does not answer: a call replies before its client gives up, unless the client follows its progress.

use crate::rust_client::{LONG, options};
use deskpilot_mcp::serve;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{
        AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, Lines, ReadHalf, WriteHalf, duplex, split,
    },
    time::{Instant, pause, resume, timeout},
};
use tokio_util::sync::CancellationToken;

/// How long a call waits for a person, as `docs/mcp.md` says.
const USUAL: Duration = Duration::from_secs(50);

/// Longer than any client waits.
const HOUR: Duration = Duration::from_secs(3600);

/// A client by hand: one of the library follows every call.
struct Wire {
    lines: Lines<BufReader<ReadHalf<DuplexStream>>>,
    output: WriteHalf<DuplexStream>,
}

impl Wire {
    fn of(stream: DuplexStream) -> Wire {
        let (input, output) = split(stream);
        Wire { lines: BufReader::new(input).lines(), output }
    }

    async fn say(&mut self, message: &Value) {
        self.output.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    /// The next request of the server with this method.
    async fn request(&mut self, method: &str) -> Value {
        self.message(|it| it["method"] == method).await
    }

    /// The reply to the client's request of this number.
    async fn reply(&mut self, id: u64) -> Value {
        self.message(|it| it["id"] == id && it.get("method").is_none()).await
    }

    async fn message(&mut self, is_wanted: impl Fn(&Value) -> bool) -> Value {
        loop {
            let line = self.lines.next_line().await.unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            if is_wanted(&message) {
                return message;
            }
        }
    }

    async fn greet(&mut self) {
        let capabilities = json!({"elicitation": {}});
        let who = json!({"name": "by hand", "version": "1"});
        let params =
            json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "clientInfo": who});
        self.say(&json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params})).await;
        self.reply(1).await;
        self.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    }

    /// Calls a tool with this about the call.
    async fn call(&mut self, id: u64, tool: &str, arguments: &Value, meta: &Value) {
        let params = json!({"name": tool, "arguments": arguments, "_meta": meta});
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})).await;
    }

    /// Begins an action about which the person is asked. When the form is shown, nothing but the wait for them is under way.
    async fn ask_person(&mut self, meta: &Value) {
        self.greet().await;
        self.call(2, "open", &json!({"application": "Form"}), &json!({})).await;
        let view = self.reply(2).await["result"]["structuredContent"]["view"].clone();
        let click = json!({"command": "click_input", "control": "Button \"Send\""});
        self.call(3, "act", &json!({"view": view, "actions": [click]}), meta).await;
        self.request("elicitation/create").await;
    }
}

/// The reply to a call about which a person is asked who never answers, and when it came; `None` if it has not come within an hour.
async fn unanswered(stream: DuplexStream, meta: &Value) -> Option<(Value, Duration)> {
    let (mut wire, begun) = (Wire::of(stream), Instant::now());
    timeout(LONG, wire.ask_person(meta)).await.unwrap();
    pause();
    let reply = timeout(HOUR, wire.reply(3)).await.ok().map(|it| (it, begun.elapsed()));
    resume();
    reply
}

#[tokio::test]
async fn a_call_whose_person_does_not_answer_replies_in_time_unless_its_progress_is_followed() {
    for (meta, is_followed) in [(json!({}), false), (json!({"progressToken": "p"}), true)] {
        let folder = tempfile::tempdir().unwrap();
        let (near, far) = duplex(1 << 16);
        let (input, output) = split(far);
        let stop = CancellationToken::new();
        let serving = Box::pin(serve(options(folder.path()), input, output, &stop));
        let (replied, served) = tokio::join!(unanswered(near, &meta), serving);
        served.unwrap();
        assert_eq!(replied.is_none(), is_followed, "{replied:?}");
        if let Some((reply, after)) = replied {
            let says = reply["result"]["content"][0]["text"].as_str().unwrap();
            assert!(says.contains("a person is asked first"), "{reply}");
            assert!((USUAL..USUAL * 2).contains(&after), "{after:?}");
        }
    }
}
