//! The words with which phrases begin: one pass over a text finds out whether any phrase can be in it.

use super::readable::is_in_word;

/// The length of a word's hash: of the words that are not among a thousand, one in sixty has the hash of one of these.
const HASH_BITS: u32 = 16;

/// The words with which phrases begin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FirstWords {
    /// A bit for each hash of a word.
    hashes: Vec<u64>,
    /// Each byte as a letter of a word. A ruling looks up every byte of a window's names.
    letters: [u8; 256],
}

impl Default for FirstWords {
    fn default() -> FirstWords {
        FirstWords { hashes: vec![0; 1 << (HASH_BITS - 6)], letters: letters() }
    }
}

impl FirstWords {
    /// Adds the first of these words.
    pub(super) fn add(&mut self, words: &str) {
        let first = words.split_whitespace().next().unwrap_or_default();
        let hash = spread(first.bytes().fold(0, joined));
        self.hashes[slot(hash)] |= bit(hash);
    }

    /// Whether one of them may be in a text. Only plain texts are looked through; in others there may be one.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        if !text.is_ascii() || text.contains('_') {
            return true;
        }
        let mut word = 0;
        let mut length = 0;
        let mut letters = 0;
        for byte in text.bytes().chain([b' ']) {
            let letter = self.letters[usize::from(byte)];
            if letter != 0 {
                word = joined(word, letter);
                length += 1;
            } else if length > 0 {
                // Three words of one letter may be one word with spaces in it, which another reading joins.
                letters = if length == 1 { letters + 1 } else { 0 };
                if letters == 3 || self.has(word) {
                    return true;
                }
                (word, length) = (0, 0);
            }
        }
        false
    }

    fn has(&self, word: u64) -> bool {
        let hash = spread(word);
        self.hashes[slot(hash)] & bit(hash) != 0
    }
}

/// Each byte of a word as a small letter; 0 for bytes between words, and for those that are not ASCII.
fn letters() -> [u8; 256] {
    let letter = |byte: u8| {
        if byte.is_ascii() && is_in_word(char::from(byte)) { byte.to_ascii_lowercase() } else { 0 }
    };
    std::array::from_fn(|at| u8::try_from(at).map_or(0, letter))
}

/// The bits of a word and its next byte.
fn joined(word: u64, byte: u8) -> u64 {
    word.rotate_left(5) ^ u64::from(byte)
}

/// The hash of a word's bits.
fn spread(word: u64) -> u64 {
    // 2^64 by the golden ratio: the product is spread best in its high bits, of which the places are made.
    word.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The place of a hash in the table.
fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - HASH_BITS + 6)) as usize
}

/// The bit of a hash in its place.
fn bit(hash: u64) -> u64 {
    1 << ((hash >> (u64::BITS - HASH_BITS)) % 64)
}
