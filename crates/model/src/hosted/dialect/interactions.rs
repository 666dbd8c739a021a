//! Google's Interactions API, which the computer tool needs: how a reply ended, and what it used. Pure.

use super::{Ending, string};
use crate::hosted::usage::{ReportedUsage, sum, tokens};
use serde_json::Value;

/// How a reply ended. One that waits for the results of its calls has the status `requires_action`.
pub(crate) fn ending(body: &Value) -> Ending {
    Ending::of(string(body, "/status"))
}

/// What a reply used. The provider reports what it thought, and what its own tools read, separately from the rest.
pub(crate) fn usage(body: &Value) -> ReportedUsage {
    let at = |place: &str| tokens(body, place);
    ReportedUsage {
        input: sum(&[at("/usage/total_input_tokens"), at("/usage/total_tool_use_tokens")]),
        cached: at("/usage/total_cached_tokens"),
        written: None,
        output: sum(&[at("/usage/total_output_tokens"), at("/usage/total_thought_tokens")]),
    }
}
