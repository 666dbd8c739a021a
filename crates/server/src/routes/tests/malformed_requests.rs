//! Requests that are wrong in every way that the table of routes knows, drawn at random: each gets an error in the documented shape.

use crate::{
    app::{AppState, ServeOptions},
    logged_task::folder_key,
    route_spec::{BodySpec, Field, Presence, RouteMethod, RouteSpec, ValueKind},
    routes::{router, table::ROUTES},
};
use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode},
};
use deskpilot_core::{Event, Timestamp};
use deskpilot_linux::Linux;
use deskpilot_log::{FileLog, SessionLog};
use deskpilot_runtime::Environment;
use deskpilot_testkit::{Dice, TextPlatform};
use hyper::service::Service;
use hyper_util::service::TowerToHyperService;
use serde_json::{Map, Value, json};
use std::{env, io, path::Path, sync::Arc, time::Duration};
use tempfile::TempDir;
use tokio::time::timeout;

/// How many requests are tried, unless `DESKPILOT_TEST_TRIALS` says otherwise.
const TRIALS: u64 = 400;
/// The seed, unless `DESKPILOT_TEST_SEED` says otherwise.
const SEED: u64 = 39;
/// The port that the server believes to have.
const PORT: u16 = 4711;
/// How long a reply may take on a busy machine.
const DEADLINE: Duration = Duration::from_secs(20);

/// Texts that lead elsewhere, or are no text, as parts of a path.
const TRICKS: &[&str] = &[
    "..",
    ".",
    "%2e%2e",
    "..%2f..%2fa",
    "%2fetc%2fpasswd",
    "%00",
    "%ff%fe",
    "%c3%28",
    "a%0d%0aSet-Cookie:x",
    "-1",
    "0x10",
    "99999999999999999999999",
    "%3cscript%3e",
    "%25%32%65",
    "~",
    "a;b",
    "C:",
    "%5c..%5c",
];

/// What is no number and no flag.
const NO_VALUES: &[&str] =
    &["", "-1", "x", "1.5", "1e9", "0x1", "99999999999999999999999", "maybe", "%00", "TRUE", "null"];

/// Another host, another site, or no cookie: the header, its value, and the statuses.
const WRONG_PLACES: &[(&str, &str, &[u16])] = &[
    ("host", "evil.example.org:4711", &[421]),
    ("host", "127.0.0.1", &[421]),
    ("origin", "http://evil.example.org", &[403]),
    ("origin", "null", &[403]),
    ("cookie", "other=1", &[401]),
];

/// A request, and the statuses that fit what is wrong with it.
struct Malformed {
    method: &'static str,
    target: String,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
    expected: &'static [u16],
}

/// A server without a socket.
struct Place {
    _folder: TempDir,
    server: TowerToHyperService<Router>,
    /// The key of the folder of logs.
    key: String,
    cookie: String,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let logs = folder.path().join("logs");
        let mut log = FileLog::create(&logs, "a").unwrap();
        log.append(Timestamp(1), Event::RoundStarted { round: 0, request: "compute".into() }).unwrap();
        let logs = logs.canonicalize().unwrap();
        let options = ServeOptions {
            environment: environment(folder.path()),
            port: None,
            log_dir: Some(logs.display().to_string()),
            features: Vec::new(),
            launch: Arc::new(|_| Err(io::Error::other("a malformed request starts nothing"))),
            notify: Arc::new(|_: &str| {}),
            token_routes: None,
        };
        let app = Arc::new(AppState::new(options, PORT));
        let token = app.access.invite().unwrap();
        let cookie = app.access.exchange(&token).unwrap().unwrap();
        let server = TowerToHyperService::new(router(app));
        Place {
            _folder: folder,
            server,
            key: folder_key(&logs),
            cookie: format!("deskpilot-{PORT}={cookie}"),
        }
    }

    /// The path of a route, for the task that is there.
    fn path(&self, route: &RouteSpec) -> String {
        let named = route.path.replace("{folder}", &self.key).replace("{task}", "a");
        named.replace("{number}", "0").replace("{hash}", &"a".repeat(64))
    }

    /// The request with nothing wrong but its body, if the route takes one.
    fn request(&self, route: &RouteSpec) -> Malformed {
        let host = format!("127.0.0.1:{PORT}");
        let mut headers =
            vec![("cookie", self.cookie.clone()), ("origin", format!("http://{host}")), ("host", host)];
        let method = match route.method {
            RouteMethod::Get => "GET",
            RouteMethod::Post(_) => {
                headers.push(("content-type", "application/json".to_owned()));
                "POST"
            }
        };
        Malformed { method, target: self.path(route), headers, body: Vec::new(), expected: &[] }
    }
}

fn environment(folder: &Path) -> Environment {
    let home = ("HOME".to_owned(), folder.display().to_string());
    let data = ("XDG_DATA_HOME".to_owned(), folder.join("data").display().to_string());
    let platform = TextPlatform::new(Arc::new(Linux), "window \"Untitled\" notepad\n  edit \"Text\"\n");
    Environment::new(vec![home, data], Arc::new(platform))
}

