//! What programs exchange over COM: values and arguments of the kinds that Office uses, and objects. [`Dispatch`] is the one seam
//! through which objects are used: `IDispatch` implements it, and a recording in tests.

use super::{cell_error::CellError, error::CallError};
use std::{
    any::Any,
    fmt::{self, Debug},
    rc::Rc,
};

/// What is done with a member of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// It is asked for something, which changes nothing.
    Get,
    /// It gets a value, the last of the arguments.
    Put,
    /// It does something.
    Call,
}

/// An object whose members are found by their names while it runs.
pub(crate) trait Dispatch: Any + Debug {
    /// Uses a member.
    ///
    /// # Errors
    /// The object has no such member, does not take the arguments, reports an error, or does not answer.
    fn invoke(&self, access: Access, member: &str, args: Args) -> Result<Value, CallError>;
}

/// A value.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// Nothing, as an empty cell holds it.
    Empty,
    /// Unknown, as a format that differs between cells.
    Null,
    /// An argument that is left out.
    Missing,
    Bool(bool),
    Integer(i64),
    Number(f64),
    /// Days since 30 December 1899.
    Date(f64),
    Text(String),
    /// What a cell shows whose formula has no result.
    Error(CellError),
    Object(Rc<dyn Dispatch>),
    /// Rows of cells, all of the same length. A list is one row.
    Table(Vec<Vec<Value>>),
    /// A value of a type that Office does not use here.
    Other(u16),
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        use Value::{Bool, Date, Empty, Error, Integer, Missing, Null, Number, Object, Other, Table, Text};
        match (self, other) {
            (Empty, Empty) | (Null, Null) | (Missing, Missing) => true,
            (Bool(a), Bool(b)) => a == b,
            (Integer(a), Integer(b)) => a == b,
            (Number(a), Number(b)) | (Date(a), Date(b)) => a == b,
            (Text(a), Text(b)) => a == b,
            (Error(a), Error(b)) => a == b,
            (Object(a), Object(b)) => Rc::ptr_eq(a, b),
            (Table(a), Table(b)) => a == b,
            (Other(a), Other(b)) => a == b,
            _ => false,
        }
    }
}

impl fmt::Display for Value {
    /// As a value of a program text: `"a"`, `1`, `1.0`, `#N/A`, `[[1, 2], [3, empty]]`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Empty => f.write_str("empty"),
            Value::Null => f.write_str("null"),
            Value::Missing => f.write_str("missing"),
            Value::Bool(it) => write!(f, "{it}"),
            Value::Integer(it) => write!(f, "{it}"),
            Value::Number(it) => write!(f, "{it:?}"),
            Value::Date(it) => write!(f, "date {it:?}"),
            Value::Text(it) => write!(f, "{it:?}"),
            Value::Error(it) => write!(f, "{it}"),
            Value::Object(it) => write!(f, "{it:?}"),
            Value::Table(rows) => {
                let row = |row: &Vec<Value>| {
                    let cells: Vec<String> = row.iter().map(Value::to_string).collect();
                    format!("[{}]", cells.join(", "))
                };
                write!(f, "[{}]", rows.iter().map(row).collect::<Vec<_>>().join(", "))
            }
            Value::Other(kind) => write!(f, "a value of the type {kind}"),
        }
    }
}

/// Arguments in the order of the member's parameters, then those that are named.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Args {
    pub(crate) positional: Vec<Value>,
    pub(crate) named: Vec<(&'static str, Value)>,
}

impl Args {
    /// The same with another named argument.
    pub(crate) fn named(mut self, name: &'static str, value: impl Into<Value>) -> Args {
        self.named.push((name, value.into()));
        self
    }
}

/// Arguments by place, each of any type that becomes a value.
macro_rules! args {
    ($($value:expr),* $(,)?) => {
        $crate::dispatch::value::Args {
            positional: vec![$($crate::dispatch::value::Value::from($value)),*],
            named: Vec::new(),
        }
    };
}

pub(crate) use args;

impl fmt::Display for Args {
    /// `("Sheet1", 2, FileFormat: 51)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let positional = self.positional.iter().map(Value::to_string);
        let named = self.named.iter().map(|(name, value)| format!("{name}: {value}"));
        let all: Vec<String> = positional.chain(named).collect();
        write!(f, "({})", all.join(", "))
    }
}

impl From<&str> for Value {
    fn from(it: &str) -> Value {
        Value::Text(it.to_owned())
    }
}

impl From<&String> for Value {
    fn from(it: &String) -> Value {
        Value::Text(it.clone())
    }
}

impl From<String> for Value {
    fn from(it: String) -> Value {
        Value::Text(it)
    }
}

impl From<bool> for Value {
    fn from(it: bool) -> Value {
        Value::Bool(it)
    }
}

impl From<i64> for Value {
    fn from(it: i64) -> Value {
        Value::Integer(it)
    }
}

impl From<f64> for Value {
    fn from(it: f64) -> Value {
        Value::Number(it)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_different_types_differ_and_are_written_differently() {
        let values = [
            (Value::Empty, "empty"),
            (Value::Null, "null"),
            (Value::Missing, "missing"),
            (Value::Bool(true), "true"),
            (Value::Integer(1), "1"),
            (Value::Number(1.0), "1.0"),
            (Value::Date(1.0), "date 1.0"),
            (Value::Text("1".into()), "\"1\""),
            (Value::Error(CellError::NAME), "#NAME?"),
            (
                Value::Table(vec![vec![Value::Integer(1), Value::Empty], vec![Value::Null, Value::Null]]),
                "[[1, empty], [null, null]]",
            ),
            (Value::Other(13), "a value of the type 13"),
        ];
        for (at, (value, text)) in values.iter().enumerate() {
            assert_eq!(value.to_string(), *text);
            let same: Vec<usize> =
                values.iter().enumerate().filter(|(_, it)| it.0 == *value).map(|it| it.0).collect();
            assert_eq!(same, [at], "{text}");
        }
    }
}
