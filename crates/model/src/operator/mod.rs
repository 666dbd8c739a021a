//! Operators: computer-use models that work on screenshots and act as AppAgents.
//!
//! [`port`] is the interface of such a model. [`openai`], [`anthropic`] and [`gemini`] are its dialects, each an encoder
//! and a decoder on top of [`wire`], the only file that opens connections. [`Operator`] turns any of them into
//! a [`Model`]: it converts the requested inputs to an AppAgent's reply, so that the policy rules on them as on
//! any other. A provider's safety checks go to the user together with the reply, and are acknowledged only
//! after the actions they warn of were done.

mod anthropic;
mod anthropic_actions;
mod conversation;
mod detail;
mod function_calls;
#[cfg(any(test, fuzzing))]
pub(crate) mod fuzz;
mod gemini;
mod gemini_actions;
mod keys;
mod openai;
mod parse;
mod port;
#[cfg(test)]
mod tests;
mod tools;
mod wire;

pub use port::{
    CallCompletion, CallsPerTurn, ComputerUse, FinalMessage, OperatorAction, OperatorAnswer, OperatorTurn,
    PixelPoint, SafetyCheck, ScreenPart, Screenshot, ToolCall, ToolCallResult,
};

use crate::hosted::rejects_length;
use crate::{ComputerTool, HostedOptions, Model, ModelError, Prices, WindowPicture, known_model};
use anthropic::Anthropic;
use async_trait::async_trait;
use conversation::{Continuation, Conversation, ExpectedResult, PendingCall, Phase, opening};
use deskpilot_core::{
    AgentKind, Completion, Picture, PictureLimits, Prompt, ReplyLength, Size, Usage,
    caption::{DESKTOP, WINDOW},
};
use detail::detail;
use function_calls::{FunctionCall, function_calls, zoomed_part};
use gemini::Gemini;
use openai::OpenAi;
use serde_json::{Value, json};
use std::io::Cursor;
use std::sync::Arc;
use tokio::sync::Mutex;

/// The providers with a computer tool in their dialect.
const OPERATOR_PROVIDERS: &str = "openai, openai-responses, azure, anthropic, foundry, bedrock, bedrock-messages, vertex-anthropic or gemini";

/// The operator with these options; nothing is sent yet.
///
/// # Errors
/// Its provider or the model has no computer tool that Deskpilot speaks, or the key is missing.
pub fn operator(options: HostedOptions, prices: Arc<Prices>) -> Result<Arc<dyn Model>, ModelError> {
    let missing = || ModelError::Unauthorized {
        model: options.name(),
        message: "there is none".into(),
        variable: options.key_variable.clone(),
    };
    let key = options.key.clone().ok_or_else(missing);
    match options.provider.name {
        "openai" | "openai-responses" | "azure" => {
            Ok(Arc::new(Operator::new(OpenAi::new(with_tool(options)?, prices, &key?)?)))
        }
        "anthropic" | "foundry" | "bedrock" | "bedrock-messages" | "vertex-anthropic" => {
            Ok(Arc::new(Operator::new(Anthropic::new(with_tool(options)?, prices)?)))
        }
        "gemini" => Ok(Arc::new(Operator::new(Gemini::new(with_tool(options)?, prices, &key?)?))),
        other => Err(options.misconfigured(format!(
            "{other} has no computer-use model that Deskpilot can ask; name one of {OPERATOR_PROVIDERS}"
        ))),
    }
}

/// The options, unless the table of models says that the model has no computer tool.
fn with_tool(options: HostedOptions) -> Result<HostedOptions, ModelError> {
    match known_model(&options.model).filter(|it| it.is_listed()).map(|it| it.computer) {
        Some(ComputerTool::None) => Err(options.misconfigured(
            "it has no computer tool that Deskpilot speaks; name a model that has one, such as openai/gpt-6.1-terra, \
             anthropic/claude-opus-5-5 or gemini/gemini-3.8-flash",
        )),
        _ => Ok(options),
    }
}

