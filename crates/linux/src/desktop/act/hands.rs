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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PrivateDesktop, PrivateOptions};
    use deskpilot_core::{Aim, Gesture, Input, Point};
    use deskpilot_desktop::Desktop as _;
    use tokio::time::timeout;

    const A_WHILE: Duration = Duration::from_millis(200);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn while_one_session_has_the_pointer_another_does_not_move_it() {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut one = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let mut other = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let held = one.take_hands().await.unwrap();
        let before = other.pointer_at().await.unwrap();
        let point = Point { x: 300, y: 400 };
        let window = other.root_window().await.unwrap().id;
        let input = Input { window, aim: Aim::Point(point), gesture: Gesture::Hover };
        let waiting = timeout(A_WHILE, other.perform(&input)).await;
        assert!(waiting.is_err(), "it did not wait: {waiting:?}");
        assert_eq!(one.pointer_at().await.unwrap(), before);
        drop(held);
        other.perform(&input).await.unwrap();
        assert_eq!(one.pointer_at().await.unwrap(), point);
        assert!(one.take_hands().await.is_ok(), "it gave them back");
    }
}
