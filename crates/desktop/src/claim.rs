//! A window that one session works in, so that no other does meanwhile.

use std::any::Any;
use std::fmt;

/// A window that is taken for one task. Dropping it gives the window back; so does the end of the process, however it
/// ends.
#[must_use = "the window is given back as soon as this is dropped"]
pub struct Claim {
    _held: Box<dyn Any + Send + Sync>,
}

impl Claim {
    /// A claim that lasts as long as what a platform holds it with.
    pub fn held_by(held: impl Any + Send + Sync) -> Claim {
        Claim { _held: Box::new(held) }
    }
}

impl fmt::Debug for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Claim")
    }
}
