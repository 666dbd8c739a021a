//! What a call of a tool counts as. Pure.
//!
//! Deskpilot cannot observe what a tool does. An effect is confirmed only if the server says that the tool
//! only reads, the user trusts the server, and the result is passed on.

use crate::{
    connection::{HttpError, service_error},
    tools::ToolCommand,
};
use deskpilot_core::{CappedText, Effect, Evidence, Outcome, Refusal, one_line};
use rmcp::{
    ServiceError,
    model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, ResourceContents},
};
use std::time::Duration;

/// The longest output, in bytes.
const MAX_OUTPUT_BYTES: usize = 16 * 1024;
/// The most characters of a server's sentence about an error.
const MAX_SENTENCE_CHARS: usize = 500;
/// The most characters of an address or a type of content.
const MAX_LABEL_CHARS: usize = 200;
/// What an agent does about a call that may have done something.
const LOOK: &str = "look whether it was done before you repeat it";

/// A call that was made, for sentences about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ToolCall<'a> {
    pub(crate) server: &'a str,
    pub(crate) command: &'a ToolCommand,
}

impl ToolCall<'_> {
    /// What an answer of the server means.
    pub(crate) fn outcome(self, answer: Result<CallToolResponse, ServiceError>) -> Outcome {
        let server = self.server;
        match answer {
            Ok(CallToolResponse::Complete(result)) => self.of_result(&result),
            Ok(CallToolResponse::InputRequired(_)) => {
                let why = format!("{server} asks for something in between, which Deskpilot does not answer");
                Effect::Partial(format!("{why}; {LOOK}")).into()
            }
            Ok(_) => {
                let why =
                    format!("{server} goes on with it on its own, and Deskpilot does not hear of the end");
                Effect::unverified(format!("{why}; {LOOK}")).into()
            }
            Err(error) => self.of_error(&error),
        }
    }

    /// The outcome of a call that got no answer within this time; `quoted` adds what came instead. The client has asked the server to
    /// stop.
    pub(crate) fn late(self, after: Duration, quoted: impl FnOnce(String) -> String) -> Outcome {
        let (name, millis) = (&self.command.spec.name, after.as_millis());
        let late = quoted(format!("{name} was sent, and no answer came within {millis} ms"));
        Effect::Partial(format!("{late}; {LOOK}")).into()
    }

    fn of_result(self, result: &CallToolResult) -> Outcome {
        let server = self.server;
        let output = output(result);
        if result.is_error == Some(true) {
            return self.not_possible(&output, !self.command.only_reads());
        }
        let effect = if self.command.only_reads() {
            Effect::Confirmed(Evidence::Reported(format!("{server} gave {} bytes", output.len())))
        } else {
            Effect::unverified(format!("{server} reports that it is done; Deskpilot did not see the effect"))
        };
        Outcome { output: Some(output), ..effect.into() }
    }

    fn of_error(self, error: &ServiceError) -> Outcome {
        let why = service_error(error);
        match error {
            ServiceError::McpError(error) => {
                let is_untouched = [
                    ErrorCode::INVALID_PARAMS,
                    ErrorCode::METHOD_NOT_FOUND,
                    ErrorCode::INVALID_REQUEST,
                    ErrorCode::PARSE_ERROR,
                ];
                self.not_possible(&why, !is_untouched.contains(&error.code) && !self.command.only_reads())
            }
            ServiceError::TransportSend(error) if was_not_taken(error.error.as_ref()) => {
                self.not_possible(&why, false)
            }
            _ => {
                let name = &self.command.spec.name;
                Effect::unverified(format!("{name} was sent, and no answer came: {why}; {LOOK}")).into()
            }
        }
    }

    fn not_possible(self, why: &str, may_be_done_in_part: bool) -> Outcome {
        let why = one_line(why, MAX_SENTENCE_CHARS);
        let why = if why.is_empty() { "it gave no reason".to_owned() } else { why };
        let part = if may_be_done_in_part { "; a part of it may be done: look" } else { "" };
        let why = format!("{} says: {why}{part}", self.server);
        Effect::Refused(Refusal::NotPossible { what: self.command.spec.name.to_string(), why }).into()
    }
}

fn was_not_taken(error: &(dyn std::error::Error + 'static)) -> bool {
    matches!(error.downcast_ref::<HttpError>(), Some(HttpError::NotTaken(_) | HttpError::NotConnected(_)))
}

/// The texts of a result, and a line for each part that is not text.
fn output(result: &CallToolResult) -> String {
    let mut all = CappedText::new(MAX_OUTPUT_BYTES);
    for part in &result.content {
        if !all.is_empty() {
            all.push(b"\n");
        }
        match part {
            ContentBlock::Text(text) => all.push(text.text.as_bytes()),
            other => all.push(label(other).as_bytes()),
        }
    }
    if all.is_empty()
        && let Some(value) = &result.structured_content
        && !value.is_null()
    {
        all.push(value.to_string().as_bytes());
    }
    all.text()
}

/// A line about a part that is no text.
fn label(part: &ContentBlock) -> String {
    let line = |text: &str| one_line(text, MAX_LABEL_CHARS);
    let (kind, about, size) = match part {
        ContentBlock::Image(image) => ("image", line(&image.mime_type), size_of_base64(&image.data)),
        ContentBlock::Audio(audio) => ("sound", line(&audio.mime_type), size_of_base64(&audio.data)),
        ContentBlock::Resource(resource) => match &resource.resource {
            ResourceContents::TextResourceContents { uri, text, .. } => ("resource", line(uri), text.len()),
            ResourceContents::BlobResourceContents { uri, blob, .. } => {
                ("resource", line(uri), size_of_base64(blob))
            }
            _ => ("resource", "unknown".into(), 0),
        },
        ContentBlock::ResourceLink(link) => {
            return format!("[link to {}, not followed]", line(&link.uri));
        }
        _ => return "[a part of an unknown kind, not shown]".into(),
    };
    format!("[{kind} {about}, {size} bytes, not shown]")
}

/// The number of bytes that a base64 text encodes.
fn size_of_base64(text: &str) -> usize {
    text.trim_end_matches('=').len() * 3 / 4
}
