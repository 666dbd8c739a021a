//! Puts values into the bytes of a message. Pure.

/// The bytes of a message, or of a part of one that begins at a multiple of eight; little-endian.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    pub(super) fn pad(&mut self, to: usize) {
        self.bytes.resize(self.bytes.len().next_multiple_of(to), 0);
    }

    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn word(&mut self, word: u32) {
        self.pad(4);
        self.bytes.extend(word.to_le_bytes());
    }

    pub(super) fn double(&mut self, number: f64) {
        self.pad(8);
        self.bytes.extend(number.to_le_bytes());
    }

    /// A string or a path: its length, itself, and a zero.
    pub(super) fn text(&mut self, text: &str) {
        self.word(length(text.len()));
        self.bytes.extend(text.as_bytes());
        self.byte(0);
    }

    /// The types of what follows: a string whose length is one byte.
    pub(super) fn signature(&mut self, signature: &str) {
        // The protocol allows 255; nothing here comes near it.
        self.byte(u8::try_from(signature.len()).unwrap_or(u8::MAX));
        self.bytes.extend(signature.as_bytes());
        self.byte(0);
    }
}

/// A length as the protocol counts it. Nothing longer than 128 MiB is ever accepted by a bus.
pub(super) fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
