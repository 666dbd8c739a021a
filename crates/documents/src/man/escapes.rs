//! Texts of roff without escape sequences. Fonts, sizes, movements and strings are left out.

/// The characters that have names and are kept.
const CHARACTERS: [(&str, &str); 16] = [
    ("aq", "'"),
    ("dq", "\""),
    ("oq", "‘"),
    ("cq", "’"),
    ("lq", "“"),
    ("rq", "”"),
    ("em", "—"),
    ("en", "–"),
    ("hy", "-"),
    ("mi", "−"),
    ("bu", "•"),
    ("ha", "^"),
    ("ti", "~"),
    ("ga", "`"),
    ("rs", "\\"),
    ("co", "©"),
];

/// The most characters between two delimiters.
const LONGEST_QUOTED: usize = 200;

/// The text without escape sequences.
pub(super) fn plain(source: &str) -> String {
    let mut text = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, after)) = rest.split_once('\\') {
        text.push_str(before);
        rest = escape(after, &mut text);
    }
    text.push_str(rest);
    text
}

/// Writes what a sequence prints, and returns what is behind it.
fn escape<'a>(sequence: &'a str, out: &mut String) -> &'a str {
    let Some(kind) = sequence.chars().next() else { return "" };
    let rest = &sequence[kind.len_utf8()..];
    match kind {
        '"' | '#' => return "",
        '(' | '[' => {
            let (name, rest) = name(sequence);
            out.push_str(CHARACTERS.iter().find(|it| it.0 == name).map_or("", |it| it.1));
            return rest;
        }
        '*' | 'f' | 'F' | 'm' | 'M' | 'n' | 'k' => return name(rest).1,
        's' => return size(rest),
        'h' | 'v' | 'w' | 'x' | 'o' | 'l' | 'L' | 'D' | 'X' | 'Z' => return quoted(rest),
        'e' | 'E' | '\\' => out.push('\\'),
        ' ' | '~' | '0' | 't' => out.push(' '),
        '&' | '|' | '^' | '%' | ':' | '/' | ',' | ')' | 'c' | 'd' | 'u' | 'p' | '{' | '}' => {}
        other => out.push(other),
    }
    rest
}

/// A name of one letter, of two behind `(`, or between brackets, and what is behind it.
fn name(text: &str) -> (&str, &str) {
    if let Some(inner) = text.strip_prefix('[') {
        return inner.split_once(']').unwrap_or((inner, ""));
    }
    let (text, length) = match text.strip_prefix('(') {
        Some(inner) => (inner, 2),
        None => (text, 1),
    };
    let end = text.char_indices().nth(length).map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

/// What is behind a size, such as `-1`, `0`, `(12` or `[12]`.
fn size(text: &str) -> &str {
    let unsigned = text.trim_start_matches(['+', '-']);
    if unsigned.starts_with(['(', '[']) {
        return name(unsigned).1;
    }
    unsigned.strip_prefix(|it: char| it.is_ascii_digit()).unwrap_or(unsigned)
}

/// What is behind two of the same delimiter.
fn quoted(text: &str) -> &str {
    let Some(delimiter) = text.chars().next() else { return "" };
    let inner = &text[delimiter.len_utf8()..];
    let end = inner.char_indices().take(LONGEST_QUOTED).find(|(_, it)| *it == delimiter);
    end.map_or(inner, |(at, it)| &inner[at + it.len_utf8()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_become_what_they_print() {
        for (source, expected) in [
            (r"\fB\-h\fR, \f(CWx\f[]y", "-h, xy"),
            (r"a\(bub\[em]c\*(Med\*[Me]", "a•b—cd"),
            (r"\s-1SMALL\s0 \s+2x\s[9]y", "SMALL xy"),
            (r"a\&b\|c\~d\ e", "abc d e"),
            (r"C:\e\\x \(rs", r"C:\\x \"),
            (r#"seen \" not seen"#, "seen "),
            (r"\h'1'x\w'abc'y", "xy"),
            ("ä\\", "ä"),
        ] {
            assert_eq!(plain(source), expected, "{source}");
        }
    }
}
