//! How many tokens a reply may have: what a request asks for, up to what its model allows. Pure.

use crate::{HostedOptions, ModelError, ReplyFormat, known_model};
use deskpilot_core::ReplyLength;

/// The limit for an unknown model, where the dialect requires one: more than any answer needs, and no more than any
/// current model allows.
const LARGE: u32 = 32_000;

/// The factor by which the limit grows after a cut reply.
const GROWTH: u64 = 4;

/// The least limit after a reply that was cut at an unknown limit.
const LEAST_LONGER: u64 = 8192;

/// The most tokens that a model of this name allows, thoughts included; `None` if that is unknown.
fn most_allowed(model: &str) -> Option<u32> {
    known_model(model)?.output
}

/// The limit that a request asks for; `None` leaves it to the provider.
///
/// Without a setting it sends no limit where the dialect allows that: a provider then allows the model's maximum, and a server
/// on this machine whatever fits into its context. Both would refuse a larger limit.
pub(crate) fn reply_limit(options: &HostedOptions, length: ReplyLength) -> Option<u32> {
    let usual = usual_limit(options);
    match length.cut_after() {
        None => usual,
        Some(tokens) => Some(longer_limit(options, usual, tokens)),
    }
}

fn usual_limit(options: &HostedOptions) -> Option<u32> {
    let is_required = options.provider.dialect.is_of_anthropic();
    let required = || most_allowed(&options.model).unwrap_or(LARGE);
    options.max_output_tokens.or_else(|| is_required.then(required))
}

/// More than the usual limit, and than the tokens at which a reply was cut, up to what the model allows.
fn longer_limit(options: &HostedOptions, usual: Option<u32>, tokens: u64) -> u32 {
    let cut_at = tokens.max(usual.map_or(0, u64::from));
    let longer = cut_at.saturating_mul(GROWTH).max(LEAST_LONGER);
    let longer = u32::try_from(longer).unwrap_or(u32::MAX);
    let most = most_allowed(&options.model).unwrap_or(u32::MAX);
    longer.min(most.max(usual.unwrap_or(0)))
}

/// What a person can do about replies that are cut at this limit.
pub(crate) fn advice(options: &HostedOptions, limit: Option<u32>) -> String {
    match (limit, most_allowed(&options.model)) {
        (Some(limit), Some(most)) if limit >= most => format!(
            "that model allows {most}, so a larger model.max_output_tokens does not help: give it less to do at once, or name \
             another model"
        ),
        (Some(limit), _) => format!(
            "allow longer replies with `deskpilot config set model.max_output_tokens {}`, or give it less to do at once",
            limit.saturating_mul(4)
        ),
        (None, _) => {
            "its server ends replies there: set model.max_output_tokens to more, make room in the server's \
                      context, or give it less to do at once"
                .to_owned()
        }
    }
}

/// What a person can do about replies that are nothing but thoughts. `cut_after` says where they were cut, if they were.
pub(crate) fn thoughts_advice(options: &HostedOptions, limit: Option<u32>, cut_after: Option<u64>) -> String {
    match (cut_after, options.reply_format) {
        (Some(_), _) => advice(options, limit),
        // Servers that hold a model to a schema may take its answer for a part of its thoughts.
        (None, ReplyFormat::Schema | ReplyFormat::Grammar | ReplyFormat::JsonObject) => {
            "switch thinking off in its server, or ask without a schema with `deskpilot config set model.structured text`".into()
        }
        (None, ReplyFormat::Text) => {
            "switch thinking off in its server, or name another model with `deskpilot config set model.name PROVIDER/MODEL`".into()
        }
    }
}

/// Words in the errors of servers that do not allow replies of the requested length.
const LENGTH_WORDS: &[&str] = &[
    "max_tokens",
    "max_completion_tokens",
    "max_output_tokens",
    "maxoutputtokens",
    "max_new_tokens",
    "context length",
    "context_length",
    "context window",
    "output tokens",
    "completion tokens",
];

