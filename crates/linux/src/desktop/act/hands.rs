//! The pointer and the keyboard, which other sessions on the display use too: one at a time.

use crate::LinuxError;
use crate::desktop::reader::Reader;
use crate::lease::{Held, InputLock, Taking};
use deskpilot_core::Point;
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long another session may take to come to an end: the longest drag, or a page of text.
const WAITING: Duration = Duration::from_secs(10);
/// How long it is waited between two tries.
const PAUSE: Duration = Duration::from_millis(5);

/// Acts at a desktop with its pointer and its keyboard, and by asking applications, on what the reader finds there.
pub(in crate::desktop) struct Hands {
    pub(in crate::desktop) reader: Reader,
    /// The pointer and the keyboard, as far as other sessions are concerned.
    lock: InputLock,
    /// When and where the pointer clicked last.
    pub(super) clicked: Option<(Instant, Point)>,
    /// Why the pointer may have met something else than what was meant.
    pub(super) doubt: Option<String>,
}

impl Hands {
    /// Hands that hold nothing.
    pub(in crate::desktop) fn new(reader: Reader, lock: InputLock) -> Hands {
        Hands { reader, lock, clicked: None, doubt: None }
    }

    /// Takes the pointer and the keyboard for ourselves; an error where another session does not give them back.
    pub(super) async fn take_input(&mut self) -> Result<Held, DesktopError> {
        let end = Instant::now() + WAITING;
        loop {
            let taking = self.lock.take().map_err(|error| LinuxError::io("use the lock of the hands", error));
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
        Some(hands).filter(|_| self.reader.windows.display.has_bound_keys())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinuxDesktop, PrivateDesktop, PrivateOptions};
    use deskpilot_core::{Aim, Gesture, Input, Point};
    use deskpilot_desktop::Desktop as _;
    use tokio::time::timeout;

    const A_WHILE: Duration = Duration::from_millis(200);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn while_one_session_has_the_pointer_another_does_not_move_it() {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut one = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let mut other = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let held = one.hands.take_input().await.unwrap();
        let before = other.hands.pointer_at().await.unwrap();
        let point = Point { x: 300, y: 400 };
        let window = other.root_window().await.unwrap().id;
        let input = Input { window, aim: Aim::Point(point), gesture: Gesture::Hover };
        let waiting = timeout(A_WHILE, other.perform(&input)).await;
        assert!(waiting.is_err(), "it did not wait: {waiting:?}");
        assert_eq!(one.hands.pointer_at().await.unwrap(), before);
        drop(held);
        other.perform(&input).await.unwrap();
        assert_eq!(one.hands.pointer_at().await.unwrap(), point);
        assert!(one.hands.take_input().await.is_ok(), "it gave them back");
    }
}
