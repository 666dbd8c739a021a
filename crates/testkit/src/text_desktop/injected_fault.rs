//! Faults that tests inject.

use deskpilot_core::{ExistingState, Refusal};
use deskpilot_desktop::DesktopError;

/// What happens to an input instead of its usual effect.
#[derive(Debug)]
pub enum InjectedFault {
    /// Its window closes before anything is sent.
    WindowVanishes,
    /// It reaches nothing, and its effect is unverified for this reason.
    Misses(String),
    /// Its window closes only after its effect was looked for, which is unverified for this reason.
    ClosesLate(String),
    /// It reaches nothing, because this was so already.
    Needless(ExistingState),
    /// It is done, and from then on its application answers no look.
    StopsAnswering,
    /// It never returns.
    Hangs,
    /// The desktop refuses it for this reason.
    Refuses(Refusal),
    /// It fails with this error.
    Fails(DesktopError),
}
