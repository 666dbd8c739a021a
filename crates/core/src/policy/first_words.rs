//! The words with which phrases begin: they tell in one pass over a text that no phrase is in it.

use super::readable::is_in_word;

/// The length of a word's hash: of the words that are not among a thousand, one in sixty has the hash of one of these.
const HASH_BITS: u32 = 16;

/// The words with which phrases begin.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FirstWords {
    /// A bit for each hash of a word.
    hashes: Vec<u64>,
}

impl Default for FirstWords {
    fn default() -> FirstWords {
        FirstWords { hashes: vec![0; 1 << (HASH_BITS - 6)] }
    }
}

impl FirstWords {
    /// Adds the first of these words.
    pub(super) fn add(&mut self, words: &str) {
        let first = words.split_whitespace().next().unwrap_or_default();
        let hash = first.bytes().fold(0, hashed);
        self.hashes[slot(hash)] |= bit(hash);
    }

    /// Whether one of them may be in a text. Only plain texts are looked through; in others there may be one.
    pub(super) fn may_be_in(&self, text: &str) -> bool {
        let mut hash = 0;
        let mut length = 0;
        let mut letters = 0;
        for byte in text.bytes().chain([b' ']) {
            if !byte.is_ascii() || byte == b'_' {
                return true;
            }
            if is_in_word(char::from(byte)) {
                hash = hashed(hash, byte.to_ascii_lowercase());
                length += 1;
            } else if length > 0 {
                letters = if length == 1 { letters + 1 } else { 0 };
                if letters == 3 || self.hashes[slot(hash)] & bit(hash) != 0 {
                    return true;
                }
                (hash, length) = (0, 0);
            }
        }
        false
    }
}

fn hashed(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The place of a hash in the table.
fn slot(hash: u64) -> usize {
    (hash >> (u64::BITS - HASH_BITS + 6)) as usize
}

/// The bit of a hash in its place.
fn bit(hash: u64) -> u64 {
    1 << ((hash >> (u64::BITS - HASH_BITS)) % 64)
}
