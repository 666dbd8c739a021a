//! Finds secrets and parts of them in texts: in any case, in groups, wrapped over lines. One pass over a text, whatever the
//! number of secrets.

use std::{collections::HashMap, ops::Range};

/// One spelling of a secret to find in texts.
pub(super) struct SecretPattern {
    /// Its characters in lower case, without separators if it is [`Grouping::Loose`].
    letters: Vec<char>,
    /// Whether separators may appear between them.
    grouping: Grouping,
    /// The fewest characters in a row that count as a part of it.
    part: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Grouping {
    /// Blanks and hyphens may appear between the characters.
    Loose,
    /// Nothing may, because a short secret would match by chance.
    Tight,
}

/// The part of a secret that must match.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum MatchScope {
    /// All of it: for names that policies compare, such as that of an application.
    Whole,
    /// Any part that is long enough.
    Parts,
}

/// A place in a text that contains a secret or a part of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SecretMatch {
    /// The characters of the text.
    pub(super) range: Range<usize>,
    /// The index of the secret.
    pub(super) secret: usize,
    /// How much of it.
    pub(super) extent: Extent,
}

/// How much of a secret matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Extent {
    /// This many characters.
    Part(usize),
    /// All of it.
    Whole,
}

/// The minimum length of a part, and of every secret.
pub(super) const PART: usize = 4;
/// The minimum length of a secret that may be written in groups.
const LOOSE: usize = 8;
/// The minimum length of a part that is written in groups.
const SPREAD: usize = 6;
/// The longest name of a secret, in letters.
const LONGEST_NAME: usize = 64;
/// The beginning of a placeholder, in which no secret is searched.
const OPENING: &[char] = &['{', '{', 's', 'e', 'c', 'r', 'e', 't', ':'];

impl SecretPattern {
    /// The pattern of a spelling, of which at least `part` characters in a row count.
    pub(super) fn of(spelling: &str, part: usize) -> SecretPattern {
        let all: Vec<char> = spelling.chars().map(small).collect();
        let bare: Vec<char> = all.iter().copied().filter(|it| !is_separator(*it)).collect();
        match bare.len() >= LOOSE {
            true => SecretPattern { letters: bare, grouping: Grouping::Loose, part },
            false => SecretPattern { letters: all, grouping: Grouping::Tight, part },
        }
    }

    /// Whether it contains these few characters, in lower case.
    pub(super) fn contains(&self, letters: &[char]) -> bool {
        self.letters.windows(letters.len().max(1)).any(|it| it == letters)
    }
}

/// The patterns of all secrets, by four characters in a row.
#[derive(Default)]
pub(super) struct PatternIndex {
    loose: LaneIndex,
    tight: LaneIndex,
}

/// The patterns of one grouping.
#[derive(Default)]
struct LaneIndex {
    /// Each pattern with the index of its secret.
    patterns: Vec<(usize, SecretPattern)>,
    /// For each four characters in a row the patterns that have them, and where.
    starts: HashMap<[char; PART], Vec<(usize, usize)>>,
    filter: GramFilter,
}

impl PatternIndex {
    /// Adds a pattern of the secret with this index.
    pub(super) fn add(&mut self, secret: usize, pattern: SecretPattern) {
        match pattern.grouping {
            Grouping::Loose => self.loose.add(secret, pattern),
            Grouping::Tight => self.tight.add(secret, pattern),
        }
    }

    /// The most letters that one of the patterns has.
    pub(super) fn longest(&self) -> usize {
        let patterns = self.loose.patterns.iter().chain(&self.tight.patterns);
        patterns.map(|(_, pattern)| pattern.letters.len()).max().unwrap_or_default()
    }

