//! What a call used, as providers report it, and its price. Pure.

use crate::{HostedOptions, Prices};
use deskpilot_core::Usage;
use serde_json::Value;

/// Token counts as a provider reports them; `None` where it reports none, negative where one is impossible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReportedUsage {
    /// The prompt's tokens, those of the cache included.
    pub(crate) input: Option<i64>,
    /// Those of them that the cache had.
    pub(crate) cached: Option<i64>,
    /// Those of them that were written to the cache.
    pub(crate) written: Option<i64>,
    /// The tokens of the reply.
    pub(crate) output: Option<i64>,
}

/// A count that no provider can mean.
const IMPOSSIBLE: i64 = -1;

/// The token count at this JSON pointer.
pub(super) fn tokens(body: &Value, pointer: &str) -> Option<i64> {
    let value = body.pointer(pointer).filter(|it| !it.is_null())?;
    Some(value.as_i64().unwrap_or(IMPOSSIBLE))
}

/// The sum of counts that a provider reports separately; `None` where it reports none of them.
pub(super) fn sum(parts: &[Option<i64>]) -> Option<i64> {
    let reported: Vec<i64> = parts.iter().flatten().copied().collect();
    let are_valid = reported.iter().all(|it| *it >= 0);
    let all = reported.iter().try_fold(0_i64, |all, part| all.checked_add(*part)).filter(|_| are_valid);
    (!reported.is_empty()).then_some(all.unwrap_or(IMPOSSIBLE))
}

/// The usage of a call to the model of this name, with its price.
pub(crate) fn priced_usage(
    reported: &ReportedUsage,
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
    fn of(reported: &ReportedUsage) -> TokenCounts {
        let (input, output) = (count(reported.input), count(reported.output));
        let (cached, written) = (count(reported.cached), count(reported.written));
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
fn count(reported: Option<i64>) -> Option<u64> {
    u64::try_from(reported.unwrap_or(0)).ok().filter(|tokens| *tokens <= MAX_TOKENS)
}
