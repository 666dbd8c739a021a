//! Anthropic's dialect: the computer tool of the Messages API. Each request sends the whole conversation, with
//! its last few screenshots.

use super::keys;
use super::parse::{missing_parameter, modifiers, point, text, unknown_action, unknown_key};
use super::port::{
    CallCompletion, ComputerUse, FinalMessage, OperatorAction, OperatorAnswer, OperatorTurn, PixelPoint,
    Screenshot, ToolCall,
};
use super::tools::{INSTRUCTIONS, TOOLS, tool_action};
use super::wire::{AnswerParser, Wire};
use crate::hosted::{Ending, anthropic_ending, anthropic_usage};
use crate::{HostedOptions, ModelError, Prices, Secret};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{Button, PictureLimits, ScrollBy};
use serde_json::{Value, json};
use std::sync::Arc;

/// A computer-use model with Anthropic's dialect.
pub(super) struct Anthropic(Wire);

/// The conversation: our messages and the model's, in turn.
#[derive(Clone, Debug, Default)]
pub(super) struct DialectState(Vec<Message>);

#[derive(Clone, Debug)]
enum Message {
    /// Our message, with the screenshot.
    Ours(OperatorTurn),
    /// The model's message, unchanged.
    Theirs(Value),
}

/// A version of the tool, and the beta header that enables it.
struct ToolVersion {
    tool: &'static str,
    beta: &'static str,
}

const FIRST: ToolVersion = ToolVersion { tool: "computer_20250124", beta: "computer-use-2025-01-24" };
const CURRENT: ToolVersion = ToolVersion { tool: "computer_20251124", beta: "computer-use-2025-11-24" };

/// Parts of model names with the first version; other models have the current one.
const FIRST_VERSION_MODELS: &[&str] = &[
    "3-7-sonnet",
    "sonnet-4-0",
    "sonnet-4-2025",
    "sonnet-4-5",
    "opus-4-0",
    "opus-4-1",
    "opus-4-2025",
    "haiku-4-5",
];

impl ToolVersion {
    fn of(model: &str) -> &'static ToolVersion {
        if FIRST_VERSION_MODELS.iter().any(|part| model.contains(part)) { &FIRST } else { &CURRENT }
    }
}

/// How many screenshots are sent, including the current one.
const MAX_SCREENSHOTS: usize = 3;
/// The protocol's version.
const PROTOCOL_VERSION: &str = "2023-06-01";
/// The actions that an error lists for the model after an unknown one.
const OFFERED: &str = "left_click, right_click, middle_click, double_click, triple_click, mouse_move, left_click_drag, \
                       scroll, key, type, wait and screenshot";

impl Anthropic {
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        key: &Secret,
    ) -> Result<Anthropic, ModelError> {
        let headers = [
            ("x-api-key", key.clone()),
            ("anthropic-version", Secret::new(PROTOCOL_VERSION)),
            ("anthropic-beta", Secret::new(ToolVersion::of(&options.model).beta)),
        ];
        Ok(Anthropic(Wire::new(options, prices, "messages", &headers)?))
    }
}

#[async_trait]
impl ComputerUse for Anthropic {
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
        let state = state.with(turn);
        let limit = self.0.limit(turn.answer_length);
        let request = encode(&state, &turn.screen, &self.0.options, limit);
        let parser = AnswerParser { usage: anthropic_usage, ending: anthropic_ending };
        self.0.ask(&request, limit, &parser, |body| decode(state, body)).await
    }
}

impl DialectState {
    /// The conversation with our next message; an opening starts a new one.
    fn with(&self, turn: &OperatorTurn) -> DialectState {
        let mut messages = if turn.opening.is_some() { Vec::new() } else { self.0.clone() };
        messages.push(Message::Ours(turn.clone()));
        let ours = messages.iter_mut().rev().filter_map(|it| match it {
            Message::Ours(turn) => Some(turn),
            Message::Theirs(_) => None,
        });
        // Older screenshots are not worth their tokens.
        ours.skip(MAX_SCREENSHOTS).for_each(|turn| turn.screen.png = [].into());
        DialectState(messages)
    }
}

/// The request of a conversation.
fn encode(state: &DialectState, screen: &Screenshot, options: &HostedOptions, limit: Option<u32>) -> Value {
    json!({
        "model": options.model,
        "max_tokens": limit,
        "system": [{"type": "text", "text": INSTRUCTIONS, "cache_control": {"type": "ephemeral"}}],
        "tools": tools(ToolVersion::of(&options.model), screen),
        "messages": messages(state),
    })
}