/// A computer-use model as an AppAgent's model.
pub struct Operator<C: ComputerUse> {
    model: C,
    conversation: Mutex<Option<Conversation<C::State>>>,
}

impl<C: ComputerUse> Operator<C> {
    /// An AppAgent's model that asks this computer-use model.
    pub fn new(model: C) -> Operator<C> {
        Operator { model, conversation: Mutex::new(None) }
    }

    async fn ask(
        &self,
        conversation: &mut Option<Conversation<C::State>>,
        prompt: &Prompt,
        screen: &Screenshot,
    ) -> Result<OperatorAnswer<C::State>, ModelError> {
        let parts = conversation.as_ref().map(Conversation::parts).unwrap_or_default();
        let (state, mut turn) = next_turn(conversation, prompt, screen);
        self.show_details(&mut turn, &parts, prompt).await;
        match self.model.next(&state, &turn).await {
            Err(ModelError::ConversationLost { .. }) if turn.opening.is_none() => {
                *conversation = None;
                let (state, turn) = next_turn(conversation, prompt, screen);
                self.model.next(&state, &turn).await
            }
            Err(error) if !turn.answer_length.is_usual() && rejects_length(&error) => {
                let usual = OperatorTurn { answer_length: ReplyLength::Usual, ..turn };
                self.model.next(&state, &usual).await
            }
            answered => answered,
        }
    }

    /// Adds to the results of calls that asked to see a part larger the picture of it.
    async fn show_details(&self, turn: &mut OperatorTurn, parts: &[Option<ScreenPart>], prompt: &Prompt) {
        let Some(png) = shown_picture(prompt).map(|it| it.unscaled.as_ref().unwrap_or(&it.png)) else {
            return;
        };
        for (result, part) in turn.results.iter_mut().zip(parts) {
            if let Some(part) = part.filter(|_| result.done == CallCompletion::All) {
                result.detail = detail(Arc::clone(png), part, self.model.display()).await;
            }
        }
    }

    fn refusal(&self, message: &str) -> ModelError {
        ModelError::Refused { model: self.model.name().to_owned(), message: message.to_owned() }
    }
}

#[async_trait]
impl<C: ComputerUse> Model for Operator<C> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn pictures(&self) -> PictureLimits {
        self.model.display()
    }

    fn window_picture(&self) -> WindowPicture {
        WindowPicture::Clean
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        match prompt.agent {
            AgentKind::AppAgent => {}
            AgentKind::HostAgent => {
                return Err(self
                    .refusal("it works in windows and plans nothing; name another model for the HostAgent"));
            }
            AgentKind::EvaluationAgent => {
                let message = "it acts and does not judge; name another model for the EvaluationAgent".into();
                return Err(ModelError::Refused { model: self.name().to_owned(), message });
            }
        }
        let screen = screen(prompt).ok_or_else(|| {
            self.refusal("it works by screenshots and was shown none: set images to separate")
        })?;
        let mut conversation = self.conversation.lock().await;
        match self.ask(&mut conversation, prompt, &screen).await {
            Ok(answered) => {
                let (now, reply) = interpret(prompt, answered, screen.size, self.name());
                *conversation = Some(now);
                reply
            }
            Err(error) => {
                let is_unread = matches!(error, ModelError::NoText { .. } | ModelError::Cut { .. });
                if let Some(conversation) = conversation.as_mut().filter(|_| is_unread) {
                    conversation.phase = Phase::Unread;
                }
                Err(error)
            }
        }
    }
}

