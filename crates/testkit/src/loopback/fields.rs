//! The fields that providers take in a request, with the sentences in which they refuse any other. Pure.
//!
//! From the references of the APIs, read in November 2026; the code of the product is not asked, so that a test of the one is a
//! test of the other.

use serde_json::Value;

/// The fields of an object that a provider takes.
pub(super) struct Fields {
    known: &'static [&'static str],
    /// What the provider says of another field.
    refusal: fn(&str) -> String,
}

impl Fields {
    /// Whether an object has no other field.
    pub(super) fn check(&self, object: &Value) -> Result<(), String> {
        let mut names = object.as_object().into_iter().flatten().map(|(name, _)| name);
        match names.find(|it| !self.known.contains(&it.as_str())) {
            Some(other) => Err((self.refusal)(other)),
            None => Ok(()),
        }
    }
}

fn extra_input(name: &str) -> String {
    format!("{name}: Extra inputs are not permitted")
}

fn unknown_name(name: &str) -> String {
    format!("Invalid JSON payload received. Unknown name \"{name}\": Cannot find field.")
}

/// A request for a chat completion.
pub(super) const CHAT: Fields = Fields {
    known: &[
        "model",
        "messages",
        "stream",
        "stream_options",
        "response_format",
        "temperature",
        "top_p",
        "n",
        "stop",
        "seed",
        "max_tokens",
        "max_completion_tokens",
        "reasoning_effort",
        "verbosity",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "store",
        "metadata",
        "user",
        "service_tier",
        "prompt_cache_key",
        "prompt_cache_retention",
        "safety_identifier",
        "logprobs",
        "top_logprobs",
        "logit_bias",
        "presence_penalty",
        "frequency_penalty",
        "modalities",
        "audio",
        "prediction",
        "web_search_options",
    ],
    refusal: |name| format!("Unrecognized request argument supplied: {name}"),
};

/// A request for a response.
pub(super) const RESPONSES: Fields = Fields {
    known: &[
        "model",
        "input",
        "instructions",
        "stream",
        "stream_options",
        "store",
        "text",
        "temperature",
        "top_p",
        "max_output_tokens",
        "max_tool_calls",
        "reasoning",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "previous_response_id",
        "conversation",
        "include",
        "metadata",
        "background",
        "truncation",
        "user",
        "service_tier",
        "prompt",
        "prompt_cache_key",
        "prompt_cache_retention",
        "safety_identifier",
        "top_logprobs",
    ],
    refusal: |name| format!("Unknown parameter: '{name}'."),
};

/// A request for a message at Anthropic.
pub(super) const MESSAGES: Fields = Fields {
    known: &[
        "model",
        "messages",
        "max_tokens",
        "system",
        "stream",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "metadata",
        "thinking",
        "tools",
        "tool_choice",
        "output_config",
        "service_tier",
        "cache_control",
        "container",
        "context_management",
        "mcp_servers",
        "inference_geo",
    ],
    refusal: extra_input,
};

/// A request for a message at a partner, which has the model in its address.
pub(super) const PARTNER_MESSAGES: Fields = Fields {
    known: &[
        "anthropic_version",
        "anthropic_beta",
        "messages",
        "max_tokens",
        "system",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "thinking",
        "tools",
        "tool_choice",
        "output_config",
    ],
    refusal: extra_input,
};

/// A mark of what is cached, as every model at a partner takes it.
pub(super) const PARTNER_CACHE_MARK: Fields = Fields { known: &["type"], refusal: extra_input };

/// What Anthropic is to hold a reply to.
pub(super) const OUTPUT_CONFIG: Fields = Fields { known: &["format", "effort"], refusal: extra_input };

/// The format of a reply at Anthropic.
pub(super) const OUTPUT_FORMAT: Fields = Fields { known: &["type", "schema"], refusal: extra_input };

/// A request for content.
pub(super) const CONTENT: Fields = Fields {
    known: &[
        "contents",
        "systemInstruction",
        "generationConfig",
        "tools",
        "toolConfig",
        "safetySettings",
        "cachedContent",
    ],
    refusal: unknown_name,
};

/// A request for an interaction.
pub(super) const INTERACTIONS: Fields = Fields {
    known: &[
        "model",
        "agent",
        "input",
        "system_instruction",
        "tools",
        "generation_config",
        "response_format",
        "previous_interaction_id",
        "store",
        "stream",
        "background",
        "service_tier",
    ],
    refusal: unknown_name,
};

/// The settings of a request for content.
pub(super) const GENERATION: Fields = Fields {
    known: &[
        "stopSequences",
        "responseMimeType",
        "responseSchema",
        "responseJsonSchema",
        "responseModalities",
        "candidateCount",
        "maxOutputTokens",
        "temperature",
        "topP",
        "topK",
        "seed",
        "presencePenalty",
        "frequencyPenalty",
        "responseLogprobs",
        "logprobs",
        "thinkingConfig",
        "mediaResolution",
    ],
    refusal: unknown_name,
};

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_provider_refuses_a_field_that_it_does_not_know_with_its_own_sentence() {
        let body = json!({"output_format": {}});
        for (fields, expected) in [
            (&CHAT, "Unrecognized request argument supplied: output_format"),
            (&RESPONSES, "Unknown parameter: 'output_format'."),
            (&MESSAGES, "output_format: Extra inputs are not permitted"),
            (&PARTNER_MESSAGES, "output_format: Extra inputs are not permitted"),
            (&CONTENT, "Invalid JSON payload received. Unknown name \"output_format\": Cannot find field."),
            (
                &INTERACTIONS,
                "Invalid JSON payload received. Unknown name \"output_format\": Cannot find field.",
            ),
        ] {
            assert_eq!(fields.check(&body).unwrap_err(), expected);
            assert_eq!(fields.check(&json!({})), Ok(()));
        }
        assert!(PARTNER_MESSAGES.check(&json!({"model": "m"})).is_err());
    }
}
