//! Parses the arguments of a function by the parameters of its specification.

use super::{
    keys::duplicate_key,
    wire::{Fields, complain, type_name},
};
use deskpilot_core::{CommandSpec, Complaint, Param, ParamKind, ParsedJson, Presence};
use serde_json::{Map, Value};
use std::borrow::Cow;

/// Arguments with the names and types that the command takes.
pub(crate) struct Args {
    command: Cow<'static, str>,
    map: Map<String, Value>,
}

impl Args {
    /// Parses the arguments of a reply: an object, or a list in the order of the parameters.
    pub(crate) fn read(fields: &Fields, spec: &CommandSpec) -> Result<Args, Complaint> {
        let given = match fields.value("Args") {
            None => Map::new(),
            Some(Value::Object(object)) => object.clone(),
            Some(Value::Array(items)) => positional(items, spec)?,
            // Some models write the object as a string.
            Some(Value::String(text)) if text.trim().is_empty() => Map::new(),
            Some(Value::String(text)) => match serde_json::from_str(text) {
                Ok(ParsedJson { duplicate: Some(key), .. }) => return Err(duplicate_key(&key)),
                Ok(ParsedJson { value: Value::Object(object), .. }) => object,
                _ => {
                    return Err(complain(format!(
                        "Args of {} must be an object, and is a string",
                        spec.name
                    )));
                }
            },
            Some(other) => {
                return Err(complain(format!(
                    "Args of {} must be an object, and is {}",
                    spec.name,
                    type_name(other)
                )));
            }
        };
        Args::of(given, spec)
    }

    /// Checks and converts these arguments.
    pub(crate) fn of(given: Map<String, Value>, spec: &CommandSpec) -> Result<Args, Complaint> {
        let mut map = Map::new();
        for (name, value) in given {
            let Some(param) = spec.params.iter().find(|param| param.name.eq_ignore_ascii_case(&name)) else {
                // Models fill a fixed schema with null for parameters that the function does not have.
                if value.is_null() {
                    continue;
                }
                return Err(complain(format!("{} takes no {name:?}: it takes {}", spec.name, names(spec))));
            };
            if !value.is_null() {
                map.insert(param.name.to_string(), coerce(&value, param, spec)?);
            }
        }
        match spec
            .params
            .iter()
            .find(|param| param.presence == Presence::Required && !map.contains_key(param.name.as_ref()))
        {
            Some(param) => Err(complain(format!("{} needs {}: {}", spec.name, param.name, param.doc))),
            None => Ok(Args { command: spec.name.clone(), map }),
        }
    }

    /// A text; `None` when it is missing.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.map.get(name).and_then(Value::as_str)
    }

    /// A number; `None` when it is missing.
    pub(crate) fn number(&self, name: &str) -> Option<f64> {
        self.map.get(name).and_then(Value::as_f64)
    }

    /// A fraction of the window from 0 to 1; a complaint otherwise.
    pub(crate) fn fraction(&self, name: &str) -> Result<f64, Complaint> {
        match self.number(name) {
            Some(number) if (0.0..=1.0).contains(&number) => Ok(number),
            other => Err(complain(format!(
                "{} wants {name} as a fraction of the window from 0 to 1, and got {}",
                self.command,
                other.map_or("nothing".into(), |it| it.to_string())
            ))),
        }
    }

    /// A flag; `None` when it is missing.
    pub(crate) fn flag(&self, name: &str) -> Option<bool> {
        self.map.get(name).and_then(Value::as_bool)
    }

    /// A list of texts; empty when it is missing.
    pub(crate) fn texts(&self, name: &str) -> Vec<&str> {
        self.map.get(name).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// The items of a list; none when it is missing.
    pub(crate) fn list(&self, name: &str) -> &[Value] {
        self.map.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The arguments by name.
    pub(crate) fn into_map(self) -> Map<String, Value> {
        self.map
    }
}

fn positional(items: &[Value], spec: &CommandSpec) -> Result<Map<String, Value>, Complaint> {
    if items.len() > spec.params.len() {
        let (given, taken) = (items.len(), spec.params.len());
        return Err(complain(format!(
            "{} takes {taken} arguments, and got {given}: {}",
            spec.name,
            names(spec)
        )));
    }
    Ok(spec.params.iter().zip(items).map(|(param, value)| (param.name.to_string(), value.clone())).collect())
}

fn coerce(value: &Value, param: &Param, spec: &CommandSpec) -> Result<Value, Complaint> {
    read_as(&param.kind, value).filter(|it| param.kind.accepts(it)).ok_or_else(|| {
        let found = match value {
            Value::String(text) => format!("{text:?}"),
            other => type_name(other).to_owned(),
        };
        let expected = param.kind.expected();
        complain(format!("{} of {} must be {expected}, and is {found}", param.name, spec.name))
    })
}

/// Converts a value to its parameter's type, as models often write another; `None` when it cannot be converted.
fn read_as(kind: &ParamKind, value: &Value) -> Option<Value> {
    match (kind, value) {
        (ParamKind::Text | ParamKind::Note, Value::Number(number)) => Some(number.to_string().into()),
        (ParamKind::Number, Value::String(text)) => {
            text.trim().parse::<f64>().ok().filter(|it| it.is_finite()).map(Value::from)
        }
        (ParamKind::Flag, Value::String(text)) => {
            text.trim().to_lowercase().parse::<bool>().ok().map(Value::from)
        }
        (ParamKind::Texts | ParamKind::Argv, Value::Array(items)) => items.iter().map(as_text).collect(),
        // Models write a single path where a list is wanted.
        (ParamKind::Paths(_), Value::String(_)) => Some(Value::Array(vec![value.clone()])),
        (ParamKind::OneOf(words), Value::String(text)) => {
            let wanted = alias(text.trim());
            words.iter().find(|word| word.eq_ignore_ascii_case(wanted)).map(|word| word.as_ref().into())
        }
        (_, value) => Some(value.clone()),
    }
}

fn as_text(item: &Value) -> Option<Value> {
    match item {
        Value::String(_) => Some(item.clone()),
        Value::Number(number) => Some(number.to_string().into()),
        _ => None,
    }
}

/// Other words for held keys and buttons, from older plans.
const ALIASES: &[(&str, &str)] = &[
    ("CTRL", "CONTROL"),
    ("VK_CONTROL", "CONTROL"),
    ("VK_SHIFT", "SHIFT"),
    ("VK_MENU", "ALT"),
    ("WIN", "SUPER"),
    ("META", "SUPER"),
    ("wheel", "middle"),
];

fn alias(wanted: &str) -> &str {
    ALIASES.iter().find(|(other, _)| other.eq_ignore_ascii_case(wanted)).map_or(wanted, |(_, word)| word)
}

fn names(spec: &CommandSpec) -> String {
    if spec.params.is_empty() {
        return "no arguments".into();
    }
    spec.params.iter().map(|param| param.name.as_ref()).collect::<Vec<_>>().join(", ")
}
