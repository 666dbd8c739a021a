//! Strikes a secret from a text, in the ways in which applications write it: in other cases, in groups, wrapped, cut off.

use std::ops::Range;

/// How a secret may stand in a text.
pub(super) struct Pattern {
    /// Its letters, small, without what groups them.
    letters: Vec<char>,
    /// Whether blanks and hyphens may stand between them.
    groups: Groups,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Groups {
    /// They may.
    Loose,
    /// They may not: a short one would be found where none is.
    Tight,
}

/// What counts as the secret.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// All of it, and what is left of it before or after an ellipsis.
    Whole,
    /// Any part of it that is long enough to be known: for what is told of typing it.
    Parts,
}

/// The shortest secret that is looked for in groups.
const LOOSE: usize = 8;
/// The least that is left of a secret that was cut off.
const CUT: usize = 6;
/// The shortest part of it that counts where any part does.
const PART: usize = 4;
/// Texts so long may have been cut off without a sign.
const LONG: usize = 1000;
/// What stands for a secret begins like this; it is no place to look for one.
const OPENING: &[char] = &['{', '{', 's', 'e', 'c', 'r', 'e', 't', ':'];

impl Pattern {
    pub(super) fn of(secret: &str) -> Pattern {
        let all: Vec<char> = secret.chars().map(small).collect();
        let bare: Vec<char> = all.iter().copied().filter(|it| !groups(*it)).collect();
        match bare.len() >= LOOSE {
            true => Pattern { letters: bare, groups: Groups::Loose },
            false => Pattern { letters: all, groups: Groups::Tight },
        }
    }

    /// The text with the sign in place of the secret; `None` where it has none of it.
    pub(super) fn struck(&self, text: &str, found: Found, sign: &str) -> Option<String> {
        let written: Vec<char> = text.chars().collect();
        let letters: Vec<char> = written.iter().copied().map(small).collect();
        let places = self.places(&letters, found);
        if places.is_empty() {
            return None;
        }
        let (mut struck, mut from) = (String::with_capacity(text.len()), 0);
        for Range { start, end } in places {
            struck.extend(&written[from..start]);
            struck.push_str(sign);
            from = end;
        }
        struck.extend(&written[from..]);
        Some(struck)
    }

    fn places(&self, text: &[char], found: Found) -> Vec<Range<usize>> {
        let (mut places, mut at) = (Vec::new(), 0);
        while at < text.len() {
            if text[at..].starts_with(OPENING) {
                at = text[at..].windows(2).position(|it| it == ['}', '}']).map_or(at + 1, |it| at + it + 2);
            } else if let Some(end) = self.end_of_match(text, at, found) {
                places.push(at..end);
                at = end;
            } else {
                at += 1;
            }
        }
        places
    }

    /// Where what begins here and counts as the secret ends.
    fn end_of_match(&self, text: &[char], at: usize, found: Found) -> Option<usize> {
        let all = self.letters.len();
        let (matched, end) = self.run(text, at, 0);
        let is_cut_off = || is_ellipsis(&text[end..]) || (text.len() >= LONG && end == text.len());
        if matched == all || (matched >= CUT && is_cut_off()) {
            return Some(end);
        }
        let begins_late = found == Found::Parts || (at > 0 && ends_in_ellipsis(&text[..at]));
        let starts = if begins_late { 0..all } else { 0..0 };
        let parts = starts.filter_map(|start| {
            let (matched, end) = self.run(text, at, start);
            let counts = match found {
                Found::Parts => matched >= PART.min(all),
                Found::Whole => matched >= CUT && start + matched == all,
            };
            counts.then_some(end)
        });
        parts.max()
    }

    /// How many letters of the secret, from the one at `start` on, stand in the text from `at` on, and where they end.
    fn run(&self, text: &[char], at: usize, start: usize) -> (usize, usize) {
        let (mut matched, mut end) = (0, at);
        for (place, letter) in text.iter().enumerate().skip(at) {
            match self.letters.get(start + matched) {
                Some(wanted) if wanted == letter => {
                    matched += 1;
                    end = place + 1;
                }
                Some(_) if matched > 0 && self.groups == Groups::Loose && groups(*letter) => {}
                _ => break,
            }
        }
        (matched, end)
    }
}

fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// What stands between the groups of a number, and where a line is wrapped.
fn groups(letter: char) -> bool {
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
        for (secret, text, found, expected) in [
            ("opensesame42", "it is opensesame42.", Found::Whole, Some("it is #.")),
            ("opensesame42", "OpenSesame42OPENSESAME42", Found::Whole, Some("##")),
            ("opensesame42", "open\nsesame-42", Found::Whole, Some("#")),
            ("4111111111111111", "card 4111 1111\u{a0}1111-1111 is", Found::Whole, Some("card # is")),
            ("4111 1111 1111 1111", "4111111111111111", Found::Whole, Some("#")),
            ("opensesame42", "\"opensesa…\" was", Found::Whole, Some("\"#…\" was")),
            ("opensesame42", "opense...", Found::Whole, Some("#...")),
            ("opensesame42", "…sesame42", Found::Whole, Some("…#")),
            ("opensesame42", "opens…", Found::Whole, None),
            ("opensesame42", "open sesame", Found::Whole, None),
            ("opensesame42", &long, Found::Whole, Some(&format!("{}#", "x".repeat(LONG)))),
            ("password123", "Password", Found::Whole, None),
            ("pä\"ß", "PÄ\"ß", Found::Whole, Some("#")),
            ("1234", "12 34 and 1234", Found::Whole, Some("12 34 and #")),
            ("secret", "{{secret:mail}} secret", Found::Whole, Some("{{secret:mail}} #")),
            (
                "opensesame42",
                "5 of 12 characters are there: \"opens\"",
                Found::Parts,
                Some("5 of 12 characters are there: \"#\""),
            ),
            ("opensesame42", "it ends in same42", Found::Parts, Some("it ends in #")),
            ("opensesame42", "sesame and open", Found::Parts, Some("# and #")),
            ("opensesame42", "nothing of it", Found::Parts, None),
        ] {
            assert_eq!(
                Pattern::of(secret).struck(text, found, "#").as_deref(),
                expected,
                "{secret} in {text}"
            );
        }
    }
}
