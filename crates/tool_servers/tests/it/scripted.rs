//! A server that plays what a test needs: this test program, started once more.

use crate::stage::Stage;
use serde_json::{Value, json};
use std::{
    env, fs,
    io::{self, BufRead, Write},
    process,
};

/// The variable that makes a test program a server, and says which.
const MODE: &str = "TEA_MODE";
const READ_ONLY: &str = "readOnlyHint";

/// The server of a mode, with more lines in its entry.
pub(crate) fn scripted(mode: &str, more: &str) -> Stage {
    let program = env::current_exe().unwrap();
    let command = [program.to_str().unwrap(), "--exact", "scripted::server", "--nocapture", "--quiet"];
    let entry = format!("command = {command:?}\nenv = [\"{MODE}\"]\n{more}");
    Stage::of(&entry, &[(MODE, mode), ("TEA_SECRET", "s3cret"), ("LANG", "C.UTF-8")])
}

/// The server; does nothing on its own.
#[test]
fn server() {
    if let Ok(mode) = env::var(MODE) {
        fs::write("pid", process::id().to_string()).unwrap();
        append("starts", "x");
        serve(&mode);
        process::exit(0);
    }
}

fn serve(mode: &str) {
    let mut lists = 0;
    if mode == "greets" {
        let _ = writeln!(io::stdout(), "Server v1.0 started\n{{\"level\":\"info\",\"msg\":\"up\"}}\n");
    }
    for line in io::stdin().lock().lines() {
        if mode == "mute" {
            let _ = writeln!(io::stdout(), "Usage: tea [--mcp]");
            continue;
        }
        let Ok(message) = serde_json::from_str::<Value>(&line.unwrap()) else { continue };
        let id = message["id"].clone();
        match message["method"].as_str() {
            Some("initialize") => {
                let result = json!({"protocolVersion": "2025-06-18", "capabilities": {"tools": {"listChanged": true}},
                    "serverInfo": {"name": "tea", "version": "1"}});
                say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
            }
            Some("tools/list") => {
                lists += 1;
                append("lists", "x");
                let list = list(mode, lists, &message["params"]["cursor"]);
                say(&json!({"jsonrpc": "2.0", "id": id, "result": list}));
            }
            Some("tools/call") => call(&message["params"], &id),
            Some("notifications/cancelled") => append("cancelled", "x"),
            Some(_) => {}
            // An answer of the client's to what this server has asked.
            None => append("answers", &format!("{}\n", message["error"]["code"])),
        }
    }
}

fn tool(name: &str) -> Value {
    json!({"name": name, "description": format!("Plays {name}."), "inputSchema": {"type": "object"}})
}

fn list(mode: &str, lists: usize, cursor: &Value) -> Value {
    let page = cursor.as_str().and_then(|it| it.parse::<usize>().ok()).unwrap_or(0);
    match mode {
        "thousands" => {
            let tools: Vec<Value> = (page..page + 50).map(|it| tool(&format!("tool_{it}"))).collect();
            json!({"tools": tools, "nextCursor": (page + 50).to_string()})
        }
        "circle" => json!({"tools": if page == 0 { vec![tool("pour")] } else { vec![] }, "nextCursor": "1"}),
        "changing" => json!({"tools": (0..lists).map(|it| tool(&format!("tool_{it}"))).collect::<Vec<_>>()}),
        "deep" => {
            let mut schema = json!({"type": "object"});
            for _ in 0..40 {
                schema = json!({"properties": {"x": schema}});
            }
            json!({"tools": [tool("pour"), {"name": "deep", "inputSchema": schema}]})
        }
        _ => {
            let names = [
                "add",
                "variables",
                "image",
                "long",
                "fails",
                "refuses",
                "invalid",
                "silent",
                "dies",
                "asks",
                "flood",
                "big",
                "bomb",
                "changes",
                "needs",
                "nothing",
                "empty",
                "babbles",
            ];
            let mut tools: Vec<Value> = names.map(tool).into();
            tools[0]["inputSchema"] = json!({"type": "object", "properties": {"a": {"type": "integer"},
                "moreNumbers": {"type": "object"}}, "required": ["a"]});
            tools[0]["annotations"] = json!({READ_ONLY: true});
            tools[4]["annotations"] = json!({READ_ONLY: true});
            json!({"tools": tools})
        }
    }
}

fn call(params: &Value, id: &Value) {
    append("calls", "x");
    let answer = |result: Value| say(&json!({"jsonrpc": "2.0", "id": id, "result": result}));
    let text = |text: String| json!({"content": [{"type": "text", "text": text}]});
    let error = |code: i32| {
        let error = json!({"code": code, "message": "closed\non \u{1b}[31msundays"});
        say(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
    };
    match params["name"].as_str().unwrap() {
        "add" => answer(text(format!("got {}", params["arguments"]))),
        "variables" => answer(text(env::vars().map(|(name, value)| format!("{name}={value}\n")).collect())),
        "image" => answer(json!({"content": [
            {"type": "text", "text": "a cup\u{1b}[2J"},
            {"type": "image", "mimeType": "image/png", "data": "QUJDRA=="},
            {"type": "resource", "resource": {"uri": "file:///etc/passwd", "text": "root"}},
            {"type": "resource_link", "uri": "https://evil.example/x", "name": "x"},
        ]})),
        "long" => answer(text("é".repeat(100_000))),
        "fails" => answer(json!({"isError": true, "content": [{"type": "text", "text": "no\ntea left"}]})),
        "refuses" => error(-32000),
        "invalid" => error(-32602),
        "dies" => process::exit(4),
        "asks" => {
            for (number, method) in
                ["sampling/createMessage", "roots/list", "elicitation/create", "x/y"].iter().enumerate()
            {
                say(&json!({"jsonrpc": "2.0", "id": 100 + number, "method": method, "params": {}}));
            }
            answer(text("asked".into()));
        }
        "flood" => {
            for _ in 0..2000 {
                let params = json!({"level": "info", "data": "x"});
                say(&json!({"jsonrpc": "2.0", "method": "notifications/message", "params": params}));
            }
        }
        "big" => answer(text("x".repeat(5 << 20))),
        "bomb" => {
            let bomb = format!("{}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
            let result = format!("{{\"content\":[],\"structuredContent\":{bomb}}}");
            let _ = writeln!(io::stdout(), "{{\"jsonrpc\":\"2.0\",\"id\":{id},\"result\":{result}}}");
            answer(text("after the bomb".into()));
        }
        "changes" => {
            say(&json!({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}));
            answer(text("changed".into()));
        }
        "nothing" => answer(Value::Null),
        "empty" => answer(json!({"content": [{"type": "text", "text": ""}], "structuredContent": null})),
        "babbles" => {
            let _ = writeln!(io::stdout(), "{{\"level\":\"error\",\"msg\":\"{}\"}}", "no kettle ".repeat(20));
        }
        "needs" => answer(json!({"resultType": "input_required", "requestState": "x", "inputRequests": {}})),
        _ => {}
    }
}

fn say(message: &Value) {
    // A client that has gone does not hear it.
    let _ = writeln!(io::stdout(), "{message}");
}

fn append(file: &str, text: &str) {
    let mut file = fs::OpenOptions::new().create(true).append(true).open(file).unwrap();
    file.write_all(text.as_bytes()).unwrap();
}
