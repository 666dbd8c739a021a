//! Anthropic's dialect: the computer tools of the Messages API. Each request sends the whole conversation.
//!
//! The request and what the API refuses are as platform.claude.com describes them ("Computer use tool", "Claude API errors",
//! read in November 2026).

use super::anthropic_actions::{COMPUTER, CallReader, NOT_OFFERED};
use super::parse::text;
use super::port::{
    CallCompletion, CallsPerTurn, ComputerUse, FinalMessage, OperatorAnswer, OperatorTurn, Screenshot,
    ToolCall, ToolCallResult,
};
use super::tools::{INSTRUCTIONS, TOOLS};
use super::wire::{AnswerParser, Wire};
use crate::hosted::{Ending, anthropic_ending, anthropic_usage, key_headers, method_path, partner_version};
use crate::provider::Dialect;
use crate::{ClaudeTool, ComputerTool, HostedOptions, ModelError, Prices, Secret, Thinking, known_model};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::PictureLimits;
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A computer-use model with Anthropic's dialect.
pub(super) struct Anthropic {
    wire: Wire,
    habits: Habits,
}

/// How a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Habits {
    tool: ClaudeTool,
    thinking: Thinking,
}

impl Habits {
    /// Those of the model in the options. One of which nothing is known is asked like the latest.
    fn of(options: &HostedOptions) -> Habits {
        let known = known_model(&options.model);
        let tool = match known.map(|it| it.computer) {
            Some(ComputerTool::Claude(tool)) => tool,
            _ => ClaudeTool::Toolset20260801,
        };
        let tool = match (options.provider.dialect, tool) {
            // InvokeModel has the older tools alone.
            (Dialect::Bedrock, ClaudeTool::Toolset20260801) => ClaudeTool::V20251124,
            (_, tool) => tool,
        };
        Habits { tool, thinking: known.map_or(Thinking::Always, |it| it.thinking) }
    }

    /// Whether its thoughts are bound to the messages before them, so that no message may change.
    fn has_bound_thoughts(self) -> bool {
        self.thinking == Thinking::Always
    }

    /// What is named as a beta, or else the older tools are refused.
    fn beta(self) -> Option<&'static str> {
        match self.tool {
            ClaudeTool::V20250124 => Some("computer-use-2025-01-24"),
            ClaudeTool::V20251124 => Some("computer-use-2025-11-24"),
            ClaudeTool::Toolset20260801 => None,
        }
    }
}

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

/// How many screenshots are sent, including the current one.
const MAX_SCREENSHOTS: usize = 3;
/// How many screenshots a conversation has in which no message may change: with more than 20 pictures the API allows only
/// smaller ones.
const MAX_KEPT_SCREENSHOTS: usize = 20;
/// How many bytes of screenshots such a conversation has: in base64 they are a third larger, and a request has 32 MB.
const MAX_KEPT_BYTES: usize = 16 << 20;
/// The text with a part that is shown larger.
const DETAIL: &str = "The part, larger; coordinates stay those of the screenshot:";
/// The text with a screenshot after such a part.
const WHOLE: &str = "The screenshot:";
/// What the API wants to read of each call of the toolset after one that failed.
const HALTED: &str = "Not executed: an earlier computer action in this turn failed.";

impl Anthropic {
    pub(super) fn new(options: HostedOptions, prices: Arc<Prices>) -> Result<Anthropic, ModelError> {
        let habits = Habits::of(&options);
        let in_header = habits.beta().filter(|_| options.provider.dialect != Dialect::Bedrock);
        let beta = in_header.map(|it| ("anthropic-beta", Secret::new(it)));
        let headers: Vec<(&str, Secret)> = key_headers(&options)?.into_iter().chain(beta).collect();
        let path = method_path(&options);
        Ok(Anthropic { wire: Wire::new(options, prices, &path, &headers)?, habits })
    }
}

#[async_trait]
impl ComputerUse for Anthropic {
    type State = DialectState;

    fn name(&self) -> &str {
        &self.wire.name
    }

    fn display(&self) -> PictureLimits {
        self.wire.options.pictures
    }

    async fn next(
        &self,
        state: &DialectState,
        turn: &OperatorTurn,
    ) -> Result<OperatorAnswer<DialectState>, ModelError> {
        if self.habits.has_bound_thoughts() && turn.opening.is_none() && !state.has_room_for(turn) {
            // The same as if the provider had lost it: a new one begins with all that is known.
            let message = "it has as many screenshots as a request may have".into();
            return Err(ModelError::ConversationLost { model: self.wire.name.clone(), message });
        }
        let state = state.with(turn, self.habits);
        let limit = self.wire.limit(turn.answer_length);
        let request = encode(&state, turn, self.habits, &self.wire.options, limit);
        let parser = AnswerParser { usage: anthropic_usage, ending: anthropic_ending };
        self.wire.ask(&request, limit, &parser, |body| decode(state, body)).await
    }
}

