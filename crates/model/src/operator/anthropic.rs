//! Anthropic's dialect: the computer tool of the Messages API. Each request sends the whole conversation, with
//! its last few screenshots.

use super::answer::{self, held, lacks, no_key, place, text, tokens, unknown};
use super::keys;
use super::port::{Answered, Call, ComputerUse, LastWord, OperatorAction, Place, Screen, ToolResult, Turn};
use super::tools::{INSTRUCTIONS, TOOLS, called};
use super::wire::Wire;
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
pub(super) struct Talk(Vec<Spoken>);

#[derive(Clone, Debug)]
enum Spoken {
    /// Our message, with the screenshot.
    Ours(Turn),
    /// The model's message, unchanged.
    Theirs(Value),
}

/// A version of the tool, and the beta header that enables it.
struct Version {
    tool: &'static str,
    beta: &'static str,
}

const FIRST: Version = Version { tool: "computer_20250124", beta: "computer-use-2025-01-24" };
const CURRENT: Version = Version { tool: "computer_20251124", beta: "computer-use-2025-11-24" };

/// Parts of model names with the first version; other models have the current one.
const WITH_FIRST: &[&str] = &[
    "3-7-sonnet",
    "sonnet-4-0",
    "sonnet-4-2025",
    "sonnet-4-5",
    "opus-4-0",
    "opus-4-1",
    "opus-4-2025",
    "haiku-4-5",
];

impl Version {
    fn of(model: &str) -> &'static Version {
        if WITH_FIRST.iter().any(|part| model.contains(part)) { &FIRST } else { &CURRENT }
    }
}

/// How many screenshots are sent, including the current one.
const SHOTS: usize = 3;
/// The default maximum of answer tokens.
const LONGEST: u32 = 4096;
/// The protocol's version.
const PROTOCOL: &str = "2023-06-01";
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
            ("anthropic-version", Secret::new(PROTOCOL)),
            ("anthropic-beta", Secret::new(Version::of(&options.model).beta)),
        ];
        Ok(Anthropic(Wire::new(options, prices, "messages", &headers)?))
    }
}

#[async_trait]
impl ComputerUse for Anthropic {
    type Talk = Talk;

    fn name(&self) -> &str {
        &self.0.name
    }

    fn display(&self) -> PictureLimits {
        self.0.options.pictures
    }

    async fn next(&self, talk: &Talk, turn: &Turn) -> Result<Answered<Talk>, ModelError> {
        let talk = talk.with(turn);
        let request = encode(&talk, &turn.screen, &self.0.options);
        self.0.ask(&request, usage, |body| decode(talk, body)).await
    }
}

impl Talk {
    /// The conversation with our next message; an opening starts a new one.
    fn with(&self, turn: &Turn) -> Talk {
        let mut spoken = if turn.opening.is_some() { Vec::new() } else { self.0.clone() };
        spoken.push(Spoken::Ours(turn.clone()));
        let ours = spoken.iter_mut().rev().filter_map(|it| match it {
            Spoken::Ours(turn) => Some(turn),
            Spoken::Theirs(_) => None,
        });
        // Older screenshots are not worth their tokens.
        ours.skip(SHOTS).for_each(|turn| turn.screen.png = [].into());
        Talk(spoken)
    }
}

/// The request of a conversation.
fn encode(talk: &Talk, screen: &Screen, options: &HostedOptions) -> Value {
    json!({
        "model": options.model,
        "max_tokens": options.max_output_tokens.unwrap_or(LONGEST),
        "system": [{"type": "text", "text": INSTRUCTIONS, "cache_control": {"type": "ephemeral"}}],
        "tools": tools(Version::of(&options.model), screen),
        "messages": messages(talk),
    })
}

