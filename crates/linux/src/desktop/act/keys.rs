//! Gestures with the keyboard, and moving the focus to their target.

use super::dialogs::wait_for_default_button;
use super::ruled_control::Check;
use super::sender::Sender;
use crate::desktop::errors::{of_call_error, of_x_error};
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::CallError;
use deskpilot_core::{Button, Chord, Key, Role, State};
use deskpilot_desktop::DesktopError;
use deskpilot_x11::{self as x11, KeySequence, StrokeKind, XError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How long applications take to reload the keymap; no event announces when they have.
const LEARNING: Duration = Duration::from_millis(80);
/// How long a window may take to get the keyboard focus.
const ACTIVATION: Duration = Duration::from_millis(1500);
/// How long a control may take to get the focus after that.
const FOCUSING: Duration = Duration::from_secs(1);
/// The same where a click gives it the focus otherwise.
const BEFORE_CLICK: Duration = Duration::from_millis(300);
/// How many characters to send before asking the application whether it has handled them.
const PORTION: usize = 100;
/// How long to wait for the first event after a key that is no character, where the application lags: of three Tabs in a sheet
/// that follow each other sooner one is lost at times.
const SIGN: Duration = Duration::from_millis(200);
/// How long to wait between two checks of the focus.
const PAUSE: Duration = Duration::from_millis(5);

/// The keyboard focus that was given.
pub(super) struct Keyboard {
    /// The windows that keys may go to, without any dialog that opens by itself.
    pub(super) windows: Vec<u32>,
    focus: Focus,
}

/// How the control with the focus is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    /// It reports that it has it.
    Reported,
    /// It was clicked, or the window knows.
    Assumed,
    /// It accepted the focus, but did not report that it has it.
    Unreported,
}

