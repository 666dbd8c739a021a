//! The server side of OpenAI's chat protocol. Pure.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use deskpilot_core::{
    AgentKind, BlobKind, BlobRef, Completion, Contract, Picture, Prompt, ReplyLength, section,
};
use deskpilot_model::ModelError;
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;

/// Why a request gets no completion.
#[derive(Debug)]
pub(super) struct Refusal {
    /// The HTTP status.
    pub(super) status: u16,
    /// The message.
    pub(super) message: String,
    /// The error code; without one, the status.
    pub(super) code: Option<&'static str>,
    /// The wait before the next attempt.
    pub(super) retry_after: Option<Duration>,
}

impl Refusal {
    pub(super) fn new(status: u16, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into(), code: None, retry_after: None }
    }
}

/// A request for a reply.
pub(super) struct ChatRequest {
    /// The prompt.
    pub(super) prompt: Prompt,
    /// The most tokens that the reply may have; `None` for any number.
    pub(super) max_tokens: Option<u64>,
}

/// Reconstructs the prompt from a request; the error says what is wrong with the request.
pub(super) fn request(body: &[u8]) -> Result<ChatRequest, String> {
    let chat: Chat = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    if chat.stream {
        return Err("replies come in one piece: stream must be false".into());
    }
    let system = chat.texts_of("system").join("\n");
    let parts: Vec<Part> =
        chat.messages.into_iter().filter(|it| it.role == "user").flat_map(Message::parts).collect();
    let (texts, pictures) = sort(parts)?;
    let sections = Prompt::parse_sections(&texts.join("\n\n"));
    let app = sections.iter().any(|it| it.name == section::CONTROL_INFORMATION);
    // The protocol does not name the agent, but only an AppAgent is shown controls.
    let agent = if app { AgentKind::AppAgent } else { AgentKind::HostAgent };
    let (contract, reply_length) = (contract(chat.response_format), ReplyLength::Usual);
    let prompt = Prompt { agent, system, sections, pictures, contract, reply_length };
    Ok(ChatRequest { prompt, max_tokens: chat.max_tokens.or(chat.max_completion_tokens) })
}

/// About how many bytes a token has.
const BYTES_PER_TOKEN: u64 = 4;

/// The response for a completion, cut as a provider cuts it at this number of tokens.
pub(super) fn reply(completion: &Completion, max_tokens: Option<u64>) -> Value {
    let whole = completion.text.len();
    let most = max_tokens.map_or(whole, |it| usize::try_from(it * BYTES_PER_TOKEN).unwrap_or(whole));
    let text = &completion.text[..completion.text.floor_char_boundary(most)];
    let reason = if text.len() < whole { "length" } else { "stop" };
    body(text, reason, completion)
}

/// The response for a model's error, where the protocol reports it in a reply and not by a status.
pub(super) fn unfinished(error: &ModelError) -> Option<Value> {
    let reason = match error {
        ModelError::Cut { .. } | ModelError::OnlyThoughts { cut_after: Some(_), .. } => "length",
        ModelError::Withheld { .. } => "content_filter",
        ModelError::OnlyThoughts { cut_after: None, .. } => "stop",
        _ => return None,
    };
    let completion = error.billed_completion()?;
    if matches!(error, ModelError::OnlyThoughts { .. }) {
        let mut body = body("", reason, &completion);
        body["choices"][0]["message"]["reasoning_content"] = json!(completion.text);
        return Some(body);
    }
    Some(body(&completion.text, reason, &completion))
}

fn body(text: &str, finish_reason: &str, completion: &Completion) -> Value {
    let usage = &completion.usage;
    json!({
        "id": "loopback",
        "object": "chat.completion",
        "model": completion.model,
        "choices": [{
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": finish_reason,
        }],
        "usage": {
            "prompt_tokens": usage.input_tokens,
            "completion_tokens": usage.output_tokens,
            "total_tokens": usage.input_tokens + usage.output_tokens,
            "prompt_tokens_details": {"cached_tokens": usage.cached_tokens},
        },
    })
}

#[derive(Deserialize)]
struct Chat {
    messages: Vec<Message>,
    #[serde(default)]
    stream: bool,
    response_format: Option<Format>,
    max_tokens: Option<u64>,
    max_completion_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct Message {
    role: String,
    content: Content,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Clone, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Part {
    Text { text: String },
    ImageUrl { image_url: Address },
}

#[derive(Clone, Deserialize)]
struct Address {
    url: String,
}

#[derive(Deserialize)]
struct Format {
    json_schema: Option<Contract>,
}

impl Chat {
    fn texts_of(&self, role: &str) -> Vec<&str> {
        let contents =
            self.messages.iter().filter(|message| message.role == role).map(|message| &message.content);
        contents.flat_map(Content::texts).collect()
    }
}

impl Message {
    fn parts(self) -> Vec<Part> {
        match self.content {
            Content::Text(text) => vec![Part::Text { text }],
            Content::Parts(parts) => parts,
        }
    }
}

impl Content {
    fn texts(&self) -> Vec<&str> {
        match self {
            Content::Text(text) => vec![text],
            Content::Parts(parts) => parts.iter().filter_map(Part::text).collect(),
        }
    }
}

impl Part {
    fn text(&self) -> Option<&str> {
        match self {
            Part::Text { text } => Some(text),
            Part::ImageUrl { .. } => None,
        }
    }
}

/// The texts, and the pictures, each with the preceding text as its caption. The first text is never a caption.
fn sort(parts: Vec<Part>) -> Result<(Vec<String>, Vec<Picture>), String> {
    let (mut texts, mut pictures) = (Vec::new(), Vec::new());
    for part in parts {
        match part {
            Part::Text { text } => texts.push(text),
            Part::ImageUrl { image_url } => {
                let caption = if texts.len() > 1 { texts.pop() } else { None };
                pictures.push(picture(caption.unwrap_or_default(), &image_url.url)?);
            }
        }
    }
    Ok((texts, pictures))
}

fn picture(caption: String, url: &str) -> Result<Picture, String> {
    let encoded =
        url.strip_prefix("data:image/png;base64,").ok_or("a picture must be a data URL of a PNG")?;
    let png = STANDARD.decode(encoded).map_err(|error| format!("a picture is not base64: {error}"))?;
    let hash = blake3::hash(&png).to_hex().to_string();
    Ok(Picture {
        caption,
        blob: BlobRef { hash, kind: BlobKind::Png, bytes: png.len() as u64 },
        png: png.into(),
        unscaled: None,
    })
}

fn contract(format: Option<Format>) -> Contract {
    let schema = format.and_then(|format| format.json_schema);
    schema.unwrap_or_else(|| Contract { name: String::new(), schema: Value::Null })
}