/// The next turn: the conversation continues, or a new one starts with everything that is known.
fn next_turn<T: Clone + Default>(
    conversation: &mut Option<Conversation<T>>,
    prompt: &Prompt,
    screen: &Screenshot,
) -> (T, OperatorTurn) {
    let next = conversation.as_mut().map_or_else(|| Continuation::Restart(Vec::new()), |it| it.next(prompt));
    let (screen, answer_length) = (screen.clone(), prompt.reply_length);
    let calls = if takes_several(prompt) { CallsPerTurn::Several } else { CallsPerTurn::One };
    match (next, conversation) {
        (Continuation::Continue { results, messages }, Some(conversation)) => (
            conversation.dialect_state.clone(),
            OperatorTurn { opening: None, screen, results, messages, answer_length, calls },
        ),
        (Continuation::Continue { messages, .. } | Continuation::Restart(messages), conversation) => {
            *conversation = None;
            let opening = Some(opening(prompt));
            (
                T::default(),
                OperatorTurn { opening, screen, results: Vec::new(), messages, answer_length, calls },
            )
        }
    }
}

/// The unannotated picture of the window or of the whole desktop.
fn shown_picture(prompt: &Prompt) -> Option<&Picture> {
    let captioned = |caption: &str| prompt.pictures.iter().rfind(|it| it.caption == caption);
    captioned(WINDOW).or_else(|| captioned(DESKTOP))
}

/// That picture with its size.
fn screen(prompt: &Prompt) -> Option<Screenshot> {
    let Picture { png, .. } = shown_picture(prompt)?;
    let read = png::Decoder::new(Cursor::new(png)).read_info().ok()?;
    let (width, height) = (read.info().width, read.info().height);
    Some(Screenshot { png: png.clone(), size: Size { width, height } })
}

/// The conversation after an answer, and the resulting reply.
fn interpret<T>(
    prompt: &Prompt,
    answered: OperatorAnswer<T>,
    size: Size,
    name: &str,
) -> (Conversation<T>, Result<Completion, ModelError>) {
    let OperatorAnswer { state, thought, calls, final_message, model, usage } = answered;
    let completion = |reply: &Value| Completion { text: reply.to_string(), model: model.clone(), usage };
    if let Some(word) = final_message {
        let (question, reply) = closing_reply(word);
        let mut conversation = Conversation::after(prompt, state, Vec::new(), &[]);
        match question {
            Some(question) => conversation = conversation.with_question(question),
            None => conversation.phase = Phase::Over,
        }
        return (conversation, Ok(completion(&reply)));
    }
    let requested = requested_functions(&calls, size);
    let asked = pending_calls(&calls, requested.as_deref().unwrap_or(&[]), size);
    let after = |functions: &[FunctionCall]| Conversation::after(prompt, state, asked, functions);
    match requested {
        Err(why) => (after(&[]).with_refusal(&why), Err(no_text(name, &why, usage))),
        Ok(requested) => match user_message(&calls) {
            Some(UserMessage { reply, phase }) => {
                let mut conversation = after(&[]);
                conversation.phase = phase;
                (conversation, Ok(completion(&reply)))
            }
            None => {
                let functions: Vec<FunctionCall> = requested.into_iter().flatten().collect();
                let reply = action_reply(&thought, &functions, &calls, prompt);
                (after(&functions), Ok(completion(&reply)))
            }
        },
    }
}

/// The function calls of each call; the error says why nothing is done.
fn requested_functions(calls: &[ToolCall], size: Size) -> Result<Vec<Vec<FunctionCall>>, String> {
    let of = |call: &ToolCall| match call.actions.as_slice() {
        [OperatorAction::Ask(_) | OperatorAction::GiveUp(_)] => Ok(Vec::new()),
        actions => function_calls(actions, size),
    };
    calls.iter().map(of).collect()
}

fn pending_calls(calls: &[ToolCall], requested: &[Vec<FunctionCall>], size: Size) -> Vec<PendingCall> {
    let expects = |(at, call): (usize, &ToolCall)| match call.actions.as_slice() {
        [OperatorAction::Ask(question)] => ExpectedResult::Answer(question.clone()),
        _ => ExpectedResult::FunctionResults(requested.get(at).map_or(0, Vec::len)),
    };
    let each = |(at, call): (usize, &ToolCall)| PendingCall {
        id: call.id.clone(),
        checks: call.checks.clone(),
        expects: expects((at, call)),
        part: call.actions.iter().find_map(|it| zoomed_part(it, size).ok().flatten()),
    };
    calls.iter().enumerate().map(each).collect()
}

