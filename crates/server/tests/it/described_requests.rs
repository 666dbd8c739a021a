//! Every route as `docs/api.json` describes it, asked at random: what the description allows, and what it forbids. Whatever is asked, the
//! server has no fault of its own, and replies as described.

use crate::stand::{Browser, Stand, soon};
use deskpilot_testkit::Dice;
use serde_json::{Map, Value, json};
use std::{env, fs, path::Path, process::Stdio, sync::Arc};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    process::Command,
};

/// How many requests are tried, unless `DESKPILOT_TEST_TRIALS` says otherwise.
const TRIALS: u64 = 150;
/// The seed, unless `DESKPILOT_TEST_SEED` says otherwise.
const SEED: u64 = 7;

/// The statuses of `docs/api.md` for what was not done. 500 and 502 are faults of the server and of a task.
const NOT_DONE: &[u64] = &[400, 401, 403, 404, 405, 408, 409, 413, 415, 421, 429];

/// Texts that programs stumble over.
const TEXTS: &[&str] = &[
    "",
    "a",
    "sample",
    "..",
    "a/../b",
    "running",
    "Größe 漢字 👩‍👩‍👧",
    "\u{0}\u{1b}[31m\r\n",
    "' OR 1=1 --",
    "{{secret:mail}}",
    "-1",
    "null",
    "\u{202e}txt.exe",
];

/// Whether a request is to be one that the description allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Wanted {
    Allowed,
    Forbidden,
}

/// A route of the description.
struct Route<'d> {
    path: &'d str,
    method: &'d str,
    operation: &'d Value,
}

/// A request.
#[derive(Debug)]
struct Asked {
    method: String,
    target: String,
    body: String,
    /// Whether it is one that the description forbids.
    wanted: Wanted,
}

/// What came back. The body of a stream of events is left where it is.
#[derive(Debug)]
struct Reply {
    status: u64,
    kind: String,
    body: Vec<u8>,
}

fn routes(description: &Value) -> Vec<Route<'_>> {
    let mut routes = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            routes.push(Route { path, method, operation });
        }
    }
    routes
}

/// A request to a route. Of the forbidden ones, each breaks one thing.
fn asked(route: &Route<'_>, folder: &str, wanted: Wanted, dice: &mut Dice) -> Asked {
    let mut target = route.path.to_owned();
    let mut query = Vec::new();
    for parameter in route.operation["parameters"].as_array().unwrap() {
        let name = parameter["name"].as_str().unwrap();
        let value = text_of(&fitting(&parameter["schema"], dice));
        match parameter["in"].as_str().unwrap() {
            "path" => target = target.replace(&format!("{{{name}}}"), &part(name, folder, &value, dice)),
            // A deep check starts a desktop, and asks models.
            _ if name == "deep" => {}
            _ if dice.one_in(2) => query.push(format!("{name}={}", escaped(&value))),
            _ => {}
        }
    }
    let schema = &route.operation["requestBody"]["content"]["application/json"]["schema"];
    let mut body = if schema.is_null() { String::new() } else { fitting(schema, dice).to_string() };
    let is_breakable = !schema.is_null() || !query.is_empty();
    let wanted = if is_breakable { wanted } else { Wanted::Allowed };
    match (wanted, schema.is_null()) {
        (Wanted::Allowed, _) => {}
        (Wanted::Forbidden, false) => body = broken(schema, &body, dice),
        (Wanted::Forbidden, true) => query.push("surprise=1".to_owned()),
    }
    if !query.is_empty() {
        target = format!("{target}?{}", query.join("&"));
    }
    Asked { method: route.method.to_uppercase(), target, body, wanted }
}

/// A part of a path: mostly one that is there.
fn part(name: &str, folder: &str, any: &str, dice: &mut Dice) -> String {
    match name {
        _ if dice.one_in(4) => escaped(any),
        "folder" => folder.to_owned(),
        "task" => "sample".to_owned(),
        "number" => dice.below(6).to_string(),
        _ => escaped(any),
    }
}

/// A value that fits a schema of the description.
fn fitting(schema: &Value, dice: &mut Dice) -> Value {
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choice].as_array() {
            return fitting(dice.one_of(choices).unwrap(), dice);
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return dice.one_of(values).unwrap().clone();
    }
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    match schema["type"].as_str().unwrap_or_default() {
        "integer" => {
            let most = schema["maximum"].as_u64().unwrap_or(1000);
            json!(*dice.one_of(&[0, 1, 7, most / 2, most]).unwrap())
        }
        "boolean" => json!(dice.one_in(2)),
        "array" => (0..dice.below(4)).map(|_| fitting(&schema["items"], dice)).collect(),
        "object" => Value::Object(object(schema, dice)),
        "null" => Value::Null,
        _ if dice.one_in(8) => json!("x".repeat(dice.below(4000))),
        _ => json!(dice.one_of(TEXTS).unwrap()),
    }
}

fn object(schema: &Value, dice: &mut Dice) -> Map<String, Value> {
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    let needed = schema["required"].as_array().cloned().unwrap_or_default();
    let mut object = Map::new();
    for (name, schema) in &properties {
        if needed.contains(&json!(name)) || dice.one_in(3) {
            object.insert(name.clone(), fitting(schema, dice));
        }
    }
    object
}

