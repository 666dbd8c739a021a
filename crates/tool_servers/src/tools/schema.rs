//! Parameters from the schema of a tool's input. Pure.

use super::{
    names::{names_a_file, plain_name},
    texts::plain_line,
};
use deskpilot_core::{Param, ParamKind, PathUse, Presence};
use rmcp::model::JsonObject;
use serde_json::{Map, Value};
use std::borrow::Cow;

/// The most parameters of a tool.
const MAX_PARAMS: usize = 40;
/// The most words among which a parameter chooses.
const MAX_WORDS: usize = 60;
/// The longest such word, in characters.
const MAX_WORD_CHARS: usize = 60;
/// The longest description of a parameter, in characters.
const MAX_DOC_CHARS: usize = 160;

/// A parameter of a tool, and how its values reach the server.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ToolParam {
    pub(super) param: Param,
    /// The server's name for it.
    pub(super) wire_name: String,
    pub(super) form: ValueForm,
}

/// The form in which an agent gives a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ValueForm {
    /// As it is sent.
    Plain,
    /// A text of JSON: the schema allows more than parameters can say.
    Json,
}

/// The parameters of a schema. Files are read if the tool only reads, and replaced otherwise.
///
/// # Errors
/// Why the tool cannot become a command.
pub(super) fn parameters(schema: &JsonObject, files: PathUse) -> Result<Vec<ToolParam>, String> {
    let properties = schema.get("properties").and_then(Value::as_object);
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |name: &str| required.is_some_and(|all| all.iter().any(|it| it.as_str() == Some(name)));
    if properties.map_or(0, Map::len) > MAX_PARAMS {
        return Err(format!("it has more than {MAX_PARAMS} parameters"));
    }
    let mut params: Vec<ToolParam> = Vec::new();
    for (wire_name, schema) in properties.into_iter().flatten() {
        let presence = if is_required(wire_name) { Presence::Required } else { Presence::Optional };
        let param = parameter(wire_name, schema, presence, files);
        let param = param.ok_or_else(|| format!("no name fits its parameter {}", shown(wire_name)))?;
        if params.iter().any(|it| it.param.name == param.param.name) {
            return Err(format!("two of its parameters are called {}", param.param.name));
        }
        params.push(param);
    }
    // Arguments may be given by position: those without which it does not run come first.
    params.sort_by_key(|it| it.param.presence == Presence::Optional);
    Ok(params)
}

fn parameter(wire_name: &str, schema: &Value, presence: Presence, files: PathUse) -> Option<ToolParam> {
    let name = plain_name(wire_name).filter(|it| it.starts_with(|it: char| it.is_ascii_lowercase()))?;
    let kind = kind(without_null(schema));
    let (kind, form) = match kind {
        Some(ParamKind::Text) if names_a_file(&name) => (ParamKind::Path(files), ValueForm::Plain),
        Some(kind) => (kind, ValueForm::Plain),
        None => (ParamKind::Text, ValueForm::Json),
    };
    let doc = doc(schema, form, presence).into();
    Some(ToolParam {
        param: Param { name: name.into(), doc, kind, presence },
        wire_name: wire_name.to_owned(),
        form,
    })
}