    /// The matches in a text of lower-case characters, in order and without overlaps.
    pub(super) fn matches(&self, text: &[char], scope: MatchScope) -> Vec<SecretMatch> {
        if text.len() < PART {
            return Vec::new();
        }
        let all = Lane { places: (0..text.len()).collect(), letters: text.to_vec() };
        // Tight patterns are compared with all characters, loose ones with those that are no separators.
        let mut found = self.tight.matches(&all, scope);
        if !self.loose.patterns.is_empty() {
            found.extend(self.loose.matches(&all.without_separators(), scope));
        }
        // At the same start the longer one first, so that it takes in the other.
        found.sort_by_key(|it| (it.range.start, std::cmp::Reverse(it.range.end)));
        // Overlapping matches become one: striking only the first would leave the rest of the other.
        let mut separate: Vec<SecretMatch> = Vec::with_capacity(found.len());
        for next in found {
            match separate.last_mut() {
                Some(last) if next.range.start < last.range.end => {
                    last.range.end = last.range.end.max(next.range.end);
                    last.extent = last.extent.max(next.extent);
                }
                _ => separate.push(next),
            }
        }
        separate
    }
}

/// The characters of a text that a pattern is compared with, and where each is in the text.
struct Lane {
    letters: Vec<char>,
    places: Vec<usize>,
}

impl Lane {
    fn without_separators(self) -> Lane {
        let kept = self.letters.into_iter().zip(self.places).filter(|it| !is_separator(it.0));
        let (letters, places) = kept.unzip();
        Lane { letters, places }
    }
}

impl LaneIndex {
    fn add(&mut self, secret: usize, pattern: SecretPattern) {
        let index = self.patterns.len();
        for (start, gram) in pattern.letters.windows(PART).enumerate() {
            let Ok(gram) = <[char; PART]>::try_from(gram) else { continue };
            self.filter.add(gram);
            self.starts.entry(gram).or_default().push((index, start));
        }
        self.patterns.push((secret, pattern));
    }

    fn matches(&self, lane: &Lane, scope: MatchScope) -> Vec<SecretMatch> {
        let (mut found, mut at) = (Vec::new(), 0);
        while at + PART <= lane.letters.len() {
            match self.match_at(lane, at, scope) {
                Some((length, it)) => {
                    found.push(it);
                    at += length;
                }
                None => at += 1,
            }
        }
        found
    }

    /// The longest match that begins here, and its length in characters of the lane.
    fn match_at(&self, lane: &Lane, at: usize, scope: MatchScope) -> Option<(usize, SecretMatch)> {
        let gram = <[char; PART]>::try_from(&lane.letters[at..at + PART]).ok()?;
        let starts = self.filter.may_have(gram).then(|| self.starts.get(&gram)).flatten()?;
        let matched = starts.iter().filter_map(|(index, start)| {
            let (secret, pattern) = &self.patterns[*index];
            let (length, extent) = pattern.counts(lane, at, *start, scope)?;
            let range = lane.places[at]..lane.places[at + length - 1] + 1;
            Some((length, SecretMatch { range, secret: *secret, extent }))
        });
        // Several secrets may begin alike: the longest match hides the most.
        matched.max_by_key(|it| it.0)
    }
}

impl SecretPattern {
    /// How many characters from `at` on are those of the pattern from `start` on, if that is enough to count.
    fn counts(&self, lane: &Lane, at: usize, start: usize, scope: MatchScope) -> Option<(usize, Extent)> {
        let pairs = lane.letters[at..].iter().zip(&self.letters[start..]);
        let length = pairs.take_while(|(written, wanted)| written == wanted).count();
        if length == self.letters.len() {
            return Some((length, Extent::Whole));
        }
        let in_a_row = lane.places[at..at + length].iter().enumerate();
        // A few letters that are spread over a text match by chance, so a grouped part needs `SPREAD` of them.
        let row = in_a_row.take_while(|(nth, place)| **place == lane.places[at] + nth).count();
        let counted = if length >= self.part.max(SPREAD) { length } else { row };
        (scope == MatchScope::Parts && counted >= self.part).then_some((counted, Extent::Part(counted)))
    }
}

/// A quick test that most places of a text fail: whether four characters in a row may be in any pattern.
struct GramFilter([u64; 64]);

impl Default for GramFilter {
    fn default() -> GramFilter {
        GramFilter([0; 64])
    }
}

