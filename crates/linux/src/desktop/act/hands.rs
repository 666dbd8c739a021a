//! The pointer and the keyboard, which other sessions on the display use too: one at a time.

use crate::LinuxError;
use crate::desktop::LinuxDesktop;
use crate::lease::{Held, Taking};
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long another session may take to come to an end: the longest drag, or a page of text.
const WAITING: Duration = Duration::from_secs(10);
/// How long it is waited between two tries.
const PAUSE: Duration = Duration::from_millis(5);

impl LinuxDesktop {
    /// Takes the pointer and the keyboard for ourselves; an error where another session does not give them back.
    pub(super) async fn take_hands(&mut self) -> Result<Held, DesktopError> {
        let end = Instant::now() + WAITING;
        loop {
            let taking =
                self.hands.take().map_err(|error| LinuxError::io("use the lock of the hands", error));
            match taking? {
                Taking::Taken(held) => return Ok(held),
                Taking::HeldBy(holder) if Instant::now() >= end => {
                    return Err(DesktopError::HandsTaken { process: holder.process });
                }
                Taking::HeldBy(_) => sleep(PAUSE).await,
            }
        }
    }

    /// Gives them back, unless keys have other symbols for a while, which another session would press for its own.
    pub(super) fn while_bound(&self, hands: Held) -> Option<Held> {
        Some(hands).filter(|_| self.display.has_bound_keys())
    }
}
