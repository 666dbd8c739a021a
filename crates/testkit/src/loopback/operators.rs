//! Servers for the dialects of computer-use models: each plays back prepared answers and validates requests as
//! its provider does. No I/O; the state is the answers left.

use super::http::{Request, Response};
use super::{Site, chat::Refusal, refused};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{Secret, Size};
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::io::Cursor;
use std::sync::{Mutex, PoisonError};

/// A provider's dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Responses API with its computer tool.
    OpenAi,
    /// The Messages API with its computer tool.
    Anthropic,
}

/// The server's answer to one request.
#[derive(Clone, Debug)]
pub enum Line {
    /// The items of an answer as a list, or a whole body.
    Says(Value),
    /// This status, with this body.
    Fails(u16, String),
    /// This body, which may be invalid JSON.
    Raw(String),
}

/// A server for one dialect, with its remaining answers.
pub(super) struct Stage {
    dialect: Dialect,
    token: Secret,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    left: VecDeque<Line>,
    requests: Vec<Value>,
    /// For each given answer its calls, each with its safety checks.
    answers: Vec<Vec<(String, Vec<String>)>>,
}

impl Stage {
    pub(super) fn new(dialect: Dialect, answers: Vec<Line>, token: Secret) -> Stage {
        let state = State { left: answers.into(), ..State::default() };
        Stage { dialect, token, state: Mutex::new(state) }
    }

    /// The requests received, with pictures replaced by their sizes.
    pub(super) fn requests(&self) -> Vec<Value> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).requests.clone()
    }

    fn play(&self, request: &Request) -> Result<Response, Refusal> {
        let body = self.read(request)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.requests.push(without_pictures(body.clone()));
        let checked = match self.dialect {
            Dialect::OpenAi => openai(&body, &state),
            Dialect::Anthropic => {
                anthropic(&body, request, &state).map_err(|message| Refusal::new(400, message))
            }
        };
        checked?;
        match state.left.pop_front() {
            Some(Line::Says(items)) => {
                Ok(response(200, state.answered(self.dialect, &body, items).to_string()))
            }
            Some(Line::Fails(status, body)) => Ok(response(status, body)),
            Some(Line::Raw(body)) => Ok(response(200, body)),
            None => Err(Refusal::new(400, "this server has no answer left")),
        }
    }

    /// The body of a valid request.
    fn read(&self, request: &Request) -> Result<Value, Refusal> {
        let (path, told) = match self.dialect {
            Dialect::OpenAi => {
                let bearer = request.header("authorization").and_then(|it| it.strip_prefix("Bearer "));
                ("/v1/responses", bearer)
            }
            Dialect::Anthropic => ("/v1/messages", request.header("x-api-key")),
        };
        if !told.is_some_and(|told| self.token.matches(told)) {
            return Err(Refusal::new(401, "this server was started with another token"));
        }
        if (request.method.as_str(), request.path.as_str()) != ("POST", path) {
            return Err(Refusal::new(404, format!("there is only POST {path}")));
        }
        serde_json::from_slice(&request.body).map_err(|error| Refusal::new(400, error.to_string()))
    }
}

#[async_trait]
impl Site for Stage {
    async fn answer(&self, request: &Request) -> Response {
        self.play(request).unwrap_or_else(|refusal| refused(&refusal))
    }
}

fn response(status: u16, body: String) -> Response {
    Response { status, headers: Vec::new(), body }
}

