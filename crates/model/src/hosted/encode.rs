//! Encodes a prompt for the client library. Pure.

use crate::provider::Dialect;
use crate::{HostedOptions, Images, ReplyFormat};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{Contract, Prompt, Section, section};
use genai::chat::{
    CacheControl, ChatMessage, ChatOptions, ChatRequest, ChatResponseFormat, ContentPart, JsonSpec,
    ReasoningEffort,
};

/// The request and its options for a prompt.
pub(super) fn encode(prompt: &Prompt, options: &HostedOptions) -> (ChatRequest, ChatOptions) {
    let request = match options.provider.dialect {
        Dialect::Anthropic => ChatRequest::from_messages(cached_messages(prompt, options)),
        _ => ChatRequest::from_system(&prompt.system)
            .append_message(ChatMessage::user(content(prompt, options))),
    };
    (request, chat_options(&prompt.contract, options))
}

/// Sections that stay the same at least as long as a subtask.
const STABLE_SECTIONS: &[&str] =
    &[section::USER_REQUEST, section::INSTALLED_APPLICATIONS, section::SUB_TASK, section::HOST_MESSAGE];

/// Sets cache marks: the provider caches everything before a mark until the next step, which is the system text
/// and the stable sections.
fn cached_messages(prompt: &Prompt, options: &HostedOptions) -> Vec<ChatMessage> {
    let stable = prompt.sections.iter().take_while(|it| STABLE_SECTIONS.contains(&it.name.as_str())).count();
    let (stable, changing) = prompt.sections.split_at(stable);
    let with = |sections: &[Section]| Prompt { sections: sections.to_vec(), ..prompt.clone() };
    let mut messages = vec![ChatMessage::system(&prompt.system).with_options(CacheControl::Ephemeral5m)];
    if !stable.is_empty() {
        let text = with(stable).user_text();
        messages.push(ChatMessage::user(text).with_options(CacheControl::Ephemeral5m));
    }
    let rest = content(&with(changing), options);
    if !rest.is_empty() {
        // The provider joins two consecutive user messages.
        messages.push(ChatMessage::user(rest));
    }
    messages
}

/// The sections, then each picture after its caption.
fn content(prompt: &Prompt, options: &HostedOptions) -> Vec<ContentPart> {
    // Providers reject an empty text.
    let text = Some(prompt.user_text()).filter(|text| !text.is_empty());
    let mut parts: Vec<ContentPart> = text.map(ContentPart::from_text).into_iter().collect();
    if options.images == Images::Send {
        for picture in &prompt.pictures {
            parts.push(ContentPart::from_text(&picture.caption));
            parts.push(ContentPart::from_binary_base64("image/png", STANDARD.encode(&picture.png), None));
        }
    }
    parts
}

fn chat_options(contract: &Contract, options: &HostedOptions) -> ChatOptions {
    ChatOptions {
        temperature: options.temperature.filter(|_| takes_temperature(&options.model)),
        max_tokens: options.max_output_tokens,
        response_format: response_format(contract, options.reply_format),
        reasoning_effort: neutral_effort(options),
        extra_headers: Some(options.headers()),
        // OpenAI caches prefixes by itself; without this setting the client library would disable that for its
        // newest models.
        cache_control: Some(CacheControl::Ephemeral5m),
        // Refusals are in parts of the body that the client library ignores.
        capture_raw_body: Some(true),
        ..ChatOptions::default()
    }
}

fn response_format(contract: &Contract, reply_format: ReplyFormat) -> Option<ChatResponseFormat> {
    match reply_format {
        ReplyFormat::Schema => Some(JsonSpec::new(&contract.name, contract.schema.clone()).into()),
        ReplyFormat::JsonObject => Some(ChatResponseFormat::JsonMode),
        ReplyFormat::Text => None,
    }
}

/// Name prefixes of reasoning models, which reject a temperature.
const REASONING_MODELS: &[&str] = &["o1", "o3", "o4", "gpt-5", "gpt-6", "codex"];

fn takes_temperature(model: &str) -> bool {
    let name = model.rsplit('/').next().unwrap_or(model);
    !REASONING_MODELS.iter().any(|beginning| name.starts_with(beginning))
}

/// Prevents the client library from cutting suffixes such as `-max` off a model's name as an effort, which it
/// does unless an effort is set. OpenAI's chat dialect has no word for a budget effort, so nothing of it is
/// sent.
fn neutral_effort(options: &HostedOptions) -> Option<ReasoningEffort> {
    let chat_dialect = matches!(options.provider.dialect, Dialect::OpenAi | Dialect::Xai);
    let (effort, _) = ReasoningEffort::from_model_name(&options.model);
    effort.filter(|_| chat_dialect).map(|_| ReasoningEffort::Budget(0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;
    use deskpilot_testkit::prompt;

    #[test]
    fn models_that_reason_are_given_no_temperature() {
        for (model, sent) in [
            ("gpt-4o", true),
            ("o3-mini", false),
            ("openai/gpt-5-mini", false),
            ("olmo-2", true),
            ("gpt-4.1", true),
        ] {
            let options = HostedOptions { temperature: Some(0.0), ..options("openrouter", model, None) };
            assert_eq!(encode(&prompt(), &options).1.temperature.is_some(), sent, "{model}");
        }
    }

    #[test]
    fn pictures_are_sent_to_those_who_see() {
        for (images, parts) in [(Images::Send, 3), (Images::Omit, 1)] {
            let (request, _) =
                encode(&prompt(), &HostedOptions { images, ..options("openai", "gpt-4o", None) });
            assert_eq!(request.messages[0].content.parts().len(), parts);
        }
    }
}
