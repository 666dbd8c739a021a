//! The arguments of a call, which already fit the table.

use crate::trouble::Trouble;
use deskpilot_core::Call;
use serde_json::{Map, Value, json};
use std::{ops::RangeInclusive, path::PathBuf};

/// The arguments of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments<'a>(&'a Map<String, Value>);

impl<'a> Arguments<'a> {
    pub(crate) const fn of(call: &'a Call) -> Arguments<'a> {
        Arguments(&call.args)
    }

    /// A text that is not empty.
    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        self.0.get(name)?.as_str().filter(|it| !it.trim().is_empty())
    }

    pub(crate) fn required(self, name: &'static str) -> Result<&'a str, Trouble> {
        self.text(name).ok_or_else(|| Trouble::bad(name, "a text that is not empty"))
    }

    /// A text, which may be empty.
    pub(crate) fn any_text(self, name: &str) -> &'a str {
        self.0.get(name).and_then(Value::as_str).unwrap_or_default()
    }

    pub(crate) fn flag(self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A whole number in this range.
    pub(crate) fn number(
        self,
        name: &'static str,
        default: usize,
        range: RangeInclusive<usize>,
    ) -> Result<usize, Trouble> {
        let must = format!("a whole number from {} to {}", range.start(), range.end());
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(default),
            Some(value) => {
                let whole = value.as_f64().filter(|it| it.fract() == 0.0 && *it >= 0.0).map(|it| it as usize);
                whole.filter(|it| range.contains(it)).ok_or_else(|| Trouble::bad(name, must))
            }
        }
    }

    /// A whole path.
    pub(crate) fn path(self, name: &'static str) -> Result<PathBuf, Trouble> {
        let path = PathBuf::from(self.required(name)?);
        if path.is_absolute() { Ok(path) } else { Err(Trouble::bad(name, "a whole path, from the root on")) }
    }

    pub(crate) fn rows(self, name: &str) -> &'a [Value] {
        self.0.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The element that a call means, for the page.
    pub(crate) fn target(self) -> Value {
        let [element, role, name, url] = ["element", "role", "name", "url"].map(|it| self.text(it));
        json!({"element": element, "role": role, "name": name, "url": url})
    }
}
