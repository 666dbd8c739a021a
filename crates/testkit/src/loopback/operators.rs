//! Servers for the dialects of computer-use models: each plays back prepared answers and validates requests as
//! its provider does. No I/O; the state is the remaining answers.

use super::claude::{Past, refuses};
use super::fields::{INTERACTIONS, MESSAGES, RESPONSES};
use super::gemini;
use super::http::{Request, Response};
use super::screenshots::{check_size, picture_size, pictures, without_pictures};
use super::{Site, chat::Refusal, error_response};
use async_trait::async_trait;
use deskpilot_core::Secret;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// A provider's dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// The Responses API with its computer tool.
    OpenAi,
    /// The Messages API with its computer tool.
    Anthropic,
    /// The Interactions API with its computer tool.
    Gemini,
}

/// The server's answer to one request.
#[derive(Clone, Debug)]
pub enum OperatorReply {
    /// The items of an answer as a list, or a whole body.
    Answer(Value),
    /// This status, with this body.
    Error(u16, String),
    /// This body, which may be invalid JSON.
    Raw(String),
}

/// A server for one dialect, with its remaining answers.
pub(super) struct OperatorSite {
    dialect: Dialect,
    token: Secret,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    left: VecDeque<OperatorReply>,
    requests: Vec<Value>,
    /// For each given answer its calls, each with its safety checks.
    answers: Vec<Vec<(String, Vec<String>)>>,
    /// The content of each given answer, in Anthropic's dialect.
    contents: Vec<Value>,
    /// The steps of each given answer, in Google's dialect.
    given: Vec<Value>,
}

impl OperatorSite {
    pub(super) fn new(dialect: Dialect, answers: Vec<OperatorReply>, token: Secret) -> OperatorSite {
        let state = State { left: answers.into(), ..State::default() };
        OperatorSite { dialect, token, state: Mutex::new(state) }
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
                let past = Past { contents: &state.contents, requests: &state.requests };
                refuses(&body, request, &past).map_or(Ok(()), |why| Err(Refusal::new(400, why)))
            }
            Dialect::Gemini => gemini::check(&body, &state.given).map_err(|why| Refusal::new(400, why)),
        };
        checked?;
        let fields = match self.dialect {
            Dialect::OpenAi => &RESPONSES,
            Dialect::Anthropic => &MESSAGES,
            Dialect::Gemini => &INTERACTIONS,
        };
        fields.check(&body).map_err(|why| Refusal::new(400, why))?;
        match state.left.pop_front() {
            Some(OperatorReply::Answer(items)) => {
                Ok(response(200, state.answered(self.dialect, &body, items).to_string()))
            }
            Some(OperatorReply::Error(status, body)) => Ok(response(status, body)),
            Some(OperatorReply::Raw(body)) => Ok(response(200, body)),
            None => Err(Refusal::new(400, "this server has no answer left")),
        }
    }

    /// The body of a valid request.
    fn read(&self, request: &Request) -> Result<Value, Refusal> {
        let (path, token) = match self.dialect {
            Dialect::OpenAi => {
                let bearer = request.header("authorization").and_then(|it| it.strip_prefix("Bearer "));
                ("/v1/responses", bearer)
            }
            Dialect::Anthropic => ("/v1/messages", request.header("x-api-key")),
            Dialect::Gemini => ("/v1/interactions", request.header("x-goog-api-key")),
        };
        if !token.is_some_and(|token| self.token.matches(token)) {
            return Err(Refusal::new(401, "this server was started with another token"));
        }
        if (request.method.as_str(), request.path.as_str()) != ("POST", path) {
            return Err(Refusal::new(404, format!("there is only POST {path}")));
        }
        serde_json::from_slice(&request.body).map_err(|error| Refusal::new(400, error.to_string()))
    }
}

#[async_trait]
impl Site for OperatorSite {
    async fn answer(&self, request: &Request) -> Response {
        self.play(request).unwrap_or_else(|refusal| error_response(&refusal))
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
            (true, Dialect::Gemini) => gemini::interaction(nth, request, &items),
        };
        self.answers.push(each(&body["output"]).filter_map(call_and_checks).collect());
        self.contents.push(body["content"].clone());
        self.given.push(body["steps"].clone());
        body
    }
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn call_and_checks(item: &Value) -> Option<(String, Vec<String>)> {
    let checks = each(&item["pending_safety_checks"]).filter_map(|it| Some(it["id"].as_str()?.to_owned()));
    Some((item["call_id"].as_str()?.to_owned(), checks.collect()))
}

/// Validates a request as OpenAI does.
fn openai(body: &Value, state: &State) -> Result<(), Refusal> {
    let wrong = |message: String| Refusal::new(400, message);
    if let Some(gone) = body["model"].as_str().filter(|it| it.starts_with("computer-use-preview")) {
        return Err(Refusal::new(404, format!("The model '{gone}' does not exist")));
    }
    if !each(&body["tools"]).any(|it| *it == json!({"type": "computer"})) {
        return Err(wrong("the tool computer is missing".into()));
    }
    for size in each(&body["input"]).flat_map(pictures).map(picture_size) {
        check_size(size.map_err(wrong)?, None).map_err(wrong)?;
    }
    let outputs = || each(&body["input"]).filter(|it| it["call_id"].is_string());
    match body["previous_response_id"].as_str() {
        None if outputs().next().is_some() => Err(wrong("an output follows no answer".into())),
        None => Ok(()),
        Some(id) => match id
            .strip_prefix("resp_")
            .and_then(|nth| state.answers.get(nth.parse::<usize>().ok()?.checked_sub(1)?))
        {
            Some(waiting) => check_outputs(&outputs().collect::<Vec<_>>(), waiting).map_err(wrong),
            None => Err(Refusal {
                code: Some("previous_response_not_found"),
                ..wrong(format!("Previous response with id '{id}' not found."))
            }),
        },
    }
}

/// Whether each call of an answer has exactly one output that acknowledges its safety checks.
fn check_outputs(outputs: &[&Value], waiting: &[(String, Vec<String>)]) -> Result<(), String> {
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