/// A request to this route that is wrong in one way.
fn malformed(place: &Place, route: &RouteSpec, dice: &mut Dice) -> Malformed {
    let mut request = place.request(route);
    match (dice.below(8), route.method) {
        (0, _) => wrong_method(&mut request, dice),
        (1, _) => wrong_place(&mut request, dice),
        (2, _) => wrong_path(&mut request, route, dice),
        (3, _) if !route.parameters.is_empty() => wrong_parameter(&mut request, route.parameters, dice),
        (_, RouteMethod::Post(body)) => wrong_body(&mut request, body, dice),
        (_, RouteMethod::Get) if !route.parameters.is_empty() => {
            wrong_parameter(&mut request, route.parameters, dice);
        }
        (_, RouteMethod::Get) => wrong_path(&mut request, route, dice),
    }
    request
}

fn wrong_method(request: &mut Malformed, dice: &mut Dice) {
    request.method = dice.one_of(&["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"]).copied().unwrap();
    request.expected = &[405];
}

fn wrong_place(request: &mut Malformed, dice: &mut Dice) {
    let &(name, value, expected) = dice.one_of(WRONG_PLACES).unwrap();
    let header = request.headers.iter_mut().find(|(own, _)| *own == name).unwrap();
    value.clone_into(&mut header.1);
    request.expected = expected;
}

/// A part of the path, or something behind it, that leads elsewhere.
fn wrong_path(request: &mut Malformed, route: &RouteSpec, dice: &mut Dice) {
    let long = "x".repeat(20_000);
    let is_long = dice.one_in(20);
    let trick = dice.one_of(TRICKS).copied().filter(|_| !is_long).unwrap_or(&long);
    let mut parts: Vec<&str> = request.target.split('/').collect();
    let named: Vec<usize> =
        (0..).zip(route.path.split('/')).filter(|(_, it)| it.starts_with('{')).map(|(at, _)| at).collect();
    match dice.one_of(&named) {
        Some(at) => parts[*at] = trick,
        None => parts.push(trick),
    }
    request.target = parts.join("/");
    if request.method == "POST" {
        request.body = b"{}".to_vec();
    }
    // A body is read before the task is looked for, and `{}` is not what every route takes.
    request.expected = &[400, 404, 405];
}

fn wrong_parameter(request: &mut Malformed, parameters: &[Field], dice: &mut Dice) {
    let field = dice.one_of(parameters).unwrap();
    let query = match field.kind {
        _ if dice.one_in(4) => "surprise=1".to_owned(),
        _ if dice.one_in(4) => format!("{0}=1&{0}=2", field.name),
        ValueKind::Text | ValueKind::Reply => format!("{}=a&surprise", field.name),
        ValueKind::Number(_) | ValueKind::Flag => {
            format!("{}={}", field.name, dice.one_of(NO_VALUES).unwrap())
        }
    };
    request.target = format!("{}?{query}", request.target);
    request.expected = &[400];
}

fn wrong_body(request: &mut Malformed, body: BodySpec, dice: &mut Dice) {
    let whole = Value::Object(example(body)).to_string();
    let large = format!("{{\"x\":\"{}\"}}", "x".repeat(70_000));
    let deep = format!("{{\"x\":{}", "[".repeat(30_000));
    let (text, expected): (String, &[u16]) = match dice.below(8) {
        0 => (String::new(), &[400]),
        1 => (whole[..dice.below(whole.len())].to_owned(), &[400]),
        2 => (large, &[413]),
        3 => (deep, &[400]),
        4 => {
            let kinds =
                ["text/plain", "application/x-www-form-urlencoded", "application/zip", "multipart/form-data"];
            let kind = dice.one_of(&kinds).unwrap();
            request.headers.retain(|(name, _)| *name != "content-type");
            request.headers.push(("content-type", (*kind).to_owned()));
            (whole, &[415])
        }
        5 => (
            dice.one_of(&["[]", "null", "7", "\"stop\"", "[\"a\"]", "\u{feff}{}"])
                .map_or_else(String::new, |it| (*it).to_owned()),
            &[400],
        ),
        _ => (Value::Object(wrong_object(body, dice)).to_string(), &[400]),
    };
    (request.body, request.expected) = (text.into_bytes(), expected);
}

/// An object that fits a body.
fn example(body: BodySpec) -> Map<String, Value> {
    let needed = body.fields().iter().filter(|it| it.presence == Presence::Needed);
    let most = if matches!(body, BodySpec::OneOf(_)) { 1 } else { usize::MAX };
    needed.take(most).map(|it| (it.name.to_owned(), fitting(it.kind))).collect()
}

fn fitting(kind: ValueKind) -> Value {
    match kind {
        ValueKind::Text => json!("a"),
        ValueKind::Number(_) => json!(1),
        ValueKind::Flag => json!(true),
        ValueKind::Reply => json!({"answers": ["a"]}),
    }
}

