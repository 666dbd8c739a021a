//! How much a session may be: what lies about its size is stopped while it is read.

/// The most there may be of each.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    /// Parts that are still let in.
    pub(super) parts: usize,
    /// Bytes of all parts that are still let in.
    pub(super) bytes: u64,
    /// The most bytes of one blob.
    pub(super) blob: u64,
    /// The most bytes of what happened.
    pub(super) events: u64,
}

impl Room {
    /// Far more than any session has been.
    pub(super) const USUAL: Room = Room { parts: 200_000, bytes: 8 << 30, blob: 64 << 20, events: 256 << 20 };

    /// Lets a part of so many bytes in, or says why not.
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), String> {
        self.parts = self.parts.checked_sub(1).ok_or("it has more parts than any session has")?;
        self.bytes = self.bytes.checked_sub(bytes).ok_or("it holds more bytes than any session has")?;
        Ok(())
    }
}
