//! Decodes values from the bytes of a message. Pure; trusts nothing in the input.

use std::borrow::Cow;
use std::sync::Arc;

/// How many values of unknown types one message may hold: each takes more memory than it has bytes.
const MOST_ANY_VALUES: u32 = 200_000;

/// What is malformed in the bytes of a message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct DecodeError(pub(crate) Cow<'static, str>);

impl DecodeError {
    pub(super) const fn truncated() -> DecodeError {
        DecodeError(Cow::Borrowed("it ends in the middle of a value"))
    }
}

/// The bytes of a message, or of a part that begins at a multiple of eight, and the read position.
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    big_endian: bool,
    /// The last bus name read, shared: the nodes of one application all carry it.
    last_name: Arc<str>,
    any_values_left: u32,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], big_endian: bool) -> Reader<'a> {
        Reader { bytes, at: 0, big_endian, last_name: "".into(), any_values_left: MOST_ANY_VALUES }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Skips to the next multiple of this alignment, in bytes.
    pub fn pad(&mut self, to: usize) {
        self.at = self.at.next_multiple_of(to);
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], DecodeError> {
        let end = self.at.checked_add(N).ok_or(DecodeError::truncated())?;
        let bytes = self.bytes.get(self.at..end).ok_or(DecodeError::truncated())?;
        self.at = end;
        bytes.try_into().map_err(|_| DecodeError::truncated())
    }

    pub(super) fn byte(&mut self) -> Result<u8, DecodeError> {
        self.take::<1>().map(|[byte]| byte)
    }

    pub(super) fn word(&mut self) -> Result<u32, DecodeError> {
        self.pad(4);
        let bytes = self.take()?;
        Ok(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    /// Counts a value of an unknown type.
    pub(super) fn count_any_value(&mut self) -> Result<(), DecodeError> {
        let too_many = || DecodeError(format!("it holds more than {MOST_ANY_VALUES} values").into());
        self.any_values_left = self.any_values_left.checked_sub(1).ok_or_else(too_many)?;
        Ok(())
    }

    pub(super) fn half_word(&mut self) -> Result<u16, DecodeError> {
        self.pad(2);
        let bytes = self.take()?;
        Ok(if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    pub(super) fn long(&mut self) -> Result<u64, DecodeError> {
        self.pad(8);
        let bytes = self.take()?;
        Ok(if self.big_endian { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) })
    }

    pub(super) fn double(&mut self) -> Result<f64, DecodeError> {
        self.pad(8);
        let bytes = self.take()?;
        Ok(if self.big_endian { f64::from_be_bytes(bytes) } else { f64::from_le_bytes(bytes) })
    }

    /// A length, checked against the remaining bytes.
    pub(super) fn length(&mut self) -> Result<usize, DecodeError> {
        let length = self.word()? as usize;
        if length > self.bytes.len().saturating_sub(self.at) {
            Err(DecodeError::truncated())
        } else {
            Ok(length)
        }
    }

    /// A string or a path. Some applications send text that is not UTF-8; its invalid bytes are replaced.
    pub fn text(&mut self) -> Result<Cow<'a, str>, DecodeError> {
        let length = self.length()?;
        self.zero_ended(length).map(String::from_utf8_lossy)
    }

    /// A bus name.
    pub fn name(&mut self) -> Result<Arc<str>, DecodeError> {
        let name = self.text()?;
        if *name != *self.last_name {
            self.last_name = name.into();
        }
        Ok(Arc::clone(&self.last_name))
    }

    /// A name or path in a header, which must be UTF-8.
    pub(super) fn borrowed_text(&mut self) -> Result<&'a str, DecodeError> {
        let length = self.length()?;
        let bytes = self.zero_ended(length)?;
        std::str::from_utf8(bytes).map_err(|_| DecodeError("a name in it is no text".into()))
    }

    /// A signature: the types of the value that follows.
    pub fn signature(&mut self) -> Result<&'a str, DecodeError> {
        let length = usize::from(self.byte()?);
        let bytes = self.zero_ended(length)?;
        std::str::from_utf8(bytes).map_err(|_| DecodeError("its types are no text".into()))
    }

    fn zero_ended(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let end = self.at.checked_add(length).ok_or(DecodeError::truncated())?;
        let bytes = self.bytes.get(self.at..end).ok_or(DecodeError::truncated())?;
        self.at = end + 1;
        Ok(bytes)
    }

    /// Decodes the items of an array one by one.
    pub fn array(
        &mut self,
        alignment: usize,
        mut item: impl FnMut(&mut Reader<'a>) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let length = self.length()?;
        self.pad(alignment);
        let end = self.at.saturating_add(length);
        while self.at < end {
            let before = self.at;
            item(self)?;
            if self.at == before {
                return Err(DecodeError("an array holds items without a size".into()));
            }
        }
        Ok(())
    }
}
