//! A prompt as the protocol's request for a message of a model, and the reply to it. Pure.
#![expect(deprecated, reason = "the protocol will drop sampling, and all revisions that are spoken have it")]

use base64::{Engine, engine::general_purpose::STANDARD};
use deskpilot_core::{Completion, Prompt, ReplyLength, Usage};
use deskpilot_model::ModelError;
use deskpilot_runtime::{plain, tokens::estimated_tokens};
use rmcp::model::{
    CreateMessageRequest, CreateMessageRequestParams, CreateMessageResult, ImageContent, Role,
    SamplingMessage, SamplingMessageContentBlock,
};
use serde_json::Value;

/// The beginning of the name of a model that a client lent. Names of language models have a slash in them.
pub(super) const SAMPLED: &str = "sampling/";

/// How long a reply may be, in tokens, where the settings say nothing: the protocol wants a number.
const USUAL_LENGTH: u32 = 4096;

/// How many times longer a reply may be than one that was cut.
const LONGER: u32 = 4;

/// The most characters of a model's name that a log keeps.
const LONGEST_NAME: usize = 60;

/// What a client is asked for a prompt.
pub(super) type SampleRequest = CreateMessageRequest;

/// What a client replies to it.
pub(super) type SampleReply = CreateMessageResult;

/// Whether the pictures of a prompt are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PromptPictures {
    /// They are.
    Sent,
    /// There are none, or the client does not take them.
    LeftOut,
}

/// What the settings say about replies.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReplyWishes {
    /// How long they may be, in tokens.
    pub(super) max_tokens: Option<u32>,
    /// How much chance is in them.
    pub(super) temperature: Option<f64>,
}

impl ReplyWishes {
    /// How long the reply may be, in tokens.
    pub(super) fn length(self, wanted: ReplyLength) -> u32 {
        let usual = self.max_tokens.unwrap_or(USUAL_LENGTH);
        match wanted.cut_after() {
            Some(tokens) => u32::try_from(tokens).unwrap_or(usual).max(usual).saturating_mul(LONGER),
            None => usual,
        }
    }
}

/// The request for a reply to the prompt.
pub(super) fn request(prompt: &Prompt, pictures: PromptPictures, wishes: ReplyWishes) -> SampleRequest {
    let mut messages = vec![SamplingMessage::user_text(prompt.user_text())];
    // A message has one content in the first of the revisions.
    for picture in prompt.pictures.iter().filter(|_| pictures == PromptPictures::Sent) {
        let image = ImageContent::new(STANDARD.encode(&picture.png), "image/png");
        messages.push(SamplingMessage::user_text(picture.caption.clone()));
        messages.push(SamplingMessage::new(Role::User, SamplingMessageContentBlock::Image(image)));
    }
    let params = CreateMessageRequestParams::new(messages, wishes.length(prompt.reply_length))
        .with_system_prompt(prompt.system.clone());
    SampleRequest::new(match wishes.temperature {
        Some(temperature) => params.with_temperature(temperature as f32),
        None => params,
    })
}

/// The reply in the result of a call; `None` if it is no reply of a model.
pub(super) fn parsed(response: &Value) -> Option<SampleReply> {
    serde_json::from_value(response.clone()).ok()
}

/// The reply as a completion of the prompt.
///
/// # Errors
/// It was cut, or has no text.
pub(super) fn completion(
    prompt: &Prompt,
    wishes: ReplyWishes,
    reply: &SampleReply,
) -> Result<Completion, ModelError> {
    let name: String = plain(&reply.model).chars().take(LONGEST_NAME).collect();
    let model = format!("{SAMPLED}{name}");
    let texts = reply.message.content.iter().filter_map(SamplingMessageContentBlock::as_text);
    let text: String = texts.map(|it| it.text.as_str()).collect();
    let usage = estimated_usage(prompt, &text);
    if reply.stop_reason.as_deref() == Some(SampleReply::STOP_REASON_END_MAX_TOKEN) {
        let tokens = u64::from(wishes.length(prompt.reply_length));
        let advice = "set model.max_output_tokens higher, or have the client allow longer replies".to_owned();
        return Err(ModelError::Cut { model, text, tokens, advice, usage });
    }
    match text.trim().is_empty() {
        true => Err(ModelError::NoText { model, message: instead_of_text(reply).to_owned(), usage }),
        false => Ok(Completion { text, model, usage }),
    }
}

