//! Tests of operators from prompt to reply, against a server that validates requests.

mod endings;
mod failures;
mod partners;
mod questions;
mod toolset;
mod turns;
mod warnings;

use super::operator;
use crate::{HostedOptions, Model, ModelError, Prices, Provider, Secret, hosted};
use deskpilot_core::{
    AgentKind, BlobKind, BlobRef, Contract, Picture, Prompt, Provenance, ReplyLength, caption, section,
};
use deskpilot_testkit::{
    loopback::{Dialect, OperatorReply, OperatorServer},
    prompt_section,
};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) const KEY: &str = "sk-very-secret";

/// A PNG of this size.
pub(super) fn png(width: u32, height: u32) -> Arc<[u8]> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0x77; (width * height) as usize]).unwrap();
    writer.finish().unwrap();
    file.into()
}

/// Options for this model of a provider at this address.
pub(super) fn options(name: &str, base_url: Option<&str>) -> HostedOptions {
    let (provider, model) = name.split_once('/').unwrap();
    let mut options = hosted::tests::options(provider, model, base_url.map(str::to_owned));
    options.key = Some(Secret::new(KEY));
    options
}

/// A model and a server for its dialect.
pub(super) struct Bench {
    pub(super) server: OperatorServer,
    pub(super) model: Arc<dyn Model>,
}

impl Bench {
    /// A model with this name and the server's answers.
    pub(super) async fn new(name: &str, answers: Vec<OperatorReply>) -> Bench {
        let dialect = match name.split_once('/') {
            Some(("anthropic" | "foundry" | "bedrock-messages", _)) => Dialect::Anthropic,
            Some(("gemini", _)) => Dialect::Gemini,
            _ => Dialect::OpenAi,
        };
        let server = OperatorServer::start(dialect, answers, Secret::new(KEY)).await.unwrap();
        let prices = Arc::new(Prices::embedded());
        let model = operator(options(name, Some(server.base_url())), prices).unwrap();
        Bench { server, model }
    }

    /// The reply to a prompt.
    pub(super) async fn reply(&self, prompt: &Prompt) -> Value {
        let completion = self.model.complete(prompt).await.unwrap_or_else(|error| panic!("{error}"));
        serde_json::from_str(&completion.text).unwrap()
    }

    pub(super) async fn error(&self, prompt: &Prompt) -> ModelError {
        self.model.complete(prompt).await.unwrap_err()
    }

    /// The last request.
    pub(super) fn last(&self) -> Value {
        self.server.requests().pop().unwrap()
    }
}

/// The content of a prompt besides its task.
#[derive(Clone, Default)]
pub(super) struct Shown {
    pub(super) last: Value,
    pub(super) complaint: &'static str,
    pub(super) standstill: &'static str,
    pub(super) board: Value,
    pub(super) earlier: Value,
}

