//! OpenAI's dialect: the computer tool of the Responses API. The provider keeps the conversation; each request names
//! the answer that it follows.

use super::keys;
use super::parse::{missing_parameter, modifiers, point, text, unknown_action, unknown_key};
use super::port::{
    CallCompletion, ComputerUse, FinalMessage, OperatorAction, OperatorAnswer, OperatorTurn, PixelPoint,
    SafetyCheck, Screenshot, ToolCall, ToolCallResult,
};
use super::tools::{INSTRUCTIONS, TOOLS, tool_action};
use super::wire::{AnswerParser, Wire};
use crate::hosted::{Ending, responses_ending, responses_usage};
use crate::{HostedOptions, ModelError, Prices, Secret};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{Button, ParsedJson, PictureLimits, ScrollBy};
use serde_json::{Value, json};
use std::sync::Arc;

/// A computer-use model with OpenAI's dialect.
pub(super) struct OpenAi(Wire);

/// The state of a conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DialectState {
    /// The answer that the next request follows.
    previous: Option<String>,
    /// Its calls, each with the tool that answers it.
    calls: Vec<(String, ToolKind)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ToolKind {
    Computer,
    Function,
}

/// The length of a wait without a time, in seconds.
const DEFAULT_WAIT_SECONDS: f64 = 2.0;
/// The pixels of scrolling that equal one notch of the wheel.
const PIXELS_PER_NOTCH: f64 = 100.0;
/// The actions that an error lists for the model after an unknown one.
const OFFERED: &str = "click, double_click, move, drag, scroll, keypress, type, wait and screenshot";

impl OpenAi {
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        key: &Secret,
    ) -> Result<OpenAi, ModelError> {
        let bearer = Secret::new(format!("Bearer {}", key.reveal()));
        Ok(OpenAi(Wire::new(options, prices, "responses", &[("authorization", bearer)])?))
    }
}

#[async_trait]
impl ComputerUse for OpenAi {
    type State = DialectState;

    fn name(&self) -> &str {
        &self.0.name
    }

    fn display(&self) -> PictureLimits {
        self.0.options.pictures
    }

    async fn next(
        &self,
        state: &DialectState,
        turn: &OperatorTurn,
    ) -> Result<OperatorAnswer<DialectState>, ModelError> {
        let limit = self.0.limit(turn.answer_length);
        let mut request = encode(state, turn, &self.0.options);
        if let Some(limit) = limit {
            request["max_output_tokens"] = json!(limit);
        }
        let parser = AnswerParser { usage: responses_usage, ending: responses_ending };
        self.0.ask(&request, limit, &parser, decode).await
    }
}

/// The request of a turn.
fn encode(state: &DialectState, turn: &OperatorTurn, options: &HostedOptions) -> Value {
    let mut request = json!({
        "model": options.model,
        "instructions": INSTRUCTIONS,
        "tools": tools(),
        "input": input(state, turn),
        "truncation": "auto",
    });
    if let Some(previous) = state.previous.as_ref().filter(|_| turn.opening.is_none()) {
        request["previous_response_id"] = json!(previous);
    }
    request
}

fn tools() -> Vec<Value> {
    let functions = TOOLS.iter().map(|it| {
        json!({"type": "function", "name": it.name, "description": it.doc, "parameters": it.schema(), "strict": true})
    });
    // It takes the size of the screen from the screenshot.
    std::iter::once(json!({"type": "computer"})).chain(functions).collect()
}

fn input(state: &DialectState, turn: &OperatorTurn) -> Vec<Value> {
    if let Some(opening) = &turn.opening {
        let texts = std::iter::once(opening).chain(&turn.messages);
        return vec![message(texts, Some(&turn.screen))];
    }
    let kind = |id: &str| state.calls.iter().find(|(known, _)| known == id).map(|(_, kind)| *kind);
    let (mut items, mut texts, mut is_shown) = (Vec::new(), Vec::new(), false);
    for result in &turn.results {
        match kind(&result.id) {
            Some(ToolKind::Computer) => {
                items.push(screen_output(result, &turn.screen));
                is_shown = true;
                texts.extend((result.done != CallCompletion::All).then_some(&result.text));
            }
            Some(ToolKind::Function) => items.push(json!({
                "type": "function_call_output", "call_id": result.id, "output": result.text,
            })),
            None => texts.push(&result.text),
        }
    }
    texts.extend(&turn.messages);
    if !texts.is_empty() || !is_shown {
        items.push(message(texts, (!is_shown).then_some(&turn.screen)));
    }
    items
}

