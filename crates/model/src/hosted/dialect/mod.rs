//! The protocols of providers: where a prompt is sent, how it is written, and where a reply has its parts. Pure.

mod anthropic;
mod ending;
mod gemini;
mod interactions;
mod openai;
mod responses;

use super::usage::ReportedUsage;
use crate::provider::Dialect;
use crate::{HostedOptions, Images, Secret, known_model};
use anthropic::Host;
use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{Picture, Prompt};
use serde_json::Value;

pub(crate) use anthropic::{ending as anthropic_ending, usage as anthropic_usage};
pub(crate) use ending::Ending;
pub(crate) use interactions::{ending as interaction_ending, usage as interaction_usage};
pub(crate) use responses::{ending as responses_ending, usage as responses_usage};

/// What Deskpilot reads of a reply.
#[derive(Debug, Default)]
pub(super) struct ChatReply<'b> {
    /// Its text; empty if there is none.
    pub(super) text: String,
    /// The model that replied, if the provider says which.
    pub(super) model: Option<&'b str>,
    /// What it used.
    pub(super) usage: ReportedUsage,
    /// The tools that it calls.
    pub(super) tools: Vec<ToolUse<'b>>,
    /// Whether it has thoughts in addition to its text.
    pub(super) thoughts: Thoughts,
    /// How it ended.
    pub(super) ending: Ending,
    /// The provider's word for how it ended.
    pub(super) stop: Option<&'b str>,
}

/// A call of a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToolUse<'b> {
    /// The tool's name.
    pub(super) name: &'b str,
    /// Its arguments: an object, or a text that should be one.
    pub(super) arguments: &'b Value,
}

impl<'b> ToolUse<'b> {
    /// The call in a value that has the name and the arguments under these keys.
    fn read(call: &'b Value, arguments: &str) -> Option<ToolUse<'b>> {
        Some(ToolUse { name: call["name"].as_str()?, arguments: &call[arguments] })
    }
}

/// The thoughts that a reply has in addition to its text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Thoughts {
    /// None of which the provider says anything.
    #[default]
    None,
    /// The model thought; the provider does not show what.
    Hidden,
    /// These.
    Shown(String),
}

impl Thoughts {
    /// The thoughts in these texts; none if all are empty.
    fn of<'t>(texts: impl IntoIterator<Item = &'t str>) -> Thoughts {
        let texts: Vec<&str> = texts.into_iter().map(str::trim).filter(|it| !it.is_empty()).collect();
        if texts.is_empty() { Thoughts::None } else { Thoughts::Shown(texts.join("\n")) }
    }

    /// These thoughts; hidden ones where the provider shows none and counts this many of their parts or tokens.
    fn or_hidden(self, count: Option<i64>) -> Thoughts {
        match self {
            Thoughts::None if count.is_some_and(|it| it > 0) => Thoughts::Hidden,
            thoughts => thoughts,
        }
    }
}

/// The path of the method that completes a prompt, below the base address.
pub(crate) fn path(options: &HostedOptions) -> String {
    match options.provider.dialect {
        Dialect::OpenAi | Dialect::Xai => "chat/completions".into(),
        Dialect::OpenAiResponses => "responses".into(),
        Dialect::Anthropic => "messages".into(),
        Dialect::Bedrock => format!("model/{}/invoke", path_segment(&options.model)),
        Dialect::Gemini => format!("models/{}:generateContent", options.model),
        Dialect::Vertex => format!("publishers/google/models/{}:generateContent", options.model),
        Dialect::VertexAnthropic => format!("publishers/anthropic/models/{}:rawPredict", options.model),
    }
}

/// A name as one segment of a path: Bedrock's names may be those of resources, which have slashes.
fn path_segment(name: &str) -> String {
    let reserved = [('%', "%25"), ('/', "%2F"), ('?', "%3F"), ('#', "%23")];
    reserved.iter().fold(name.to_owned(), |name, (letter, code)| name.replace(*letter, code))
}

/// The headers with the key.
pub(super) fn headers(dialect: Dialect, key: &Secret) -> Vec<(&'static str, Secret)> {
    match dialect {
        Dialect::OpenAi
        | Dialect::OpenAiResponses
        | Dialect::Xai
        | Dialect::Bedrock
        | Dialect::Vertex
        | Dialect::VertexAnthropic => {
            vec![("authorization", Secret::new(format!("Bearer {}", key.reveal())))]
        }
        Dialect::Anthropic => {
            let own = ("x-api-key", key.clone());
            std::iter::once(own).chain(headers_besides_key(dialect)).collect()
        }
        Dialect::Gemini => vec![("x-goog-api-key", key.clone())],
    }
}

/// The headers that a request has also where it is signed instead of carrying a key.
pub(super) fn headers_besides_key(dialect: Dialect) -> Vec<(&'static str, Secret)> {
    match dialect {
        Dialect::Anthropic => vec![("anthropic-version", Secret::new(anthropic::VERSION))],
        _ => Vec::new(),
    }
}

/// The version of Anthropic's messages that a partner wants in the body, because its address has the model; `None` for the others.
pub(crate) const fn partner_version(dialect: Dialect) -> Option<&'static str> {
    match dialect {
        Dialect::Bedrock => Some("bedrock-2023-05-31"),
        Dialect::VertexAnthropic => Some("vertex-2023-10-16"),
        _ => None,
    }
}

