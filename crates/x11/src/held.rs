//! What is held down at the moment.

/// What is held down, or otherwise not as it was found.
#[derive(Debug, Default)]
pub(super) struct Held {
    pub(super) keys: Vec<u8>,
    pub(super) buttons: Vec<u8>,
    /// How many were pressed so far.
    pub(super) presses: u64,
    /// Keys that were given symbols for a while.
    pub(super) bound: Vec<u8>,
}
