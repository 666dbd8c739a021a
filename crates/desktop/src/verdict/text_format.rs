//! How a part of a text looks: weight, size, alignment and the like, as its application names them. Pure.

use std::collections::{BTreeMap, BTreeSet};

/// How a part of a text looks: the values that each attribute has in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextFormat(BTreeMap<String, BTreeSet<String>>);

impl TextFormat {
    /// What is different afterwards, such as `weight: 400 -> 700`; `None` where nothing is.
    pub fn difference(&self, after: &TextFormat) -> Option<String> {
        let names: BTreeSet<&String> = self.0.keys().chain(after.0.keys()).collect();
        let different = names.into_iter().filter(|name| self.0.get(*name) != after.0.get(*name));
        let described: Vec<String> = different
            .map(|name| format!("{name}: {} -> {}", self.values(name), after.values(name)))
            .collect();
        (!described.is_empty()).then(|| described.join(", "))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_looks_different_is_described() {
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
