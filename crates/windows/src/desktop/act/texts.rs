//! Puts texts into edits by messages, and selects parts of texts.

use super::executor::Executor;
use super::phases::{AimedInput, Sent};
use super::way_end::{WayEnd, end_of_call};
use crate::desktop::errors::{blocking, of_call, of_thing};
use crate::desktop::reading::element::{Element, Origin};
use deskpilot_core::{Role, TextMode};
use deskpilot_desktop::DesktopError;
use deskpilot_win32::{
    Deadline, Delivery, Hwnd, Win32Error, positioned_text, replace_selection, select_text,
};
use std::ops::Range;
use std::time::Duration;
use tokio::time::Instant;

/// How long the messages about a text may take.
const PATIENCE: Duration = Duration::from_secs(2);

impl Executor {
    /// Puts a text into an edit as a paste does, so that its program hears of it.
    pub(super) async fn text_by_messages(
        &self,
        element: &Element,
        edit: Hwnd,
        text: &str,
        mode: TextMode,
    ) -> Result<WayEnd, DesktopError> {
        let text = text.to_owned();
        let done = blocking(move || {
            let deadline = Deadline::within(PATIENCE);
            select_for(edit, mode, deadline)?;
            replace_selection(edit, &text, deadline).map(|()| Delivery::Handled)
        });
        end_of_call(done.await?, element)
    }

    /// Selects in an edit or a combo box what a text replaces, or goes to its end; returns whether messages could do that.
    pub(super) async fn select_for_typing(
        &self,
        element: &Element,
        mode: TextMode,
    ) -> Result<bool, DesktopError> {
        let takes_text = matches!(element.control.role, Role::Edit | Role::ComboBox);
        let is_object = matches!(element.origin, Origin::Object(_));
        let Some(edit) = element.own_window().filter(|_| takes_text && is_object) else { return Ok(false) };
        let selected = blocking(move || select_for(edit, mode, Deadline::within(PATIENCE))).await?;
        match selected {
            Ok(()) => Ok(true),
            Err(Win32Error::Cannot(_) | Win32Error::Secret | Win32Error::System { .. }) => Ok(false),
            Err(error) => Err(of_thing(error, element.description())),
        }
    }

    /// Selects the first place of a text.
    pub(super) async fn select_part(
        &self,
        aimed: &AimedInput,
        element: &Element,
        part: &str,
    ) -> Result<Sent, DesktopError> {
        let what = element.description();
        let absent =
            || DesktopError::NotPossible { what: what.clone(), why: format!("it does not contain {part:?}") };
        match (&element.origin, element.own_window()) {
            (Origin::Uia { node, .. }, _) => {
                let called = self.reader.uia.until(Instant::now() + PATIENCE).select_text(node, part).await;
                let millis = u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX);
                let found = called
                    .map_err(|error| of_call(error, what.clone(), &aimed.reading.group.main, millis))?;
                found.then_some(Sent::Handled).ok_or_else(absent)
            }
            (Origin::Object(_), Some(edit)) => {
                let wanted = part.to_owned();
                let selecting = blocking(move || {
                    let deadline = Deadline::within(PATIENCE);
                    match place_of(&positioned_text(edit, deadline)?, &wanted) {
                        Some(place) => select_text(edit, Some(place), deadline).map(|()| true),
                        None => Ok(false),
                    }
                });
                let found = selecting.await?.map_err(|error| of_thing(error, what.clone()))?;
                found.then_some(Sent::Handled).ok_or_else(absent)
            }
            (Origin::Object(_) | Origin::Item { .. }, _) => {
                let why = "parts of its text cannot be selected; drag over them instead".into();
                Err(DesktopError::NotPossible { what, why })
            }
        }
    }
}

/// Selects the whole text, or nothing at its end.
fn select_for(edit: Hwnd, mode: TextMode, deadline: Deadline) -> Result<(), Win32Error> {
    match mode {
        TextMode::Replace => select_text(edit, None, deadline),
        // Beyond the end is the end, also where the text may not be read.
        TextMode::Append => select_text(edit, Some(u16::MAX..u16::MAX), deadline),
    }
}

/// Where a text occurs first, in units of 16 bits, whichever line breaks the other text has.
fn place_of(text: &str, part: &str) -> Option<Range<u16>> {
    let part = part.replace("\r\n", "\n");
    let spelled = ["\r\n", "\r"].map(|line_break| part.replace('\n', line_break));
    let (part, before) = spelled.iter().find_map(|it| Some((it, text.split_once(it.as_str())?.0)))?;
    let count = |text: &str| u16::try_from(text.encode_utf16().count()).ok();
    let start = count(before)?;
    Some(start..start.checked_add(count(part)?)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_found_in_units_of_16_bits() {
        for (text, part, expected) in [
            ("tea for two", "for", Some(4..7)),
            ("😀 tea", "tea", Some(3..6)),
            ("one\r\ntwo", "one\ntwo", Some(0..8)),
            ("one\rtwo three", "two", Some(4..7)),
            ("one\rtwo", "one\ntwo", Some(0..7)),
            ("tea", "milk", None),
        ] {
            assert_eq!(place_of(text, part), expected, "{part:?} in {text:?}");
        }
    }
}
