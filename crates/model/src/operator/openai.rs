//! The dialect of OpenAI: the computer tool of its Responses API. The provider keeps the conversation; each request names
//! the answer it follows.

use super::answer::{self, held, lacks, no_key, place, text, tokens, unknown};
use super::keys;
use super::port::{
    Answered, Call, CallResult, ComputerUse, LastWord, OperatorAction, Place, SafetyCheck, Screen,
    ToolResult, Turn,
};
use super::tools::{INSTRUCTIONS, TOOLS, called};
use super::wire::Wire;
use crate::{HostedOptions, ModelError, Prices, Secret};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{Button, PictureLimits, ScrollBy};
use serde_json::{Value, json};
use std::sync::Arc;

/// A computer-use model of OpenAI's dialect.
pub(super) struct OpenAi {
    wire: Wire,
    /// The name of the platform that it acts on, such as `windows`.
    platform: String,
}

/// What the dialect remembers.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Talk {
    /// The answer that the next request follows.
    previous: Option<String>,
    /// Its calls, and by which tool each is answered.
    calls: Vec<(String, Kind)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Computer,
    Function,
}

/// What the tool of the screen is called and told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tool {
    /// That of the models made for it, which is told the size of the screen.
    Preview,
    /// That of the models that came after them, which take the size from the screenshot.
    Current,
}

impl Tool {
    fn of(model: &str) -> Tool {
        if model.contains("computer-use-preview") { Tool::Preview } else { Tool::Current }
    }
}

/// How long a wait without a time is, in seconds.
const WAIT: f64 = 2.0;
/// So many pixels that a page moves are a notch of the wheel.
const NOTCH: f64 = 100.0;
const OFFERED: &str = "click, double_click, move, drag, scroll, keypress, type, wait and screenshot";

impl OpenAi {
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        key: &Secret,
        platform: &str,
    ) -> Result<OpenAi, ModelError> {
        let bearer = Secret::new(format!("Bearer {}", key.reveal()));
        let wire = Wire::new(options, prices, "responses", &[("authorization", bearer)])?;
        Ok(OpenAi { wire, platform: platform.to_owned() })
    }
}

#[async_trait]
impl ComputerUse for OpenAi {
    type Talk = Talk;

    fn name(&self) -> &str {
        &self.wire.name
    }

    fn display(&self) -> PictureLimits {
        self.wire.options.pictures
    }

    async fn next(&self, talk: &Talk, turn: &Turn) -> Result<Answered<Talk>, ModelError> {
        let request = encode(talk, turn, &self.wire.options, &self.platform);
        self.wire.ask(&request, usage, decode).await
    }

    fn has_forgotten(&self, error: &ModelError) -> bool {
        let ModelError::Refused { message, .. } = error else { return false };
        let message = message.to_lowercase();
        message.contains("previous response") || message.contains("previous_response")
    }
}

/// The request of a turn.
fn encode(talk: &Talk, turn: &Turn, options: &HostedOptions, platform: &str) -> Value {
    let tool = Tool::of(&options.model);
    let mut request = json!({
        "model": options.model,
        "instructions": INSTRUCTIONS,
        "tools": tools(tool, &turn.screen, platform),
        "input": input(talk, turn, tool),
        "truncation": "auto",
    });
    if let Some(previous) = talk.previous.as_ref().filter(|_| turn.opening.is_none()) {
        request["previous_response_id"] = json!(previous);
    }
    if tool == Tool::Preview {
        request["reasoning"] = json!({"summary": "concise"});
    }
    if let Some(most) = options.max_output_tokens {
        request["max_output_tokens"] = json!(most);
    }
    request
}

fn tools(tool: Tool, screen: &Screen, platform: &str) -> Vec<Value> {
    let computer = match tool {
        Tool::Preview => json!({
            "type": "computer_use_preview",
            "display_width": screen.size.width,
            "display_height": screen.size.height,
            "environment": platform,
        }),
        Tool::Current => json!({"type": "computer"}),
    };
    let functions = TOOLS.iter().map(|it| {
        json!({"type": "function", "name": it.name, "description": it.doc, "parameters": it.schema(), "strict": true})
    });
    std::iter::once(computer).chain(functions).collect()
}