fn screen_output(result: &ToolCallResult, screen: &Screenshot) -> Value {
    let output = json!({"type": "computer_screenshot", "image_url": data_url(screen), "detail": "original"});
    let mut item = json!({"type": "computer_call_output", "call_id": result.id, "output": output});
    if !result.acknowledged.is_empty() {
        let check = |it: &SafetyCheck| json!({"id": it.id, "code": it.code, "message": it.message});
        item["acknowledged_safety_checks"] = result.acknowledged.iter().map(check).collect();
    }
    item
}

fn message<'t>(texts: impl IntoIterator<Item = &'t String>, shown: Option<&Screenshot>) -> Value {
    let text = |it: &String| json!({"type": "input_text", "text": it});
    let picture = shown
        .map(|screen| json!({"type": "input_image", "image_url": data_url(screen), "detail": "original"}));
    let content: Vec<Value> = texts.into_iter().map(text).chain(picture).collect();
    json!({"role": "user", "content": content})
}

fn data_url(screen: &Screenshot) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(&screen.png))
}

/// Decodes the answer in a body; the error says why there is none.
pub(super) fn decode(body: &Value) -> Result<OperatorAnswer<DialectState>, String> {
    let Some(output) = body["output"].as_array() else { return Err("it has no output".into()) };
    let (mut calls, mut kinds, mut thoughts, mut messages, mut refusals) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for item in output {
        let kind = item["type"].as_str().unwrap_or("");
        match kind {
            "reasoning" => thoughts.extend(texts(&item["summary"], "text")),
            "message" => {
                messages.extend(texts(&item["content"], "text"));
                refusals.extend(texts(&item["content"], "refusal"));
            }
            "computer_call" | "function_call" => {
                let id = item["call_id"].as_str().ok_or_else(|| format!("its {kind} has no call_id"))?;
                let is_computer = kind == "computer_call";
                kinds
                    .push((id.to_owned(), if is_computer { ToolKind::Computer } else { ToolKind::Function }));
                let actions = if is_computer { actions(item) } else { vec![function_action(item)] };
                let checks = item["pending_safety_checks"].as_array().into_iter().flatten().map(safety_check);
                calls.push(ToolCall { id: id.to_owned(), actions, checks: checks.collect() });
            }
            // Tools that the provider runs itself need no answer.
            _ => {}
        }
    }
    if let Ending::Withheld(why) = responses_ending(body) {
        refusals.push(why);
    }
    let final_message = final_message(&calls, &messages, &refusals);
    if calls.is_empty() && final_message.is_none() {
        return Err(
            "it asked for nothing and said nothing: do the next thing, or say that the task is done".into()
        );
    }
    let previous = body["id"].as_str().map(str::to_owned);
    if previous.is_none() {
        return Err("it has no id, so no request can follow it".into());
    }
    // Messages next to calls explain them.
    thoughts.extend(messages.into_iter().filter(|_| !calls.is_empty()));
    Ok(OperatorAnswer {
        state: DialectState { previous, calls: kinds },
        thought: thoughts.join("\n"),
        calls,
        final_message,
        model: String::new(),
        usage: deskpilot_core::Usage::default(),
    })
}

fn final_message(calls: &[ToolCall], messages: &[String], refusals: &[String]) -> Option<FinalMessage> {
    match (refusals, calls, messages) {
        ([], [], []) | ([], [_, ..], _) => None,
        ([], [], messages) => Some(FinalMessage::Message(messages.join("\n"))),
        // A refusal cancels the calls in the same answer, because the rest of the answer is unknown.
        (refusals, ..) => Some(FinalMessage::Refusal(refusals.join("\n"))),
    }
}

fn texts(parts: &Value, key: &str) -> Vec<String> {
    let parts = parts.as_array().into_iter().flatten();
    parts.map(|part| text(part, key)).filter(|text| !text.is_empty()).collect()
}

fn safety_check(value: &Value) -> SafetyCheck {
    SafetyCheck { id: text(value, "id"), code: text(value, "code"), message: text(value, "message") }
}

