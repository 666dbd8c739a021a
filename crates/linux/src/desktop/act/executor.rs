//! Owns what outlasts an action: the reader, and the lock under which sessions share pointer and keyboard.

use super::input_method::InputMethod;
use super::last_click::LastClick;
use super::last_text::LastText;
use crate::LinuxError;
use crate::desktop::reading::reader::Reader;
use crate::lease::{InputGuard, InputLock, LockAttempt};
use deskpilot_desktop::DesktopError;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long to wait for another session to finish: the longest drag, or a page of text.
const WAITING: Duration = Duration::from_secs(10);
/// How long to wait between two attempts.
const PAUSE: Duration = Duration::from_millis(5);

/// Performs actions on what the reader finds: with the pointer and keyboard, and by accessibility calls.
pub(in crate::desktop) struct ActionExecutor {
    pub(in crate::desktop) reader: Reader,
    /// The lock that other sessions respect.
    lock: InputLock,
    pub(super) input_method: InputMethod,
    pub(super) clicked: LastClick,
    /// The text that the last action put into a field, as long as it may be given back.
    pub(super) last_text: Option<LastText>,
    /// When a window of the application in use was last seen to have closed.
    pub(super) dialog_closed: Option<Instant>,
}

impl ActionExecutor {
    /// Takes no lock yet.
    pub(in crate::desktop) fn new(
        reader: Reader,
        lock: InputLock,
        input_method: InputMethod,
    ) -> ActionExecutor {
        let (clicked, last_text, dialog_closed) = (LastClick::default(), None, None);
        ActionExecutor { reader, lock, input_method, clicked, last_text, dialog_closed }
    }

    /// Takes the lock on pointer and keyboard; fails if another session keeps it for 10 s.
    pub(super) async fn take_input(&mut self) -> Result<InputGuard, DesktopError> {
        let end = Instant::now() + WAITING;
        loop {
            let taking =
                self.lock.take().map_err(|error| LinuxError::io("lock the pointer and the keyboard", error));
            match taking? {
                LockAttempt::Acquired(held) => return Ok(held),
                LockAttempt::HeldBy(holder) if Instant::now() >= end => {
                    return Err(DesktopError::InputTaken { process: holder.process });
                }
                LockAttempt::HeldBy(_) => sleep(PAUSE).await,
            }
        }
    }

    /// Releases the lock, unless keys are temporarily bound to other symbols, which another session would type, or the input method is
    /// off, which would come back while another session types.
    pub(super) fn while_bound(&self, guard: InputGuard) -> Option<InputGuard> {
        Some(guard).filter(|_| self.input_method.is_off() || self.reader.windows.display.has_bound_keys())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LinuxDesktop, PrivateDesktop, PrivateOptions};
    use deskpilot_core::{Aim, Gesture, Input, Point};
    use deskpilot_desktop::{Desktop as _, WindowList as _};
    use tokio::time::timeout;

    const A_WHILE: Duration = Duration::from_millis(200);

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn while_one_session_has_the_pointer_another_does_not_move_it() {
        let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await.unwrap();
        let mut one = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let mut other = LinuxDesktop::connect(private.seat().clone()).await.unwrap();
        let held = one.executor.take_input().await.unwrap();
        let before = other.executor.pointer_position().await.unwrap();
        let point = Point { x: 300, y: 400 };
        let window = other.root_window().await.unwrap().id;
        let input = Input { window, aim: Aim::Point(point), gesture: Gesture::Hover };
        let waiting = timeout(A_WHILE, other.perform(&input)).await;
        assert!(waiting.is_err(), "it did not wait: {waiting:?}");
        assert_eq!(one.executor.pointer_position().await.unwrap(), before);
        drop(held);
        other.perform(&input).await.unwrap();
        assert_eq!(one.executor.pointer_position().await.unwrap(), point);
        assert!(one.executor.take_input().await.is_ok(), "it gave them back");
    }
}
