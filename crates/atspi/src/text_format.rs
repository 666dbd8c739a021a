//! How a part of a text looks: weight, size, alignment and the like, as its application names them.

use crate::bus::Caller;
use crate::error::CallError;
use crate::node::NodeRef;
use std::collections::{BTreeMap, BTreeSet};

/// The most runs to ask for: each takes a call.
const MOST_RUNS: usize = 16;

/// How a part of a text looks: the values that each attribute has in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFormat(BTreeMap<String, BTreeSet<String>>);

impl TextFormat {
    /// What is different afterwards, such as `weight: 400 -> 700`; `None` where nothing is.
    pub fn difference(&self, after: &TextFormat) -> Option<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(after.0.keys()).collect();
        let different = names.into_iter().filter(|name| self.0.get(*name) != after.0.get(*name));
        let told: Vec<String> = different
            .map(|name| format!("{name}: {} -> {}", self.values(name), after.values(name)))
            .collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    fn values(&self, name: &str) -> String {
        let values = self.0.get(name).map(|it| it.iter().cloned().collect::<Vec<_>>().join(" and "));
        values.filter(|it| !it.is_empty()).unwrap_or_else(|| "none".to_owned())
    }
}

/// Collects the values of attributes, each with its attribute before it.
impl FromIterator<(String, String)> for TextFormat {
    fn from_iter<T: IntoIterator<Item = (String, String)>>(attributes: T) -> TextFormat {
        let mut format = TextFormat::default();
        for (name, value) in attributes {
            format.0.entry(name).or_default().insert(value);
        }
        format
    }
}

impl Caller<'_> {
    /// How the characters of a text from `start` to `end`, exclusive, look; the character at `start` where the two are equal.
    /// Of a part with more than 16 runs the first 16.
    pub async fn text_format(&self, node: &NodeRef, start: i32, end: i32) -> Result<TextFormat, CallError> {
        let (mut attributes, mut at) = (Vec::new(), start);
        for _ in 0..MOST_RUNS {
            let run = self.text_attributes(node, at).await?;
            attributes.extend(run.attributes);
            if run.end <= at || run.end >= end {
                break;
            }
            at = run.end;
        }
        Ok(attributes.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_different_is_told() {
        let format = |attributes: &[(&str, &str)]| -> TextFormat {
            attributes.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let plain = format(&[("size", "12"), ("weight", "400")]);
        let mixed = format(&[("size", "12"), ("weight", "400"), ("weight", "700")]);
        let underlined = format(&[("size", "12"), ("underline", "single"), ("weight", "400")]);
        for (before, after, expected) in [
            (&plain, &plain, None),
            (&plain, &mixed, Some("weight: 400 -> 400 and 700")),
            (&plain, &underlined, Some("underline: none -> single")),
            (&underlined, &mixed, Some("underline: single -> none, weight: 400 -> 400 and 700")),
        ] {
            assert_eq!(before.difference(after).as_deref(), expected);
        }
    }
}
