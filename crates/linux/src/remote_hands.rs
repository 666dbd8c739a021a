//! The hands of a person who is elsewhere, on an X11 desktop.

use crate::{LinuxError, Seat};
use async_trait::async_trait;
use deskpilot_core::{Modifier, parse_keys};
use deskpilot_desktop::{DesktopError, RemoteHands, RemoteInput};
use deskpilot_x11::{
    self as x11, Clipboard, ClipboardContent, Display, KeySequence, PingAnswer, PingWatch, Server, XError,
};
use std::{collections::BTreeSet, time::Duration};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep},
};

/// How long a program may take to read keys that were bound for a letter which no key has, before they are unbound, and what was
/// typed is lost.
const READING: Duration = Duration::from_secs(10);
/// The same where its window does not say when it has read them.
const UNASKED: Duration = Duration::from_millis(250);

/// The most characters of one job: a long text ends within one where somebody else takes over.
const PORTION: usize = 200;

/// Hands with a connection of their own, so that what the agent holds and what they hold are two things.
pub struct LinuxHands {
    display: Display,
    pings: PingWatch,
    clipboard: Clipboard,
}

impl LinuxHands {
    /// Hands on the desktop of this seat.
    ///
    /// # Errors
    /// Its X server cannot be reached.
    pub async fn connect(seat: &Seat) -> Result<LinuxHands, LinuxError> {
        let display = Display::connect(&seat.display).await;
        let display = display.map_err(|error| LinuxError::no_display(seat.display(), error))?;
        let pings = PingWatch::start(&display).await;
        let pings = pings.map_err(|error| LinuxError::no_display(seat.display(), error))?;
        Ok(LinuxHands { display, pings, clipboard: Clipboard::of(&seat.display) })
    }

    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Server) -> Result<T, XError> + Send + 'static,
    ) -> Result<T, DesktopError> {
        self.display.run(work).await?.map_err(failed)
    }

    async fn send(&mut self, sequences: Vec<KeySequence>) -> Result<(), DesktopError> {
        for sequence in sequences {
            let is_bound = !sequence.bind.is_empty();
            for portion in sequence.portions(PORTION) {
                self.run(move |server| {
                    x11::bind_spare_keys(server, &portion)?;
                    x11::send_keys_to_focus(server, &portion)
                })
                .await?;
            }
            if is_bound {
                self.until_read().await?;
                self.run(x11::unbind_spare_keys).await?;
            }
        }
        Ok(())
    }

    /// Waits until the window with the keyboard has read the keys that were sent.
    async fn until_read(&mut self) -> Result<(), DesktopError> {
        if let Some(window) = self.run(x11::active_window).await?
            && self.pings.until_handled(window, Instant::now() + READING).await? != PingAnswer::Unsupported
        {
            return Ok(());
        }
        sleep(UNASKED).await;
        Ok(())
    }

    async fn paste(&self, text: String) -> Result<(), DesktopError> {
        let clipboard = self.clipboard.clone();
        let written = spawn_blocking(move || clipboard.write(&text)).await;
        written.map_err(failed)?.map_err(failed)
    }
}

#[async_trait]
impl RemoteHands for LinuxHands {
    async fn perform(&mut self, input: &RemoteInput) -> Result<(), DesktopError> {
        match input {
            RemoteInput::Move(at) => {
                let at = *at;
                self.run(move |server| x11::move_to(server, at)).await
            }
            RemoteInput::Press(button) => {
                let (button, at) = (button.button, button.point());
                self.run(move |server| {
                    x11::move_to(server, at)?;
                    x11::press(server, button)
                })
                .await
            }
            RemoteInput::Release(button) => {
                let (button, at) = (button.button, button.point());
                self.run(move |server| {
                    x11::move_to(server, at)?;
                    x11::release(server, button)
                })
                .await
            }
            RemoteInput::Hold(modifiers) => {
                let modifiers: BTreeSet<Modifier> = modifiers.iter().copied().collect();
                let modifiers: Vec<Modifier> = modifiers.into_iter().collect();
                self.run(move |server| x11::hold_modifiers(server, &modifiers)).await
            }
            RemoteInput::Wheel(wheel) => {
                let (at, by) = (wheel.point(), wheel.turn());
                self.run(move |server| {
                    x11::move_to(server, at)?;
                    x11::scroll(server, by)
                })
                .await
            }
            RemoteInput::Keys(keys) => {
                let chords = parse_keys(keys).map_err(failed)?;
                let sequences = self.run(move |server| x11::key_sequences_of_chords(server, &chords)).await?;
                self.send(sequences).await
            }
            RemoteInput::Text(text) => {
                let text = text.clone();
                let sequences = self.run(move |server| x11::key_sequences_of_text(server, &text)).await?;
                self.send(sequences).await
            }
            RemoteInput::Paste(text) => self.paste(text.clone()).await,
        }
    }

    async fn copied(&mut self) -> Result<String, DesktopError> {
        let clipboard = self.clipboard.clone();
        match spawn_blocking(move || clipboard.read()).await.map_err(failed)?.map_err(failed)? {
            ClipboardContent::Empty => Ok(String::new()),
            ClipboardContent::Text(text) => Ok(text),
            ClipboardContent::Unreadable(why) => Err(failed(why)),
        }
    }

    async fn release(&mut self) -> Result<(), DesktopError> {
        self.run(|server| {
            x11::release_all(server)?;
            x11::unbind_spare_keys(server)
        })
        .await
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn failed(error: impl ToString) -> DesktopError {
    DesktopError::NotPossible { what: "the person's input".into(), why: error.to_string() }
}