fn input(talk: &Talk, turn: &Turn, tool: Tool) -> Vec<Value> {
    if let Some(opening) = &turn.opening {
        let texts = std::iter::once(opening).chain(&turn.told);
        return vec![message(texts, Some((&turn.screen, tool)))];
    }
    let kind = |id: &str| talk.calls.iter().find(|(known, _)| known == id).map(|(_, kind)| *kind);
    let (mut items, mut told, mut is_shown) = (Vec::new(), Vec::new(), false);
    for result in &turn.results {
        match kind(&result.id) {
            Some(Kind::Computer) => {
                items.push(screen_output(result, &turn.screen, tool));
                is_shown = true;
                told.extend((result.done != ToolResult::All).then_some(&result.text));
            }
            Some(Kind::Function) => items.push(json!({
                "type": "function_call_output", "call_id": result.id, "output": result.text,
            })),
            None => told.push(&result.text),
        }
    }
    told.extend(&turn.told);
    if !told.is_empty() || !is_shown {
        items.push(message(told, (!is_shown).then_some((&turn.screen, tool))));
    }
    items
}

fn screen_output(result: &CallResult, screen: &Screen, tool: Tool) -> Value {
    let mut output = json!({"type": "computer_screenshot", "image_url": data_url(screen)});
    if tool == Tool::Current {
        output["detail"] = json!("original");
    }
    let mut item = json!({"type": "computer_call_output", "call_id": result.id, "output": output});
    if !result.acknowledged.is_empty() {
        let check = |it: &SafetyCheck| json!({"id": it.id, "code": it.code, "message": it.message});
        item["acknowledged_safety_checks"] = result.acknowledged.iter().map(check).collect();
    }
    item
}

fn message<'t>(texts: impl IntoIterator<Item = &'t String>, shown: Option<(&Screen, Tool)>) -> Value {
    let text = |it: &String| json!({"type": "input_text", "text": it});
    let picture = shown.map(|(screen, tool)| {
        let detail = if tool == Tool::Current { "original" } else { "high" };
        json!({"type": "input_image", "image_url": data_url(screen), "detail": detail})
    });
    let content: Vec<Value> = texts.into_iter().map(text).chain(picture).collect();
    json!({"role": "user", "content": content})
}

fn data_url(screen: &Screen) -> String {
    format!("data:image/png;base64,{}", STANDARD.encode(&screen.png))
}

fn usage(body: &Value) -> genai::chat::Usage {
    let at = |place: &str| tokens(body, place);
    answer::usage(
        at("/usage/input_tokens"),
        at("/usage/input_tokens_details/cached_tokens"),
        None,
        at("/usage/output_tokens"),
    )
}

/// The answer in a body; why there is none otherwise.
fn decode(body: &Value) -> Result<Answered<Talk>, String> {
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
                kinds.push((id.to_owned(), if is_computer { Kind::Computer } else { Kind::Function }));
                let actions = if is_computer { actions(item) } else { vec![function(item)] };
                let checks = item["pending_safety_checks"].as_array().into_iter().flatten().map(check);
                calls.push(Call { id: id.to_owned(), actions, checks: checks.collect() });
            }
            // What the provider does by itself was not asked for, and is not answered.
            _ => {}
        }
    }
    let last_word = last_word(&calls, &messages, &refusals);
    if calls.is_empty() && last_word.is_none() {
        return Err(incomplete(body));
    }
    let previous = body["id"].as_str().map(str::to_owned);
    if previous.is_none() {
        return Err("it has no id, so that nothing can follow it".into());
    }
    // What is said beside calls is why they are made.
    thoughts.extend(messages.into_iter().filter(|_| !calls.is_empty()));
    Ok(Answered {
        talk: Talk { previous, calls: kinds },
        thought: thoughts.join("\n"),
        calls,
        last_word,
        model: String::new(),
        usage: deskpilot_core::Usage::default(),
    })
}

fn last_word(calls: &[Call], messages: &[String], refusals: &[String]) -> Option<LastWord> {
    match (calls, refusals, messages) {
        ([], [], []) | ([_, ..], ..) => None,
        ([], [], messages) => Some(LastWord::Message(messages.join("\n"))),
        ([], refusals, _) => Some(LastWord::Refusal(refusals.join("\n"))),
    }
}

fn incomplete(body: &Value) -> String {
    match body["incomplete_details"]["reason"].as_str() {
        Some("max_output_tokens") => "its tokens were used up; raise max_output_tokens".into(),
        Some(reason) => format!("it stopped because of {reason:?}"),
        None => {
            "it asked for nothing and said nothing: do the next thing, or say that the task is done".into()
        }
    }
}

