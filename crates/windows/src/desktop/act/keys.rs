//! Presses keys and types texts, for the control or the window that has the keyboard as they are sent.

use super::executor::{Executor, SendError};
use super::phases::AimedInput;
use super::target::Target;
use crate::desktop::errors::{blocking, of_thing};
use crate::desktop::reading::element::Element;
use deskpilot_core::{Button, Chord, Key, Modifier, Role, State, TextMode};
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{
    Deadline, Hwnd, InputMethodState, KeySequence, Win32Error, focused_control, has_open_menu, input_method,
    key_sequence_of_chords, key_sequence_of_text, set_input_method,
};
use std::time::Duration;

/// How many characters are sent at once: in between, the keyboard may have gone elsewhere.
const PORTION: usize = 50;
/// How long an input method may take for each answer.
const INPUT_METHOD: Duration = Duration::from_millis(200);

impl Executor {
    /// Presses these keys.
    pub(super) async fn press_keys(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
        chords: &[Chord],
    ) -> Result<(), SendError> {
        self.take_keyboard(aimed, element).await?;
        self.send_chords(aimed, chords).await.map_err(SendError::from)
    }

    /// Types a text as a person would.
    pub(super) async fn type_text(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
        text: &str,
        mode: TextMode,
    ) -> Result<(), SendError> {
        self.take_keyboard(aimed, element).await?;
        let is_selected = match element {
            Some(element) => self.select_for_typing(element, mode).await?,
            None => false,
        };
        if !is_selected {
            self.send_chords(aimed, &chords_before(element, text, mode)).await?;
        }
        // Nothing is typed that would replace the selected text, so a key removes it.
        if is_selected && text.is_empty() && mode == TextMode::Replace {
            self.send_chords(aimed, &[Chord::plain(Key::Delete)]).await?;
        }
        let typed = key_sequence_of_text(text);
        let typed = typed.map_err(|error| of_thing(error, aimed.target.description(&aimed.reading)))?;
        self.send_sequence(aimed, typed).await.map_err(SendError::from)
    }

    /// Gives the target the keyboard.
    async fn take_keyboard(
        &mut self,
        aimed: &AimedInput,
        element: Option<&Element>,
    ) -> Result<(), SendError> {
        match (element, &aimed.target) {
            (Some(element), _) => {
                self.check_no_menu(aimed, element).await?;
                self.focus(aimed, element).await?;
            }
            (None, Target::Place(_)) => self.click(aimed, None, Button::Left, 1, &[]).await?,
            (None, _) => self.bring_to_front(&aimed.reading.group).await?,
        }
        Ok(self.close_input_method(aimed.reading.group.main.hwnd).await?)
    }

    /// Closes the input method of what has the keyboard, which would make other characters of the keys.
    async fn close_input_method(&mut self, window: Hwnd) -> Result<(), DesktopError> {
        let deadline = Deadline::within(INPUT_METHOD);
        let open = blocking(move || {
            let focused = focused_control().unwrap_or(window);
            Ok::<_, Win32Error>(
                (input_method(focused, deadline)? == InputMethodState::Open).then_some(focused),
            )
        });
        // One that does not answer gets characters that most of them let through.
        let Ok(Some(open)) = open.await? else { return Ok(()) };
        // Noted first: an action that is dropped meanwhile must leave it open.
        self.closed_input_method = Some(open);
        blocking(move || drop(set_input_method(open, InputMethodState::Closed, deadline))).await
    }

    /// Opens the input method again that an action closed. Not before its keys have had their effect: messages overtake them.
    pub(super) async fn reopen_input_method(&mut self) -> Result<(), DesktopError> {
        let Some(window) = self.closed_input_method.take() else { return Ok(()) };
        let deadline = Deadline::within(INPUT_METHOD);
        // Its window may be gone by now.
        blocking(move || drop(set_input_method(window, InputMethodState::Open, deadline))).await
    }

    /// Fails where a menu would take the keys that are for another control.
    async fn check_no_menu(&self, aimed: &AimedInput, element: &Element) -> Result<(), SendError> {
        let is_of_menu = matches!(element.control.role, Role::Menu | Role::MenuBar | Role::MenuItem);
        let window = aimed.reading.group.main.hwnd;
        if is_of_menu || !blocking(move || has_open_menu(window)).await? {
            return Ok(());
        }
        let by =
            "a menu that is open, which takes every key: choose one of its items, or close it with Escape";
        Err(DesktopError::Obscured { what: element.description(), by: by.into() }.into())
    }

    async fn send_chords(&self, aimed: &AimedInput, chords: &[Chord]) -> Result<(), DesktopError> {
        let (window, chords) = (aimed.reading.group.main.hwnd, chords.to_vec());
        let sequence = blocking(move || key_sequence_of_chords(&chords, window)).await?;
        let what = || aimed.target.description(&aimed.reading);
        self.send_sequence(aimed, sequence.map_err(|error| of_thing(error, what()))?).await
    }

    async fn send_sequence(&self, aimed: &AimedInput, sequence: KeySequence) -> Result<(), DesktopError> {
        for portion in sequence.portions(PORTION) {
            self.with_devices(aimed, move |devices, windows| devices.send_keys(&portion, windows)).await?;
        }
        Ok(())
    }
}

/// The keys before a text: they select what it replaces, or go to where it is added.
fn chords_before(element: Option<&Element>, text: &str, mode: TextMode) -> Vec<Chord> {
    let control = |key| Chord { held: vec![Modifier::Control], key };
    let Some(element) = element else { return Vec::new() };
    let is_long = element.control.states.has(State::MultiLine) || element.control.role == Role::Document;
    match mode {
        _ if element.control.role == Role::Terminal => Vec::new(),
        TextMode::Replace if text.is_empty() => vec![control(Key::Char('a')), Chord::plain(Key::Delete)],
        TextMode::Replace => vec![control(Key::Char('a'))],
        TextMode::Append if is_long => vec![control(Key::End)],
        TextMode::Append => vec![Chord::plain(Key::End)],
    }
}