impl DialectState {
    /// The conversation with our next message; an opening starts a new one.
    fn with(&self, turn: &OperatorTurn, habits: Habits) -> DialectState {
        let mut messages = if turn.opening.is_some() { Vec::new() } else { self.0.clone() };
        messages.push(Message::Ours(turn.clone()));
        if !habits.has_bound_thoughts() {
            let ours = messages.iter_mut().rev().filter_map(|it| match it {
                Message::Ours(turn) => Some(turn),
                Message::Theirs(_) => None,
            });
            // Older screenshots are not worth their tokens.
            ours.skip(MAX_SCREENSHOTS).for_each(leave_pictures_out);
        }
        DialectState(messages)
    }

    /// Whether the pictures of one more turn have room.
    fn has_room_for(&self, next: &OperatorTurn) -> bool {
        let sent = self.0.iter().filter_map(|it| match it {
            Message::Ours(turn) => Some(turn),
            Message::Theirs(_) => None,
        });
        let sizes: Vec<usize> = sent.flat_map(picture_sizes).collect();
        let count = sizes.len() + picture_sizes(next).count();
        count <= MAX_KEPT_SCREENSHOTS && sizes.iter().sum::<usize>() < MAX_KEPT_BYTES
    }
}

/// The sizes of the pictures of a turn, in bytes.
fn picture_sizes(turn: &OperatorTurn) -> impl Iterator<Item = usize> {
    let details = turn.results.iter().filter_map(|it| it.detail.as_ref());
    details.chain([&turn.screen.png]).map(|it| it.len())
}

fn leave_pictures_out(turn: &mut OperatorTurn) {
    turn.screen.png = [].into();
    turn.results.iter_mut().for_each(|it| it.detail = None);
}

/// The request of a conversation, whose last message is this turn.
fn encode(
    state: &DialectState,
    turn: &OperatorTurn,
    habits: Habits,
    options: &HostedOptions,
    limit: Option<u32>,
) -> Value {
    let mut request = empty_request(habits, options);
    request["max_tokens"] = json!(limit);
    request["system"] =
        json!([{"type": "text", "text": INSTRUCTIONS, "cache_control": {"type": "ephemeral"}}]);
    request["tools"] = json!(tools(habits.tool, &turn.screen));
    request["messages"] = json!(messages(state));
    if habits.has_bound_thoughts() {
        // What it says between calls comes as thoughts, which are empty unless they are asked for.
        request["thinking"] = json!({"type": "adaptive", "display": "summarized"});
    }
    if habits.tool == ClaudeTool::Toolset20260801 && turn.calls == CallsPerTurn::One {
        request["tool_choice"] = json!({"type": "auto", "disable_parallel_tool_use": true});
    }
    request
}

/// A request without anything about the conversation.
fn empty_request(habits: Habits, options: &HostedOptions) -> Value {
    let Some(version) = partner_version(options.provider.dialect) else {
        return json!({"model": options.model});
    };
    let mut request = json!({"anthropic_version": version});
    if let Some(beta) = habits.beta().filter(|_| options.provider.dialect == Dialect::Bedrock) {
        // Amazon passes no header on to the model.
        request["anthropic_beta"] = json!([beta]);
    }
    request
}

fn tools(tool: ClaudeTool, screen: &Screenshot) -> Vec<Value> {
    let others =
        TOOLS.iter().map(|it| json!({"name": it.name, "description": it.doc, "input_schema": it.schema()}));
    std::iter::once(computer(tool, screen)).chain(others).collect()
}

/// The tool with which it works on the screen.
fn computer(tool: ClaudeTool, screen: &Screenshot) -> Value {
    let of_size = |kind: &str| {
        json!({
            "type": kind,
            "name": COMPUTER,
            "display_width_px": screen.size.width,
            "display_height_px": screen.size.height,
        })
    };
    match tool {
        ClaudeTool::V20250124 => of_size("computer_20250124"),
        ClaudeTool::V20251124 => {
            let mut tool = of_size("computer_20251124");
            tool["enable_zoom"] = json!(true);
            tool
        }
        ClaudeTool::Toolset20260801 => {
            let withheld = NOT_OFFERED.iter().map(|it| ((*it).to_owned(), json!({"enabled": false})));
            let configs: Map<String, Value> = withheld.collect();
            json!({"type": "computer_toolset_20260801", "configs": configs})
        }
    }
}

fn messages(state: &DialectState) -> Vec<Value> {
    let mut messages: Vec<Value> = Vec::new();
    let mut asked = &Value::Null;
    for message in &state.0 {
        messages.push(match message {
            Message::Theirs(content) => {
                asked = content;
                json!({"role": "assistant", "content": content})
            }
            Message::Ours(turn) => json!({"role": "user", "content": content(turn, asked)}),
        });
    }
    let last = messages.last_mut().and_then(|it| it["content"].as_array_mut()).and_then(|it| it.last_mut());
    if let Some(block) = last {
        // The provider caches everything up to this block until the next request.
        block["cache_control"] = json!({"type": "ephemeral"});
    }
    messages
}

