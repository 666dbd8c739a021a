//! Decodes a provider's reply. Pure.

use super::errors::ErrorContext;
use crate::{HostedOptions, ModelError, Prices};
use deskpilot_core::{Completion, Usage};
use genai::chat::{self, ChatResponse};
use serde_json::Value;

/// The reply's text and usage.
pub(super) fn decode(
    response: &ChatResponse,
    options: &HostedOptions,
    prices: &Prices,
    context: &ErrorContext,
) -> Result<Completion, ModelError> {
    let (text, usage) = (response.texts().concat(), usage(response, options, prices));
    if text.is_empty() {
        return Err(no_text(response, usage, context));
    }
    Ok(Completion { text, model: model(response).to_owned(), usage })
}

fn model(response: &ChatResponse) -> &str {
    response.provider_model_iden.model_name.as_str()
}

fn usage(response: &ChatResponse, options: &HostedOptions, prices: &Prices) -> Usage {
    priced_usage(&response.usage, model(response), options, prices)
}

/// The usage of a call to the model of this name, with its price.
pub(crate) fn priced_usage(
    reported: &chat::Usage,
    model: &str,
    options: &HostedOptions,
    prices: &Prices,
) -> Usage {
    let counts = TokenCounts::of(reported);
    let cost = |model: &str| {
        let model = format!("{}/{model}", options.provider.priced_as);
        prices.cost(&model, &counts.billable(), counts.written)
    };
    // Prefer the model name that the provider reports; the user's table may have the requested name instead.
    Usage { cost: cost(model).or_else(|| cost(&options.model)), ..counts.usage }
}

/// The usage that a provider reports, as far as it is plausible.
struct TokenCounts {
    usage: Usage,
    /// Prompt tokens written to the provider's cache, which may cost more than others.
    written: u64,
    plausibility: Plausibility,
}

/// Whether the numbers allow a price.
#[derive(PartialEq)]
enum Plausibility {
    Plausible,
    /// They contradict each other, or one is impossible.
    Implausible,
}

/// The maximum plausible token count of a call: ten times what the largest models read.
const MAX_TOKENS: u64 = 100_000_000;

impl TokenCounts {
    fn of(reported: &chat::Usage) -> TokenCounts {
        let details = reported.prompt_tokens_details.as_ref();
        let input = count(reported.prompt_tokens);
        let output = count(reported.completion_tokens);
        let cached = count(details.and_then(|it| it.cached_tokens));
        let written = count(details.and_then(|it| it.cache_creation_tokens));
        // Cached and written tokens are part of the prompt.
        let in_prompt =
            cached.zip(written).zip(input).filter(|((cached, written), input)| cached + written <= *input);
        let (cached, written) = in_prompt.map_or((0, 0), |(parts, _)| parts);
        TokenCounts {
            usage: Usage {
                input_tokens: input.unwrap_or(0),
                cached_tokens: cached,
                output_tokens: output.unwrap_or(0),
                cost: None,
            },
            written,
            plausibility: if in_prompt.is_some() && output.is_some() {
                Plausibility::Plausible
            } else {
                Plausibility::Implausible
            },
        }
    }

    /// The usage to price; implausible numbers are priced only if the model is free.
    fn billable(&self) -> Usage {
        if self.plausibility == Plausibility::Plausible { self.usage } else { Usage::default() }
    }
}

/// A token count; 0 if none is reported, `None` if it is impossible.
fn count(reported: Option<i32>) -> Option<u64> {
    u64::try_from(reported.unwrap_or(0)).ok().filter(|tokens| *tokens <= MAX_TOKENS)
}

fn no_text(response: &ChatResponse, usage: Usage, context: &ErrorContext) -> ModelError {
    let otherwise = match (response.tool_calls().first(), &response.stop_reason) {
        (Some(call), _) => {
            format!(
                "it called a tool, {:?}, and there is none: the answer is the JSON object alone",
                call.fn_name
            )
        }
        (None, Some(reason)) if reason.is_max_tokens() => {
            "its tokens were used up; raise max_output_tokens".into()
        }
        (None, Some(reason)) => format!("it stopped because of {:?}", reason.raw()),
        (None, None) => "it gave no reason".into(),
    };
    context.no_text(response.captured_raw_body.as_ref().unwrap_or(&Value::Null), &otherwise, usage)
}
