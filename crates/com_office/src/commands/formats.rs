//! Formats: values of members that are put where they differ, and read back.

use super::texts::is_same_length;
use crate::dispatch::{error::CallError, object::Object, value::Value};

/// A member of an object that says how something looks, and its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Format {
    member: &'static str,
    value: Look,
}

#[derive(Clone, Debug, PartialEq)]
enum Look {
    /// True or false, which Office often keeps as a number.
    Flag(bool),
    Number(f64),
    /// A length in points, which is rounded.
    Length(f64),
    Text(String),
}

impl Format {
    pub(crate) fn flag(member: &'static str, value: bool) -> Format {
        Format { member, value: Look::Flag(value) }
    }

    pub(crate) fn number(member: &'static str, value: f64) -> Format {
        Format { member, value: Look::Number(value) }
    }

    /// A colour as Office counts it.
    pub(crate) fn color(member: &'static str, value: i64) -> Format {
        #[expect(clippy::cast_precision_loss, reason = "a colour has 24 bits")]
        Format::number(member, value as f64)
    }

    pub(crate) fn length(member: &'static str, value: f64) -> Format {
        Format { member, value: Look::Length(value) }
    }

    pub(crate) fn text(member: &'static str, value: &str) -> Format {
        Format { member, value: Look::Text(value.to_owned()) }
    }

    /// Whether a value that was read is this one. Where parts differ, Office reports none, or a number that none has.
    fn is(&self, now: &Value) -> bool {
        match (&self.value, now) {
            (Look::Flag(wanted), Value::Bool(now)) => wanted == now,
            // True is -1 or 1; 9999999 says that parts differ.
            (Look::Flag(wanted), Value::Integer(now)) => matches!(now, -1..=1) && *wanted == (*now != 0),
            (Look::Number(wanted), now) => number(now).is_some_and(|now| (now - wanted).abs() < 0.01),
            (Look::Length(wanted), now) => number(now).is_some_and(|now| is_same_length(now, *wanted)),
            (Look::Text(wanted), Value::Text(now)) => wanted.eq_ignore_ascii_case(now),
            (Look::Flag(_) | Look::Text(_), _) => false,
        }
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(it) => Some(*it),
        #[expect(clippy::cast_precision_loss, reason = "numbers of formats are small")]
        Value::Integer(it) => Some(*it as f64),
        _ => None,
    }
}

/// Gives formats to the object that has them.
pub(crate) fn put_formats(owner: &Object, formats: &[Format]) -> Result<(), CallError> {
    for it in formats {
        match &it.value {
            Look::Flag(value) => owner.put(it.member, *value)?,
            // Numbers that are whole go as such: many of them are of a list of words.
            #[expect(clippy::cast_possible_truncation, reason = "it is whole, and small")]
            Look::Number(value) if value.fract() == 0.0 => owner.put(it.member, *value as i64)?,
            Look::Number(value) | Look::Length(value) => owner.put(it.member, *value)?,
            Look::Text(value) => owner.put(it.member, value.as_str())?,
        }
    }
    Ok(())
}

/// The members of an object that are not as wanted.
pub(crate) fn missed_formats(owner: &Object, formats: &[Format]) -> Result<Vec<&'static str>, CallError> {
    let mut missed = Vec::new();
    for it in formats {
        if !it.is(&owner.value(it.member)?) {
            missed.push(it.member);
        }
    }
    Ok(missed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_known_however_office_keeps_it() {
        let is = |format: Format, now: Value| format.is(&now);
        assert!(
            is(Format::flag("Bold", true), Value::Integer(-1))
                && is(Format::flag("Bold", false), Value::Bool(false))
        );
        assert!(
            !is(Format::flag("Bold", true), Value::Integer(9_999_999))
                && !is(Format::flag("Bold", true), Value::Null)
        );
        assert!(
            is(Format::number("Size", 12.0), Value::Integer(12))
                && !is(Format::number("Size", 12.0), Value::Number(12.5))
        );
        assert!(
            is(Format::length("SpaceAfter", 28.35), Value::Number(28.3))
                && !is(Format::length("SpaceAfter", 28.35), Value::Number(28.0))
        );
        assert!(
            is(Format::text("Name", "Arial"), Value::from("arial"))
                && !is(Format::text("Name", "Arial"), Value::from(""))
        );
    }
}
