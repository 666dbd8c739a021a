//! The hands of a person who is elsewhere, on the user's desktop.

use async_trait::async_trait;
use deskpilot_core::{Button, Modifier, Point, parse_keys};
use deskpilot_desktop::{DesktopError, RemoteHands, RemoteInput};
use deskpilot_win32::{
    ClipboardContent, Deadline, Hwnd, InputSender, KeySequence, Win32Error, foreground,
    key_sequence_of_chords, key_sequence_of_text, read_clipboard, toplevel_at, write_clipboard,
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};
use tokio::task::spawn_blocking;

/// How long another program may keep the clipboard open.
const CLIPBOARD: Duration = Duration::from_secs(3);

/// Hands with what they hold, apart from what the agent holds.
#[derive(Debug, Default)]
pub(super) struct WindowsHands {
    /// Sends everything but modifiers that stay held.
    sender: Arc<InputSender>,
    /// Holds modifiers for what the pointer does.
    modifiers: Arc<InputSender>,
    held: BTreeSet<Modifier>,
}

impl WindowsHands {
    /// Hands on a private desktop, on whose threads they are used.
    pub(super) fn posting() -> WindowsHands {
        let sender = || Arc::new(InputSender::posting());
        WindowsHands { sender: sender(), modifiers: sender(), held: BTreeSet::new() }
    }

    /// Makes calls of Win32, which block.
    async fn run<T: Send + 'static>(
        &self,
        call: impl FnOnce(&InputSender) -> Result<T, Win32Error> + Send + 'static,
    ) -> Result<T, DesktopError> {
        let sender = Arc::clone(&self.sender);
        spawn_blocking(move || call(&sender)).await.map_err(failed)?.map_err(failed)
    }

    async fn hold(&mut self, wanted: BTreeSet<Modifier>) -> Result<(), DesktopError> {
        if wanted == self.held {
            return Ok(());
        }
        let (sender, keys) = (Arc::clone(&self.modifiers), wanted.iter().copied().collect::<Vec<_>>());
        let changed = spawn_blocking(move || {
            sender.release_all()?;
            sender.press_modifiers(&keys)
        });
        // What was pressed before an error is not known, so the next call begins again.
        self.held.clear();
        changed.await.map_err(failed)?.map_err(failed)?;
        self.held = wanted;
        Ok(())
    }

    async fn press(&self, button: Button, at: Point) -> Result<(), DesktopError> {
        self.run(move |sender| sender.press_at(at, &under(at), button)).await
    }

    async fn send(
        &self,
        keys: impl FnOnce() -> Result<KeySequence, Win32Error> + Send + 'static,
    ) -> Result<(), DesktopError> {
        self.run(move |sender| sender.send_keys_to_focus(&keys()?)).await
    }
}

/// Whatever window is at a point: the person sees it.
fn under(point: Point) -> Vec<Hwnd> {
    toplevel_at(point).into_iter().collect()
}

#[async_trait]
impl RemoteHands for WindowsHands {
    async fn perform(&mut self, input: &RemoteInput) -> Result<(), DesktopError> {
        match input {
            RemoteInput::Move(at) => {
                let at = *at;
                self.run(move |sender| sender.move_to(at)).await
            }
            RemoteInput::Press(button) => self.press(button.button, button.point()).await,
            RemoteInput::Release(button) => {
                let (button, at) = (button.button, button.point());
                self.run(move |sender| sender.release_at(at, button)).await
            }
            RemoteInput::Hold(modifiers) => self.hold(modifiers.iter().copied().collect()).await,
            RemoteInput::Wheel(wheel) => {
                let (at, by) = (wheel.point(), wheel.turn());
                self.run(move |sender| sender.scroll_at(at, &under(at), by)).await
            }
            RemoteInput::Keys(keys) => {
                let chords = parse_keys(keys).map_err(failed)?;
                let nobody = || Win32Error::Cannot("no window has the keyboard".into());
                self.send(move || key_sequence_of_chords(&chords, foreground().ok_or_else(nobody)?)).await
            }
            RemoteInput::Text(text) => {
                let text = text.clone();
                self.send(move || key_sequence_of_text(&text)).await
            }
            RemoteInput::Paste(text) => {
                let text = text.clone();
                self.run(move |_| write_clipboard(&text, Deadline::within(CLIPBOARD))).await
            }
        }
    }

    async fn copied(&mut self) -> Result<String, DesktopError> {
        match self.run(|_| read_clipboard(Deadline::within(CLIPBOARD))).await? {
            ClipboardContent::Empty => Ok(String::new()),
            ClipboardContent::Text(found) => Ok(found.text),
            ClipboardContent::Unreadable(why) => Err(failed(why)),
        }
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        let held = self.hold(BTreeSet::new()).await;
        self.run(InputSender::release_all).await.and(held)
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn failed(error: impl ToString) -> DesktopError {
    DesktopError::NotPossible { what: "the person's input".into(), why: error.to_string() }
}