fn function_action(item: &Value) -> OperatorAction {
    let name = item["name"].as_str().unwrap_or("");
    let action = |args: &Value| tool_action(name, args);
    match item["arguments"].as_str().map(serde_json::from_str) {
        Some(Ok(ParsedJson { value, duplicate: None })) => action(&value),
        Some(Ok(ParsedJson { duplicate: Some(key), .. })) => {
            OperatorAction::Unclear(format!("the arguments of {name} have the key {key:?} twice"))
        }
        Some(Err(error)) if TOOLS.iter().any(|it| it.name == name) => {
            OperatorAction::Unclear(format!("the arguments of {name} are not JSON: {error}"))
        }
        Some(Err(_)) => action(&Value::Null),
        // Some servers write the object itself.
        None => action(&item["arguments"]),
    }
}

/// The actions of a call: a list. Servers that imitate the tool may write one action alone.
fn actions(item: &Value) -> Vec<OperatorAction> {
    match (item["actions"].as_array(), &item["action"]) {
        (Some(several), _) if !several.is_empty() => several.iter().map(action).collect(),
        (_, Value::Object(_)) => vec![action(&item["action"])],
        _ => vec![OperatorAction::Unclear(format!("the call has no action: the actions are {OFFERED}"))],
    }
}

fn action(it: &Value) -> OperatorAction {
    let name = it["type"].as_str().unwrap_or("");
    let at = || point(&it["x"], &it["y"]).ok_or_else(|| missing_parameter(name, "x and y"));
    let read = match name {
        "click" => click(it, at, 1),
        "double_click" => click(it, at, 2),
        "move" => at().map(OperatorAction::Move),
        "drag" => drag(it),
        "scroll" => at().and_then(|at| scroll(it, at)),
        "keypress" => keypress(it),
        "type" => Ok(OperatorAction::Type(it["text"].as_str().unwrap_or("").to_owned())),
        "wait" => Ok(OperatorAction::Wait(DEFAULT_WAIT_SECONDS)),
        "screenshot" => Ok(OperatorAction::Screenshot),
        other => Err(unknown_action(other, OFFERED)),
    };
    read.unwrap_or_else(|unclear| unclear)
}

type ActionResult = Result<OperatorAction, OperatorAction>;

fn click(it: &Value, at: impl Fn() -> Result<PixelPoint, OperatorAction>, count: u8) -> ActionResult {
    let button = match it["button"].as_str() {
        None | Some("left") => Button::Left,
        Some("right") => Button::Right,
        Some("wheel" | "middle") => Button::Middle,
        Some("back") => Button::X,
        Some(other) => return Err(OperatorAction::Unclear(format!("there is no button {other:?}"))),
    };
    let held = modifiers(names(&it["keys"])).map_err(|name| unknown_key(&name))?;
    Ok(OperatorAction::Click { at: at()?, button, count, held })
}

fn drag(it: &Value) -> ActionResult {
    let points = it["path"].as_array().into_iter().flatten();
    // Newer models give points as pairs.
    let point_of = |it: &Value| point(&it["x"], &it["y"]).or_else(|| point(&it[0], &it[1]));
    let path: Option<Vec<PixelPoint>> = points.map(point_of).collect();
    let held = modifiers(names(&it["keys"])).map_err(|name| unknown_key(&name))?;
    match path.filter(|path| path.len() > 1) {
        Some(path) => Ok(OperatorAction::Drag { path, held }),
        None => Err(missing_parameter("drag", "a path of two points or more, each with x and y")),
    }
}

fn scroll(it: &Value, at: PixelPoint) -> ActionResult {
    if names(&it["keys"]).next().is_some() {
        return Err(OperatorAction::Unclear("scroll takes no keys here".into()));
    }
    let notches = |key: &str| {
        let pixels = it[key].as_f64().unwrap_or(0.0);
        // Any scrolling is at least one notch.
        let notches = (pixels / PIXELS_PER_NOTCH).abs().round().clamp(f64::from(pixels != 0.0), 100.0);
        (notches * pixels.signum()) as i32
    };
    Ok(OperatorAction::Scroll { at, by: ScrollBy { up: -notches("scroll_y"), right: notches("scroll_x") } })
}

fn keypress(it: &Value) -> ActionResult {
    // A letter names its key; the model adds SHIFT for a capital.
    let name = |name: &str| if name.chars().count() == 1 { name.to_lowercase() } else { name.to_owned() };
    let named: Vec<String> = names(&it["keys"]).map(name).collect();
    if named.is_empty() {
        return Err(missing_parameter("keypress", "keys"));
    }
    keys::chord(named.iter().map(String::as_str)).map(OperatorAction::Keys).map_err(|name| unknown_key(&name))
}

fn names(keys: &Value) -> impl Iterator<Item = &str> {
    keys.as_array().into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
#[path = "tests/openai.rs"]
pub(super) mod tests;