/// A body that the schema forbids, made from one that it allows.
fn broken(schema: &Value, body: &str, dice: &mut Dice) -> String {
    let mut value: Value = serde_json::from_str(body).unwrap();
    let object = value.as_object_mut().unwrap();
    let schema = schema["oneOf"].as_array().map_or(schema, |choices| &choices[0]);
    let needed = schema["required"].as_array().cloned().unwrap_or_default();
    let name = dice.one_of(&needed).and_then(Value::as_str);
    match (dice.below(4), name) {
        (0, _) => return body[..body.len() - 1].to_owned(),
        (1, Some(_)) => object.clear(),
        // No key of the interface takes a list of numbers.
        (2, Some(name)) => drop(object.insert(name.to_owned(), json!([7]))),
        _ => drop(object.insert("surprise".to_owned(), json!(1))),
    }
    value.to_string()
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The text as a part of an address.
fn escaped(text: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => char::from(byte).to_string(),
        other => format!("%{other:02X}"),
    };
    text.bytes().map(letter).collect()
}

async fn reply(stand: &Stand, browser: &Browser<'_>, asked: &Asked) -> Reply {
    let origin = format!("Origin: http://127.0.0.1:{}\r\nContent-Type: application/json\r\n", stand.port);
    let (Asked { method, target, body, .. }, headers) = (asked, browser.headers());
    let head = format!("{method} {target} HTTP/1.1\r\n{headers}{origin}Content-Length: {}\r\n", body.len());
    let mut stream = stand.connect().await;
    stream.write_all(format!("{head}Connection: close\r\n\r\n{body}").as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    loop {
        let end = bytes.windows(4).position(|it| it == b"\r\n\r\n");
        let text = String::from_utf8_lossy(&bytes[..end.unwrap_or(0)]).to_lowercase();
        let is_stream = text.contains("text/event-stream");
        if is_stream || soon("the reply", stream.read_buf(&mut bytes)).await.unwrap() == 0 {
            let kind = text.lines().find_map(|it| it.strip_prefix("content-type: ")).unwrap_or_default();
            let status = text.split(' ').nth(1).unwrap().parse().unwrap();
            return Reply { status, kind: kind.to_owned(), body: bytes[end.unwrap() + 4..].to_vec() };
        }
    }
}

/// What of the reply is not as described; `None` if all is.
fn fault(route: &Route<'_>, asked: &Asked, reply: &Reply) -> Option<String> {
    let described = &route.operation["responses"][reply.status.to_string()];
    let value: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    if described.is_null() {
        let error = value["error"].as_object();
        let is_whole =
            error.is_some_and(|it| it.len() == 2 && it["code"].is_string() && it["says"].is_string());
        return (!NOT_DONE.contains(&reply.status) || !is_whole || reply.kind != "application/json")
            .then(|| "this is no documented error".to_owned());
    }
    if asked.wanted == Wanted::Forbidden {
        return Some("it was done, and is forbidden".to_owned());
    }
    let content = described["content"].as_object()?;
    let (kind, media) = content.iter().next()?;
    if kind != "*/*" && *kind != reply.kind {
        return Some(format!("its type is not {kind}"));
    }
    let needed = media["schema"]["required"].as_array()?;
    let missing = needed.iter().find(|it| value.get(it.as_str().unwrap_or_default()).is_none())?;
    Some(format!("it lacks {missing}"))
}

fn number(variable: &str, usual: u64) -> u64 {
    env::var(variable).ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[tokio::test]
async fn whatever_is_asked_the_reply_is_as_described_and_no_fault_of_the_server() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/api.json");
    let description: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let routes = routes(&description);
    // A task that is to start ends as with a wrong command line.
    let launch = |words: &[String]| {
        let mut command = Command::new("sh");
        command.args(["-c", "exit 2"]).args(words).stdin(Stdio::null()).stderr(Stdio::piped()).spawn()
    };
    let stand = Stand::with(Arc::new(launch)).await;
    stand.add_stored_log();
    let browser = stand.browser().await;
    let folder = browser.json("/api/options").await["folder"].as_str().unwrap().to_owned();
    let seed = number("DESKPILOT_TEST_SEED", SEED);
    let mut dice = Dice::of(seed);
    for trial in 0..number("DESKPILOT_TEST_TRIALS", TRIALS) {
        // Each route first, and then any.
        let at = usize::try_from(trial).ok().filter(|it| *it < routes.len());
        let route = &routes[at.unwrap_or_else(|| dice.below(routes.len()))];
        let wanted = if dice.one_in(3) { Wanted::Forbidden } else { Wanted::Allowed };
        let asked = asked(route, &folder, wanted, &mut dice);
        let reply = reply(&stand, &browser, &asked).await;
        let fault = fault(route, &asked, &reply);
        let body = String::from_utf8_lossy(&reply.body[..reply.body.len().min(300)]);
        assert_eq!(
            fault, None,
            "seed {seed}, trial {trial}: {asked:?}: {} {} {body}",
            reply.status, reply.kind
        );
    }
}