/// The content blocks of our turn, which answers the calls in this content.
fn content(turn: &OperatorTurn, asked: &Value) -> Vec<Value> {
    let toolsets: Vec<Option<&str>> = turn.results.iter().map(|it| toolset(asked, it)).collect();
    let screenshot = match turn.screen.png.is_empty() {
        true => text_block("(an earlier screenshot)"),
        false => picture(&turn.screen.png),
    };
    // One result has the screenshot, which is the same for all. After calls of the toolset, and after parts that are shown larger,
    // it is in the last.
    let is_in_last =
        toolsets.iter().any(Option::is_some) || turn.results.iter().any(|it| it.detail.is_some());
    let shown_at = if is_in_last { toolsets.len() - 1 } else { 0 };
    let mut screenshot = Some(screenshot);
    let mut has_failed = false;
    let mut blocks = Vec::new();
    for (at, (result, toolset)) in turn.results.iter().zip(&toolsets).enumerate() {
        let is_halted = toolset.is_some() && has_failed && result.done == CallCompletion::Nothing;
        has_failed |= toolset.is_some() && result.done != CallCompletion::All;
        let shown = screenshot.take_if(|_| at == shown_at);
        let result_text = text_block(if is_halted { HALTED } else { &result.text });
        let detail = result.detail.as_ref().map(|png| [text_block(DETAIL), picture(png)]);
        // Two pictures in one result are told apart.
        let named = (detail.is_some() && shown.is_some()).then(|| text_block(WHOLE));
        let detail = detail.into_iter().flatten();
        let content: Vec<Value> =
            std::iter::once(result_text).chain(detail).chain(named).chain(shown).collect();
        blocks.push(tool_result(result, &content, *toolset));
    }
    blocks.extend(turn.opening.iter().chain(&turn.messages).map(|it| text_block(it)));
    blocks.extend(screenshot);
    blocks
}

/// The toolset of the call that this result answers, as the call names it.
fn toolset<'a>(asked: &'a Value, result: &ToolCallResult) -> Option<&'a str> {
    let mut blocks = asked.as_array()?.iter();
    blocks.find(|it| it["id"] == result.id.as_str())?["toolset_name"].as_str()
}

fn tool_result(result: &ToolCallResult, content: &[Value], toolset: Option<&str>) -> Value {
    let mut block = json!({
        "type": "tool_result", "tool_use_id": result.id, "content": content, "is_error": result.done != CallCompletion::All,
    });
    if let Some(name) = toolset {
        block["toolset_name"] = json!(name);
    }
    block
}

fn text_block(text: &str) -> Value {
    // The provider rejects an empty text.
    json!({"type": "text", "text": if text.is_empty() { "done" } else { text }})
}

fn picture(png: &[u8]) -> Value {
    let data = STANDARD.encode(png);
    json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}})
}

/// Decodes the answer in a body and continues the conversation with it; the error says why there is none.
pub(super) fn decode(mut state: DialectState, body: &Value) -> Result<OperatorAnswer<DialectState>, String> {
    let stop = body["stop_reason"].as_str().unwrap_or("");
    let blocks = body["content"].as_array().map_or(&[][..], Vec::as_slice);
    let (mut calls, mut reader) = (Vec::new(), CallReader::default());
    for block in blocks.iter().filter(|it| it["type"] == "tool_use") {
        let id = block["id"].as_str().ok_or("its tool_use has no id")?.to_owned();
        calls.push(ToolCall { id, actions: reader.actions(block), checks: Vec::new() });
    }
    let message = joined(blocks, "text");
    let final_message = match (anthropic_ending(body), calls.is_empty()) {
        (Ending::Withheld(_), _) => {
            Some(FinalMessage::Refusal(non_empty_or(message.clone(), "the provider stopped it")))
        }
        (_, true) if !message.is_empty() => Some(FinalMessage::Message(message.clone())),
        (_, true) => return Err(no_content_reason(stop)),
        (_, false) => None,
    };
    state.0.push(Message::Theirs(body["content"].clone()));
    let thought = match calls.as_slice() {
        [] => String::new(),
        _ if message.is_empty() => joined(blocks, "thinking"),
        _ => message,
    };
    let usage = deskpilot_core::Usage::default();
    Ok(OperatorAnswer { state, thought, calls, final_message, model: String::new(), usage })
}

/// The texts of the blocks of this type, whose key is the type.
fn joined(blocks: &[Value], kind: &str) -> String {
    let texts = blocks.iter().filter(|it| it["type"] == kind).map(|it| text(it, kind));
    texts.filter(|it| !it.is_empty()).collect::<Vec<_>>().join("\n")
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

#[cfg(test)]
#[path = "tests/anthropic.rs"]
pub(super) mod tests;
