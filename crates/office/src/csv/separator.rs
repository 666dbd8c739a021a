//! The character between the fields of a CSV file.

use super::records::records;
use std::collections::HashMap;

/// The characters that separate fields. Of several that fit as well the last counts: a semicolon is seldom anything else.
const SEPARATORS: [char; 4] = ['|', ',', '\t', ';'];
/// What the first line of a file begins with that names its separator.
const DECLARATION: &str = "sep=";
/// How much of a file is looked at.
const SAMPLE: usize = 64 << 10;

/// The separator of a file: the one that it names, or else the one by which most records have the same number of fields.
pub(super) fn separator_of(text: &str) -> char {
    let sample = &text[..text.floor_char_boundary(SAMPLE)];
    let fitting = SEPARATORS.into_iter().max_by_key(|it| fit(sample, *it));
    let found = declared(text).or(fitting.filter(|it| fit(sample, *it) > (0, 0)));
    // Where there is one column, what is not in it can separate others.
    let unused = || [',', ';', '\t'].into_iter().find(|it| !text.contains(*it));
    found.or_else(unused).unwrap_or(',')
}

fn declared(text: &str) -> Option<char> {
    let mut line = text.lines().next()?.strip_prefix(DECLARATION)?.chars();
    let separator = line.next()?;
    line.next().is_none().then_some(separator)
}

/// How many of a hundred records have the most frequent number of fields, and that number; zeros where it is one field.
fn fit(text: &str, separator: char) -> (usize, usize) {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let records = records(text, separator);
    for record in records.iter().filter(|it| it.fields.iter().any(|it| !it.raw.is_empty())) {
        *counts.entry(record.fields.len()).or_default() += 1;
    }
    // The number of fields decides between equal counts: a hash map has another order each time.
    let usual = counts.iter().max_by_key(|(fields, records)| (**records, **fields));
    match usual {
        Some((fields, count)) if *fields > 1 => (count * 100 / counts.values().sum::<usize>(), *fields),
        _ => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_separator_is_what_all_records_have_as_often() {
        for (text, expected) in [
            ("Teil;Preis\na;1,50\nb;2,25\n", ';'),
            ("a;1,5\nb;2,5\n", ';'),
            ("Part,Note\nbolt,\"a;b;c\"\nnut,x\n", ','),
            ("a\tb\n1\t2\n", '\t'),
            ("a|b\n1|2\n", '|'),
            ("sep=,\na;b,c\nd;e,f\n", ','),
            ("one\ntwo\n", ','),
            ("1,50\n2\n3\n", ';'),
            ("", ','),
        ] {
            assert_eq!(separator_of(text), expected, "{text}");
        }
    }
}
