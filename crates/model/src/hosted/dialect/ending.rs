//! How a provider says that a reply ended. Pure.

/// How a reply ended, with the provider's word for it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The model ended it, for all that the provider says.
    #[default]
    Complete,
    /// It reached a limit of its length.
    Cut,
    /// The model, or a filter of the provider, withheld the rest; for this reason.
    Withheld(String),
    /// The provider could not finish it; for this reason.
    Broken(String),
}

/// What kind of end a word stands for.
#[derive(Clone, Copy)]
enum Kind {
    Complete,
    Cut,
    Withheld,
    Broken,
}

/// The words of all dialects, in lower case. Gateways translate some of them and pass others on, so that any may come from
/// any server.
const WORDS: &[(Kind, &[&str])] = &[
    (
        Kind::Complete,
        &["stop", "end_turn", "stop_sequence", "tool_use", "tool_calls", "function_call", "completed", "eos"],
    ),
    (
        Kind::Cut,
        &[
            "length",
            "max_tokens",
            "max_output_tokens",
            "max_length",
            "model_length",
            "model_context_window_exceeded",
            "context_length_exceeded",
            "incomplete",
        ],
    ),
    (
        Kind::Withheld,
        &[
            "content_filter",
            "refusal",
            "safety",
            "recitation",
            "language",
            "blocklist",
            "prohibited_content",
            "spii",
            "image_safety",
            "sensitive",
            "error_toxic",
            "guardrail_intervened",
        ],
    ),
    (
        Kind::Broken,
        &[
            "error",
            "abort",
            "aborted",
            "cancelled",
            "failed",
            "in_progress",
            "queued",
            "pause_turn",
            "network_error",
            "insufficient_system_resource",
            "malformed_function_call",
            "malformed_response",
            "unexpected_tool_call",
            "too_many_tool_calls",
            "other",
        ],
    ),
];

impl Ending {
    /// The ending for the word of a provider. An unknown word counts as a complete reply: a cut reply would not be whole JSON
    /// anyway.
    pub(super) fn of(word: Option<&str>) -> Ending {
        let Some(word) = word else { return Ending::Complete };
        let lower = word.to_lowercase();
        let kind = WORDS.iter().find(|(_, words)| words.contains(&lower.as_str())).map(|(kind, _)| *kind);
        match kind {
            None | Some(Kind::Complete) => Ending::Complete,
            Some(Kind::Cut) => Ending::Cut,
            Some(Kind::Withheld) => Ending::Withheld(format!("it stopped because of {word:?}")),
            Some(Kind::Broken) => Ending::Broken(format!("it stopped because of {word:?}")),
        }
    }

    /// This ending, unless the model refused in words.
    pub(super) fn or_refusal(self, refusal: Option<&str>) -> Ending {
        match refusal.map(str::trim).filter(|it| !it.is_empty()) {
            Some(words) => Ending::Withheld(format!("it refused: {words}")),
            None => self,
        }
    }
}