fn tools(version: &Version, screen: &Screen) -> Vec<Value> {
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

fn messages(talk: &Talk) -> Vec<Value> {
    let message = |spoken: &Spoken| match spoken {
        Spoken::Theirs(content) => json!({"role": "assistant", "content": content}),
        Spoken::Ours(turn) => json!({"role": "user", "content": content(turn)}),
    };
    let mut messages: Vec<Value> = talk.0.iter().map(message).collect();
    let last = messages.last_mut().and_then(|it| it["content"].as_array_mut()).and_then(|it| it.last_mut());
    if let Some(block) = last {
        // The provider caches everything up to this block until the next request.
        block["cache_control"] = json!({"type": "ephemeral"});
    }
    messages
}

/// The content blocks of our turn.
fn content(turn: &Turn) -> Vec<Value> {
    let is_left_out = turn.screen.png.is_empty();
    let mut shot =
        Some(if is_left_out { text_block("(an earlier screenshot)") } else { picture(&turn.screen) });
    let mut blocks = Vec::new();
    for result in &turn.results {
        // The first call gets the screenshot; it is the same for the others.
        let content: Vec<Value> = std::iter::once(text_block(&result.text)).chain(shot.take()).collect();
        blocks.push(json!({
            "type": "tool_result", "tool_use_id": result.id, "content": content, "is_error": result.done != ToolResult::All,
        }));
    }
    blocks.extend(turn.opening.iter().chain(&turn.told).map(|it| text_block(it)));
    blocks.extend(shot);
    blocks
}

fn text_block(text: &str) -> Value {
    // The provider rejects an empty text.
    json!({"type": "text", "text": if text.is_empty() { "done" } else { text }})
}

fn picture(screen: &Screen) -> Value {
    let data = STANDARD.encode(&screen.png);
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
}

fn usage(body: &Value) -> genai::chat::Usage {
    let at = |place: &str| tokens(body, place);
    let (fresh, output) = (at("/usage/input_tokens"), at("/usage/output_tokens"));
    let (cached, written) = (at("/usage/cache_read_input_tokens"), at("/usage/cache_creation_input_tokens"));
    // The provider reports cached tokens separately from the rest.
    let parts = [fresh, cached, written].map(|it| it.unwrap_or(0));
    let is_told = parts.iter().all(|it| *it >= 0);
    let all = parts.iter().try_fold(0_i32, |all, part| all.checked_add(*part)).filter(|_| is_told);
    answer::usage(all.or(Some(-1)), cached, written, output)
}

/// Decodes the answer in a body and continues the conversation with it; the error says why there is none.
fn decode(mut talk: Talk, body: &Value) -> Result<Answered<Talk>, String> {
    let stop = body["stop_reason"].as_str().unwrap_or("");
    let blocks = body["content"].as_array().map_or(&[][..], Vec::as_slice);
    if stop == "max_tokens" {
        return Err("its tokens were used up; raise max_output_tokens".into());
    }
    let (mut calls, mut said) = (Vec::new(), Vec::new());
    for block in blocks {
        match block["type"].as_str() {
            Some("text") => said.push(text(block, "text")),
            Some("tool_use") => {
                let id = block["id"].as_str().ok_or("its tool_use has no id")?.to_owned();
                calls.push(Call { id, actions: used(block), checks: Vec::new() });
            }
            _ => {}
        }
    }
    let said = said.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n");
    let last_word = match (stop, calls.is_empty()) {
        ("refusal", _) => Some(LastWord::Refusal(or(said.clone(), "the provider stopped it"))),
        (_, true) if !said.is_empty() => Some(LastWord::Message(said.clone())),
        (_, true) => return Err(nothing(stop)),
        (_, false) => None,
    };
    talk.0.push(Spoken::Theirs(body["content"].clone()));
    let thought = if calls.is_empty() { String::new() } else { said };
    let usage = deskpilot_core::Usage::default();
    Ok(Answered { talk, thought, calls, last_word, model: String::new(), usage })
}

fn or(text: String, otherwise: &str) -> String {
    if text.is_empty() { otherwise.to_owned() } else { text }
}

fn nothing(stop: &str) -> String {
    match stop {
        "" | "end_turn" => {
            "it asked for nothing and said nothing: do the next thing, or say that the task is done".into()
        }
        other => format!("it stopped because of {other:?}"),
    }
}

fn used(block: &Value) -> Vec<OperatorAction> {
    match block["name"].as_str() {
        Some("computer") => actions(&block["input"]),
        other => vec![called(other.unwrap_or(""), &block["input"])],
    }
}

fn actions(it: &Value) -> Vec<OperatorAction> {
    let name = it["action"].as_str().unwrap_or("");
    let at = || point(&it["coordinate"]).ok_or_else(|| lacks(name, "coordinate, as a list of x and y"));
    let click = |button, count| {
        let held = held(parts(&it["text"])).map_err(|name| no_key(&name))?;
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
            None => Err(lacks("wait", "duration, in seconds")),
        },
        "screenshot" => Ok(OperatorAction::Screenshot),
        "left_mouse_down" | "left_mouse_up" => Err(OperatorAction::Unclear(
            "no button stays pressed from call to call: use left_click_drag".into(),
        )),
        "hold_key" => Err(OperatorAction::Unclear(
            "no key stays pressed: use key, or give the key in text of a click".into(),
        )),
        other => Err(unknown(other, OFFERED)),
    };
    vec![read.unwrap_or_else(|unclear| unclear)]
}

type Read = Result<OperatorAction, OperatorAction>;

fn point(pair: &Value) -> Option<Place> {
    place(&pair[0], &pair[1])
}

fn drag(it: &Value, to: Place) -> Read {
    let from = point(&it["start_coordinate"]).ok_or_else(|| lacks("left_click_drag", "start_coordinate"))?;
    let held = held(parts(&it["text"])).map_err(|name| no_key(&name))?;
    Ok(OperatorAction::Drag { path: vec![from, to], held })
}

fn scroll(it: &Value, at: Place) -> Read {
    if parts(&it["text"]).next().is_some() {
        return Err(OperatorAction::Unclear("scroll takes no keys here".into()));
    }
    let amount = it["scroll_amount"].as_f64().unwrap_or(3.0).clamp(1.0, 100.0) as i32;
    let by = match it["scroll_direction"].as_str() {
        Some("up") => ScrollBy { up: amount, right: 0 },
        Some("down") => ScrollBy { up: -amount, right: 0 },
        Some("right") => ScrollBy { up: 0, right: amount },
        Some("left") => ScrollBy { up: 0, right: -amount },
        _ => return Err(lacks("scroll", "scroll_direction: up, down, left or right")),
    };
    Ok(OperatorAction::Scroll { at, by })
}

/// One chord, or several separated by spaces, each repeated as requested.
fn key(it: &Value) -> Vec<OperatorAction> {
    let text = it["text"].as_str().unwrap_or("");
    let chords: Vec<&str> = if text == " " { vec![text] } else { text.split_whitespace().collect() };
    if chords.is_empty() {
        return vec![lacks("key", "text, such as ctrl+s")];
    }
    let times = it["repeat"].as_u64().unwrap_or(1).clamp(1, 100) as usize;
    let read = |chord: &&str| match keys::chord(in_chord(chord)) {
        Ok(keys) => OperatorAction::Keys(keys),
        Err(name) => no_key(&name),
    };
    let once: Vec<OperatorAction> = chords.iter().map(read).collect();
    std::iter::repeat_n(once, times).flatten().collect()
}

/// The keys of a chord; a trailing plus is the plus key.
fn in_chord(chord: &str) -> Vec<&str> {
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