fn texts(parts: &Value, key: &str) -> Vec<String> {
    let parts = parts.as_array().into_iter().flatten();
    parts.map(|part| text(part, key)).filter(|text| !text.is_empty()).collect()
}

fn check(value: &Value) -> SafetyCheck {
    SafetyCheck { id: text(value, "id"), code: text(value, "code"), message: text(value, "message") }
}

fn function(item: &Value) -> OperatorAction {
    let args = item["arguments"].as_str().and_then(|text| serde_json::from_str(text).ok());
    called(item["name"].as_str().unwrap_or(""), &args.unwrap_or(Value::Null))
}

/// The actions of a call: the older tool has one, the newer a list.
fn actions(item: &Value) -> Vec<OperatorAction> {
    match (item["actions"].as_array(), &item["action"]) {
        (Some(several), _) if !several.is_empty() => several.iter().map(action).collect(),
        (_, Value::Object(_)) => vec![action(&item["action"])],
        _ => vec![OperatorAction::Unclear(format!("the call has no action: the actions are {OFFERED}"))],
    }
}

fn action(it: &Value) -> OperatorAction {
    let name = it["type"].as_str().unwrap_or("");
    let at = || place(&it["x"], &it["y"]).ok_or_else(|| lacks(name, "x and y"));
    let read = match name {
        "click" => click(it, at, 1),
        "double_click" => click(it, at, 2),
        "move" => at().map(OperatorAction::Move),
        "drag" => drag(it),
        "scroll" => at().and_then(|at| scroll(it, at)),
        "keypress" => keypress(it),
        "type" => Ok(OperatorAction::Type(it["text"].as_str().unwrap_or("").to_owned())),
        "wait" => Ok(OperatorAction::Wait(WAIT)),
        "screenshot" => Ok(OperatorAction::Screenshot),
        other => Err(unknown(other, OFFERED)),
    };
    read.unwrap_or_else(|unclear| unclear)
}

type Read = Result<OperatorAction, OperatorAction>;

fn click(it: &Value, at: impl Fn() -> Result<Place, OperatorAction>, count: u8) -> Read {
    let button = match it["button"].as_str() {
        None | Some("left") => Button::Left,
        Some("right") => Button::Right,
        Some("wheel" | "middle") => Button::Middle,
        Some("back") => Button::X,
        Some(other) => return Err(OperatorAction::Unclear(format!("there is no button {other:?}"))),
    };
    let held = held(names(&it["keys"])).map_err(|name| no_key(&name))?;
    Ok(OperatorAction::Click { at: at()?, button, count, held })
}

fn drag(it: &Value) -> Read {
    let points = it["path"].as_array().into_iter().flatten();
    // Newer clients are told of points as pairs.
    let point = |it: &Value| place(&it["x"], &it["y"]).or_else(|| place(&it[0], &it[1]));
    let path: Option<Vec<Place>> = points.map(point).collect();
    let held = held(names(&it["keys"])).map_err(|name| no_key(&name))?;
    match path.filter(|path| path.len() > 1) {
        Some(path) => Ok(OperatorAction::Drag { path, held }),
        None => Err(lacks("drag", "a path of two points or more, each with x and y")),
    }
}

fn scroll(it: &Value, at: Place) -> Read {
    if names(&it["keys"]).next().is_some() {
        return Err(OperatorAction::Unclear("scroll takes no keys here".into()));
    }
    let notches = |key: &str| {
        let pixels = it[key].as_f64().unwrap_or(0.0);
        // A little is one notch, and not none.
        let notches = (pixels / NOTCH).abs().round().clamp(f64::from(pixels != 0.0), 100.0);
        (notches * pixels.signum()) as i32
    };
    Ok(OperatorAction::Scroll { at, by: ScrollBy { up: -notches("scroll_y"), right: notches("scroll_x") } })
}

fn keypress(it: &Value) -> Read {
    // A letter names its key: capitals are not meant, but with SHIFT.
    let name = |name: &str| if name.chars().count() == 1 { name.to_lowercase() } else { name.to_owned() };
    let named: Vec<String> = names(&it["keys"]).map(name).collect();
    if named.is_empty() {
        return Err(lacks("keypress", "keys"));
    }
    keys::chord(named.iter().map(String::as_str)).map(OperatorAction::Keys).map_err(|name| no_key(&name))
}

fn names(keys: &Value) -> impl Iterator<Item = &str> {
    keys.as_array().into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
#[path = "tests/openai.rs"]
pub(super) mod tests;
