//! Matches the words of a clause with a pattern: words of a class, marks, and what is taken between them.

use super::{vocabulary::Vocabulary, words::Word};
use std::ops::Range;

/// What a pattern took: each name with its words.
pub(super) type Captures = Vec<(&'static str, Range<usize>)>;

/// One element of a pattern.
#[derive(Clone, Copy, Debug)]
enum Element {
    /// A phrase of this class; it may be missing where the pattern has a `?`.
    Class { name: &'static str, optional: bool },
    /// Any number of words that say nothing.
    Fillers,
    /// A colon behind the word before.
    Colon,
    /// A comma or another mark behind the word before.
    Mark,
    /// One word or more.
    Capture(&'static str),
}

/// All ways in which the words fit the pattern as a whole, the shortest captures first.
pub(super) fn matches(vocabulary: &Vocabulary, pattern: &'static str, words: &[Word]) -> Vec<Captures> {
    let elements: Vec<Element> = pattern.split_whitespace().map(element).collect();
    let mut search = Search { vocabulary, words, taken: Vec::new(), found: Vec::new() };
    search.go(&elements, 0);
    search.found
}

/// A search for all ways.
struct Search<'s> {
    vocabulary: &'s Vocabulary,
    words: &'s [Word],
    taken: Captures,
    found: Vec<Captures>,
}

fn element(written: &'static str) -> Element {
    match written {
        "~" => Element::Fillers,
        ":" => Element::Colon,
        "," => Element::Mark,
        _ => match written.strip_prefix('<').and_then(|it| it.strip_suffix('>')) {
            Some(name) => Element::Capture(name),
            None => Element::Class { name: written.trim_end_matches('?'), optional: written.ends_with('?') },
        },
    }
}

impl Search<'_> {
    fn go(&mut self, elements: &[Element], at: usize) {
        let Some((first, rest)) = elements.split_first() else {
            if at == self.words.len() {
                self.found.push(self.taken.clone());
            }
            return;
        };
        match first {
            Element::Class { name, optional } => {
                let mut lengths = self.vocabulary.lengths(name, &self.words[at..]);
                // A text begins behind the longest phrase before it: no word of that is a part of the text.
                let is_before_text = matches!(rest, [Element::Capture("text"), ..]);
                if is_before_text || matches!(rest, [Element::Fillers, Element::Capture("text"), ..]) {
                    lengths.truncate(1);
                }
                let is_skipped = *optional
                    && (lengths.is_empty() || !matches!(rest.first(), Some(Element::Capture("text"))));
                for length in lengths {
                    self.go(rest, at + length);
                }
                if is_skipped {
                    self.go(rest, at);
                }
            }
            Element::Fillers => self.go(rest, self.after_fillers(at)),
            Element::Colon if self.has_mark(at, &[':']) => self.go(rest, at),
            Element::Mark if self.has_mark(at, &[',', ':', ';', '.', '!', '?']) => self.go(rest, at),
            Element::Colon | Element::Mark => {}
            Element::Capture(name) => {
                for end in at + 1..=self.words.len() {
                    self.taken.push((name, at..end));
                    self.go(rest, end);
                    self.taken.pop();
                }
            }
        }
    }

    fn has_mark(&self, at: usize, marks: &[char]) -> bool {
        at > 0 && self.words[at - 1].marks.contains(marks)
    }

    fn after_fillers(&self, mut at: usize) -> usize {
        loop {
            // Behind a colon begins a text.
            let length = self.vocabulary.longest("filler", &self.words[at..]);
            if length == 0 || self.has_mark(at, &[':']) {
                return at;
            }
            at += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::words::{words, written},
        *,
    };

    #[test]
    fn a_pattern_takes_what_stands_between_its_words() {
        let vocabulary = Vocabulary::new();
        for (pattern, text, expected) in [
            (
                "make ~ article? file called? <name> with <text>",
                "make me a file x.txt with a b",
                Some("x.txt|a b"),
            ),
            ("type ~ : <text>", "write: a b", Some("a b")),
            ("type ~ : <text>", "write a b", None),
            ("open ~ article? <app>", "opne the calculator", Some("calculator")),
            ("open ~ article? <app>", "close the calculator", None),
        ] {
            let words = words(text);
            let taken = matches(&vocabulary, pattern, &words).first().map(|captures| {
                let taken = captures.iter().map(|(_, it)| written(text, &words[it.clone()]));
                taken.collect::<Vec<_>>().join("|")
            });
            assert_eq!(taken.as_deref(), expected, "{pattern} / {text}");
        }
    }
}
