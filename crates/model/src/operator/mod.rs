//! Operators: computer-use models that work on screenshots and act as AppAgents.
//!
//! [`port`] is the interface of such a model. [`openai`] and [`anthropic`] are its dialects, each an encoder
//! and a decoder on top of [`wire`], the only file that opens connections. [`Operator`] turns any of them into
//! a [`Model`]: it converts the requested inputs to an AppAgent's reply, so that the policy rules on them as on
//! any other. A provider's safety checks go to the user together with the reply, and are acknowledged only
//! after the actions they warn of were done.

mod answer;
mod anthropic;
mod function_calls;
mod keys;
mod openai;
mod port;
mod talking;
#[cfg(test)]
mod tests;
mod tools;
mod wire;

pub use port::{
    Answered, Call, CallResult, ComputerUse, LastWord, OperatorAction, Place, SafetyCheck, Screen,
    ToolResult, Turn,
};

use crate::{HostedOptions, Model, ModelError, Prices, Sees};
use anthropic::Anthropic;
use async_trait::async_trait;
use deskpilot_core::{
    AgentKind, Completion, Picture, PictureLimits, Prompt, Size, Usage,
    caption::{DESKTOP, WINDOW},
};
use function_calls::{FunctionCall, function_calls};
use openai::OpenAi;
use serde_json::{Value, json};
use std::io::Cursor;
use std::sync::Arc;
use talking::{Asked, Next, State, Talking, Wants, opening};
use tokio::sync::Mutex;

/// The providers with a computer tool in their dialect.
const SPEAKERS: &str = "openai, openai-responses, azure and anthropic";

/// The operator with these options, which acts on a desktop of the platform of this name; nothing is sent yet.
pub fn operator(
    options: HostedOptions,
    prices: Arc<Prices>,
    platform: &str,
) -> Result<Arc<dyn Model>, ModelError> {
    let missing = || ModelError::Unauthorized {
        model: options.name(),
        message: "there is none".into(),
        variable: options.key_variable.clone(),
    };
    let key = options.key.clone().ok_or_else(missing);
    match options.provider.name {
        "openai" | "openai-responses" | "azure" => {
            Ok(Arc::new(Operator::new(OpenAi::new(options, prices, &key?, platform)?)))
        }
        "anthropic" => Ok(Arc::new(Operator::new(Anthropic::new(options, prices, &key?)?))),
        other => {
            Err(options.misconfigured(format!("{other} has no computer-use model; those of {SPEAKERS} do")))
        }
    }
}

/// A computer-use model as an AppAgent's model.
pub struct Operator<C: ComputerUse> {
    model: C,
    talking: Mutex<Option<Talking<C::Talk>>>,
}

impl<C: ComputerUse> Operator<C> {
    /// An AppAgent's model that asks this computer-use model.
    pub fn new(model: C) -> Operator<C> {
        Operator { model, talking: Mutex::new(None) }
    }

    async fn answered(
        &self,
        talking: &mut Option<Talking<C::Talk>>,
        prompt: &Prompt,
        screen: &Screen,
    ) -> Result<Answered<C::Talk>, ModelError> {
        let (talk, turn) = next_turn(talking, prompt, screen);
        match self.model.next(&talk, &turn).await {
            Err(error) if turn.opening.is_none() && self.model.has_forgotten(&error) => {
                *talking = None;
                let (talk, turn) = next_turn(talking, prompt, screen);
                self.model.next(&talk, &turn).await
            }
            answered => answered,
        }
    }

