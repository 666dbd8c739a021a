//! Gives the tokenizer its bytes, and a pause now and then: it calls itself for each attribute in double quotation marks, and
//! only an error makes it return before the tag ends.

use html5gum::Reader;
use thiserror::Error;

/// How many values in double quotation marks are read before a pause.
const MOST_VALUES: usize = 200;

/// A pause: the tokenizer continues when it is asked for the next token.
#[derive(Clone, Copy, Debug, Error)]
#[error("a pause")]
pub(super) struct Pause;

/// A text that is read with pauses.
#[derive(Debug)]
pub(super) struct BoundedReader<'a> {
    rest: &'a [u8],
    /// The byte before the rest.
    last: u8,
    values: usize,
}

impl<'a> BoundedReader<'a> {
    pub(super) fn of(text: &'a str) -> BoundedReader<'a> {
        BoundedReader { rest: text.as_bytes(), last: b' ', values: 0 }
    }
}

impl Reader for BoundedReader<'_> {
    type Error = Pause;

    fn read_byte(&mut self) -> Result<Option<u8>, Pause> {
        let Some((byte, rest)) = self.rest.split_first() else { return Ok(None) };
        if *byte == b'"' {
            self.values += 1;
            // Within a character reference the tokenizer would forget what it has read of it.
            if self.values > MOST_VALUES && matches!(self.last, b' ' | b'\n' | b'\t' | b'\r' | b'=') {
                self.values = 0;
                return Err(Pause);
            }
        }
        (self.rest, self.last) = (rest, *byte);
        Ok(Some(*byte))
    }

    fn read_until<'b>(&'b mut self, needle: &[u8], _: &'b mut [u8; 4]) -> Result<Option<&'b [u8]>, Pause> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        let end = self.rest.iter().position(|it| needle.contains(it)).unwrap_or(self.rest.len());
        let (chunk, rest) = self.rest.split_at(end.max(1));
        (self.rest, self.last) = (rest, chunk.last().copied().unwrap_or(self.last));
        Ok(Some(chunk))
    }

    fn try_read_string(&mut self, text: &[u8], case_sensitive: bool) -> Result<bool, Pause> {
        let Some((begin, rest)) = self.rest.split_at_checked(text.len()) else { return Ok(false) };
        let is_same = begin == text || !case_sensitive && begin.eq_ignore_ascii_case(text);
        if is_same {
            (self.rest, self.last) = (rest, begin.last().copied().unwrap_or(self.last));
        }
        Ok(is_same)
    }
}
