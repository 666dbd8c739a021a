//! Encodes values into the bytes of a message. Pure.

/// The bytes of a message, or of a part of one that begins at a multiple of eight; little-endian.
#[derive(Default)]
pub struct Writer {
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

    pub(super) fn long(&mut self, number: u64) {
        self.pad(8);
        self.bytes.extend(number.to_le_bytes());
    }

    pub(super) fn double(&mut self, number: f64) {
        self.pad(8);
        self.bytes.extend(number.to_le_bytes());
    }

    /// A string or a path: its length, its bytes, and a zero.
    pub(super) fn text(&mut self, text: &str) {
        self.word(length(text.len()));
        self.bytes.extend(text.as_bytes());
        self.byte(0);
    }

    /// An array whose items have this alignment; its length excludes the padding before the first item.
    pub(super) fn array(&mut self, alignment: usize, items: impl FnOnce(&mut Writer)) {
        self.word(0);
        let length_at = self.bytes.len() - 4;
        self.pad(alignment);
        let start = self.bytes.len();
        items(self);
        let length = length(self.bytes.len() - start);
        self.bytes[length_at..length_at + 4].copy_from_slice(&length.to_le_bytes());
    }

    /// A signature: a string with a one-byte length.
    pub(super) fn signature(&mut self, signature: &str) {
        // The protocol allows 255; nothing here comes near it.
        self.byte(u8::try_from(signature.len()).unwrap_or(u8::MAX));
        self.bytes.extend(signature.as_bytes());
        self.byte(0);
    }
}

/// A length as the protocol encodes it. No bus accepts more than 128 MiB.
pub(super) fn length(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
