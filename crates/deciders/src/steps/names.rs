//! Compares names as people write them, and finds the closest ones.

pub(super) use deskpilot_core::{folded_name, has_words};
use deskpilot_core::{name_similarity, nearest_names};
use std::collections::BTreeSet;

/// Synonyms, one group per row.
const SYNONYMS: &[&[&str]] = &[
    &["*", "×", "✕", "⨯", "·", "x", "times", "multiply"],
    &["/", "÷", "∕", "divide"],
    &["-", "−", "–", "minus", "subtract"],
    &["+", "plus", "add"],
    &["=", "equals", "equal"],
    &[".", "point", "decimal point"],
    &["ac", "c", "ce", "clear", "all clear", "clear all"],
    &["ok", "okay"],
    &["quit", "exit"],
    &["find", "search"],
    &["settings", "preferences", "options"],
    &["file name", "filename", "name"],
];

/// Articles, with the slips that are made of the commonest one.
const ARTICLES: &[&str] = &["the ", "a ", "an ", "my ", "its ", "this ", "teh ", "hte "];

/// The minimum likeness of two names for a typing error.
const ALIKE: f64 = 0.85;

/// The most names in a sentence that lists what may be meant instead.
const MOST_NAMED: usize = 3;

/// The text without its article.
pub(super) fn bare(text: &str) -> &str {
    let text = text.trim();
    ARTICLES.iter().find_map(|article| strip_word(text, article)).unwrap_or(text).trim()
}

/// The text after the prefix, ignoring case.
pub(super) fn strip_word<'t>(text: &'t str, prefix: &str) -> Option<&'t str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// How well a visible name fits a wanted one: 1 for equal names, 0 for different ones.
pub(super) fn likeness(wanted: &str, seen: &str) -> f64 {
    let (wanted, seen) = (folded_name(wanted), folded_name(seen));
    if wanted.is_empty() || seen.is_empty() {
        0.0
    } else if wanted == seen {
        1.0
    } else if SYNONYMS.iter().any(|row| row.contains(&wanted.as_str()) && row.contains(&seen.as_str())) {
        0.97
    } else {
        typo_likeness(&wanted, &seen)
    }
}

/// Whether both name the same calculator key.
pub(super) fn is_same_key(one: &str, other: &str) -> bool {
    let (one, other) = (folded_name(one), folded_name(other));
    one == other
        || SYNONYMS[..7].iter().any(|row| row.contains(&one.as_str()) && row.contains(&other.as_str()))
}

/// The end of a sentence that says that nothing has the wanted name: the names that may be meant, or else some that there are.
pub(super) fn alternatives<'n>(wanted: &str, names: impl IntoIterator<Item = &'n str>) -> String {
    let names = distinct(names);
    let close = closest(wanted, &names);
    let some = |names: &[String]| quoted_list(&names[..names.len().min(MOST_NAMED)]);
    match (close.len(), names.len()) {
        (0, 0) => String::new(),
        (0, 1) => format!("; there is only {}", some(&names)),
        (0, ..=MOST_NAMED) => format!("; there are {}", some(&names)),
        (0, count) => format!("; there are {count} others, such as {}", some(&names)),
        (1, _) => format!("; the closest is {}", some(&close)),
        (_, _) => format!("; the closest are {}", some(&close)),
    }
}

/// The names that may be meant by the wanted one, best first.
fn closest(wanted: &str, names: &[String]) -> Vec<String> {
    let folded: Vec<String> = names.iter().map(|it| folded_name(it)).collect();
    let near = nearest_names(&folded_name(wanted), folded.iter().map(String::as_str));
    let place = |name: &str| folded.iter().position(|it| it == name);
    near.into_iter().filter_map(place).map(|at| names[at].clone()).collect()
}

/// Each of the names once, without those that are too long for a sentence.
fn distinct<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<String> {
    let mut folded = BTreeSet::new();
    let usable = names.into_iter().map(str::trim).filter(|it| !it.is_empty() && it.chars().count() <= 80);
    usable.filter(|it| folded.insert(folded_name(it))).map(str::to_owned).collect()
}

/// The names as a list in a sentence: `"A", "B" and "C"`.
pub(super) fn quoted_list(names: &[String]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => quoted.join(""),
    }
}

/// The text, cut to the length of a sentence part.
pub(super) fn shorten(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 80 {
        line
    } else {
        format!("{}…", line.chars().take(79).collect::<String>())
    }
}

/// The likeness of two names, if one may be a typing error for the other: 0 if their numbers differ, or if one
/// has words that the other lacks, as `Save` and `Save As`.
fn typo_likeness(wanted: &str, seen: &str) -> f64 {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let (long, short) =
        (wanted.chars().count().max(seen.chars().count()), wanted.chars().count().min(seen.chars().count()));
    if short < 4 || long > 80 || long - short > (short / 4).max(1) || digits(wanted) != digits(seen) {
        return 0.0;
    }
    let alike = name_similarity(wanted, seen);
    if alike >= ALIKE { alike * 0.95 } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_alike_when_a_person_would_say_so() {
        for (wanted, seen, alike) in [
            ("Save As...", "Save As…      ", true),
            ("Save As", "_Save As...", true),
            ("name", "Name:", true),
            ("×", "*", true),
            ("minus", "−", true),
            ("Prefernces", "Preferences", true),
            ("calculator", "galculator", true),
            ("Okay", "OK", true),
            ("Save\tCtrl+S", "Save", true),
            ("...", "...", true),
            ("×", "× ×", true),
            (".", ". .", true),
            ("Save", "Save As", false),
            ("Sheet1", "Sheet2", false),
            ("6", "9", false),
            ("find", "fine print", false),
            ("", "", false),
        ] {
            assert_eq!(likeness(wanted, seen) > 0.0, alike, "{wanted} / {seen}");
        }
    }

    #[test]
    fn only_names_that_may_be_meant_are_called_close() {
        for (wanted, names, expected) in [
            (
                "Sav",
                &["Open", "Save As...", "Save", "Save", ""][..],
                r#"; the closest are "Save" and "Save As...""#,
            ),
            ("Sve", &["Open", "Save", "Safe"], r#"; the closest is "Save""#),
            ("file manager", &["Galculator", "Mousepad"], r#"; there are "Galculator" and "Mousepad""#),
            ("file manager", &["Task Manager", "Mousepad"], r#"; the closest is "Task Manager""#),
            ("Cancel", &["General"], r#"; there is only "General""#),
            ("Cancel", &["A", "B", "C", "D"], r#"; there are 4 others, such as "A", "B" and "C""#),
            ("Cancel", &["", " "], ""),
        ] {
            assert_eq!(alternatives(wanted, names.iter().copied()), expected, "{wanted}");
        }
    }
}
