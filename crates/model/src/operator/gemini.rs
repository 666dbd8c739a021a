//! Google's dialect: the computer tool of the Interactions API. The provider keeps the conversation; each request names the
//! interaction that it follows.
//!
//! The request and the reply are as ai.google.dev describes them ("Computer use", "Interactions API", read in November 2026).

use super::gemini_actions::{NOT_OFFERED, actions};
use super::parse::text;
use super::port::{
    CallCompletion, ComputerUse, FinalMessage, OperatorAction, OperatorAnswer, OperatorTurn, SafetyCheck,
    Screenshot, ToolCall, ToolCallResult,
};
use super::tools::{INSTRUCTIONS, TOOLS};
use super::wire::{AnswerParser, Wire};
use crate::hosted::{interaction_ending, interaction_usage};
use crate::{HostedOptions, ModelError, Prices, Secret};
use async_trait::async_trait;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{PictureLimits, Size};
use serde_json::{Map, Value, json};
use std::sync::Arc;

/// A computer-use model with Google's dialect.
pub(super) struct Gemini(Wire);

/// The state of a conversation.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DialectState {
    /// The interaction that the next request follows.
    previous: Option<String>,
    /// Its calls: the id of each with the name of its function, which the result repeats.
    calls: Vec<(String, String)>,
}

/// The decision of the provider's safety system that a person must confirm.
const REQUIRES_CONFIRMATION: &str = "require_confirmation";

impl Gemini {
    pub(super) fn new(
        options: HostedOptions,
        prices: Arc<Prices>,
        key: &Secret,
    ) -> Result<Gemini, ModelError> {
        Ok(Gemini(Wire::new(options, prices, "interactions", &[("x-goog-api-key", key.clone())])?))
    }
}

#[async_trait]
impl ComputerUse for Gemini {
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
            request["generation_config"] = json!({"max_output_tokens": limit});
        }
        let parser = AnswerParser { usage: interaction_usage, ending: interaction_ending };
        let size = turn.screen.size;
        self.0.ask(&request, limit, &parser, |body| decode(body, size)).await
    }
}

/// The request of a turn.
fn encode(state: &DialectState, turn: &OperatorTurn, options: &HostedOptions) -> Value {
    let mut request = json!({
        "model": options.model,
        "system_instruction": INSTRUCTIONS,
        "tools": tools(),
        "input": input(state, turn),
    });
    if let Some(previous) = state.previous.as_ref().filter(|_| turn.opening.is_none()) {
        request["previous_interaction_id"] = json!(previous);
    }
    request
}

fn tools() -> Vec<Value> {
    let screen = json!({
        "type": "computer_use", "environment": "desktop", "excluded_predefined_functions": NOT_OFFERED,
    });
    let functions = TOOLS.iter().map(
        |it| json!({"type": "function", "name": it.name, "description": it.doc, "parameters": it.schema()}),
    );
    std::iter::once(screen).chain(functions).collect()
}

/// The results of the calls, the last of which has the screenshot and all other messages; or a message of its own.
fn input(state: &DialectState, turn: &OperatorTurn) -> Vec<Value> {
    let name = |id: &str| state.calls.iter().find(|(known, _)| known == id).map(|(_, name)| name.as_str());
    let called = turn.results.iter().filter_map(|it| Some((name(&it.id)?, it)));
    let mut results: Vec<Value> = called
        .filter(|_| turn.opening.is_none())
        .map(|(name, result)| function_result(name, result))
        .collect();
    let texts = turn.opening.iter().chain(&turn.messages).map(|it| text_part(it));
    let parts: Vec<Value> = texts.chain([picture(&turn.screen)]).collect();
    match results.last_mut().and_then(|it| it["result"].as_array_mut()) {
        Some(last) => last.extend(parts),
        None => return parts,
    }
    results
}

fn function_result(name: &str, result: &ToolCallResult) -> Value {
    let key = if result.done == CallCompletion::All { "output" } else { "error" };
    let mut told = Map::from_iter([(key.to_owned(), json!(result.text))]);
    if !result.acknowledged.is_empty() {
        told.insert("safety_acknowledgement".into(), json!(true));
    }
    json!({
        "type": "function_result", "name": name, "call_id": result.id,
        "result": [text_part(&Value::Object(told).to_string())],
    })
}

fn text_part(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

fn picture(screen: &Screenshot) -> Value {
    json!({"type": "image", "data": STANDARD.encode(&screen.png), "mime_type": "image/png"})
}

/// Decodes the answer in a body to a screenshot of this size; the error says why there is none.
pub(super) fn decode(body: &Value, size: Size) -> Result<OperatorAnswer<DialectState>, String> {
    let Some(steps) = body["steps"].as_array() else { return Err("it has no steps".into()) };
    let (mut calls, mut names, mut thoughts, mut messages) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for step in steps {
        match step["type"].as_str().unwrap_or("") {
            "thought" => thoughts.extend(texts(&step["summary"])),
            "model_output" => messages.extend(texts(&step["content"])),
            "function_call" => {
                let id = step["id"].as_str().ok_or("its function_call has no id")?;
                let name = step["name"].as_str().unwrap_or("");
                names.push((id.to_owned(), name.to_owned()));
                thoughts.extend(Some(text(&step["arguments"], "intent")).filter(|it| !it.is_empty()));
                calls.push(tool_call(id, name, &step["arguments"], size));
            }
            // Tools that the provider runs itself need no answer.
            _ => {}
        }
    }
    if calls.is_empty() && messages.is_empty() {
        return Err(
            "it asked for nothing and said nothing: do the next thing, or say that the task is done".into()
        );
    }
    let previous = body["id"].as_str().map(str::to_owned);
    if previous.is_none() {
        return Err("it has no id, so no request can follow it".into());
    }
    let final_message = calls.is_empty().then(|| FinalMessage::Message(messages.join("\n")));
    // Messages next to calls explain them.
    thoughts.extend(messages.into_iter().filter(|_| !calls.is_empty()));
    Ok(OperatorAnswer {
        state: DialectState { previous, calls: names },
        thought: thoughts.join("\n"),
        calls,
        final_message,
        model: String::new(),
        usage: deskpilot_core::Usage::default(),
    })
}

fn texts(parts: &Value) -> Vec<String> {
    let parts = parts.as_array().into_iter().flatten();
    parts.map(|part| text(part, "text")).filter(|it| !it.is_empty()).collect()
}

/// A call, with what the provider's safety system decided about it.
fn tool_call(id: &str, name: &str, arguments: &Value, size: Size) -> ToolCall {
    let safety = &arguments["safety_decision"];
    let explanation = text(safety, "explanation");
    let id = id.to_owned();
    match safety["decision"].as_str() {
        None | Some("regular" | "allowed") => {
            ToolCall { id, actions: actions(name, arguments, size), checks: Vec::new() }
        }
        Some(REQUIRES_CONFIRMATION) => {
            let check =
                SafetyCheck { id: id.clone(), code: REQUIRES_CONFIRMATION.into(), message: explanation };
            ToolCall { id, actions: actions(name, arguments, size), checks: vec![check] }
        }
        Some(decision) => {
            let why = format!("the provider's safety system decided {decision:?}: {explanation}");
            ToolCall { id, actions: vec![OperatorAction::Unclear(why)], checks: Vec::new() }
        }
    }
}

#[cfg(test)]
#[path = "tests/gemini.rs"]
pub(super) mod tests;