/// The request for a prompt.
pub(super) fn request(prompt: &Prompt, options: &HostedOptions) -> Value {
    match options.provider.dialect {
        Dialect::OpenAi | Dialect::Xai => openai::request(prompt, options),
        Dialect::OpenAiResponses => responses::request(prompt, options),
        Dialect::Anthropic | Dialect::Bedrock | Dialect::VertexAnthropic => {
            let version = partner_version(options.provider.dialect);
            anthropic::request(prompt, options, version.map_or(Host::Anthropic, Host::Partner))
        }
        Dialect::Gemini | Dialect::Vertex => gemini::request(prompt, options),
    }
}

/// The parts of a reply. Whatever the body is, it is read: parts that are missing or of another kind are left out.
pub(super) fn reply(body: &Value, dialect: Dialect) -> ChatReply<'_> {
    match dialect {
        Dialect::OpenAi => openai::reply(body),
        Dialect::Xai => openai::xai_reply(body),
        Dialect::OpenAiResponses => responses::reply(body),
        Dialect::Anthropic | Dialect::Bedrock | Dialect::VertexAnthropic => anthropic::reply(body),
        Dialect::Gemini | Dialect::Vertex => gemini::reply(body),
    }
}

/// A part of the user's message.
enum Part<'p> {
    Text(&'p str),
    /// A PNG file in base64.
    Picture(String),
}

/// The sections' text, then each picture after its caption. Providers reject an empty text.
fn parts<'p>(text: &'p str, pictures: &'p [Picture], options: &HostedOptions) -> Vec<Part<'p>> {
    let sent = if options.images == Images::Send { pictures } else { &[] };
    let pictures =
        sent.iter().flat_map(|it| [Part::Text(&it.caption), Part::Picture(STANDARD.encode(&it.png))]);
    Some(text).filter(|it| !it.is_empty()).map(Part::Text).into_iter().chain(pictures).collect()
}

/// The `data:` address of a picture.
fn data_url(base64: &str) -> String {
    format!("data:image/png;base64,{base64}")
}

/// Whether this is one of OpenAI's models that think: they have a name of their own for the token limit.
fn is_reasoning_model(name: &str) -> bool {
    known_model(name).is_some_and(|it| it.maker() == "openai" && !it.thinking.takes_temperature())
}

/// The temperature, for a model that takes one.
fn temperature(options: &HostedOptions) -> Option<f64> {
    let takes_one = || known_model(&options.model).is_none_or(|it| it.thinking.takes_temperature());
    options.temperature.filter(|_| takes_one())
}

/// How much a model that gave nothing but thoughts is asked to think next; `None` for as much as usual.
fn effort(prompt: &Prompt) -> Option<&'static str> {
    (prompt.reply_length.only_thoughts() > 0).then_some("low")
}

/// Sets a key where there is a value for it.
fn set(request: &mut Value, key: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        request[key] = value.into();
    }
}

/// The items of the list at this JSON pointer; none if there is no list.
fn items<'b>(body: &'b Value, pointer: &str) -> impl Iterator<Item = &'b Value> {
    body.pointer(pointer).and_then(Value::as_array).into_iter().flatten()
}

/// The strings under this key in the items of this type, joined.
fn joined<'b>(items: impl Iterator<Item = &'b Value>, kind: &str, key: &str) -> String {
    items.filter(|it| it["type"] == kind).filter_map(|it| it[key].as_str()).collect()
}

/// The string at this JSON pointer.
fn string<'b>(body: &'b Value, pointer: &str) -> Option<&'b str> {
    body.pointer(pointer)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;
    use deskpilot_testkit::prompt;

    #[test]
    fn models_that_reason_are_given_no_temperature() {
        for (model, sent) in [
            ("mine", true),
            ("gpt-6-luna", false),
            ("openai/gpt-6.9-sol", false),
            ("anthropic/claude-opus-5.5", false),
            ("anthropic/claude-next", false),
            ("anthropic/claude-haiku-4.5", true),
            ("olmo-2", true),
            ("gpt-oss-120b", true),
        ] {
            let options = HostedOptions { temperature: Some(0.0), ..options("openrouter", model, None) };
            assert_eq!(request(&prompt(), &options).get("temperature").is_some(), sent, "{model}");
        }
    }

    #[test]
    fn pictures_are_sent_to_those_who_see() {
        for (images, sent) in [(Images::Send, 3), (Images::Omit, 0)] {
            let request =
                request(&prompt(), &HostedOptions { images, ..options("openai", "gpt-6-luna", None) });
            assert_eq!(request["messages"][1]["content"].as_array().map_or(0, Vec::len), sent);
        }
    }

    #[test]
    fn a_limit_of_tokens_has_the_name_of_its_dialect() {
        for (provider, model, at) in [
            ("openai", "mine", "/max_tokens"),
            ("openai", "gpt-6-luna", "/max_completion_tokens"),
            ("openrouter", "anthropic/claude-opus-5.5", "/max_tokens"),
            ("openai-responses", "gpt-6-luna", "/max_output_tokens"),
            ("anthropic", "claude-sonnet-4-5", "/max_tokens"),
            ("gemini", "gemini-3.8-flash", "/generationConfig/maxOutputTokens"),
        ] {
            let options = HostedOptions { max_output_tokens: Some(900), ..options(provider, model, None) };
            let request = request(&prompt(), &options);
            assert_eq!(request.pointer(at), Some(&Value::from(900)), "{provider}: {request}");
        }
    }
}
