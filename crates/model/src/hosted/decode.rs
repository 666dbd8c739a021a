//! A reply in our words. Pure.

use super::HostedOptions;
use super::errors::Place;
use crate::{ModelError, Prices};
use deskpilot_core::{Completion, Usage};
use genai::chat::ChatResponse;
use serde_json::Value;

/// The reply's text and what it used up.
pub(super) fn decode(
    response: &ChatResponse,
    options: &HostedOptions,
    prices: &Prices,
    place: &Place,
) -> Result<Completion, ModelError> {
    let text = response.texts().concat();
    if text.is_empty() {
        return Err(no_text(response, place));
    }
    let model = response.provider_model_iden.model_name.as_str().to_owned();
    let mut usage = usage(&response.usage);
    // The provider knows best which model it was; a name it made up for us may be in the user's own table.
    let cost = |model: &str| prices.cost(&format!("{}/{model}", options.provider.priced_as), &usage);
    usage.cost = cost(&model).or_else(|| cost(&options.model));
    Ok(Completion { text, model, usage })
}

fn usage(counted: &genai::chat::Usage) -> Usage {
    let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok()).unwrap_or(0);
    Usage {
        input_tokens: tokens(counted.prompt_tokens),
        cached_tokens: tokens(
            counted.prompt_tokens_details.as_ref().and_then(|details| details.cached_tokens),
        ),
        output_tokens: tokens(counted.completion_tokens),
        cost: None,
    }
}

fn no_text(response: &ChatResponse, place: &Place) -> ModelError {
    let otherwise = match &response.stop_reason {
        Some(reason) if reason.is_max_tokens() => "its tokens were used up; raise max_output_tokens".into(),
        Some(reason) => format!("it stopped because of {:?}", reason.raw()),
        None => "it gave no reason".into(),
    };
    place.nothing_in(response.captured_raw_body.as_ref().unwrap_or(&Value::Null), &otherwise)
}
