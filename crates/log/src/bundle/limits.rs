//! Size limits for bundles. They apply while reading, so a bundle that lies about its size is stopped early.

use crate::file::LARGEST_BLOB;

/// The limits, and how much of them is left.
#[derive(Clone, Copy, Debug)]
pub(super) struct BundleLimits {
    /// The number of further parts allowed.
    pub(super) parts: usize,
    /// The number of further bytes allowed, over all parts.
    pub(super) bytes: u64,
    /// The maximum size of one blob, in bytes.
    pub(super) blob: u64,
    /// The maximum size of the event log, in bytes.
    pub(super) events: u64,
}

impl BundleLimits {
    /// The default limits, far above any real session.
    pub(super) const USUAL: BundleLimits =
        BundleLimits { parts: 200_000, bytes: 8 << 30, blob: LARGEST_BLOB.in_bytes(), events: 256 << 20 };

    /// Counts one more part of this many bytes. The error says which limit it exceeds.
    pub(super) fn take(&mut self, bytes: u64) -> Result<(), String> {
        self.parts = self.parts.checked_sub(1).ok_or("it has more parts than any session has")?;
        self.bytes = self.bytes.checked_sub(bytes).ok_or("it holds more bytes than any session has")?;
        Ok(())
    }
}