/// An AppAgent's prompt with a clean screenshot of 641 x 399 pixels among its pictures.
pub(super) fn prompt(shown: &Shown) -> Prompt {
    let list = |value: &Value| if value.is_null() { "[]".to_owned() } else { value.to_string() };
    let sections = [
        (section::USER_REQUEST, Provenance::User, "Save the letter and print it.".to_owned()),
        (section::SUB_TASK, Provenance::Agent, "save the letter".into()),
        (section::PREVIOUS_SUBTASKS, Provenance::Agent, list(&shown.earlier)),
        (section::BLACKBOARD, Provenance::Screen, list(&shown.board)),
        (section::CURRENT_APPLICATION, Provenance::Screen, r#"{"application":"mousepad"}"#.into()),
        (section::CONTROL_INFORMATION, Provenance::Screen, r#"1 Button "Save""#.into()),
        (section::LAST_ACTIONS, Provenance::Screen, list(&shown.last)),
        (section::LOOP_GUARD, Provenance::Deskpilot, shown.standstill.into()),
        (section::COMPLAINT, Provenance::Deskpilot, shown.complaint.into()),
    ];
    let sections =
        sections.iter().filter(|it| !it.2.is_empty()).map(|it| prompt_section(it.0, it.1, &it.2)).collect();
    let picture = |caption: &str, png: Arc<[u8]>| Picture {
        caption: caption.into(),
        blob: BlobRef { hash: String::new(), kind: BlobKind::Png, bytes: png.len() as u64 },
        png,
        unscaled: None,
    };
    Prompt {
        agent: AgentKind::AppAgent,
        system: "Reply in JSON.".into(),
        sections,
        pictures: vec![
            picture("the last step", png(9, 9)),
            picture(caption::WINDOW, png(641, 399)),
            picture("numbered", png(7, 7)),
        ],
        reply_length: ReplyLength::Usual,
        contract: Contract {
            name: "app_reply".into(),
            schema: json!({"properties": {"ActionList": {"type": "array"}}}),
        },
    }
}

/// The prompt after a step with these last actions.
pub(super) fn after(last: Value) -> Prompt {
    prompt(&Shown { last, ..Shown::default() })
}

/// A function call as a prompt reports it.
pub(super) fn done(function: &str, status: &str) -> Value {
    json!({"Function": function, "Args": {}, "ControlText": "", "Status": status, "Results": "so"})
}

/// An answer with these items.
pub(super) fn says(items: Value) -> OperatorReply {
    OperatorReply::Answer(items)
}

/// A click as OpenAI's tool requests it.
pub(super) fn openai_click(call: &str, x: i64, y: i64) -> Value {
    json!({"type": "computer_call", "id": "cu", "call_id": call, "status": "completed", "pending_safety_checks": [],
        "actions": [{"type": "click", "button": "left", "x": x, "y": y}]})
}

/// A click as Anthropic's tool requests it.
pub(super) fn anthropic_click(call: &str, x: i64, y: i64) -> Value {
    json!({"type": "tool_use", "id": call, "name": "computer", "input": {"action": "left_click", "coordinate": [x, y]}})
}

/// A call of a member of Anthropic's toolset.
pub(super) fn member(call: &str, name: &str, input: &Value) -> Value {
    json!({"type": "tool_use", "id": call, "name": name, "toolset_name": "computer", "input": input})
}

/// A click as Google's tool requests it, in thousandths of the screenshot.
pub(super) fn gemini_click(call: &str, x: i64, y: i64) -> Value {
    json!({"type": "function_call", "id": call, "name": "click",
        "arguments": {"x": x, "y": y, "intent": "The button saves."}})
}

pub(super) const GPT: &str = "openai/gpt-6.1-terra";
/// A Gemini with the tool.
pub(super) const GEMINI: &str = "gemini/gemini-3.8-flash";
/// A Claude with one of the older tools.
pub(super) const CLAUDE: &str = "anthropic/claude-sonnet-4-5";
/// A Claude with the toolset, which always thinks.
pub(super) const CLAUDE_5_5: &str = "anthropic/claude-opus-5-5";

#[test]
fn every_dialect_is_chosen_by_its_provider() {
    let prices = Arc::new(Prices::embedded());
    for (name, key, expected) in [
        (GPT, Some(KEY), GPT),
        ("openai-responses/gpt-5.4", Some(KEY), "openai-responses/gpt-5.4"),
        ("azure/our-deployment", Some(KEY), "azure/our-deployment"),
        (CLAUDE, Some(KEY), CLAUDE),
        (CLAUDE_5_5, Some(KEY), CLAUDE_5_5),
        (
            "openai/computer-use-preview",
            Some(KEY),
            "openai/computer-use-preview cannot be used: it has no computer tool that Deskpilot speaks; name a model that has \
             one, such as openai/gpt-6.1-terra, anthropic/claude-opus-5-5 or gemini/gemini-3.8-flash",
        ),
        (
            CLAUDE,
            None,
            "anthropic/claude-sonnet-4-5 does not accept the key: there is none; set ANTHROPIC_API_KEY",
        ),
        (GEMINI, Some(KEY), GEMINI),
        (
            "gemini/gemini-2.5-flash-lite",
            Some(KEY),
            "gemini/gemini-2.5-flash-lite cannot be used: it has no computer tool that Deskpilot speaks; name a model that has \
             one, such as openai/gpt-6.1-terra, anthropic/claude-opus-5-5 or gemini/gemini-3.8-flash",
        ),
        (
            "vertex/gemini-3.8-flash",
            Some(KEY),
            "vertex/gemini-3.8-flash cannot be used: vertex has no computer-use model that Deskpilot can ask; name one of \
             openai, openai-responses, azure, anthropic, foundry, bedrock, bedrock-messages, vertex-anthropic or gemini",
        ),
        ("bedrock/anthropic.claude-opus-5", Some(KEY), "bedrock/anthropic.claude-opus-5"),
        (
            "bedrock/anthropic.claude-opus-5",
            None,
            "bedrock/anthropic.claude-opus-5 does not accept the key: there is none, and no AWS_ACCESS_KEY_ID with \
             AWS_SECRET_ACCESS_KEY; set AWS_BEARER_TOKEN_BEDROCK",
        ),
    ] {
        let mut options = options(name, Some("http://127.0.0.1:1/v1/"));
        options.key = key.map(Secret::new);
        let chosen = operator(options, Arc::clone(&prices));
        let shown = chosen.map_or_else(|error| error.to_string(), |it| it.name().to_owned());
        assert_eq!(shown, expected);
    }
    assert!(Provider::by_name("openai").is_some());
}

#[tokio::test]
async fn it_is_an_app_agents_model_and_needs_a_clean_screenshot() {
    let bench = Bench::new(GPT, Vec::new()).await;
    let of = |agent| Prompt { agent, ..prompt(&Shown::default()) };
    let mut blind = prompt(&Shown::default());
    blind.pictures.retain(|it| it.caption != caption::WINDOW);
    let mut broken = prompt(&Shown::default());
    broken.pictures[1].png = b"\x89PNG not really"[..].into();
    for (prompt, expected) in [
        (of(AgentKind::HostAgent), "plans nothing; name another model for the HostAgent"),
        (of(AgentKind::EvaluationAgent), "name another model for the EvaluationAgent"),
        (blind, "it works by screenshots and was shown none"),
        (broken, "it works by screenshots and was shown none"),
    ] {
        let error = bench.error(&prompt).await.to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(bench.server.requests().is_empty());
    assert_eq!(bench.model.window_picture(), crate::WindowPicture::Clean);
}
