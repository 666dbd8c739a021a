//! Results in JSON, found by JSON pointers (RFC 6901).

use super::{AnswerFault, RawResult};
use crate::SettingsError;
use serde_json::Value;
use std::borrow::Cow;

/// Where results are in JSON, as JSON pointers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JsonFields {
    /// From the answer to the list of results.
    pub results: Cow<'static, str>,
    /// From a result to its title.
    pub title: Cow<'static, str>,
    /// From a result to its address.
    pub url: Cow<'static, str>,
    /// From a result to what it shows of the page.
    pub snippet: Cow<'static, str>,
}

impl JsonFields {
    pub(crate) const fn fixed(
        results: &'static str,
        title: &'static str,
        url: &'static str,
        snippet: &'static str,
    ) -> JsonFields {
        let [results, title, url, snippet] =
            [Cow::Borrowed(results), Cow::Borrowed(title), Cow::Borrowed(url), Cow::Borrowed(snippet)];
        JsonFields { results, title, url, snippet }
    }

    /// Fails for what is no pointer: an empty one means the whole, any other begins with `/`.
    pub(super) fn check(&self) -> Result<(), SettingsError> {
        let named = [
            ("results", &self.results),
            ("title", &self.title),
            ("url", &self.url),
            ("snippet", &self.snippet),
        ];
        match named.into_iter().find(|(_, it)| !it.is_empty() && !it.starts_with('/')) {
            Some((name, pointer)) => Err(SettingsError::BadPointer { name, pointer: pointer.to_string() }),
            None => Ok(()),
        }
    }
}

/// What an answer without the list of results means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AbsentList {
    /// Nothing was found.
    NoResults,
    /// The settings are wrong, or the answer is.
    Fault,
}

/// The results of an answer.
pub(super) fn read(
    text: &str,
    fields: &JsonFields,
    absent: AbsentList,
) -> Result<Vec<RawResult>, AnswerFault> {
    let answer: Value = serde_json::from_str(text)
        .map_err(|error| AnswerFault::Unreadable(format!("it is no JSON: {error}")))?;
    let results = match answer.pointer(&fields.results) {
        Some(Value::Array(results)) => results.as_slice(),
        // Brave leaves the list out where it found nothing.
        None if answer.is_object() && absent == AbsentList::NoResults => &[],
        _ => return Err(AnswerFault::Unreadable(format!("it has no list at {}", fields.results))),
    };
    Ok(results.iter().map(|it| result(it, fields)).collect())
}

fn result(value: &Value, fields: &JsonFields) -> RawResult {
    let text = |pointer: &str| value.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned();
    RawResult { title: text(&fields.title), url: text(&fields.url), snippet: text(&fields.snippet) }
}
