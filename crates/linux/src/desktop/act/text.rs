//! Puts text into controls, by accessibility where possible, else by typing.

use super::ruled_control::Check;
use super::sender::Sender;
use crate::desktop::errors::of_call_error;
use crate::desktop::reading::find_again::{FoundControl, Target};
use crate::desktop::reading::reader::PATIENCE;
use crate::desktop::windows::window_group::WindowGroup;
use deskpilot_atspi::CallError;
use deskpilot_atspi::Interface;
use deskpilot_core::{Chord, Key, Modifier, Role, State, TextMode};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// Whether accessibility sets the text, which needs neither the keyboard nor a raised window.
pub(super) fn is_set_by_accessibility(found: &FoundControl, text: &str) -> bool {
    let states = found.element.states();
    let facts = &found.element.facts;
    // In a single line, a line break is the Enter key and a tab moves to the next field.
    let has_keys = text.contains(['\n', '\t']) && !states.has(State::MultiLine);
    facts.offers(Interface::EditableText)
        && states.has(State::Editable)
        && !states.has(State::Protected)
        && !matches!(facts.kind(), Role::Terminal | Role::Spinner)
        && !has_keys
}

impl Sender<'_> {
    pub(super) async fn put_text(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        text: &str,
        mode: TextMode,
    ) -> Result<(), DesktopError> {
        let Some(found) = target.control() else { return self.type_text(group, target, text, mode).await };
        if let Some(why) = refusal(found) {
            return Err(found.cannot(why));
        }
        if is_set_by_accessibility(found, text) {
            self.check(group, target, Check::Usable).await?;
            return self.set_by_accessibility(group, found, text, mode).await;
        }
        self.type_text(group, target, text, mode).await
    }

    async fn set_by_accessibility(
        &mut self,
        group: &WindowGroup,
        found: &FoundControl,
        text: &str,
        mode: TextMode,
    ) -> Result<(), DesktopError> {
        let started = Instant::now();
        let caller = self.reader.bus.until(started + PATIENCE);
        let (node, text) = (&found.element.node, text.replace("\r\n", "\n"));
        let accepted = match mode {
            TextMode::Replace => caller.set_text(node, &text).await,
            TextMode::Append => match caller.character_count(node).await {
                Ok(end) => caller.insert_text(node, end, &text).await,
                Err(error) => Err(error),
            },
        };
        match accepted {
            // If the control refuses and nothing changes, the caller types the text instead.
            Ok(_) | Err(CallError::Unknown(_)) => Ok(()),
            Err(error) => Err(of_call_error(error, &group.client, started)),
        }
    }

    /// Types the text as a person would.
    pub(super) async fn type_text(
        &mut self,
        group: &WindowGroup,
        target: &Target,
        text: &str,
        mode: TextMode,
    ) -> Result<(), DesktopError> {
        let multi_line = target.control().is_some_and(|found| found.element.states().has(State::MultiLine));
        let kind = target.control().map(|found| found.element.facts.kind());
        let is_document = kind == Some(Role::Document);
        let is_sheet = is_document && self.is_keyboard_in_sheet();
        let control = |key| Chord { held: vec![Modifier::Control], key };
        let chords = match mode {
            _ if kind == Some(Role::Terminal) => Vec::new(),
            // In a sheet, typing replaces the cell's content, and other keys do something else.
            TextMode::Replace if is_sheet && text.is_empty() => vec![Chord::plain(Key::Delete)],
            _ if is_sheet => Vec::new(),
            TextMode::Replace if kind == Some(Role::Cell) => Vec::new(),
            // F2 edits the cell and puts the caret at its end; without it the text would replace the content.
            TextMode::Append if kind == Some(Role::Cell) => vec![Chord::plain(Key::F(2))],
            // What is selected stays until something replaces it, and an empty text types nothing.
            TextMode::Replace if text.is_empty() => vec![control(Key::Char('a')), Chord::plain(Key::Delete)],
            TextMode::Replace => vec![control(Key::Char('a'))],
            // Without a control it is unknown what End would do where the keyboard is.
            TextMode::Append if target.control().is_none() => Vec::new(),
            TextMode::Append if multi_line || is_document => vec![control(Key::End)],
            TextMode::Append => vec![Chord::plain(Key::End)],
        };
        let windows = self.press_keys(group, target, &chords).await?;
        self.type_keys(group, &windows, text).await?;
        // A cell takes its text at Enter; what ends with a line break or a tab has left it already.
        if kind == Some(Role::Cell) && !text.ends_with(['\n', '\t']) {
            return self.type_keys(group, &windows, "\n").await;
        }
        if kind == Some(Role::Spinner) && !text.ends_with(['\n', '\t']) {
            return Box::pin(self.commit(group, target)).await;
        }
        Ok(())
    }
}

fn refusal(found: &FoundControl) -> Option<&'static str> {
    let states = found.element.states();
    match found.element.facts.kind() {
        Role::Terminal => None,
        Role::Edit | Role::Document | Role::Spinner | Role::ComboBox if states.has(State::Editable) => None,
        // Qt does not say of a spin button that it can be edited. What was typed is read back.
        Role::Spinner if states.has(State::Focusable) && !states.has(State::ReadOnly) => None,
        Role::Edit | Role::Document | Role::Spinner => Some("its text cannot be changed"),
        Role::ComboBox => {
            Some("it has no text of its own; select an item, or put the text into its text field")
        }
        // Cells and parts of pages that are edited in place. Firefox offers to change the text of everything on a page.
        _ if states.has(State::Editable) => None,
        Role::Cell => None,
        _ => Some("it holds no text that can be changed"),
    }
}
