//! What both dialects do alike when they read an answer. Pure.

use super::keys;
use super::port::{OperatorAction, Place};
use deskpilot_core::Modifier;
use genai::chat::{self, PromptTokensDetails};
use serde_json::Value;

/// A number of tokens as the price table counts; what cannot be one is less than none.
fn count(told: Option<&Value>) -> Option<i32> {
    let told = told.filter(|it| !it.is_null())?;
    Some(told.as_i64().and_then(|it| i32::try_from(it).ok()).unwrap_or(-1))
}

/// What was used up: tokens of the prompt, of those the cached and those put into the cache, and tokens of the answer.
pub(super) fn usage(
    input: Option<i32>,
    cached: Option<i32>,
    written: Option<i32>,
    output: Option<i32>,
) -> chat::Usage {
    chat::Usage {
        prompt_tokens: input,
        prompt_tokens_details: Some(PromptTokensDetails {
            cached_tokens: cached,
            cache_creation_tokens: written,
            ..PromptTokensDetails::default()
        }),
        completion_tokens: output,
        ..chat::Usage::default()
    }
}

/// The number of tokens at this place of the usage.
pub(super) fn tokens(body: &Value, place: &str) -> Option<i32> {
    count(body.pointer(place))
}

/// A text at this place; empty when there is none.
pub(super) fn text(value: &Value, key: &str) -> String {
    value[key].as_str().unwrap_or("").trim().to_owned()
}

/// The place that these two numbers are.
pub(super) fn place(x: &Value, y: &Value) -> Option<Place> {
    Some(Place { x: x.as_f64()?, y: y.as_f64()? })
}

/// The keys that are held meanwhile; the name it does not know is the error.
pub(super) fn held<'n>(names: impl IntoIterator<Item = &'n str>) -> Result<Vec<Modifier>, String> {
    names.into_iter().map(|name| keys::modifier(name).ok_or_else(|| name.to_owned())).collect()
}

/// An action whose key is not known.
pub(super) fn no_key(name: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("there is no key {name:?}"))
}

/// An action of this name that lacks something.
pub(super) fn lacks(action: &str, what: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("{action} needs {what}"))
}

/// An action of a name that is not offered.
pub(super) fn unknown(action: &str, offered: &str) -> OperatorAction {
    OperatorAction::Unclear(format!("{action:?} is not offered here: the actions are {offered}"))
}
