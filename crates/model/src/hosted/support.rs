//! What a server turns out to support of a request. All agents of a session that use a model remember it together. Pure.

use crate::{ModelError, ReplyFormat};
use deskpilot_core::{Prompt, ReplyLength};
use reqwest::header::{HeaderMap, SERVER};

/// What a server supports of a request, as far as it has not refused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ServerSupport {
    /// How the reply's format is requested.
    reply_format: ReplyFormat,
    /// Whether a request may say how much to think.
    effort: EffortSupport,
}

/// Whether a request may say how much to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EffortSupport {
    /// As far as is known.
    Assumed,
    /// The server refused it.
    Refused,
}

/// What kind of server answers, where that says how it can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ServerKind {
    /// The server of llama.cpp, which takes grammars. Older ones take no schema, and newer ones not every schema.
    LlamaCpp,
    /// Another one.
    Other,
}

impl ServerKind {
    /// The kind by the headers of a reply.
    pub(super) fn of(headers: &HeaderMap) -> ServerKind {
        let is_llama_cpp = headers.get(SERVER).is_some_and(|it| it.as_bytes().starts_with(b"llama.cpp"));
        if is_llama_cpp { ServerKind::LlamaCpp } else { ServerKind::Other }
    }
}

/// After this many replies with nothing but thoughts, which their model ended, a request asks for no format: servers that hold a
/// model to one may take its answer for a part of its thoughts.
const THOUGHTS_BEFORE_TEXT: u32 = 2;

impl ServerSupport {
    /// Everything, with this reply format.
    pub(super) const fn assumed(reply_format: ReplyFormat) -> ServerSupport {
        ServerSupport { reply_format, effort: EffortSupport::Assumed }
    }

    /// How the format of the reply to this prompt is requested.
    pub(super) const fn format_for(self, prompt: &Prompt) -> ReplyFormat {
        let length = prompt.reply_length;
        if length.only_thoughts() >= THOUGHTS_BEFORE_TEXT && length.cut_after().is_none() {
            ReplyFormat::Text
        } else {
            self.reply_format
        }
    }

    /// The length of the reply to this prompt, as far as the server lets a request say it.
    pub(super) const fn length_for(self, prompt: &Prompt) -> ReplyLength {
        match self.effort {
            EffortSupport::Assumed => prompt.reply_length,
            EffortSupport::Refused => prompt.reply_length.with_usual_thoughts(),
        }
    }

    /// What is left after this server's refusal of the request for this prompt; `None` if the error is about something else.
    pub(super) fn after(
        self,
        error: &ModelError,
        prompt: &Prompt,
        server: ServerKind,
    ) -> Option<ServerSupport> {
        let ModelError::Refused { message, .. } = error else { return None };
        let message = message.to_lowercase();
        let names = |words: &[&str]| words.iter().any(|it| message.contains(it));
        let asked_for_effort = self.length_for(prompt).only_thoughts() > 0;
        if asked_for_effort && names(EFFORT_WORDS) {
            return Some(ServerSupport { effort: EffortSupport::Refused, ..self });
        }
        if self.format_for(prompt) == ReplyFormat::Text || !names(FORMAT_WORDS) {
            return None;
        }
        let reply_format = match (self.reply_format, server) {
            (ReplyFormat::Schema, ServerKind::LlamaCpp) => ReplyFormat::Grammar,
            (format, _) => format.fallback(),
        };
        Some(ServerSupport { reply_format, ..self })
    }
}

/// Words in the errors of servers that do not support the requested reply format. There are simpler ways to request it, and the
/// prompt also describes it in words.
const FORMAT_WORDS: &[&str] = &[
    "response_format",
    "response format",
    "json_schema",
    "json schema",
    "jsonschema",
    "json_object",
    "output_format",
    "output_config.format",
    "structured output",
    "guided",
    "grammar",
];

/// Words in the errors of servers and models that cannot be asked to think less.
const EFFORT_WORDS: &[&str] = &["effort", "reasoning", "think"];

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_testkit::prompt;

    fn refused(message: &str) -> ModelError {
        ModelError::Refused { model: "m".into(), message: message.into() }
    }

    #[test]
    fn what_a_server_refuses_is_left_out_and_nothing_else() {
        let all = ServerSupport::assumed(ReplyFormat::Schema);
        let thoughts = |times| Prompt {
            reply_length: ReplyLength::FewerThoughts { times, cut_after: None },
            ..prompt()
        };
        let without_schema = ServerSupport { reply_format: ReplyFormat::JsonObject, ..all };
        let without_effort = ServerSupport { effort: EffortSupport::Refused, ..all };
        for (asked, message, expected) in [
            (prompt(), "response_format is not supported", Some(without_schema)),
            (prompt(), "Unrecognized argument: reasoning_effort", None),
            (prompt(), "no such model", None),
            (thoughts(1), "Unrecognized argument: reasoning_effort", Some(without_effort)),
            (thoughts(1), "response_format is not supported", Some(without_schema)),
            // The third request asks for no format, so no format was refused.
            (thoughts(2), "response_format is not supported", None),
        ] {
            assert_eq!(all.after(&refused(message), &asked, ServerKind::Other), expected, "{message}");
        }
        let again = without_effort.after(&refused("reasoning_effort"), &thoughts(1), ServerKind::Other);
        assert_eq!(again, None);
        assert_eq!(without_effort.length_for(&thoughts(1)), ReplyLength::Usual);
        assert_eq!(all.format_for(&thoughts(2)), ReplyFormat::Text);
    }
    #[test]
    fn llama_cpp_that_refuses_a_schema_is_asked_by_a_grammar_first() {
        let mut support = ServerSupport::assumed(ReplyFormat::Schema);
        let mut formats = Vec::new();
        while let Some(simpler) = support.after(&refused("grammar"), &prompt(), ServerKind::LlamaCpp) {
            support = simpler;
            formats.push(support.reply_format);
        }
        assert_eq!(formats, [ReplyFormat::Grammar, ReplyFormat::JsonObject, ReplyFormat::Text]);
    }
}
