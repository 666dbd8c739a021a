//! Which process it is. Pure.

/// A process: its number alone may be that of another one once it has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProcessIdentity {
    /// Its number.
    pub number: u32,
    /// When it was started, in units of 100 ns.
    pub started: u64,
}
