//! Texts and values of other programs, as they may stand in a sentence.

use deskpilot_dbus::AnyValue;

/// The longest text of another program in a sentence, in letters.
const LONGEST: usize = 200;

/// The text on one line without control characters, shortened if long.
pub(crate) fn one_line(text: &str) -> String {
    let is_letter = |it: &char| !it.is_control() && !matches!(it, '\u{2028}' | '\u{2029}');
    let words = text.split_whitespace().map(|word| word.chars().filter(is_letter).collect::<String>());
    let line = words.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

/// A value as a person reads it.
pub(crate) fn shown(value: &AnyValue) -> String {
    match value {
        AnyValue::Flag(flag) => flag.to_string(),
        AnyValue::Integer(number) => number.to_string(),
        AnyValue::Double(number) => number.to_string(),
        AnyValue::Text(text) => one_line(text),
        AnyValue::List(items) => match items.len() {
            1 => "a list of 1 value".into(),
            count => format!("a list of {count} values"),
        },
    }
}

/// The value of a key in a table.
pub(crate) fn entry<'a>(table: &'a AnyValue, key: &str) -> Option<&'a AnyValue> {
    let AnyValue::List(entries) = table else { return None };
    entries.iter().find_map(|it| match it {
        AnyValue::List(pair) => match pair.as_slice() {
            [AnyValue::Text(name), value] if name == key => Some(value),
            _ => None,
        },
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_other_programs_stay_on_one_line_and_short() {
        assert_eq!(one_line("a\n\tb\u{1b}[31m \u{0} c\u{2028}d"), "a b[31m c d");
        let long = one_line(&"ü".repeat(300));
        assert_eq!(long, format!("{}…", "ü".repeat(LONGEST)));
    }
}
