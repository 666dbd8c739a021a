//! The arguments of a command, which fit its table.

use super::answer::{Failure, bad};
use serde_json::{Map, Value};

/// The arguments by name. One that is null was left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallArgs<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> CallArgs<'a> {
    /// A text; `None` if it was left out.
    pub(crate) fn text(self, name: &str) -> Option<&'a str> {
        self.0.get(name).and_then(Value::as_str)
    }

    /// A text that the table requires.
    pub(crate) fn required(self, name: &'static str) -> Result<&'a str, Failure> {
        self.text(name).map_or_else(|| bad(name, "a string"), Ok)
    }

    /// Whether a flag is set; `None` if it was left out.
    pub(crate) fn flag(self, name: &str) -> Option<bool> {
        self.0.get(name).and_then(Value::as_bool)
    }

    /// A number; `None` if it was left out.
    pub(crate) fn number(self, name: &str) -> Option<f64> {
        self.0.get(name).and_then(Value::as_f64)
    }

    /// A whole number in a range; `None` if it was left out.
    pub(crate) fn whole(self, name: &'static str, least: i64, most: i64) -> Result<Option<i64>, Failure> {
        let Some(number) = self.number(name) else { return Ok(None) };
        #[expect(clippy::cast_possible_truncation, reason = "compared with the number itself")]
        let whole = number as i64;
        #[expect(clippy::cast_precision_loss, reason = "compared with the number itself")]
        let is_whole = (whole as f64 - number).abs() == 0.0;
        match is_whole && (least..=most).contains(&whole) {
            true => Ok(Some(whole)),
            false => bad(name, format!("a whole number from {least} to {most}")),
        }
    }

    /// A whole number that the table requires.
    pub(crate) fn required_whole(self, name: &'static str, least: i64, most: i64) -> Result<i64, Failure> {
        let whole = self.whole(name, least, most)?;
        whole.map_or_else(|| bad(name, format!("a whole number from {least} to {most}")), Ok)
    }

    /// A list of texts; `None` if it was left out.
    pub(crate) fn texts(self, name: &str) -> Option<Vec<&'a str>> {
        let items = self.0.get(name)?.as_array()?;
        Some(items.iter().filter_map(Value::as_str).collect())
    }

    /// Rows of cells, all of the same length, at least one cell.
    pub(crate) fn rows(self, name: &'static str) -> Result<Vec<&'a [Value]>, Failure> {
        let rows = self.0.get(name).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let rows: Vec<&[Value]> = rows.iter().filter_map(Value::as_array).map(Vec::as_slice).collect();
        let width = rows.first().map_or(0, |it| it.len());
        match width > 0 && rows.iter().all(|it| it.len() == width) {
            true => Ok(rows),
            false => bad(name, "rows of the same length, at least one cell"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn numbers_are_whole_and_in_their_range_and_rows_have_one_length() {
        let args =
            json!({"a": 3, "b": 2.5, "c": 9, "rows": [[1, 2], [3]], "none": [[]], "good": [[1], ["x"]]});
        let args = CallArgs(args.as_object().unwrap());
        assert_eq!(args.whole("a", 1, 8), Ok(Some(3)));
        assert_eq!(args.whole("x", 1, 8), Ok(None));
        for name in ["b", "c"] {
            assert_eq!(args.whole(name, 1, 8), bad(name, "a whole number from 1 to 8"));
        }
        assert_eq!(args.required_whole("x", 1, 8), bad("x", "a whole number from 1 to 8"));
        for name in ["rows", "none", "x"] {
            assert!(args.rows(name).is_err(), "{name}");
        }
        assert_eq!(args.rows("good").unwrap().len(), 2);
    }
}
