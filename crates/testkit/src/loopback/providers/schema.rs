//! What providers demand of a JSON schema to which they hold a reply. Pure.
//!
//! From "Structured outputs" of OpenAI and Anthropic and "Structured output" of Google, read in November 2026.

use serde_json::Value;

/// Whose demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SchemaRules {
    /// OpenAI's, for `strict`.
    OpenAi,
    /// Anthropic's.
    Anthropic,
    /// Google's.
    Google,
}

impl SchemaRules {
    /// The keywords that it knows; it refuses others.
    const fn keywords(self) -> &'static [&'static str] {
        match self {
            SchemaRules::OpenAi => OPENAI,
            SchemaRules::Anthropic => ANTHROPIC,
            SchemaRules::Google => GOOGLE,
        }
    }
}

/// The keywords that OpenAI knows.
const OPENAI: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
    "const",
    "items",
    "anyOf",
    "description",
    "title",
    "pattern",
    "format",
    "multipleOf",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
];

/// The keywords that Anthropic knows.
const ANTHROPIC: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "enum",
    "const",
    "items",
    "anyOf",
    "allOf",
    "description",
    "title",
    "format",
    "default",
];

/// The keywords that Google knows.
const GOOGLE: &[&str] = &[
    "type",
    "properties",
    "required",
    "additionalProperties",
    "propertyOrdering",
    "enum",
    "items",
    "prefixItems",
    "anyOf",
    "oneOf",
    "description",
    "title",
    "format",
    "minimum",
    "maximum",
    "minItems",
    "maxItems",
];

/// The most objects that may stand in one another.
const MAX_DEPTH: usize = 10;
/// The most properties of all objects together.
const MAX_PROPERTIES: usize = 5000;
/// The most values of all lists of choices together.
const MAX_VALUES: usize = 1000;

/// Whether the provider takes a schema; the error says where it does not.
pub(super) fn check_schema(schema: &Value, rules: SchemaRules) -> Result<(), String> {
    let is_root = schema["type"] == "object" && schema.get("anyOf").is_none();
    if rules == SchemaRules::OpenAi && !is_root {
        return Err("schema must be a JSON Schema of 'type: \"object\"'".into());
    }
    let mut walk = Walk { rules, properties: 0, values: 0 };
    walk.check(schema, "()", 0)?;
    match (walk.properties, walk.values) {
        (properties, _) if properties > MAX_PROPERTIES => {
            Err(format!("{properties} properties are more than {MAX_PROPERTIES}"))
        }
        (_, values) if values > MAX_VALUES => Err(format!("{values} enum values are more than {MAX_VALUES}")),
        _ => Ok(()),
    }
}

/// A walk through a schema, with what it has met.
struct Walk {
    rules: SchemaRules,
    properties: usize,
    values: usize,
}

impl Walk {
    fn check(&mut self, schema: &Value, place: &str, depth: usize) -> Result<(), String> {
        let keywords =
            schema.as_object().ok_or_else(|| format!("In context={place}, a schema is an object."))?;
        if let Some(other) = keywords.keys().find(|it| !self.rules.keywords().contains(&it.as_str())) {
            return Err(format!("In context={place}, '{other}' is not permitted."));
        }
        if depth > MAX_DEPTH {
            return Err(format!("In context={place}, there are more than {MAX_DEPTH} levels of nesting."));
        }
        self.check_object(schema, place)?;
        self.values += each(&schema["enum"]).count();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            self.properties += 1;
            self.check(property, &format!("{place}.{name}"), depth + 1)?;
        }
        for choice in each(&schema["anyOf"]) {
            self.check(choice, place, depth)?;
        }
        schema.get("items").map_or(Ok(()), |items| self.check(items, &format!("{place}[]"), depth))
    }

    fn check_object(&self, schema: &Value, place: &str) -> Result<(), String> {
        let is_object = schema["type"] == "object" || each(&schema["type"]).any(|it| it == "object");
        if !is_object || self.rules == SchemaRules::Google {
            return Ok(());
        }
        if schema["additionalProperties"] != false {
            return Err(format!(
                "In context={place}, 'additionalProperties' is required to be supplied and to be false."
            ));
        }
        let mut names = schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name);
        let is_required = |name: &str| each(&schema["required"]).any(|it| it == name);
        match names.find(|it| !is_required(it.as_str())) {
            Some(name) if self.rules == SchemaRules::OpenAi => Err(format!(
                "In context={place}, 'required' is required to be an array including every key in properties. Missing '{name}'."
            )),
            _ => Ok(()),
        }
    }
}

fn each(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_provider_takes_the_schemas_that_its_documentation_allows() {
        use SchemaRules::{Anthropic, Google, OpenAi};
        let strict = json!({"type": "object", "properties": {"a": {"type": ["string", "null"]}}, "required": ["a"], "additionalProperties": false});
        let optional =
            json!({"type": "object", "properties": {"a": {"type": "string"}}, "additionalProperties": false});
        let open = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {}}}, "required": ["a"], "additionalProperties": false});
        let choice = json!({"anyOf": [strict]});
        let bounded = json!({"type": "object", "properties": {"a": {"type": "integer", "minimum": 1}}, "required": ["a"], "additionalProperties": false});
        for (schema, takers) in [
            (&strict, &[OpenAi, Anthropic, Google][..]),
            (&optional, &[Anthropic, Google]),
            (&open, &[Google]),
            (&choice, &[Anthropic, Google]),
            (&bounded, &[OpenAi, Google]),
            (&json!({"type": "object", "patternProperties": {}}), &[]),
        ] {
            for rules in [OpenAi, Anthropic, Google] {
                let checked = check_schema(schema, rules);
                assert_eq!(checked.is_ok(), takers.contains(&rules), "{rules:?} {schema}: {checked:?}");
            }
        }
        let error = check_schema(&optional, OpenAi).unwrap_err();
        assert!(error.contains("Missing 'a'"), "{error}");
    }

    #[test]
    fn a_schema_has_a_depth_and_a_size() {
        let object = |inner: Value| json!({"type": "object", "properties": {"a": inner}, "required": ["a"], "additionalProperties": false});
        let nested = |levels: usize| (0..levels).fold(json!({"type": "string"}), |inner, _| object(inner));
        assert_eq!(check_schema(&nested(10), SchemaRules::OpenAi), Ok(()));
        assert!(check_schema(&nested(12), SchemaRules::OpenAi).is_err());
        let words: Vec<String> = (0..1001).map(|it| it.to_string()).collect();
        let many = object(json!({"type": "string", "enum": words}));
        assert_eq!(
            check_schema(&many, SchemaRules::OpenAi).unwrap_err(),
            "1001 enum values are more than 1000"
        );
    }
}