fn tools(version: &ToolVersion, screen: &Screenshot) -> Vec<Value> {
    let computer = json!({
        "type": version.tool,
        "name": "computer",
        "display_width_px": screen.size.width,
        "display_height_px": screen.size.height,
    });
    let others =
        TOOLS.iter().map(|it| json!({"name": it.name, "description": it.doc, "input_schema": it.schema()}));
    std::iter::once(computer).chain(others).collect()
}

fn messages(state: &DialectState) -> Vec<Value> {
    let message = |messages: &Message| match messages {
        Message::Theirs(content) => json!({"role": "assistant", "content": content}),
        Message::Ours(turn) => json!({"role": "user", "content": content(turn)}),
    };
    let mut messages: Vec<Value> = state.0.iter().map(message).collect();
    let last = messages.last_mut().and_then(|it| it["content"].as_array_mut()).and_then(|it| it.last_mut());
    if let Some(block) = last {
        // The provider caches everything up to this block until the next request.
        block["cache_control"] = json!({"type": "ephemeral"});
    }
    messages
}

/// The content blocks of our turn.
fn content(turn: &OperatorTurn) -> Vec<Value> {
    let is_omitted = turn.screen.png.is_empty();
    let mut screenshot =
        Some(if is_omitted { text_block("(an earlier screenshot)") } else { picture(&turn.screen) });
    let mut blocks = Vec::new();
    for result in &turn.results {
        // The first call gets the screenshot; it is the same for the others.
        let content: Vec<Value> =
            std::iter::once(text_block(&result.text)).chain(screenshot.take()).collect();
        blocks.push(json!({
            "type": "tool_result", "tool_use_id": result.id, "content": content, "is_error": result.done != CallCompletion::All,
        }));
    }
    blocks.extend(turn.opening.iter().chain(&turn.messages).map(|it| text_block(it)));
    blocks.extend(screenshot);
    blocks
}

fn text_block(text: &str) -> Value {
    // The provider rejects an empty text.
    json!({"type": "text", "text": if text.is_empty() { "done" } else { text }})
}

fn picture(screen: &Screenshot) -> Value {
    let data = STANDARD.encode(&screen.png);
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
}

/// Decodes the answer in a body and continues the conversation with it; the error says why there is none.
pub(super) fn decode(mut state: DialectState, body: &Value) -> Result<OperatorAnswer<DialectState>, String> {
    let stop = body["stop_reason"].as_str().unwrap_or("");
    let blocks = body["content"].as_array().map_or(&[][..], Vec::as_slice);
    let (mut calls, mut texts) = (Vec::new(), Vec::new());
    for block in blocks {
        match block["type"].as_str() {
            Some("text") => texts.push(text(block, "text")),
            Some("tool_use") => {
                let id = block["id"].as_str().ok_or("its tool_use has no id")?.to_owned();
                calls.push(ToolCall { id, actions: tool_actions(block), checks: Vec::new() });
            }
            _ => {}
        }
    }
    let message = texts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n");
    let final_message = match (anthropic_ending(body), calls.is_empty()) {
        (Ending::Withheld(_), _) => {
            Some(FinalMessage::Refusal(non_empty_or(message.clone(), "the provider stopped it")))
        }
        (_, true) if !message.is_empty() => Some(FinalMessage::Message(message.clone())),
        (_, true) => return Err(no_content_reason(stop)),
        (_, false) => None,
    };
    state.0.push(Message::Theirs(body["content"].clone()));
    let thought = if calls.is_empty() { String::new() } else { message };
    let usage = deskpilot_core::Usage::default();
    Ok(OperatorAnswer { state, thought, calls, final_message, model: String::new(), usage })
}

fn non_empty_or(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}

fn no_content_reason(stop: &str) -> String {
    match stop {
        "" | "end_turn" => {
            "it asked for nothing and said nothing: do the next thing, or say that the task is done".into()
        }
        other => format!("it stopped because of {other:?}"),
    }
}

fn tool_actions(block: &Value) -> Vec<OperatorAction> {
    match block["name"].as_str() {
        Some("computer") => actions(&block["input"]),
        other => vec![tool_action(other.unwrap_or(""), &block["input"])],
    }
}