impl State {
    /// The body of an answer with these items, whose calls it then expects to be answered.
    fn answered(&mut self, dialect: Dialect, request: &Value, items: Value) -> Value {
        let nth = self.answers.len() + 1;
        let body = match (items.is_array(), dialect) {
            (false, _) => items,
            (true, Dialect::OpenAi) => json!({
                "id": format!("resp_{nth}"), "object": "response", "status": "completed",
                "model": request["model"], "output": items,
                "usage": {"input_tokens": 1000, "input_tokens_details": {"cached_tokens": 0}, "output_tokens": 50},
            }),
            (true, Dialect::Anthropic) => {
                let calls = each(&items).any(|it| it["type"] == "tool_use");
                json!({
                    "id": format!("msg_{nth}"), "type": "message", "role": "assistant",
                    "model": request["model"], "content": items,
                    "stop_reason": if calls { "tool_use" } else { "end_turn" },
                    "usage": {"input_tokens": 1000, "output_tokens": 50},
                })
            }
        };
        self.answers.push(each(&body["output"]).filter_map(called).collect());
        body
    }
}

fn called(item: &Value) -> Option<(String, Vec<String>)> {
    let checks = each(&item["pending_safety_checks"]).filter_map(|it| Some(it["id"].as_str()?.to_owned()));
    Some((item["call_id"].as_str()?.to_owned(), checks.collect()))
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Validates a request as OpenAI does.
fn openai(body: &Value, state: &State) -> Result<(), Refusal> {
    let wrong = |message: String| Refusal::new(400, message);
    let tool = |name: &str| each(&body["tools"]).find(|it| it["type"] == name);
    let (preview, current) = (tool("computer_use_preview"), tool("computer"));
    if preview.is_none() && current.is_none() {
        return Err(wrong("the tool computer is missing".into()));
    }
    for size in each(&body["input"]).flat_map(shown).map(size_of) {
        let size = size.map_err(wrong)?;
        let declared = preview.map(|it| (it["display_width"].as_u64(), it["display_height"].as_u64()));
        fits(size, declared).map_err(wrong)?;
    }
    let outputs = || each(&body["input"]).filter(|it| it["call_id"].is_string());
    match body["previous_response_id"].as_str() {
        None if outputs().next().is_some() => Err(wrong("an output follows no answer".into())),
        None => Ok(()),
        Some(id) => match id
            .strip_prefix("resp_")
            .and_then(|nth| state.answers.get(nth.parse::<usize>().ok()?.checked_sub(1)?))
        {
            Some(waiting) => waited_for(&outputs().collect::<Vec<_>>(), waiting).map_err(wrong),
            None => Err(Refusal {
                code: Some("previous_response_not_found"),
                ..wrong(format!("Previous response with id '{id}' not found."))
            }),
        },
    }
}

/// Whether each call of an answer has exactly one output that acknowledges its safety checks.
fn waited_for(outputs: &[&Value], waiting: &[(String, Vec<String>)]) -> Result<(), String> {
    for (id, checks) in waiting {
        let own: Vec<&&Value> = outputs.iter().filter(|it| it["call_id"] == **id).collect();
        let [output] = own.as_slice() else { return Err(format!("call {id} has {} outputs", own.len())) };
        let acknowledged =
            |check: &String| each(&output["acknowledged_safety_checks"]).any(|it| it["id"] == **check);
        if let Some(check) = checks.iter().find(|check| !acknowledged(check)) {
            return Err(format!("safety check {check} of call {id} is not acknowledged"));
        }
    }
    let known = |it: &&&Value| waiting.iter().any(|(id, _)| it["call_id"] == **id);
    match outputs.iter().find(|it| !known(it)) {
        Some(other) => Err(format!("there is no call {}", other["call_id"])),
        None => Ok(()),
    }
}

/// Validates a request as Anthropic does.
fn anthropic(body: &Value, request: &Request, state: &State) -> Result<(), String> {
    let tool =
        each(&body["tools"]).find(|it| it["name"] == "computer").ok_or("the tool computer is missing")?;
    let beta = match tool["type"].as_str() {
        Some("computer_20250124") => "computer-use-2025-01-24",
        Some("computer_20251124") => "computer-use-2025-11-24",
        other => return Err(format!("there is no tool {other:?}")),
    };
    if request.header("anthropic-beta") != Some(beta) || request.header("anthropic-version").is_none() {
        return Err(format!("the tool needs the header anthropic-beta: {beta}, and anthropic-version"));
    }
    if body["max_tokens"].as_u64().is_none() {
        return Err("max_tokens is missing".into());
    }
    let messages: Vec<&Value> = each(&body["messages"]).collect();
    for (at, message) in messages.iter().enumerate() {
        let role = if at % 2 == 0 { "user" } else { "assistant" };
        if message["role"] != role {
            return Err(format!("message {at} is not of the {role}"));
        }
        if at % 2 == 0 {
            answers_all(at.checked_sub(1).map(|before| messages[before]), message)?;
        }
    }
    if messages.len() > 2 * state.answers.len() + 1 {
        return Err("the conversation has answers that were not given".into());
    }
    let declared = Some((tool["display_width_px"].as_u64(), tool["display_height_px"].as_u64()));
    let sizes: Vec<Size> = messages.iter().flat_map(|it| shown(it)).map(size_of).collect::<Result<_, _>>()?;
    fits(*sizes.last().ok_or("there is no screenshot")?, declared)
}

/// Whether the next message answers each call of a message, and nothing else.
fn answers_all(before: Option<&Value>, message: &Value) -> Result<(), String> {
    let ids = |message: &Value, kind: &str, key: &str| -> Vec<Value> {
        each(&message["content"]).filter(|it| it["type"] == kind).map(|it| it[key].clone()).collect()
    };
    let asked = before.map(|it| ids(it, "tool_use", "id")).unwrap_or_default();
    let answered = ids(message, "tool_result", "tool_use_id");
    if asked == answered { Ok(()) } else { Err(format!("{asked:?} was asked for and {answered:?} answered")) }
}

/// The pictures in a value, in the encodings of the dialects.
fn shown(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(object) if object.get("type").is_some_and(|it| it == "base64") => vec![&value["data"]],
        Value::Object(object) => {
            let own = object.get("image_url").into_iter();
            own.chain(object.values().flat_map(shown)).collect()
        }
        Value::Array(items) => items.iter().flat_map(shown).collect(),
        _ => Vec::new(),
    }
}

