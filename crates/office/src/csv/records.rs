//! The records of a CSV file, as RFC 4180 describes them, each with the characters that it has in the file.

use std::borrow::Cow;

/// The mark around fields.
pub(super) const QUOTE: char = '"';
/// A mark within a quoted field.
const ESCAPED_QUOTE: &str = "\"\"";

/// A record, with what ends it: nothing where the file ends without a line end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record<'a> {
    pub(super) fields: Vec<Field<'a>>,
    pub(super) end: &'a str,
}

/// A field as it is in the file, with its quotation marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field<'a> {
    pub(super) raw: &'a str,
}

impl<'a> Field<'a> {
    /// What it means.
    pub(super) fn text(self) -> Cow<'a, str> {
        match self.quoted() {
            Some(text) if text.contains(QUOTE) => text.replace(ESCAPED_QUOTE, "\"").into(),
            Some(text) => text.into(),
            None => self.raw.into(),
        }
    }

    pub(super) fn is_quoted(self) -> bool {
        self.quoted().is_some()
    }

    /// What is between its marks; `None` where a mark within them is no part of a pair, and for a field without marks.
    fn quoted(self) -> Option<&'a str> {
        let inner = self.raw.strip_prefix(QUOTE)?.strip_suffix(QUOTE)?;
        (!inner.split(ESCAPED_QUOTE).any(|it| it.contains(QUOTE))).then_some(inner)
    }
}

/// The records of a text. Every character of it is in one of them.
pub(super) fn records(text: &str, separator: char) -> Vec<Record<'_>> {
    let mut records = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (record, after) = first_record(rest, separator);
        records.push(record);
        rest = after;
    }
    records
}

fn first_record(text: &str, separator: char) -> (Record<'_>, &str) {
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        let (raw, after) = rest.split_at(field_length(rest, separator));
        fields.push(Field { raw });
        match after.strip_prefix(separator) {
            Some(more) => rest = more,
            None => {
                let (end, after) = after.split_at(line_end_length(after));
                return (Record { fields, end }, after);
            }
        }
    }
}

/// The length of the first field. What follows its closing mark must end it: otherwise the marks are characters like others.
fn field_length(text: &str, separator: char) -> usize {
    let ends = |length: &usize| text[*length..].chars().next().is_none_or(|it| ends_field(it, separator));
    let plain = || text.find(|it: char| ends_field(it, separator)).unwrap_or(text.len());
    quoted_length(text).filter(ends).unwrap_or_else(plain)
}

fn ends_field(it: char, separator: char) -> bool {
    it == separator || matches!(it, '\r' | '\n')
}

/// The length up to the closing mark; `None` for a text that does not begin with one, or does not close it.
fn quoted_length(text: &str) -> Option<usize> {
    let mut at = text.starts_with(QUOTE).then_some(QUOTE.len_utf8())?;
    loop {
        at += text[at..].find(QUOTE)? + 1;
        if !text[at..].starts_with(QUOTE) {
            return Some(at);
        }
        at += 1;
    }
}

fn line_end_length(text: &str) -> usize {
    if text.starts_with("\r\n") { 2 } else { usize::from(text.starts_with(['\r', '\n'])) }
}

/// A text as a field, in marks where it needs some or is to have some.
pub(super) fn field_of(text: &str, separator: char, quotes: Quotes) -> String {
    let needs_quotes = text.contains(|it: char| it == QUOTE || ends_field(it, separator));
    match needs_quotes || quotes == Quotes::Always {
        true => format!("{QUOTE}{}{QUOTE}", text.replace(QUOTE, ESCAPED_QUOTE)),
        false => text.to_owned(),
    }
}

/// When a field has marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quotes {
    /// Where its text needs them.
    WhereNeeded,
    /// Always.
    Always,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<Vec<String>> {
        let of = |it: Record<'_>| it.fields.iter().map(|it| it.text().into_owned()).collect::<Vec<_>>();
        records(text, ';').into_iter().map(of).collect()
    }

    #[test]
    fn quotes_line_breaks_and_blank_records_are_read_as_they_are_written() {
        let text = "a;\"x\r\ny\";5\" pipe\r\n\r\n\"a\"\"b\";\"\";\"q\"z\n;\r;last";
        let expected: [&[&str]; 5] =
            [&["a", "x\r\ny", "5\" pipe"], &[""], &["a\"b", "", "\"q\"z"], &["", ""], &["", "last"]];
        assert_eq!(texts(text), expected);
        let written = |it: &Record<'_>| {
            let raw: Vec<&str> = it.fields.iter().map(|it| it.raw).collect();
            raw.join(";") + it.end
        };
        assert_eq!(records(text, ';').iter().map(written).collect::<String>(), text);
    }

    #[test]
    fn a_mark_that_is_never_closed_is_a_character() {
        assert_eq!(texts("\"a;b\nc;d"), [["\"a", "b"], ["c", "d"]]);
        assert!(texts("").is_empty());
    }

    #[test]
    fn a_field_has_marks_where_it_needs_them() {
        for (text, quotes, expected) in [
            ("a,b", Quotes::WhereNeeded, "a,b"),
            ("a;b", Quotes::WhereNeeded, "\"a;b\""),
            ("a\"b", Quotes::WhereNeeded, "\"a\"\"b\""),
            ("a", Quotes::Always, "\"a\""),
        ] {
            assert_eq!(field_of(text, ';', quotes), expected);
        }
    }
}
