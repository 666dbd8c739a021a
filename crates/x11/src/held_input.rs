//! The keys and buttons currently held down.

/// Keys and buttons held down, and keys temporarily bound to other symbols.
#[derive(Debug, Default)]
pub(super) struct HeldInput {
    pub(super) keys: Vec<u8>,
    pub(super) buttons: Vec<u8>,
    /// How many presses there were so far.
    pub(super) presses: u64,
    /// Keys temporarily bound to other symbols.
    pub(super) bound: Vec<u8>,
}
