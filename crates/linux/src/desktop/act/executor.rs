//! Owns what an action needs: the reader, and the lock under which sessions share pointer and keyboard.

use super::ruled_control::{CheckedControl, RuledControls};
use crate::LinuxError;
use crate::desktop::reading::reader::Reader;
use crate::desktop::waiting::settle::Signs;
use crate::lease::{InputGuard, InputLock, LockAttempt};
use deskpilot_core::{Control, Point};
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
    /// When and where the pointer last clicked.
    pub(super) clicked: Option<(Instant, Point)>,
    /// What the policy ruled on, where the input names no control.
    pub(super) ruled: RuledControls,
    /// The last check of the control that is pressed.
    pub(super) checked: Option<CheckedControl>,
    /// The controls that had the focus before the action: a part of a document, and what is around it.
    pub(super) focused: Vec<Control>,
    /// The control that did not get the keyboard, so that nothing was typed, and why.
    pub(super) unfocused: Option<String>,
    /// Why the pointer may have hit something other than the target.
    pub(super) doubt: Option<String>,
    /// Whether the application sent an event or drew after the last input.
    pub(super) signs: Signs,
    /// When a window of the application in use was last seen to have closed.
    pub(super) dialog_closed: Option<Instant>,
}

impl ActionExecutor {
    /// Takes no lock yet.
    pub(in crate::desktop) fn new(reader: Reader, lock: InputLock) -> ActionExecutor {
        ActionExecutor {
            reader,
            lock,
            clicked: None,
            ruled: RuledControls::default(),
            checked: None,
            focused: Vec::new(),
            unfocused: None,
            doubt: None,
            signs: Signs::Present,
            dialog_closed: None,
        }
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

    /// Releases the lock, unless keys are temporarily bound to other symbols: another session would type those.
    pub(super) fn while_bound(&self, guard: InputGuard) -> Option<InputGuard> {
        Some(guard).filter(|_| self.reader.windows.display.has_bound_keys())
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