/// A call that addresses the person.
struct UserMessage {
    reply: Value,
    phase: Phase,
}

/// The call that addresses the person, if any, regardless of the others.
fn user_message(calls: &[ToolCall]) -> Option<UserMessage> {
    let actions = || calls.iter().flat_map(|it| &it.actions);
    let gives_up = actions().find_map(|it| match it {
        OperatorAction::GiveUp(reason) => {
            Some(UserMessage { reply: reply("FAIL", reason, &[]), phase: Phase::Over })
        }
        _ => None,
    });
    let questions: Vec<&str> = actions()
        .filter_map(|it| match it {
            OperatorAction::Ask(question) => Some(question.as_str()),
            _ => None,
        })
        .collect();
    let asks = || UserMessage { reply: reply("PENDING", "", &questions), phase: Phase::Answered };
    gives_up.or_else(|| (!questions.is_empty()).then(asks))
}

/// The reply for a last word, and its question if it is one: a model that asks has not finished.
fn closing_reply(word: FinalMessage) -> (Option<String>, Value) {
    match word {
        FinalMessage::Refusal(why) => (None, reply("FAIL", &format!("it will not go on: {why}"), &[])),
        FinalMessage::Message(text) if text.trim_end().ends_with('?') => {
            let reply = reply("PENDING", "", &[&text]);
            (Some(text), reply)
        }
        FinalMessage::Message(text) => (None, reply("FINISH", &text, &[])),
    }
}

fn reply(status: &str, comment: &str, questions: &[&str]) -> Value {
    json!({
        "Observation": "", "Thought": "", "Status": status, "Plan": [], "Comment": comment, "Questions": questions,
        "SaveScreenshot": false,
    })
}

/// The reply key for a list of actions.
const ACTION_LIST: &str = "ActionList";

fn takes_several(prompt: &Prompt) -> bool {
    prompt.contract.schema["properties"].get(ACTION_LIST).is_some()
}

/// The reply with these actions, and with the warnings for the user.
fn action_reply(thought: &str, functions: &[FunctionCall], calls: &[ToolCall], prompt: &Prompt) -> Value {
    let warnings: Vec<&SafetyCheck> = calls.iter().flat_map(|it| &it.checks).collect();
    let mut reply = reply(if warnings.is_empty() { "CONTINUE" } else { "CONFIRM" }, "", &[]);
    reply["Thought"] = json!(thought);
    reply["Observation"] = json!(zooms(calls));
    let action = |it: &FunctionCall| json!({"ControlLabel": "", "ControlText": "", "Function": it.function, "Args": it.args});
    match (takes_several(prompt), functions) {
        (false, [only, ..]) => {
            if let (Value::Object(reply), Value::Object(keys)) = (&mut reply, action(only)) {
                reply.extend(keys);
            }
        }
        _ => reply[ACTION_LIST] = functions.iter().map(action).collect(),
    }
    if !warnings.is_empty() {
        reply["SafetyChecks"] = warnings.iter().map(|it| it.warning()).collect();
    }
    reply
}

/// The parts that it asks to see larger, in words for the log: the functions of a reply only look.
fn zooms(calls: &[ToolCall]) -> String {
    let words = |it: &OperatorAction| match it {
        OperatorAction::Zoom { from, to } => Some(format!(
            "looks closer at ({}, {}) to ({}, {}) of the screenshot",
            from.x, from.y, to.x, to.y
        )),
        _ => None,
    };
    calls.iter().flat_map(|it| &it.actions).filter_map(words).collect::<Vec<_>>().join("; ")
}

fn no_text(name: &str, why: &str, usage: Usage) -> ModelError {
    let message = format!("it asked for what cannot be done: {why}");
    ModelError::NoText { model: name.to_owned(), message, usage }
}