    fn refuses(&self, message: &str) -> ModelError {
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

    fn sees(&self) -> Sees {
        Sees::Clean
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        match prompt.agent {
            AgentKind::AppAgent => {}
            AgentKind::HostAgent => {
                return Err(self
                    .refuses("it works in windows and plans nothing; name another model for the HostAgent"));
            }
            AgentKind::EvaluationAgent => {
                let message = "it acts and does not judge; name another model for the EvaluationAgent".into();
                return Err(ModelError::Refused { model: self.name().to_owned(), message });
            }
        }
        let screen = screen(prompt).ok_or_else(|| {
            self.refuses("it works by screenshots and was shown none: set images to separate")
        })?;
        let mut talking = self.talking.lock().await;
        match self.answered(&mut talking, prompt, &screen).await {
            Ok(answered) => {
                let (now, said) = understood(prompt, answered, screen.size, self.name());
                *talking = Some(now);
                said
            }
            Err(error) => {
                if let (ModelError::NoText { .. }, Some(talking)) = (&error, talking.as_mut()) {
                    talking.state = State::Unheard;
                }
                Err(error)
            }
        }
    }
}

/// The next turn: the conversation continues, or a new one starts with everything that is known.
fn next_turn<T: Clone + Default>(
    talking: &mut Option<Talking<T>>,
    prompt: &Prompt,
    screen: &Screen,
) -> (T, Turn) {
    let next = talking.as_mut().map_or_else(|| Next::Begins(Vec::new()), |it| it.next(prompt));
    let screen = screen.clone();
    match (next, talking) {
        (Next::GoesOn { results, told }, Some(talking)) => {
            (talking.talk.clone(), Turn { opening: None, screen, results, told })
        }
        (Next::GoesOn { told, .. } | Next::Begins(told), talking) => {
            *talking = None;
            let opening = Some(opening(prompt));
            (T::default(), Turn { opening, screen, results: Vec::new(), told })
        }
    }
}

/// The unannotated picture of the window or of the whole desktop.
fn screen(prompt: &Prompt) -> Option<Screen> {
    let captioned = |caption: &str| prompt.pictures.iter().rfind(|it| it.caption == caption);
    let Picture { png, .. } = captioned(WINDOW).or_else(|| captioned(DESKTOP))?;
    let read = png::Decoder::new(Cursor::new(png)).read_info().ok()?;
    let (width, height) = (read.info().width, read.info().height);
    Some(Screen { png: png.clone(), size: Size { width, height } })
}

/// The conversation after an answer, and the resulting reply.
fn understood<T>(
    prompt: &Prompt,
    answered: Answered<T>,
    size: Size,
    name: &str,
) -> (Talking<T>, Result<Completion, ModelError>) {
    let Answered { talk, thought, calls, last_word, model, usage } = answered;
    let completion = |reply: &Value| Completion { text: reply.to_string(), model: model.clone(), usage };
    if let Some(word) = last_word {
        let (question, reply) = ended(word);
        let mut talking = Talking::after(prompt, talk, Vec::new(), &[]);
        match question {
            Some(question) => talking = talking.asking(question),
            None => talking.state = State::Over,
        }
        return (talking, Ok(completion(&reply)));
    }
    let wished = wished(&calls, size);
    let asked = asked(&calls, wished.as_deref().unwrap_or(&[]));
    let after = |given: &[FunctionCall]| Talking::after(prompt, talk, asked, given);
    match wished {
        Err(why) => (after(&[]).refused(&why), Err(no_text(name, &why, usage))),
        Ok(wished) => match interlude(&calls) {
            Some(Interlude { reply, state }) => {
                let mut talking = after(&[]);
                talking.state = state;
                (talking, Ok(completion(&reply)))
            }
            None => {
                let given: Vec<FunctionCall> = wished.into_iter().flatten().collect();
                let reply = acting(&thought, &given, &calls, prompt);
                (after(&given), Ok(completion(&reply)))
            }
        },
    }
}

/// The function calls of each call; the error says why nothing is done.
fn wished(calls: &[Call], size: Size) -> Result<Vec<Vec<FunctionCall>>, String> {
    let of = |call: &Call| match call.actions.as_slice() {
        [OperatorAction::Ask(_) | OperatorAction::GiveUp(_)] => Ok(Vec::new()),
        actions => function_calls(actions, size),
    };
    calls.iter().map(of).collect()
}

fn asked(calls: &[Call], wished: &[Vec<FunctionCall>]) -> Vec<Asked> {
    let wants = |(at, call): (usize, &Call)| match call.actions.as_slice() {
        [OperatorAction::Ask(question)] => Wants::Answer(question.clone()),
        _ => Wants::Deeds(wished.get(at).map_or(0, Vec::len)),
    };
    let each = |(at, call): (usize, &Call)| Asked {
        id: call.id.clone(),
        checks: call.checks.clone(),
        wants: wants((at, call)),
    };
    calls.iter().enumerate().map(each).collect()
}

/// A call that addresses the person.
struct Interlude {
    reply: Value,
    state: State,
}

/// The call that addresses the person, if any, regardless of the others.
fn interlude(calls: &[Call]) -> Option<Interlude> {
    let actions = || calls.iter().flat_map(|it| &it.actions);
    let gives_up = actions().find_map(|it| match it {
        OperatorAction::GiveUp(reason) => {
            Some(Interlude { reply: reply("FAIL", reason, &[]), state: State::Over })
        }
        _ => None,
    });
    let questions: Vec<&str> = actions()
        .filter_map(|it| match it {
            OperatorAction::Ask(question) => Some(question.as_str()),
            _ => None,
        })
        .collect();
    let asks = || Interlude { reply: reply("PENDING", "", &questions), state: State::Answered };
    gives_up.or_else(|| (!questions.is_empty()).then(asks))
}

/// The reply for a last word, and its question if it is one: a model that asks has not finished.
fn ended(word: LastWord) -> (Option<String>, Value) {
    match word {
        LastWord::Refusal(why) => (None, reply("FAIL", &format!("it will not go on: {why}"), &[])),
        LastWord::Message(text) if text.trim_end().ends_with('?') => {
            let reply = reply("PENDING", "", &[&text]);
            (Some(text), reply)
        }
        LastWord::Message(text) => (None, reply("FINISH", &text, &[])),
    }
}

fn reply(status: &str, comment: &str, questions: &[&str]) -> Value {
    json!({
        "Observation": "", "Thought": "", "Status": status, "Plan": [], "Comment": comment, "Questions": questions,
        "SaveScreenshot": false,
    })
}

/// The reply key for a list of actions.
const LIST: &str = "ActionList";

fn takes_several(prompt: &Prompt) -> bool {
    prompt.contract.schema["properties"].get(LIST).is_some()
}

/// The reply with these actions, and with the warnings for the user.
fn acting(thought: &str, given: &[FunctionCall], calls: &[Call], prompt: &Prompt) -> Value {
    let warnings: Vec<&SafetyCheck> = calls.iter().flat_map(|it| &it.checks).collect();
    let mut reply = reply(if warnings.is_empty() { "CONTINUE" } else { "CONFIRM" }, "", &[]);
    reply["Thought"] = json!(thought);
    let action = |it: &FunctionCall| json!({"ControlLabel": "", "ControlText": "", "Function": it.function, "Args": it.args});
    match (takes_several(prompt), given) {
        (false, [only, ..]) => {
            if let (Value::Object(reply), Value::Object(keys)) = (&mut reply, action(only)) {
                reply.extend(keys);
            }
        }
        _ => reply[LIST] = given.iter().map(action).collect(),
    }
    if !warnings.is_empty() {
        reply["SafetyChecks"] = warnings.iter().map(|it| it.warning()).collect();
    }
    reply
}

fn no_text(name: &str, why: &str, usage: Usage) -> ModelError {
    let message = format!("it asked for what cannot be done: {why}");
    ModelError::NoText { model: name.to_owned(), message, usage }
}
