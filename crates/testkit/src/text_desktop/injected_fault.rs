//! Faults that tests inject.

use deskpilot_core::Refusal;
use deskpilot_desktop::DesktopError;

/// What happens to an input instead of its usual effect.
#[derive(Debug)]
pub enum InjectedFault {
    /// Its window closes before anything is sent.
    WindowVanishes,
    /// It reaches nothing, and its effect is unverified for this reason.
    Misses(String),
    /// It never returns.
    Hangs,
    /// The desktop refuses it for this reason.
    Refuses(Refusal),
    /// It fails with this error.
    Fails(DesktopError),
}