impl Sender<'_> {
    /// Presses chords in the target; returns the windows that further keys for it may go to.
    pub(super) async fn press_keys(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        chords: &[Chord],
    ) -> Result<Vec<u32>, DesktopError> {
        // Before the focus is checked: it takes its time, and what is typed next follows the check.
        self.input_method.switch_off().await;
        let keyboard = self.focus(group, target).await?;
        let mut is_checked = false;
        for run in runs(chords, group, is_enter) {
            if run.first().is_some_and(is_enter) {
                wait_for_default_button(self.reader, group).await?;
            }
            let chords = run.to_vec();
            let planned = self
                .reader
                .windows
                .display
                .run(move |server| x11::key_sequences_of_chords(server, &chords))
                .await?;
            let sequences = planned.map_err(|error| of_keyboard(error, group))?;
            // After planning and right before the first key: the focus may move in the time that planning takes.
            if !std::mem::replace(&mut is_checked, true) {
                self.check_keyboard(group, target, keyboard.focus).await?;
            }
            self.press(group, &keyboard.windows, sequences).await?;
        }
        // No chords: only the focus was wanted.
        if !is_checked {
            self.check_keyboard(group, target, keyboard.focus).await?;
        }
        Ok(keyboard.windows)
    }

    /// Checks what has the focus, right before the first key.
    async fn check_keyboard(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        focus: Focus,
    ) -> Result<(), DesktopError> {
        match (target, focus) {
            (Target::Window, _) | (Target::Control(_), Focus::Reported) => {
                self.check(group, target, Check::Focused).await
            }
            (Target::Control(_), Focus::Assumed | Focus::Unreported) => {
                self.check(group, target, Check::Usable).await
            }
            // The click that gave it the focus checked it.
            (Target::Place(..), _) => Ok(()),
        }
    }

    /// Types a text at the focus, as long as one of these windows has it. The caller has switched the input method off.
    pub(super) async fn type_keys(
        &mut self,
        group: &WindowGroup,
        windows: &[u32],
        text: &str,
    ) -> Result<(), DesktopError> {
        let characters: Vec<char> = text.chars().collect();
        for run in runs(&characters, group, |it| *it == '\n') {
            if run.first() == Some(&'\n') {
                wait_for_default_button(self.reader, group).await?;
            }
            let text: String = run.iter().collect();
            let planned = self
                .reader
                .windows
                .display
                .run(move |server| x11::key_sequences_of_text(server, &text))
                .await?;
            let sequences = planned.map_err(|error| of_keyboard(error, group))?;
            self.press(group, windows, sequences).await?;
        }
        Ok(())
    }

    /// Presses keys as long as one of these windows has the focus.
    async fn press(
        &mut self,
        group: &WindowGroup,
        windows: &[u32],
        sequences: Vec<KeySequence>,
    ) -> Result<(), DesktopError> {
        for (index, sequence) in sequences.into_iter().enumerate() {
            if !sequence.bind.is_empty() {
                // Applications must read the earlier keys before their keymap changes.
                sleep(if index == 0 { Duration::ZERO } else { LEARNING }).await;
                let (binding, bound) = (sequence.clone(), self.reader.windows.display.clone());
                bound
                    .run(move |server| x11::bind_spare_keys(server, &binding))
                    .await?
                    .map_err(|error| of_keyboard(error, group))?;
                sleep(LEARNING).await;
            }
            for portion in sequence.portions(PORTION) {
                self.press_portion(group, windows, portion).await?;
            }
        }
        Ok(())
    }

    /// Presses a few keys, and waits until the application has handled them: a key may change what takes the next.
    async fn press_portion(
        &mut self,
        group: &WindowGroup,
        windows: &[u32],
        portion: KeySequence,
    ) -> Result<(), DesktopError> {
        let (windows, kind) = (windows.to_vec(), portion.kind());
        // Counted before sending: the first event may arrive before the send returns.
        let before = self.reader.events_of(group);
        let sending =
            self.reader.windows.display.run(move |server| x11::send_keys(server, &portion, &windows));
        sending.await?.map_err(|error| of_keyboard(error, group))?;
        self.reader.until_ready(group, kind).await?;
        if kind == StrokeKind::Command && self.reader.lags(group) {
            self.reader.until_event_after(group, before, Instant::now() + SIGN).await;
        }
        Ok(())
    }

    /// Focuses the window, and the target in it, for keys to follow.
    pub(super) async fn focus(
        &mut self,
        group: &WindowGroup,
        target: &Target,
    ) -> Result<Keyboard, DesktopError> {
        let keyboard = self.move_focus(group, target).await?;
        match (keyboard.focus, target) {
            (Focus::Unreported, Target::Control(found)) => {
                Err(found
                    .cannot("it was given the keyboard and does not show that it has it; nothing was typed"))
            }
            _ => Ok(keyboard),
        }
    }

    /// Focuses the window, and the target in it. A control that does not report it may have the focus all the same.
    pub(super) async fn move_focus(
        &mut self,
        group: &WindowGroup,
        target: &Target,
    ) -> Result<Keyboard, DesktopError> {
        match target {
            Target::Window => {
                let window = self.give_keyboard(group, group.ids(), group.client.id).await?;
                Ok(Keyboard { windows: vec![window], focus: Focus::Assumed })
            }
            Target::Place(..) => {
                self.click(group, target, Button::Left, 1, &[]).await?;
                // The click may have given the keyboard to any window of the group.
                Ok(Keyboard { windows: group.ids(), focus: Focus::Assumed })
            }
            Target::Control(found) => {
                let window = found.member.client.as_ref().map(|client| client.id);
                let accepted = window.map_or_else(|| group.ids(), |window| vec![window]);
                let wanted = window.unwrap_or(group.client.id);
                self.give_keyboard(group, accepted.clone(), wanted).await?;
                let focus = self.focus_in_window(group, target, found).await?;
                Ok(Keyboard { windows: accepted, focus })
            }
        }
    }

    async fn focus_in_window(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        found: &FoundControl,
    ) -> Result<Focus, DesktopError> {
        // From the least to the most intrusive: a click may do more than move the focus.
        if found.element.states().has(State::Focused) {
            return Ok(Focus::Reported);
        }
        if self.is_keyboard_in_document(found).await {
            return Ok(Focus::Assumed);
        }
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let is_accepted = match caller.grab_focus(&found.element.node).await {
            Ok(accepted) => accepted,
            // Not every toolkit has this call.
            Err(CallError::Unknown(_)) => false,
            Err(error) => return Err(of_call_error(error, &group.client, started)),
        };
        if is_accepted && self.gets_focus(group, found).await? {
            return Ok(Focus::Reported);
        }
        // A click into the middle of a sheet would move the cursor to another cell (decision 63).
        if found.element.facts.kind() == Role::Document && self.is_keyboard_in_sheet() {
            return Err(found.cannot("the keyboard is elsewhere; click the cell that is meant"));
        }
        if found.element.facts.kind().is_focused_by_click() {
            self.click_for_keyboard(group, target, found).await?;
            return Ok(Focus::Assumed);
        }
        match is_accepted {
            true => Ok(Focus::Unreported),
            false => Err(found.cannot("it does not take the keyboard; click it instead")),
        }
    }

    /// Whether a control that accepted the focus has it a moment later.
    async fn gets_focus(&mut self, group: &WindowGroup, found: &FoundControl) -> Result<bool, DesktopError> {
        let is_clicked_next = found.element.facts.kind().is_focused_by_click();
        let end = Instant::now() + if is_clicked_next { BEFORE_CLICK } else { FOCUSING };
        while Instant::now() < end {
            let started = Instant::now();
            let states = self.reader.bus.until(started + PATIENCE).states(&found.element.node).await;
            let bits = states.map_err(|error| of_call_error(error, &group.client, started))?;
            let facts = &found.element.facts;
            if facts.states_of(bits).has(State::Focused) {
                return Ok(true);
            }
            sleep(PAUSE).await;
        }
        Ok(false)
    }

    /// Asks the window to close, as its close button does.
    pub(super) async fn ask_to_close(&mut self, group: &WindowGroup) -> Result<(), DesktopError> {
        let window = group.client.id;
        let asking = self.reader.windows.display.run(move |server| x11::ask_to_close(server, window)).await?;
        asking.map_err(|error| of_keyboard(error, group))
    }

    /// Activates the wanted window, unless another accepted one is active; returns the one with the keyboard focus.
    async fn give_keyboard(
        &mut self,
        group: &WindowGroup,
        accepted: Vec<u32>,
        wanted: u32,
    ) -> Result<u32, DesktopError> {
        let end = Instant::now() + ACTIVATION;
        let mut asked = false;
        loop {
            let accepted = accepted.clone();
            let looking =
                self.reader.windows.display.run(move |server| x11::window_with_keyboard(server, &accepted));
            if let Some(window) = looking.await?.map_err(|error| of_keyboard(error, group))? {
                return Ok(window);
            }
            if Instant::now() >= end {
                let what = format!("{:?}", group.client.title);
                return Err(DesktopError::NotPossible { what, why: "it does not take the keyboard".into() });
            }
            // Asked once; after that it is up to the window manager.
            if !asked {
                asked = true;
                let asking =
                    self.reader.windows.display.run(move |server| x11::activate(server, wanted)).await?;
                asking.map_err(|error| of_keyboard(error, group))?;
            }
            sleep(PAUSE).await;
        }
    }
}

/// In a dialog, splits before each Enter; anywhere else, returns everything in one run.
fn runs<'a, T>(
    all: &'a [T],
    group: &WindowGroup,
    is_enter: impl Fn(&T) -> bool + 'a,
) -> impl Iterator<Item = &'a [T]> {
    // Enter presses the default button of a dialog, which may not be enabled yet.
    let is_dialog = group.has_dialog();
    all.chunk_by(move |_, next| !(is_dialog && is_enter(next)))
}

fn is_enter(chord: &Chord) -> bool {
    *chord == Chord::plain(Key::Enter)
}

fn of_keyboard(error: XError, group: &WindowGroup) -> DesktopError {
    let what = format!("{:?}", group.client.title);
    match error {
        XError::NotActive(who) => DesktopError::OutOfDate { what, why: format!("{who} took the keyboard") },
        error => of_x_error(error, DesktopError::WindowGone(group.client.title.clone())),
    }
}
