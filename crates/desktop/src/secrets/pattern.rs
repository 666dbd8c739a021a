//! Finds a secret in a text as applications write it: in another case, in groups, wrapped, cut off.

use std::ops::Range;

/// A secret to find in texts.
pub(super) struct SecretPattern {
    /// Its characters in lower case, without separators if it is [`Grouping::Loose`].
    letters: Vec<char>,
    /// Whether separators may appear between them.
    grouping: Grouping,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// Blanks and hyphens may appear between the characters.
    Loose,
    /// Nothing may, because a short secret would match by chance.
    Tight,
}

/// What counts as a match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchScope {
    /// The whole secret, or its rest before or after an ellipsis.
    Whole,
    /// Any part of the secret that is long enough: for reports on typing it.
    Parts,
}

/// The minimum length of a secret that may be written in groups.
const LOOSE: usize = 8;
/// The minimum length of the rest of a secret that is cut off.
const CUT: usize = 6;
/// The minimum length of a part with [`MatchScope::Parts`].
const PART: usize = 4;
/// A text of this length may be cut off without an ellipsis.
const LONG: usize = 1000;
/// The beginning of a placeholder, in which no secret is searched.
const OPENING: &[char] = &['{', '{', 's', 'e', 'c', 'r', 'e', 't', ':'];

impl SecretPattern {
    pub(super) fn of(secret: &str) -> SecretPattern {
        let all: Vec<char> = secret.chars().map(small).collect();
        let bare: Vec<char> = all.iter().copied().filter(|it| !is_separator(*it)).collect();
        match bare.len() >= LOOSE {
            true => SecretPattern { letters: bare, grouping: Grouping::Loose },
            false => SecretPattern { letters: all, grouping: Grouping::Tight },
        }
    }

    /// The text with the placeholder in place of the secret; `None` if nothing matches.
    pub(super) fn replaced(&self, text: &str, scope: MatchScope, placeholder: &str) -> Option<String> {
        let written: Vec<char> = text.chars().collect();
        let letters: Vec<char> = written.iter().copied().map(small).collect();
        let places = self.matches(&letters, scope);
        if places.is_empty() {
            return None;
        }
        let (mut struck, mut from) = (String::with_capacity(text.len()), 0);
        for Range { start, end } in places {
            struck.extend(&written[from..start]);
            struck.push_str(placeholder);
            from = end;
        }
        struck.extend(&written[from..]);
        Some(struck)
    }

    fn matches(&self, text: &[char], scope: MatchScope) -> Vec<Range<usize>> {
        let (mut places, mut at) = (Vec::new(), 0);
        while at < text.len() {
            if text[at..].starts_with(OPENING) {
                at = text[at..].windows(2).position(|it| it == ['}', '}']).map_or(at + 1, |it| at + it + 2);
            } else if let Some(end) = self.end_of_match(text, at, scope) {
                places.push(at..end);
                at = end;
            } else {
                at += 1;
            }
        }
        places
    }

    /// The end of the match that begins here, if any.
    fn end_of_match(&self, text: &[char], at: usize, scope: MatchScope) -> Option<usize> {
        let all = self.letters.len();
        let (matched, end) = self.run(text, at, 0);
        let is_cut_off = || is_ellipsis(&text[end..]) || (text.len() >= LONG && end == text.len());
        if matched == all || (matched >= CUT && is_cut_off()) {
            return Some(end);
        }
        let begins_late = scope == MatchScope::Parts || (at > 0 && ends_in_ellipsis(&text[..at]));
        let starts = if begins_late { 0..all } else { 0..0 };
        let parts = starts.filter_map(|start| {
            let (matched, end) = self.run(text, at, start);
            let counts = match scope {
                MatchScope::Parts => matched >= PART.min(all),
                MatchScope::Whole => matched >= CUT && start + matched == all,
            };
            counts.then_some(end)
        });
        parts.max()
    }

    /// How many characters of the secret, from `start` on, the text has from `at` on, and where they end.
    fn run(&self, text: &[char], at: usize, start: usize) -> (usize, usize) {
        let (mut matched, mut end) = (0, at);
        for (place, letter) in text.iter().enumerate().skip(at) {
            match self.letters.get(start + matched) {
                Some(wanted) if wanted == letter => {
                    matched += 1;
                    end = place + 1;
                }
                Some(_) if matched > 0 && self.grouping == Grouping::Loose && is_separator(*letter) => {}
                _ => break,
            }
        }
        (matched, end)
    }
}

fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Whether a character may separate the groups of a number or wrap a line.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '-' | '\u{ad}' | '\u{200b}' | '\u{2010}'..='\u{2013}')
}

fn is_ellipsis(text: &[char]) -> bool {
    text.first() == Some(&'…') || text.starts_with(&['.', '.', '.'])
}

fn ends_in_ellipsis(text: &[char]) -> bool {
    text.last() == Some(&'…') || text.ends_with(&['.', '.', '.'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_struck_in_whatever_way_it_is_written() {
        let long = format!("{}opensesam", "x".repeat(LONG));
        for (secret, text, scope, expected) in [
            ("opensesame42", "it is opensesame42.", MatchScope::Whole, Some("it is #.")),
            ("opensesame42", "OpenSesame42OPENSESAME42", MatchScope::Whole, Some("##")),
            ("opensesame42", "open\nsesame-42", MatchScope::Whole, Some("#")),
            ("4111111111111111", "card 4111 1111\u{a0}1111-1111 is", MatchScope::Whole, Some("card # is")),
            ("4111 1111 1111 1111", "4111111111111111", MatchScope::Whole, Some("#")),
            ("opensesame42", "\"opensesa…\" was", MatchScope::Whole, Some("\"#…\" was")),
            ("opensesame42", "opense...", MatchScope::Whole, Some("#...")),
            ("opensesame42", "…sesame42", MatchScope::Whole, Some("…#")),
            ("opensesame42", "opens…", MatchScope::Whole, None),
            ("opensesame42", "open sesame", MatchScope::Whole, None),
            ("opensesame42", &long, MatchScope::Whole, Some(&format!("{}#", "x".repeat(LONG)))),
            ("password123", "Password", MatchScope::Whole, None),
            ("pä\"ß", "PÄ\"ß", MatchScope::Whole, Some("#")),
            ("1234", "12 34 and 1234", MatchScope::Whole, Some("12 34 and #")),
            ("secret", "{{secret:mail}} secret", MatchScope::Whole, Some("{{secret:mail}} #")),
            (
                "opensesame42",
                "5 of 12 characters are there: \"opens\"",
                MatchScope::Parts,
                Some("5 of 12 characters are there: \"#\""),
            ),
            ("opensesame42", "it ends in same42", MatchScope::Parts, Some("it ends in #")),
            ("opensesame42", "sesame and open", MatchScope::Parts, Some("# and #")),
            ("opensesame42", "nothing of it", MatchScope::Parts, None),
        ] {
            assert_eq!(
                SecretPattern::of(secret).replaced(text, scope, "#").as_deref(),
                expected,
                "{secret} in {text}"
            );
        }
    }
}