/// Whether the server does not allow a reply as long as the request asks for.
pub(crate) fn rejects_length(error: &ModelError) -> bool {
    let ModelError::Refused { message, .. } = error else { return false };
    let message = message.to_lowercase();
    LENGTH_WORDS.iter().any(|word| message.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosted::tests::options;

    #[test]
    fn the_limit_follows_the_setting_the_dialect_the_family_and_the_last_cut() {
        use ReplyLength::{FewerThoughts, LongerThan, Usual};
        for (provider, model, setting, length, expected) in [
            // Without a setting the provider decides, unless its dialect requires a number.
            ("openai", "gpt-6-luna", None, Usual, None),
            ("openai-responses", "gpt-6.1-terra", None, Usual, None),
            ("gemini", "gemini-3.8-flash", None, Usual, None),
            ("ollama", "qwen3:8b", None, Usual, None),
            ("openai-compatible", "mine", None, Usual, None),
            ("anthropic", "claude-3-haiku-20240307", None, Usual, Some(4096)),
            ("anthropic", "claude-opus-4-1-20250805", None, Usual, Some(32_000)),
            ("anthropic", "claude-sonnet-4-5", None, Usual, Some(64_000)),
            ("anthropic", "claude-opus-5-5", None, Usual, Some(128_000)),
            ("anthropic", "claude-next", None, Usual, Some(64_000)),
            ("anthropic", "kimi", None, Usual, Some(32_000)),
            // A setting applies until a reply is cut; then the limit grows up to what the model allows.
            ("openai", "gpt-6-luna", Some(2000), Usual, Some(2000)),
            ("openai", "gpt-6-luna", Some(2000), LongerThan(2000), Some(8192)),
            ("openai", "gpt-6-luna", Some(64_000), LongerThan(64_000), Some(128_000)),
            ("openai", "gpt-6-luna", Some(128_000), LongerThan(128_000), Some(128_000)),
            ("openai", "gpt-6-luna", Some(200_000), LongerThan(200_000), Some(200_000)),
            ("openrouter", "anthropic/claude-opus-4.5", Some(40_000), LongerThan(40_000), Some(64_000)),
            ("openai-compatible", "mine", Some(4000), LongerThan(4000), Some(16_000)),
            ("openai-compatible", "mine", Some(4000), LongerThan(16_000), Some(64_000)),
            // Servers may count any number of tokens.
            ("openai-compatible", "mine", Some(4000), LongerThan(3), Some(16_000)),
            ("openai-compatible", "mine", None, LongerThan(0), Some(8192)),
            ("openai-compatible", "mine", None, LongerThan(u64::MAX), Some(u32::MAX)),
            // Thoughts that the model ended need no more room.
            ("openai-compatible", "mine", None, FewerThoughts { times: 1, cut_after: None }, None),
            (
                "openai-compatible",
                "mine",
                Some(2000),
                FewerThoughts { times: 1, cut_after: None },
                Some(2000),
            ),
            (
                "openai-compatible",
                "mine",
                Some(4000),
                FewerThoughts { times: 1, cut_after: Some(4000) },
                Some(16_000),
            ),
        ] {
            let options = HostedOptions { max_output_tokens: setting, ..options(provider, model, None) };
            let limit = reply_limit(&options, length);
            assert_eq!(limit, expected, "{provider}/{model} {setting:?} {length:?}");
        }
    }

    #[test]
    fn the_advice_helps() {
        for (model, limit, expected) in [
            ("gpt-6-luna", Some(2000), "`deskpilot config set model.max_output_tokens 8000`"),
            ("gpt-6-luna", Some(128_000), "a larger model.max_output_tokens does not help"),
            ("mine", None, "set model.max_output_tokens to more"),
        ] {
            let advice = advice(&options("openai", model, None), limit);
            assert!(advice.contains(expected), "{advice}");
        }
    }

    #[test]
    fn the_advice_about_thoughts_names_the_setting() {
        for (reply_format, cut_after, expected) in [
            (ReplyFormat::Schema, None, "`deskpilot config set model.structured text`"),
            (ReplyFormat::Text, None, "`deskpilot config set model.name PROVIDER/MODEL`"),
            (ReplyFormat::Schema, Some(2000), "`deskpilot config set model.max_output_tokens 8000`"),
        ] {
            let options = HostedOptions { reply_format, ..options("openai-compatible", "mine", None) };
            let advice = thoughts_advice(&options, Some(2000), cut_after);
            assert!(advice.contains(expected), "{advice}");
        }
    }
}
