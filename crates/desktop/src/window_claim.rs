//! The exclusive claim of one session on a window.

use std::any::Any;
use std::fmt;

/// A claim on a window for one task. Dropping it frees the window, and so does the end of the process.
#[must_use = "dropping it frees the window at once"]
pub struct WindowClaim {
    _guard: Box<dyn Any + Send + Sync>,
}

impl WindowClaim {
    /// A claim that lasts as long as the platform's guard, such as a lock.
    pub fn new(guard: impl Any + Send + Sync) -> WindowClaim {
        WindowClaim { _guard: Box::new(guard) }
    }
}

impl fmt::Debug for WindowClaim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Claim")
    }
}
