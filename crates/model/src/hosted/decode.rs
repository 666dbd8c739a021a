//! A reply in our words. Pure.

use super::errors::Place;
use crate::{HostedOptions, ModelError, Prices};
use deskpilot_core::{Completion, Usage};
use genai::chat::{self, ChatResponse};
use serde_json::Value;

/// The reply's text and what it used up.
pub(super) fn decode(
    response: &ChatResponse,
    options: &HostedOptions,
    prices: &Prices,
    place: &Place,
) -> Result<Completion, ModelError> {
    let (text, usage) = (response.texts().concat(), usage(response, options, prices));
    if text.is_empty() {
        return Err(no_text(response, usage, place));
    }
    Ok(Completion { text, model: model(response).to_owned(), usage })
}

fn model(response: &ChatResponse) -> &str {
    response.provider_model_iden.model_name.as_str()
}

fn usage(response: &ChatResponse, options: &HostedOptions, prices: &Prices) -> Usage {
    priced(&response.usage, model(response), options, prices)
}

/// What a model of this name used up, with its price.
pub(crate) fn priced(told: &chat::Usage, model: &str, options: &HostedOptions, prices: &Prices) -> Usage {
    let counted = Counted::of(told);
    let cost = |model: &str| {
        let model = format!("{}/{model}", options.provider.priced_as);
        prices.cost(&model, &counted.priced(), counted.written)
    };
    // The provider knows best which model it was; a name it made up for us may be in the user's own table.
    Usage { cost: cost(model).or_else(|| cost(&options.model)), ..counted.usage }
}

/// What a provider says about its work, as far as it can be true.
struct Counted {
    usage: Usage,
    /// Tokens of the prompt that went into the provider's cache, which may cost more than the others.
    written: u64,
    truth: Truth,
}

/// Whether a price can be told from the numbers.
#[derive(PartialEq)]
enum Truth {
    Possible,
    /// One of them contradicts the others, or cannot be.
    Impossible,
}

/// No call has more tokens: ten times what the largest models read.
const MOST_TOKENS: u64 = 100_000_000;

impl Counted {
    fn of(told: &chat::Usage) -> Counted {
        let details = told.prompt_tokens_details.as_ref();
        let input = count(told.prompt_tokens);
        let output = count(told.completion_tokens);
        let cached = count(details.and_then(|it| it.cached_tokens));
        let written = count(details.and_then(|it| it.cache_creation_tokens));
        // Cached and written tokens are of the prompt.
        let in_prompt =
            cached.zip(written).zip(input).filter(|((cached, written), input)| cached + written <= *input);
        let (cached, written) = in_prompt.map_or((0, 0), |(parts, _)| parts);
        Counted {
            usage: Usage {
                input_tokens: input.unwrap_or(0),
                cached_tokens: cached,
                output_tokens: output.unwrap_or(0),
                cost: None,
            },
            written,
            truth: if in_prompt.is_some() && output.is_some() { Truth::Possible } else { Truth::Impossible },
        }
    }

    /// What has a price; without a truth only what is free has one.
    fn priced(&self) -> Usage {
        if self.truth == Truth::Possible { self.usage } else { Usage::default() }
    }
}

/// A number of tokens, 0 when none is told; `None` when it cannot be.
fn count(told: Option<i32>) -> Option<u64> {
    u64::try_from(told.unwrap_or(0)).ok().filter(|tokens| *tokens <= MOST_TOKENS)
}

fn no_text(response: &ChatResponse, usage: Usage, place: &Place) -> ModelError {
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
    place.nothing_in(response.captured_raw_body.as_ref().unwrap_or(&Value::Null), &otherwise, usage)
}
