//! One setting: its name, the kind of its values, and how a value is read and checked.

use toml::Value;

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// Its name in files, `table.key`; in the environment it is `DESKPILOT_TABLE_KEY`.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: ValueKind,
    /// Its value if nobody sets it; empty for none.
    pub default: &'static str,
    /// Its meaning.
    pub doc: &'static str,
}

/// A kind of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Any text.
    Text,
    /// A whole number from 0.
    Count,
    /// A number.
    Number,
    /// A list of texts; in the environment separated by commas.
    List,
    /// One of these words.
    OneOf(&'static [&'static str]),
}

/// A setting of the table.
pub(crate) const fn setting(
    name: &'static str,
    kind: ValueKind,
    default: &'static str,
    doc: &'static str,
) -> Setting {
    Setting { name, kind, default, doc }
}

impl Setting {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("DESKPILOT_{}", self.name.replace('.', "_").to_uppercase())
    }

    /// Checks the kind of a value; the error says what would be right.
    pub fn check(&self, value: &Value) -> Result<Value, String> {
        let fits = match (self.kind, value) {
            (ValueKind::Text, Value::String(_)) => true,
            (ValueKind::Count, Value::Integer(n)) => *n >= 0,
            (ValueKind::Number, Value::Integer(_) | Value::Float(_)) => true,
            (ValueKind::List, Value::Array(items)) => items.iter().all(Value::is_str),
            (ValueKind::OneOf(words), Value::String(text)) => words.contains(&text.as_str()),
            _ => false,
        };
        if fits {
            Ok(value.clone())
        } else {
            Err(format!("{} must be {}, and is {value}", self.name, self.expected()))
        }
    }

    /// Parses a text from the environment or a flag.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let value = match self.kind {
            ValueKind::Text | ValueKind::OneOf(_) => Value::String(text.to_owned()),
            ValueKind::Count => text.parse().map(Value::Integer).map_err(|_| self.wrong(text))?,
            ValueKind::Number => text.parse().map(Value::Float).map_err(|_| self.wrong(text))?,
            ValueKind::List => {
                let items = text.split(',').map(str::trim).filter(|it| !it.is_empty());
                Value::Array(items.map(|it| Value::String(it.to_owned())).collect())
            }
        };
        self.check(&value)
    }

    fn wrong(&self, text: &str) -> String {
        format!("{} must be {}, and is {text:?}", self.name, self.expected())
    }

    /// The kind of its values, in words.
    pub fn expected(&self) -> String {
        match self.kind {
            ValueKind::Text => "a text".into(),
            ValueKind::Count => "a whole number from 0".into(),
            ValueKind::Number => "a number".into(),
            ValueKind::List => "a list of texts".into(),
            ValueKind::OneOf(words) => format!("one of {}", words.join(", ")),
        }
    }
}