impl GramFilter {
    fn bit(gram: [char; PART]) -> usize {
        // The prime next to 2^32 divided by the golden ratio, as in multiplicative hashing: it mixes into the
        // upper bits.
        let mixed = gram.iter().fold(0_u32, |sum, it| (sum ^ u32::from(*it)).wrapping_mul(0x9e37_79b1));
        // The upper 12 of 32 bits: one of 64 times 64.
        (mixed >> 20) as usize
    }

    fn add(&mut self, gram: [char; PART]) {
        let bit = Self::bit(gram);
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn may_have(&self, gram: [char; PART]) -> bool {
        let bit = Self::bit(gram);
        self.0[bit / 64] & (1 << (bit % 64)) != 0
    }
}

/// A text in lower case, character by character, with nothing to find in its placeholders.
pub(super) fn searchable(written: &[char]) -> Vec<char> {
    let mut letters: Vec<char> = written.iter().copied().map(small).collect();
    let mut at = 0;
    while let Some(start) = letters[at..].windows(OPENING.len()).position(|it| it == OPENING) {
        let (start, name) = (at + start, at + start + OPENING.len());
        at = name;
        // What only begins like a placeholder hides nothing: a secret may stand between it and braces of something else.
        let length = letters[name..].windows(2).take(LONGEST_NAME + 1).position(|it| it == ['}', '}']);
        if let Some(length) = length.filter(|it| letters[name..name + it].iter().copied().all(is_of_name)) {
            at = name + length + 2;
            // Characters that no secret has keep every other character at its place.
            letters[start..at].fill('\0');
        }
    }
    letters
}

/// Whether the name of a secret may have this letter.
fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '.' | '-')
}

fn small(letter: char) -> char {
    if letter.is_ascii() {
        return letter.to_ascii_lowercase();
    }
    letter.to_lowercase().next().unwrap_or(letter)
}

/// Whether a character may separate the groups of a number or wrap a line.
fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, '-' | '\u{ad}' | '\u{200b}' | '\u{2010}'..='\u{2013}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn struck(secret: &str, text: &str, scope: MatchScope) -> String {
        let mut index = PatternIndex::default();
        index.add(0, SecretPattern::of(secret, PART));
        let written: Vec<char> = text.chars().collect();
        let mut struck = text.chars().map(String::from).collect::<Vec<_>>();
        for found in index.matches(&searchable(&written), scope) {
            struck[found.range.clone()].fill(String::new());
            struck[found.range.start] = "#".into();
        }
        struck.concat()
    }

    #[test]
    fn a_secret_and_its_parts_are_found_in_whatever_way_they_are_written() {
        for (secret, text, expected) in [
            ("opensesame42", "it is opensesame42.", "it is #."),
            ("opensesame42", "OpenSesame42OPENSESAME42", "##"),
            ("opensesame42", "{{secret: of opensesame42 }}", "{{secret: of # }}"),
            ("opensesame42", "open\nsesame-42", "#"),
            ("4111111111111111", "card 4111 1111\u{a0}1111-1111 is", "card # is"),
            ("4111 1111 1111 1111", "4111111111111111", "#"),
            ("opensesame42", "\"opensesa…\" was", "\"#…\" was"),
            ("opensesame42", "…sesame42", "…#"),
            (
                "opensesame42",
                "5 of 12 characters are there: \"opens\"",
                "5 of 12 characters are there: \"#\"",
            ),
            ("opensesame42", "sesame and open", "# and #"),
            ("opensesame42", "ope nse sam e", "#"),
            ("opensesame42", "the men se", "the men se"),
            ("opensesame42", "ope nothing of it same", "ope nothing of it #"),
            ("opensesame42", "open s and more", "# s and more"),
            ("opensesame42", "ope sam 42", "ope sam 42"),
            ("pä\"ß", "PÄ\"ß", "#"),
            ("1234", "12 34 and 1234", "12 34 and #"),
            ("secret", "{{secret:mail}} secret", "{{secret:mail}} #"),
        ] {
            assert_eq!(struck(secret, text, MatchScope::Parts), expected, "{secret} in {text}");
        }
        assert_eq!(struck("fireplace9", "firefox", MatchScope::Whole), "firefox");
        assert_eq!(struck("fireplace9", "fireplace9", MatchScope::Whole), "#");
    }
}
