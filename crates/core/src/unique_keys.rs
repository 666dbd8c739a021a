//! JSON text from a model, read so that duplicate keys in one object are noticed: a plain parser keeps the last one
//! and drops the others without a word. Pure.

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::fmt;

/// A JSON value, and the first duplicate key in one of its objects.
#[derive(Clone, Debug, PartialEq)]
pub struct ParsedJson {
    /// The value. Of a duplicate key it has the last.
    pub value: Value,
    /// The duplicate key in one object, at any depth.
    pub duplicate: Option<String>,
}

impl ParsedJson {
    fn unique(value: impl Into<Value>) -> ParsedJson {
        ParsedJson { value: value.into(), duplicate: None }
    }
}

impl<'de> Deserialize<'de> for ParsedJson {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ParsedJson, D::Error> {
        deserializer.deserialize_any(JsonVisitor)
    }
}

struct JsonVisitor;

impl<'de> Visitor<'de> for JsonVisitor {
    type Value = ParsedJson;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(Value::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(Number::from_f64(value).map_or(Value::Null, Value::Number)))
    }

    fn visit_str<E>(self, value: &str) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(value))
    }

    fn visit_string<E>(self, value: String) -> Result<ParsedJson, E> {
        Ok(ParsedJson::unique(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<ParsedJson, A::Error> {
        let (mut items, mut duplicate) = (Vec::new(), None);
        while let Some(item) = list.next_element::<ParsedJson>()? {
            duplicate = duplicate.or(item.duplicate);
            items.push(item.value);
        }
        Ok(ParsedJson { value: Value::Array(items), duplicate })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<ParsedJson, A::Error> {
        let (mut map, mut duplicate) = (Map::new(), None);
        while let Some((key, item)) = object.next_entry::<String, ParsedJson>()? {
            duplicate = duplicate.or(item.duplicate);
            if map.contains_key(&key) {
                duplicate = duplicate.or_else(|| Some(key.clone()));
            }
            map.insert(key, item.value);
        }
        Ok(ParsedJson { value: Value::Object(map), duplicate })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_stands_twice_is_named_at_any_depth() {
        for (text, duplicate) in [
            (r#"{"a": 1, "b": [{"a": null}, {"a": true}], "c": "\n", "d": -1.5e3}"#, None),
            (r#"{"a": 1, "a": 1}"#, Some("a")),
            (r#"{"a": {"b": [{"c": 1, "d": 2, "c": 3}]}}"#, Some("c")),
            (r#"[{"\u0061": 1, "a": 2}]"#, Some("a")),
            (r#"{"a": 1, "A": 2}"#, None),
        ] {
            let parsed: ParsedJson = serde_json::from_str(text).unwrap();
            assert_eq!(parsed.duplicate.as_deref(), duplicate, "{text}");
            assert_eq!(parsed.value, serde_json::from_str::<Value>(text).unwrap(), "{text}");
        }
    }

    #[test]
    fn what_is_no_json_is_none_and_brackets_have_an_end() {
        for text in ["", "{", "{\"a\"}", "1 2", &"[".repeat(1000)] {
            assert!(serde_json::from_str::<ParsedJson>(text).is_err(), "{text}");
        }
    }
}
