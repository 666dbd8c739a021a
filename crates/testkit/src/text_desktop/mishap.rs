//! What can go wrong on purpose.

use deskpilot_core::Refusal;
use deskpilot_desktop::DesktopError;

/// What an input meets with instead of its usual effect.
#[derive(Debug)]
pub enum Mishap {
    /// Its window closes before anything is sent.
    WindowVanishes,
    /// It never returns; only dropping it ends the wait.
    Hangs,
    /// Nothing is sent, for this reason.
    Refuses(Refusal),
    /// It fails with this error.
    Fails(DesktopError),
}
