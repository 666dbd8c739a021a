//! The words that a session has read, so that a word known before a secret is not redacted as a part of it.

use deskpilot_core::policy::RISK_WORDS;
use std::collections::HashMap;

/// The words that passed a redactor, by hash, each with its number in the order of reading.
#[derive(Default)]
pub(super) struct Vocabulary(HashMap<u64, usize>);

/// The maximum number of words. Later ones count as never read.
const MOST: usize = 200_000;
/// The minimum length of a word that may hold a part of a secret.
const FEWEST: usize = super::pattern::PART;

/// Words of Deskpilot's own sentences about effects, which share a text with what the screen shows.
const OWN_WORDS: &str = "\
    accepted added after again agent already answer application appear asked because before button caret changed character \
    characters checkbox clipboard closed code command confirmed control controls copied could covered delivered deskpilot dialog \
    document does edit else enabled ended error exit field first focus from gone have hidden hides holds input instead item \
    keyboard keys last left link list listed listitem longer look menu menuitem millis moved must name named next nothing number \
    opened other partial picture place pointer pressed process program read refused removed reports screen select \
    selected shown shows something stands started state tabitem take terminal text than that then there time title took tree \
    typed unknown unverified value waited wanted went were what which window with within word words";

impl Vocabulary {
    /// The words of Deskpilot's own sentences, and those by which the policy recognises risks: no secret hides one from it.
    pub(super) fn with_own_words() -> Vocabulary {
        let mut words = Vocabulary::default();
        words.add(OWN_WORDS);
        // A line is a comment, or has a key before its colon.
        let of_line = |line: &'static str| line.split_once(':').map_or(line, |it| it.1);
        RISK_WORDS.lines().filter(|it| !it.starts_with('#')).for_each(|it| words.add(of_line(it)));
        words
    }

    /// How many words were read so far.
    pub(super) fn count(&self) -> usize {
        self.0.len()
    }

    /// Adds the words of a text.
    pub(super) fn add(&mut self, text: &str) {
        for word in text.split(|it: char| !it.is_alphanumeric()).filter(|it| it.len() >= FEWEST) {
            if self.0.len() < MOST {
                let next = self.0.len();
                self.0.entry(hash(word.chars().flat_map(char::to_lowercase))).or_insert(next);
            }
        }
    }

    /// Whether the word, in lower case, was among the first `count` words.
    pub(super) fn was_read(&self, word: &[char], count: usize) -> bool {
        self.0.get(&hash(word.iter().copied())).is_some_and(|number| *number < count)
    }
}

fn hash(letters: impl Iterator<Item = char>) -> u64 {
    // FNV-1a, letter by letter: the numbers are its offset and its prime of 64 bits.
    letters.fold(0xcbf2_9ce4_8422_2325, |sum, it| (sum ^ u64::from(it)).wrapping_mul(0x0100_0000_01b3))
}
