//! How many tokens a reply may have: what model families allow, and what a request asks for. Pure.

use crate::provider::Dialect;
use crate::{HostedOptions, ModelError, ReplyFormat};
use deskpilot_core::ReplyLength;

/// The most reply tokens of model families, from the providers' public model pages, as of 2026-11. A name belongs to the first
/// family that it begins with. Thoughts count as part of a reply.
const FAMILIES: &[(&str, u32)] = &[
    ("claude-3-7", 64_000),
    ("claude-3-5", 8192),
    ("claude-3", 4096),
    ("claude-2", 4096),
    ("claude-opus-4-5", 64_000),
    ("claude-opus-4-6", 128_000),
    ("claude-opus-4-7", 128_000),
    ("claude-opus-4-8", 128_000),
    ("claude-opus-4", 32_000),
    ("claude-sonnet-4-6", 128_000),
    ("claude-opus-5", 128_000),
    ("claude-sonnet-5", 128_000),
    ("claude-fable-5", 128_000),
    ("claude", 64_000),
    ("gpt-3-5", 4096),
    ("gpt-4o-2024-05-13", 4096),
    ("gpt-4o", 16_384),
    ("gpt-4-1", 32_768),
    ("gpt-4-5", 16_384),
    ("gpt-4-turbo", 4096),
    ("gpt-4", 8192),
    ("gpt-5-chat", 16_384),
    ("gpt-5-1-chat", 16_384),
    ("gpt-5-2-chat", 16_384),
    ("gpt-5", 128_000),
    ("gpt-6", 128_000),
    ("o1-preview", 32_768),
    ("o1-mini", 65_536),
    ("o1", 100_000),
    ("o3", 100_000),
    ("o4-mini", 100_000),
    ("gemini-1-5", 8192),
    ("gemini-2-0", 8192),
    ("gemini-2-5", 65_535),
    ("gemini-3", 65_535),
    ("deepseek-v4", 384_000),
];

/// The limit for a model of an unknown family, where the dialect requires one: more than any answer needs, and no more than any
/// current model allows.
const LARGE: u32 = 32_000;

/// The factor by which the limit grows after a cut reply.
const GROWTH: u64 = 4;

/// The least limit after a reply that was cut at an unknown limit.
const LEAST_LONGER: u64 = 8192;

/// The most tokens that a model of this name allows; `None` if its family is unknown.
fn most_allowed(model: &str) -> Option<u32> {
    let name = model.rsplit('/').next().unwrap_or(model).to_lowercase().replace('.', "-");
    FAMILIES.iter().find(|(beginning, _)| name.starts_with(beginning)).map(|(_, most)| *most)
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
    let is_required = options.provider.dialect == Dialect::Anthropic;
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
        (None, ReplyFormat::Schema | ReplyFormat::JsonObject) => {
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
            ("openai", "gpt-4o", None, Usual, None),
            ("openai-responses", "gpt-6", None, Usual, None),
            ("gemini", "gemini-3-pro", None, Usual, None),
            ("ollama", "qwen3:8b", None, Usual, None),
            ("openai-compatible", "mine", None, Usual, None),
            ("anthropic", "claude-3-haiku-20240307", None, Usual, Some(4096)),
            ("anthropic", "claude-opus-4-1-20250805", None, Usual, Some(32_000)),
            ("anthropic", "claude-sonnet-4-5", None, Usual, Some(64_000)),
            ("anthropic", "claude-opus-5-5", None, Usual, Some(128_000)),
            ("anthropic", "claude-next", None, Usual, Some(64_000)),
            ("anthropic", "kimi", None, Usual, Some(32_000)),
            // A setting applies until a reply is cut; then the limit grows up to what the model allows.
            ("openai", "gpt-4o", Some(2000), Usual, Some(2000)),
            ("openai", "gpt-4o", Some(2000), LongerThan(2000), Some(8192)),
            ("openai", "gpt-4o", Some(8000), LongerThan(8000), Some(16_384)),
            ("openai", "gpt-4o", Some(16_384), LongerThan(16_384), Some(16_384)),
            ("openai", "gpt-4o", Some(20_000), LongerThan(20_000), Some(20_000)),
            ("openrouter", "anthropic/claude-3.5-sonnet", Some(4000), LongerThan(4000), Some(8192)),
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
            ("gpt-4o", Some(2000), "`deskpilot config set model.max_output_tokens 8000`"),
            ("gpt-4o", Some(16_384), "a larger model.max_output_tokens does not help"),
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
