//! The whole texts of controls, and what is selected in them.

use super::element::{Element, Origin};
use super::reader::Reader;
use crate::desktop::errors::{blocking, of_call, of_thing};
use deskpilot_core::{Role, State};
use deskpilot_desktop::DesktopError;
use deskpilot_desktop::verdict::Caret;
use deskpilot_win32::{Deadline, Hwnd, Toplevel, Win32Error, items, positioned_text, text, text_selection};
use std::ops::Range;
use std::time::Duration;
use tokio::time::Instant;

/// How long the text of a control may take.
pub(in crate::desktop) const PATIENCE: Duration = Duration::from_secs(2);

/// The selected part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::desktop) struct SelectedText {
    /// Where the caret is, and what is selected, in characters; `None` where the application does not say.
    pub(in crate::desktop) caret: Option<Caret>,
    /// What is selected.
    pub(in crate::desktop) text: Option<String>,
}

impl Reader {
    /// The whole text of a control; its number or its selection where it has no text.
    pub(in crate::desktop) async fn whole_text(
        &self,
        element: &Element,
        window: &Toplevel,
    ) -> Result<String, DesktopError> {
        let what = element.description();
        if element.control.states.has(State::Protected) {
            return Err(DesktopError::NotPossible { what, why: "it hides what is typed".into() });
        }
        let read = match &element.origin {
            Origin::Uia { node, .. } => {
                let called = self.uia.until(Instant::now() + PATIENCE).whole_text(node).await;
                let millis = u64::try_from(PATIENCE.as_millis()).unwrap_or(u64::MAX);
                called.map_err(|error| of_call(error, what, window, millis))?
            }
            Origin::Object(_) | Origin::Item { .. } => match text_window(element) {
                Some(hwnd) => {
                    let read = blocking(move || text(hwnd, Deadline::within(PATIENCE))).await?;
                    Some(read.map_err(|error| of_thing(error, what))?)
                }
                None => self.chosen_item(element).await?,
            },
        };
        let shown = || element.control.value.clone().unwrap_or_else(|| element.control.name.clone());
        // Fields of Windows end a line with two characters.
        Ok(read.unwrap_or_else(shown).replace("\r\n", "\n"))
    }

    /// The selected item of a list whose items messages reach.
    pub(in crate::desktop) async fn chosen_item(
        &self,
        element: &Element,
    ) -> Result<Option<String>, DesktopError> {
        let Some(list) = element.own_window().filter(|_| element.lists_items()) else {
            return Ok(None);
        };
        let read = blocking(move || items(list, Deadline::within(PATIENCE))).await?;
        // A list whose items messages do not reach has objects for them.
        let items = read.unwrap_or_default();
        Ok(items.into_iter().find(|it| it.is_selected).map(|it| it.text))
    }

    /// The caret and the selection of a text; `None` for a control without one, and for one that hides what is typed.
    pub(in crate::desktop) async fn selected_text(&self, element: &Element) -> Option<SelectedText> {
        if element.control.states.has(State::Protected) || !element.control.role.holds_text() {
            return None;
        }
        match &element.origin {
            Origin::Uia { node, .. } => {
                let calls = self.uia.until(Instant::now() + PATIENCE);
                let parts = calls.selected_text(node).await.ok()?;
                let text = Some(parts.concat()).filter(|it| !it.is_empty());
                // Where something is selected, nothing says from where to where.
                let at = if text.is_none() { calls.caret(node).await.ok().flatten() } else { None };
                let caret =
                    at.and_then(|it| i32::try_from(it).ok()).map(|at| Caret { at, selected: (at, at) });
                Some(SelectedText { caret, text })
            }
            Origin::Object(_) | Origin::Item { .. } => {
                let hwnd = text_window(element)?;
                let read = blocking(move || {
                    let deadline = Deadline::within(PATIENCE);
                    Ok::<_, Win32Error>((text_selection(hwnd, deadline)?, positioned_text(hwnd, deadline)?))
                });
                let (selection, text) = read.await.ok()?.ok()?;
                Some(selected_part(&text, selection?))
            }
        }
    }
}

/// The window whose own text is that of the control.
fn text_window(element: &Element) -> Option<Hwnd> {
    let has_text = element.control.role.holds_text() || element.control.role == Role::ComboBox;
    element.own_window().filter(|_| has_text)
}

/// What a selection in units of 16 bits is in characters.
fn selected_part(text: &str, selection: Range<u16>) -> SelectedText {
    let units: Vec<u16> = text.encode_utf16().collect();
    let until = |end: u16| String::from_utf16_lossy(&units[..units.len().min(end.into())]);
    let count = |text: &str| i32::try_from(text.chars().count()).unwrap_or(i32::MAX);
    let (before, all) = (until(selection.start), until(selection.end));
    let (from, to) = (count(&before), count(&all));
    let selected = all.strip_prefix(&before).unwrap_or_default();
    let selected = selected.replace("\r\n", "\n").replace('\r', "\n");
    // An edit does not say at which end of its selection the caret is.
    let caret = Some(Caret { at: to, selected: (from, to) });
    SelectedText { caret, text: Some(selected).filter(|it| !it.is_empty()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_selection_is_counted_in_characters() {
        for (text, selection, at, selected, expected) in [
            ("tea", 3..3, 3, (3, 3), None),
            ("tea", 0..3, 3, (0, 3), Some("tea")),
            ("a😀b", 1..3, 2, (1, 2), Some("😀")),
            ("a\r\nb", 0..4, 4, (0, 4), Some("a\nb")),
            ("tea", 1..99, 3, (1, 3), Some("ea")),
        ] {
            let part = selected_part(text, selection);
            assert_eq!(part.caret, Some(Caret { at, selected }), "{text:?}");
            assert_eq!(part.text.as_deref(), expected, "{text:?}");
        }
    }
}