/// What a reply without a text has.
fn instead_of_text(reply: &SampleReply) -> &'static str {
    match reply.message.content.first() {
        Some(SamplingMessageContentBlock::Image(_)) => "it gave a picture",
        Some(SamplingMessageContentBlock::Audio(_)) => "it gave a sound",
        Some(SamplingMessageContentBlock::ToolUse(_)) => "it called a tool, and was given none",
        _ => "it gave nothing",
    }
}

/// The protocol tells neither tokens nor a price, so both texts are counted, and pictures are not.
fn estimated_usage(prompt: &Prompt, reply: &str) -> Usage {
    let count = |text: &str| estimated_tokens(text) as u64;
    Usage {
        input_tokens: count(&prompt.system) + count(&prompt.user_text()),
        output_tokens: count(reply),
        ..Usage::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_testkit::prompt;
    use serde_json::json;

    const WISHES: ReplyWishes = ReplyWishes { max_tokens: None, temperature: Some(0.5) };

    fn completed(content: &Value, stop: Option<&str>) -> Result<Completion, ModelError> {
        let reply = json!({"role": "assistant", "model": "m\u{1b}", "content": content, "stopReason": stop});
        completion(&prompt(), WISHES, &parsed(&reply).unwrap())
    }

    #[test]
    fn a_prompt_is_one_message_of_text_and_two_for_each_picture() {
        let sent = |pictures| json!(request(&prompt(), pictures, WISHES).params);
        let request = sent(PromptPictures::Sent);
        assert_eq!(
            (&request["systemPrompt"], &request["maxTokens"], &request["temperature"]),
            (&json!("Reply in JSON."), &json!(USUAL_LENGTH), &json!(0.5))
        );
        let messages = request["messages"].as_array().unwrap();
        assert_eq!(messages[0]["content"]["text"], prompt().user_text());
        assert_eq!(messages[1]["content"]["text"], "the window");
        let image = &messages[2]["content"];
        assert_eq!((&image["type"], &image["mimeType"]), (&json!("image"), &json!("image/png")));
        assert_eq!(sent(PromptPictures::LeftOut)["messages"].as_array().unwrap().len(), 1);
    }

    #[test]
    fn a_reply_that_was_cut_is_asked_for_again_with_more_room() {
        for (cut, expected) in [
            (ReplyLength::Usual, USUAL_LENGTH),
            (ReplyLength::LongerThan(0), USUAL_LENGTH * LONGER),
            (ReplyLength::LongerThan(10_000), 10_000 * LONGER),
            (ReplyLength::LongerThan(u64::MAX), USUAL_LENGTH * LONGER),
        ] {
            assert_eq!(WISHES.length(cut), expected, "{cut:?}");
        }
    }

    #[test]
    fn a_reply_is_its_text_with_tokens_that_are_estimated() {
        let texts = json!([{"type": "text", "text": "{\"a\": "}, {"type": "text", "text": "1}"}]);
        let done = completed(&texts, Some("endTurn")).unwrap();
        assert_eq!((done.text.as_str(), done.model.as_str()), ("{\"a\": 1}", "sampling/m\u{fffd}"));
        assert!(done.usage.input_tokens > 10 && done.usage.output_tokens > 2, "{:?}", done.usage);
        assert_eq!(done.usage.cost, None, "nobody knows what it cost");
    }

    #[test]
    fn what_has_no_text_or_was_cut_is_no_reply() {
        for (content, stop, expected) in [
            (json!({"type": "image", "data": "", "mimeType": "image/png"}), None, "it gave a picture"),
            (json!({"type": "tool_use", "id": "1", "name": "n", "input": {}}), None, "it called a tool"),
            (json!([]), None, "it gave nothing"),
            (json!({"type": "text", "text": " "}), None, "it gave nothing"),
            (json!({"type": "text", "text": "{"}), Some("maxTokens"), "which was cut after 4096 tokens"),
        ] {
            let why = completed(&content, stop).unwrap_err().to_string();
            assert!(why.contains(expected), "{content}: {why}");
        }
        for rubbish in [json!({}), json!("yes"), json!({"action": "accept"})] {
            assert!(parsed(&rubbish).is_none(), "{rubbish}");
        }
    }
}