/// An object with a key too much, a key too few, or a value of another kind.
fn wrong_object(body: BodySpec, dice: &mut Dice) -> Map<String, Value> {
    let mut object = example(body);
    let needed: Vec<String> = object.keys().cloned().collect();
    match (dice.below(3), dice.one_of(&needed), dice.one_of(body.fields())) {
        (0, Some(name), _) => drop(object.remove(name)),
        (1, _, Some(field)) => {
            let wrong = match field.kind {
                ValueKind::Text => [json!(7), json!(["a"]), json!({}), json!(true)],
                ValueKind::Number(_) => [json!(-1), json!(1.5), json!("1"), json!(1e300)],
                ValueKind::Flag => [json!(1), json!("true"), json!([]), json!({})],
                ValueKind::Reply => [json!("no"), json!({"answers": "a"}), json!({"consent": 1}), json!([])],
            };
            object.insert(field.name.to_owned(), dice.one_of(&wrong).cloned().unwrap());
        }
        _ => drop(object.insert("surprise".to_owned(), json!(1))),
    }
    object
}

async fn reply(place: &Place, malformed: &Malformed) -> Response<Body> {
    let mut request = Request::builder().method(malformed.method).uri(&malformed.target);
    for (name, value) in &malformed.headers {
        request = request.header(*name, value);
    }
    let request = request.body(Body::from(malformed.body.clone())).unwrap();
    timeout(DEADLINE, place.server.call(request)).await.unwrap().unwrap()
}

/// What is wrong with the reply; `None` if nothing is.
async fn fault(malformed: &Malformed, response: Response<Body>) -> Option<String> {
    let status = response.status();
    if !malformed.expected.contains(&status.as_u16()) {
        return Some(format!("{status}, and not one of {:?}", malformed.expected));
    }
    let kind = response.headers().get("content-type").cloned();
    let bytes = timeout(DEADLINE, to_bytes(response.into_body(), 1 << 20)).await.unwrap().unwrap();
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    let error = value.get("error").and_then(Value::as_object);
    let is_whole = error.is_some_and(|it| {
        it.len() == 2 && ["code", "says"].iter().all(|key| it.get(*key).is_some_and(Value::is_string))
    });
    let is_json = kind.is_some_and(|it| it == "application/json");
    (!is_json || !is_whole).then(|| format!("{status} {}", String::from_utf8_lossy(&bytes)))
}

fn number(variable: &str, usual: u64) -> u64 {
    env::var(variable).ok().and_then(|it| it.parse().ok()).unwrap_or(usual)
}

#[tokio::test]
async fn a_request_that_is_wrong_in_any_way_gets_an_error_in_the_documented_shape() {
    let (place, seed) = (Place::new(), number("DESKPILOT_TEST_SEED", SEED));
    let mut dice = Dice::of(seed);
    for trial in 0..number("DESKPILOT_TEST_TRIALS", TRIALS) {
        let route = dice.one_of(ROUTES).unwrap();
        let malformed = malformed(&place, route, &mut dice);
        let fault = fault(&malformed, reply(&place, &malformed).await).await;
        let Malformed { method, target, headers, body, .. } = &malformed;
        let body = String::from_utf8_lossy(&body[..body.len().min(200)]);
        assert_eq!(fault, None, "seed {seed}, trial {trial}: {method} {target} {headers:?} {body}");
    }
}

#[tokio::test]
async fn a_parameter_that_the_table_names_is_one_that_its_route_takes() {
    let place = Place::new();
    for route in ROUTES.iter().filter(|it| !it.path.contains("number")) {
        for field in route.parameters {
            let value = match field.kind {
                ValueKind::Flag => "false",
                ValueKind::Number(_) => "0",
                ValueKind::Text | ValueKind::Reply => "a",
            };
            let mut request = place.request(route);
            request.target = format!("{}?{}={value}", request.target, field.name);
            let status = reply(&place, &request).await.status();
            assert_eq!(status, StatusCode::OK, "{}", request.target);
        }
    }
}

#[tokio::test]
async fn a_body_that_the_table_describes_is_one_that_its_route_takes() {
    let place = Place::new();
    for route in ROUTES {
        let RouteMethod::Post(body) = route.method else { continue };
        let mut request = place.request(route);
        // Nothing is started, answered or taken back: the task is unknown, and the mode does not exist.
        request.target = request.target.replace("/a/", "/b/");
        let mut whole = example(body);
        if let BodySpec::Keys(fields) = body {
            let optional = fields.iter().filter(|it| it.presence == Presence::Optional);
            whole.extend(optional.map(|it| (it.name.to_owned(), fitting(it.kind))));
        }
        request.body = Value::Object(whole).to_string().into_bytes();
        let response = reply(&place, &request).await;
        let (status, bytes) = (response.status(), to_bytes(response.into_body(), 1 << 20).await.unwrap());
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match route.path {
            "/api/tasks" => assert!(status == 400 && text.contains("there is no mode"), "{text}"),
            "/api/invitations" => assert_eq!(status, StatusCode::OK, "{text}"),
            path => assert_eq!(status, StatusCode::NOT_FOUND, "{path}: {text}"),
        }
    }
}
