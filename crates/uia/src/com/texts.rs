//! The text of an element, and what is selected in it.

use crate::com::actions::pattern;
use crate::com::results::{called, found};
use crate::nodes::facts::Facts;
use crate::protocol::error::CallError;
use crate::protocol::pattern::Pattern;
use windows::Win32::UI::Accessibility::{
    IUIAutomationElement, IUIAutomationTextPattern, IUIAutomationTextPattern2, IUIAutomationTextRange,
    IUIAutomationValuePattern, TextPatternRangeEndpoint_End, TextPatternRangeEndpoint_Start,
};
use windows_core::{BOOL, BSTR};

/// The most characters of a text that are asked for.
const MOST_CHARACTERS: i32 = 1 << 20;
/// The most parts of a selection that are read.
const MOST_PARTS: i32 = 64;

/// The whole text of an element, or its number; `None` for passwords and where it has neither.
pub(crate) fn whole_text(element: &IUIAutomationElement, facts: &Facts) -> Result<Option<String>, CallError> {
    if facts.hides() {
        return Ok(None);
    }
    if facts.offers(Pattern::Text) {
        return text_of(&document(element)?).map(Some);
    }
    // The value of a page is its address.
    if facts.offers(Pattern::Value) && facts.page_address().is_none() {
        let value: IUIAutomationValuePattern = pattern(element, Pattern::Value)?;
        // SAFETY: a call of COM on the thread of the connection.
        return called(unsafe { value.CurrentValue() }).map(|text| Some(text.to_string()));
    }
    Ok(facts.value())
}

/// The selected parts of its text, one after the other; empty where nothing is selected, and for passwords.
pub(crate) fn selected_text(element: &IUIAutomationElement, facts: &Facts) -> Result<Vec<String>, CallError> {
    if facts.hides() {
        return Ok(Vec::new());
    }
    let text: IUIAutomationTextPattern = pattern(element, Pattern::Text)?;
    // SAFETY: calls of COM on the thread of the connection.
    unsafe {
        let Some(ranges) = found(text.GetSelection())? else { return Ok(Vec::new()) };
        let count = called(ranges.Length())?.min(MOST_PARTS);
        let mut parts = Vec::new();
        for index in 0..count {
            parts.push(text_of(&called(ranges.GetElement(index))?)?);
        }
        // The caret is a selection of nothing.
        parts.retain(|part| !part.is_empty());
        Ok(parts)
    }
}

/// How many characters of its text are before the caret; `None` where it does not say, for passwords, and where it has no caret now.
pub(crate) fn caret(element: &IUIAutomationElement, facts: &Facts) -> Result<Option<usize>, CallError> {
    if facts.hides() || !facts.offers(Pattern::Text2) {
        return Ok(None);
    }
    let text: IUIAutomationTextPattern2 = pattern(element, Pattern::Text2)?;
    let before = document(element)?;
    let mut has_keyboard = BOOL::default();
    // SAFETY: calls of COM on the thread of the connection; the pointer is to a number of ours.
    let is_known = unsafe {
        match found(text.GetCaretRange(&raw mut has_keyboard))? {
            Some(caret) => {
                let (end, start) = (TextPatternRangeEndpoint_End, TextPatternRangeEndpoint_Start);
                called(before.MoveEndpointByRange(end, &caret, start))?;
                true
            }
            None => false,
        }
    };
    // Without the keyboard, the caret is where it was before.
    if !is_known || !has_keyboard.as_bool() {
        return Ok(None);
    }
    let characters = text_of(&before)?.chars().count();
    // More than that are not asked for.
    Ok(usize::try_from(MOST_CHARACTERS).is_ok_and(|most| characters < most).then_some(characters))
}

/// Selects the first place of a text and shows it; returns whether it occurs.
pub(crate) fn select_text(element: &IUIAutomationElement, text: &str) -> Result<bool, CallError> {
    let document = document(element)?;
    // SAFETY: calls of COM on the thread of the connection, with a text that lives until they return.
    unsafe {
        let Some(range) = found(document.FindText(&BSTR::from(text), false, false))? else {
            return Ok(false);
        };
        called(range.Select())?;
        // Some applications select and cannot scroll.
        match called(range.ScrollIntoView(true)) {
            Ok(()) => Ok(true),
            Err(error) if error.is_of_value() => Ok(true),
            Err(error) => Err(error),
        }
    }
}

fn document(element: &IUIAutomationElement) -> Result<IUIAutomationTextRange, CallError> {
    let text: IUIAutomationTextPattern = pattern(element, Pattern::Text)?;
    // SAFETY: a call of COM on the thread of the connection.
    called(unsafe { text.DocumentRange() })
}

fn text_of(range: &IUIAutomationTextRange) -> Result<String, CallError> {
    // SAFETY: a call of COM on the thread of the connection.
    Ok(called(unsafe { range.GetText(MOST_CHARACTERS) })?.to_string())
}