/// The size of a picture; an error if it cannot be decoded.
fn size_of(picture: &Value) -> Result<Size, String> {
    let text = picture.as_str().ok_or("a picture is no text")?;
    let encoded = text.strip_prefix("data:image/png;base64,").unwrap_or(text);
    let png = STANDARD.decode(encoded).map_err(|error| format!("a picture is not base64: {error}"))?;
    let wrong = |error: png::DecodingError| format!("a picture is no PNG: {error}");
    let mut reader = png::Decoder::new(Cursor::new(png)).read_info().map_err(wrong)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("a picture is too large")?];
    let frame = reader.next_frame(&mut pixels).map_err(wrong)?;
    Ok(Size { width: frame.width, height: frame.height })
}

fn fits(size: Size, declared: Option<(Option<u64>, Option<u64>)>) -> Result<(), String> {
    let own = (Some(u64::from(size.width)), Some(u64::from(size.height)));
    match declared {
        Some(declared) if declared != own => {
            Err(format!("the screen is declared as {declared:?}, and a screenshot is {own:?}"))
        }
        _ => Ok(()),
    }
}

/// The value with each picture replaced by its size.
fn without_pictures(mut value: Value) -> Value {
    let shorten = |picture: &Value| match size_of(picture) {
        Ok(size) => json!(format!("{} x {}", size.width, size.height)),
        Err(why) => json!(why),
    };
    match &mut value {
        Value::Object(object) if object.get("type").is_some_and(|it| it == "base64") => {
            object["data"] = shorten(&object["data"]);
        }
        Value::Object(object) => {
            for (key, value) in object.iter_mut() {
                let now = if key == "image_url" { shorten(value) } else { without_pictures(value.take()) };
                *value = now;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| *it = without_pictures(it.take())),
        _ => {}
    }
    value
}