fn actions(it: &Value) -> Vec<OperatorAction> {
    let name = it["action"].as_str().unwrap_or("");
    let at = || {
        point(&it["coordinate"][0], &it["coordinate"][1])
            .ok_or_else(|| missing_parameter(name, "coordinate, as a list of x and y"))
    };
    let click = |button, count| {
        let held = modifiers(parts(&it["text"])).map_err(|name| unknown_key(&name))?;
        Ok(OperatorAction::Click { at: at()?, button, count, held })
    };
    let read = match name {
        "left_click" => click(Button::Left, 1),
        "right_click" => click(Button::Right, 1),
        "middle_click" => click(Button::Middle, 1),
        "double_click" => click(Button::Left, 2),
        "triple_click" => click(Button::Left, 3),
        "mouse_move" => at().map(OperatorAction::Move),
        "left_click_drag" => at().and_then(|to| drag(it, to)),
        "scroll" => at().and_then(|at| scroll(it, at)),
        "key" => return key(it),
        "type" => Ok(OperatorAction::Type(it["text"].as_str().unwrap_or("").to_owned())),
        "wait" => match it["duration"].as_f64() {
            Some(seconds) => Ok(OperatorAction::Wait(seconds)),
            None => Err(missing_parameter("wait", "duration, in seconds")),
        },
        "screenshot" => Ok(OperatorAction::Screenshot),
        "left_mouse_down" | "left_mouse_up" => Err(OperatorAction::Unclear(
            "no button stays pressed from call to call: use left_click_drag".into(),
        )),
        "hold_key" => Err(OperatorAction::Unclear(
            "no key stays pressed: use key, or give the key in text of a click".into(),
        )),
        other => Err(unknown_action(other, OFFERED)),
    };
    vec![read.unwrap_or_else(|unclear| unclear)]
}

type ActionResult = Result<OperatorAction, OperatorAction>;

fn drag(it: &Value, to: PixelPoint) -> ActionResult {
    let from = point(&it["start_coordinate"][0], &it["start_coordinate"][1])
        .ok_or_else(|| missing_parameter("left_click_drag", "start_coordinate"))?;
    let held = modifiers(parts(&it["text"])).map_err(|name| unknown_key(&name))?;
    Ok(OperatorAction::Drag { path: vec![from, to], held })
}

fn scroll(it: &Value, at: PixelPoint) -> ActionResult {
    if parts(&it["text"]).next().is_some() {
        return Err(OperatorAction::Unclear("scroll takes no keys here".into()));
    }
    let amount = it["scroll_amount"].as_f64().unwrap_or(3.0).clamp(1.0, 100.0) as i32;
    let by = match it["scroll_direction"].as_str() {
        Some("up") => ScrollBy { up: amount, right: 0 },
        Some("down") => ScrollBy { up: -amount, right: 0 },
        Some("right") => ScrollBy { up: 0, right: amount },
        Some("left") => ScrollBy { up: 0, right: -amount },
        _ => return Err(missing_parameter("scroll", "scroll_direction: up, down, left or right")),
    };
    Ok(OperatorAction::Scroll { at, by })
}

/// One chord, or several separated by spaces, each repeated as requested.
fn key(it: &Value) -> Vec<OperatorAction> {
    let text = it["text"].as_str().unwrap_or("");
    let chords: Vec<&str> = if text == " " { vec![text] } else { text.split_whitespace().collect() };
    if chords.is_empty() {
        return vec![missing_parameter("key", "text, such as ctrl+s")];
    }
    let times = it["repeat"].as_u64().unwrap_or(1).clamp(1, 100) as usize;
    let read = |chord: &&str| match keys::chord(chord_keys(chord)) {
        Ok(keys) => OperatorAction::Keys(keys),
        Err(name) => unknown_key(&name),
    };
    let once: Vec<OperatorAction> = chords.iter().map(read).collect();
    std::iter::repeat_n(once, times).flatten().collect()
}

/// The keys of a chord; a trailing plus is the plus key.
fn chord_keys(chord: &str) -> Vec<&str> {
    match chord.strip_suffix('+') {
        Some("") => vec!["+"],
        Some(held) => held.split('+').filter(|it| !it.is_empty()).chain(["+"]).collect(),
        None => chord.split('+').collect(),
    }
}

fn parts(text: &Value) -> impl Iterator<Item = &str> {
    text.as_str().unwrap_or("").split('+').map(str::trim).filter(|it| !it.is_empty())
}

#[cfg(test)]
#[path = "tests/anthropic.rs"]
pub(super) mod tests;
