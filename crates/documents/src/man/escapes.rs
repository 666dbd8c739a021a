//! Texts of roff without escape sequences. Fonts, sizes and movements are left out.

use super::characters;
use std::collections::HashMap;

/// The most bytes of all strings together, where they are defined and where they are used.
const MOST_BYTES: usize = 1 << 20;
/// The most bytes of one string.
const LONGEST: usize = 4 << 10;

/// The strings that a page defines.
#[derive(Debug, Default)]
pub(super) struct Strings {
    texts: HashMap<String, String>,
    size: usize,
}

impl Strings {
    /// Defines a string. One that would contain others has them as they are now.
    pub(super) fn define(&mut self, name: &str, value: &str) {
        let mut text = self.plain(value);
        text.truncate(text.floor_char_boundary(LONGEST));
        self.size += text.len();
        if !self.is_exhausted() {
            self.texts.insert(name.to_owned(), text);
        }
    }

    /// Whether strings stand for more than is read.
    pub(super) const fn is_exhausted(&self) -> bool {
        self.size > MOST_BYTES
    }

    /// The text without escape sequences.
    pub(super) fn plain(&mut self, source: &str) -> String {
        let mut text = String::with_capacity(source.len());
        let mut rest = source;
        while let Some((before, after)) = rest.split_once('\\') {
            text.push_str(before);
            rest = self.escape(after, &mut text);
        }
        text.push_str(rest);
        text
    }

    /// Writes what a sequence stands for, and returns what is behind it.
    fn escape<'a>(&mut self, sequence: &'a str, out: &mut String) -> &'a str {
        let Some(kind) = sequence.chars().next() else { return "" };
        let rest = &sequence[kind.len_utf8()..];
        match kind {
            '"' | '#' => return "",
            '*' => {
                let (name, rest) = name(rest);
                out.push_str(&self.string(name));
                return rest;
            }
            '(' | '[' | 'C' => {
                let (name, rest) = if kind == 'C' { quoted(rest) } else { self::name(sequence) };
                out.push_str(&characters::named(name));
                return rest;
            }
            'N' => {
                let (number, rest) = quoted(rest);
                out.push_str(&characters::named(&format!("char{number}")));
                return rest;
            }
            // Both characters of it are in one place.
            'o' => {
                let (all, rest) = quoted(rest);
                out.extend(all.chars().next());
                return rest;
            }
            'f' | 'F' | 'm' | 'M' | 'n' | 'g' | 'k' | 'Y' | 'V' | 'O' => return name(rest).1,
            's' => return size(rest),
            'h' | 'v' | 'w' | 'x' | 'H' | 'S' | 'l' | 'L' | 'D' | 'X' | 'Z' | 'b' | 'A' | 'B' | 'R' => {
                let (movement, rest) = quoted(rest);
                if kind == 'h' && !movement.starts_with('-') {
                    out.push(' ');
                }
                return rest;
            }
            '-' => out.push('-'),
            'e' | '\\' | 'E' => out.push('\\'),
            '\'' => out.push('\''),
            '`' => out.push('`'),
            ' ' | '~' | '0' | 't' => out.push(' '),
            '.' => out.push('.'),
            '_' => out.push('_'),
            // They print nothing: `&`, `|`, `^`, `%`, `:`, `/`, `,`, `c`, `d`, `u`, `z` and the braces of blocks.
            '&' | '|' | '^' | '%' | ':' | '/' | ',' | ')' | 'c' | 'd' | 'u' | 'z' | 'p' | 'r' | 'a' | '{'
            | '}' | '!' | '?' | '$' => {}
            other => out.push(other),
        }
        rest
    }

    fn string(&mut self, name: &str) -> String {
        let predefined = match name {
            "R" => "®",
            "lq" => "“",
            "rq" => "”",
            "Tm" => "™",
            "Aq" => "'",
            _ => "",
        };
        let text = self.texts.get(name).cloned().unwrap_or_else(|| predefined.to_owned());
        self.size += text.len();
        if self.is_exhausted() { String::new() } else { text }
    }
}

/// A name of one letter, of two behind `(`, or between brackets, and what is behind it.
fn name(text: &str) -> (&str, &str) {
    if let Some(inner) = text.strip_prefix('[') {
        return inner.split_once(']').unwrap_or((inner, ""));
    }
    let (text, length) = match text.strip_prefix('(') {
        Some(inner) => (inner, 2),
        None => (text.strip_prefix(['+', '-']).unwrap_or(text), 1),
    };
    let end = text.char_indices().nth(length).map_or(text.len(), |(at, _)| at);
    text.split_at(end)
}

/// What is between two of the same delimiter, and what is behind them.
fn quoted(text: &str) -> (&str, &str) {
    if text.starts_with('[') {
        return name(text);
    }
    let Some(delimiter) = text.chars().next() else { return ("", "") };
    let inner = &text[delimiter.len_utf8()..];
    inner.split_once(delimiter).unwrap_or(("", inner))
}

/// What is behind a size, such as `-1`, `10`, `(12` or `[12]`.
fn size(text: &str) -> &str {
    let unsigned = text.trim_start_matches(['+', '-']);
    if unsigned.starts_with(['(', '[']) {
        return name(unsigned).1;
    }
    let digits = if unsigned.starts_with(['1', '2', '3']) && unsigned.len() == text.len() { 2 } else { 1 };
    let is_digit = |at: usize| unsigned.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let count = (0..digits).take_while(|at| is_digit(*at)).count();
    &unsigned[count..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequences_become_what_they_print() {
        let mut strings = Strings::default();
        strings.define("Me", r"\fBme\fP");
        for (source, expected) in [
            (r"\fB\-h\fR, \f(CWx\f[]y", "-h, xy"),
            (r"a\(bub\[em]c\*(Med\*[Me]", "a•b—cmedme"),
            (r"\s-1SMALL\s0 \s+2x\s[9]y", "SMALL xy"),
            (r"a\&b\|c\~d\ e", "abc d e"),
            (r"C:\e\\x \(rs", r"C:\\x \"),
            (r#"seen \" not seen"#, "seen "),
            (r"\h'1'x\w'abc'y\N'65'\[u00E4]\(:o", " xyAäö"),
            (r"\n(.g\nx end\", " end"),
            ("ä\\", "ä"),
        ] {
            assert_eq!(strings.plain(source), expected, "{source}");
        }
    }

    #[test]
    fn strings_that_stand_for_too_much_are_exhausted() {
        let mut strings = Strings::default();
        strings.define("a", &"x".repeat(5_000));
        assert_eq!(strings.plain(r"\*a").len(), LONGEST);
        for _ in 0..20 {
            strings.define("b", r"\*a\*a\*a");
        }
        let text = strings.plain(&r"\*a".repeat(1_000_000));
        assert!(strings.is_exhausted() && text.len() <= MOST_BYTES, "{}", text.len());
    }
}
