//! Mutations of inputs: flipped bits, cuts, splices, repeated blocks, words of the language, and numbers at the limits.

use super::{corpus::Corpus, random::Random};

/// The largest input in bytes.
const MAX_BYTES: usize = 64 << 10;
/// The most mutations of one input.
const MAX_MUTATIONS: usize = 6;

/// Words that are special in many languages.
const WORDS: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\r\n",
    b"\t",
    b" ",
    b"/",
    b"\\",
    b"..",
    "~".as_bytes(),
    b"\"",
    b"'",
    b"{",
    b"}",
    b"[",
    b"]",
    b"<",
    b">",
    b"&",
    b":",
    b",",
    b"-1",
    b"0",
    b"1e999",
    b"NaN",
    b"18446744073709551616",
    b"null",
    b"true",
    b"%2e",
    b"%00",
    "\u{200b}".as_bytes(),
    "\u{202e}".as_bytes(),
    "\u{301}".as_bytes(),
    "\u{10ffff}".as_bytes(),
    b"\xff",
    b"\xed\xa0\x80",
];

/// Numbers at the limits of their types.
const NUMBERS: &[u32] =
    &[0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x1_0000, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

/// Makes inputs out of a corpus.
pub(super) struct Mutator<'a> {
    random: Random,
    corpus: &'a Corpus,
    words: &'a [Vec<u8>],
}

impl<'a> Mutator<'a> {
    pub(super) const fn new(random: Random, corpus: &'a Corpus, words: &'a [Vec<u8>]) -> Mutator<'a> {
        Mutator { random, corpus, words }
    }

    /// An input of the corpus with one mutation or more.
    pub(super) fn next_input(&mut self) -> Vec<u8> {
        let mut input = self.random.pick(self.corpus.inputs()).cloned().unwrap_or_default();
        for _ in 0..=self.random.below(MAX_MUTATIONS) {
            self.mutate(&mut input);
            input.truncate(MAX_BYTES);
        }
        input
    }

    fn mutate(&mut self, input: &mut Vec<u8>) {
        let at = self.random.below(input.len() + 1);
        match self.random.below(9) {
            0 => self.flip_bit(input, at),
            1 => input.truncate(at),
            2 => drop(input.drain(at..self.end(at, input.len()))),
            3 => self.splice(input, at),
            4 => self.repeat(input, at),
            5 | 6 => self.insert_word(input, at),
            7 => self.set_number(input, at),
            _ => self.set_byte(input, at),
        }
    }

    /// An end after this beginning.
    fn end(&mut self, begin: usize, length: usize) -> usize {
        begin + self.random.below((length - begin).min(64) + 1)
    }

    fn flip_bit(&mut self, input: &mut [u8], at: usize) {
        let bit = self.random.below(8);
        if let Some(byte) = input.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }

    fn set_byte(&mut self, input: &mut [u8], at: usize) {
        let value = self.random.below(256).to_le_bytes()[0];
        if let Some(byte) = input.get_mut(at) {
            *byte = value;
        }
    }

    /// Replaces the rest by the rest of another input.
    fn splice(&mut self, input: &mut Vec<u8>, at: usize) {
        let other = self.random.pick(self.corpus.inputs()).cloned().unwrap_or_default();
        let from = self.random.below(other.len() + 1);
        input.truncate(at);
        input.extend_from_slice(&other[from..]);
    }

    /// Repeats a block: sometimes twice, sometimes until the input has its largest size.
    fn repeat(&mut self, input: &mut Vec<u8>, at: usize) {
        let end = self.end(at, input.len());
        let block = input[at..end].to_vec();
        let room = MAX_BYTES.saturating_sub(input.len()) / block.len().max(1);
        let most = self.random.pick(&[1, 2, 16, 1 << 10, MAX_BYTES]).copied().unwrap_or(1);
        let tail = input.split_off(end);
        input.extend(block.repeat(most.min(room)));
        input.extend(tail);
    }

    fn insert_word(&mut self, input: &mut Vec<u8>, at: usize) {
        let index = self.random.below(WORDS.len() + self.words.len() * 4);
        let own = self.words.get(index.saturating_sub(WORDS.len()) / 4).map(Vec::as_slice);
        let word = WORDS.get(index).copied().or(own).unwrap_or_default().to_vec();
        input.splice(at..at, word);
    }

    fn set_number(&mut self, input: &mut [u8], at: usize) {
        let number = self.random.pick(NUMBERS).copied().unwrap_or(0);
        let bytes = if self.random.below(2) == 0 { number.to_le_bytes() } else { number.to_be_bytes() };
        let width = self.random.pick(&[1, 2, 4]).copied().unwrap_or(4);
        input.iter_mut().skip(at).zip(&bytes[..width]).for_each(|(byte, new)| *byte = *new);
    }
}