/// The kind of the values; `None` if only JSON can say it.
fn kind(schema: &Value) -> Option<ParamKind> {
    let words = schema.get("enum").and_then(Value::as_array);
    match (type_of(schema)?, words) {
        ("string", Some(words)) => Some(one_of(words).unwrap_or(ParamKind::Text)),
        ("string", None) => {
            let format = schema.get("format").and_then(Value::as_str);
            let is_address =
                format.is_some_and(|it| it.starts_with("uri") || it.starts_with("iri") || it == "url");
            Some(if is_address { ParamKind::Url } else { ParamKind::Text })
        }
        ("number" | "integer", None) => Some(ParamKind::Number),
        ("boolean", None) => Some(ParamKind::Flag),
        ("array", None) => {
            let items = schema.get("items")?;
            match type_of(items)? {
                "string" => Some(ParamKind::Texts),
                "array" => items.get("items").filter(|it| is_cell(it)).map(|_| ParamKind::Rows),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether every value of a schema fits a cell.
fn is_cell(schema: &Value) -> bool {
    let is_cell_type = |name: &Value| {
        name.as_str().is_some_and(|it| ["string", "number", "integer", "boolean", "null"].contains(&it))
    };
    match (schema.get("type"), schema.get("anyOf").or_else(|| schema.get("oneOf"))) {
        (Some(Value::Array(names)), _) => names.iter().all(is_cell_type),
        (Some(name), _) => is_cell_type(name),
        (None, Some(Value::Array(alternatives))) => alternatives.iter().all(is_cell),
        (None, _) => false,
    }
}

/// The type of a schema, without null.
fn type_of(schema: &Value) -> Option<&str> {
    match schema.get("type")? {
        Value::String(name) => Some(name),
        Value::Array(names) => {
            let mut names = names.iter().filter_map(Value::as_str).filter(|it| *it != "null");
            names.next().filter(|_| names.next().is_none())
        }
        _ => None,
    }
}

/// The only alternative that is not null, or the schema itself.
fn without_null(schema: &Value) -> &Value {
    let alternatives = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Value::as_array);
    let is_null = |it: &&Value| it.get("type").and_then(Value::as_str) == Some("null");
    match alternatives.map(|it| it.iter().filter(|it| !is_null(it)).collect::<Vec<_>>()).as_deref() {
        Some([only]) => only,
        Some(_) | None => schema,
    }
}

/// The words of an enumeration; `None` if there are too many, or one of them is no plain word.
fn one_of(words: &[Value]) -> Option<ParamKind> {
    let is_plain = |it: &&str| {
        !it.is_empty() && it.chars().count() <= MAX_WORD_CHARS && plain_line(it, MAX_WORD_CHARS) == **it
    };
    let words: Option<Vec<Cow<'static, str>>> =
        words.iter().map(|it| it.as_str().filter(is_plain).map(|it| it.to_owned().into())).collect();
    words.filter(|it| (1..=MAX_WORDS).contains(&it.len())).map(|it| ParamKind::OneOf(it.into()))
}

fn doc(schema: &Value, form: ValueForm, presence: Presence) -> String {
    let text = |key: &str| schema.get(key).and_then(Value::as_str).map(|it| plain_line(it, MAX_DOC_CHARS));
    let description = text("description").or_else(|| text("title")).filter(|it| !it.is_empty());
    let description = description.map_or_else(|| "not described".to_owned(), |it| format!("\"{it}\""));
    let form = if form == ValueForm::Json { "as JSON; " } else { "" };
    let default = schema.get("default").filter(|it| presence == Presence::Optional && !it.is_null());
    let default = default.map_or(String::new(), |it| format!("; default {}", shown(&it.to_string())));
    format!("{form}{description}{default}")
}

/// A server's word as a sentence may hold it.
pub(super) fn shown(name: &str) -> String {
    plain_line(name, MAX_WORD_CHARS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(schema: &Value) -> (ParamKind, ValueForm) {
        let object = json!({"properties": {"x": schema}});
        let params = parameters(object.as_object().unwrap(), PathUse::Writes).unwrap();
        (params[0].param.kind.clone(), params[0].form)
    }

    #[test]
    fn schemas_become_kinds() {
        let cell = json!({"anyOf": [{"type": "string"}, {"type": ["number", "null"]}]});
        let words = ParamKind::OneOf(vec!["a".into(), "b c".into()].into());
        for (schema, expected) in [
            (json!({"type": "string"}), ParamKind::Text),
            (json!({"type": ["null", "string"]}), ParamKind::Text),
            (json!({"anyOf": [{"type": "integer"}, {"type": "null"}]}), ParamKind::Number),
            (json!({"type": "boolean"}), ParamKind::Flag),
            (json!({"type": "string", "format": "uri"}), ParamKind::Url),
            (json!({"type": "string", "enum": ["a", "b c"]}), words),
            (json!({"type": "string", "enum": ["a", "b\nc"]}), ParamKind::Text),
            (json!({"type": "string", "enum": []}), ParamKind::Text),
            (json!({"type": "array", "items": {"type": "string"}}), ParamKind::Texts),
            (
                json!({"type": "array", "items": {"type": "array", "items": {"type": "number"}}}),
                ParamKind::Rows,
            ),
            (json!({"type": "array", "items": {"type": "array", "items": cell}}), ParamKind::Rows),
        ] {
            assert_eq!(of(&schema), (expected, ValueForm::Plain), "{schema}");
        }
        for schema in [
            json!({"type": "object"}),
            json!({"type": "array"}),
            json!({"type": "array", "items": {"type": "array", "items": {"anyOf": [{"type": "object"}]}}}),
            json!({"type": "array", "items": {"type": "object"}}),
            json!({"type": ["string", "number"]}),
            json!({"anyOf": [{"type": "string"}, {"type": "number"}]}),
            json!({"type": "integer", "enum": [1, 2]}),
            json!({"type": "colour"}),
            json!({"$ref": "#/x"}),
            json!(true),
        ] {
            assert_eq!(of(&schema), (ParamKind::Text, ValueForm::Json), "{schema}");
        }
    }

    #[test]
    fn parameters_have_plain_names_and_quoted_descriptions() {
        let schema = json!({
            "properties": {
                "maxResults": {"type": "integer", "default": 5, "description": "How\nmany \"at most\""},
                "repo_path": {"type": "string", "title": "Repo Path"},
                "options": {"type": "object"},
            },
            "required": ["repo_path", "nowhere"],
        });
        let params = parameters(schema.as_object().unwrap(), PathUse::Writes).unwrap();
        let shown: Vec<String> =
            params.iter().map(|it| format!("{} {}: {}", it.wire_name, it.param.name, it.param.doc)).collect();
        assert_eq!(
            shown,
            [
                "repo_path repo_path: \"Repo Path\"",
                "maxResults max_results: \"How many 'at most'\"; default 5",
                "options options: as JSON; not described",
            ]
        );
        assert_eq!(params[0].param.kind, ParamKind::Path(PathUse::Writes));
        assert_eq!(params[0].param.presence, Presence::Required);
    }

    #[test]
    fn what_no_command_can_take_is_refused_with_a_reason() {
        let many: Map<String, Value> = (0..41).map(|it| (format!("p{it}"), json!({}))).collect();
        for (properties, expected) in [
            (json!({"a-b": {}, "a_b": {}}), "two of its parameters are called a_b"),
            (json!({"\u{202e}": {}}), "no name fits its parameter "),
            (json!({"1st": {}}), "no name fits its parameter 1st"),
            (Value::Object(many), "it has more than 40 parameters"),
        ] {
            let schema = json!({"properties": properties});
            assert_eq!(parameters(schema.as_object().unwrap(), PathUse::Reads), Err(expected.into()));
        }
    }
}
