//! Compares what was typed with the text that is there afterwards. Pure.

use super::evidence::end_of;
use super::sheet_entries::{empty_cell, missing_entry};
use super::snapshot::WindowSnapshot;
use super::spelling::is_own_spelling;
use super::typed_keys::TypedKeys;
use deskpilot_core::{Control, Effect, Evidence, NoChangeReason, Role, State};

/// The effect of typing at the caret, over any selection: the text must contain what was typed.
fn typed_effect(text: &str, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    if before == after {
        Effect::NoChange(NoChangeReason::Same(value()))
    } else if has_gained(&text, before, after) || is_own_spelling(&text, after) {
        Effect::Confirmed(value())
    } else {
        Effect::Partial(reads_otherwise(&text, after))
    }
}

/// The same; `None` where a line break may have gone on in another paragraph, so that this one need not show anything.
pub(super) fn typed_in_field(text: &str, before: &str, after: &str) -> Option<Effect> {
    match typed_effect(text, before, after) {
        Effect::NoChange(_) if text.contains(['\n', '\r']) => None,
        effect => Some(effect),
    }
}

/// Whether a typed text was added. One that was there before must be there once more, unless the typing
/// replaced a selection, which leaves the text no longer than it was.
fn has_gained(text: &str, before: &str, after: &str) -> bool {
    let count = |all: &str| all.matches(text).count();
    let is_replaced = || after.chars().count() <= before.chars().count();
    count(after) > count(before) || (after.contains(text) && is_replaced())
}

/// The effect of keys that type a text; `None` where its field need not show it: nothing changed, or Enter sent it.
pub(super) fn key_text_effect(text: &str, before: &str, after: &str) -> Option<Effect> {
    match typed_effect(text, before, after) {
        Effect::NoChange(_) => None,
        Effect::Partial(_) if text.contains('\n') => None,
        effect => Some(effect),
    }
}

/// Describes a text that reads otherwise than it was typed.
fn reads_otherwise(text: &str, reads: &str) -> String {
    format!("typed {:?}, and it now reads {:?}", end_of(text), end_of(reads))
}

/// The effect where a typed text is missing; `None` where all of it is there, or that is unknown.
pub(super) fn missing_text(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    typed: &TypedKeys,
) -> Option<Effect> {
    let missing = missing_entry(before, after, &typed.entries);
    let missing = missing.or_else(|| empty_cell(before, after, &typed.tabbed));
    let tail = || typed.text.as_ref().and_then(|_| typed.tail());
    let missing = missing.or_else(|| missing_tail(before, after, &tail()?));
    missing.or_else(|| missing_in_field(before, after, typed.text.as_deref()?))
}

/// The effect where a field took the text otherwise, as a spinner takes what is no number; `None` where it shows the text,
/// hides it, or need not show it.
fn missing_in_field(before: &WindowSnapshot, after: &WindowSnapshot, text: &str) -> Option<Effect> {
    let is_field = |it: &&Control| {
        let is_open = it.states.has(State::Focused) && !it.states.has(State::Protected);
        is_open && matches!(it.role, Role::Spinner | Role::Edit)
    };
    let was = before.controls.iter().find(is_field)?;
    let is = after.controls.iter().find(|it| it.node() == was.node())?;
    let reads = is.value.as_deref()?;
    let is_taken = reads.contains(text) || is_own_spelling(text, reads);
    let is_other = is.value != was.value && !is_taken && !text.contains(['\n', '\t']);
    is_other.then(|| Effect::Partial(reads_otherwise(text, reads)))
}

/// The effect where the last line that was typed into a document is missing from it; `None` where it is there, or the
/// keyboard is in no document.
fn missing_tail(before: &WindowSnapshot, after: &WindowSnapshot, tail: &str) -> Option<Effect> {
    let is_paragraph = |it: &&Control| {
        it.role == Role::Text && it.states.has(State::Focused) && it.states.has(State::Editable)
    };
    let paragraph = after.controls.iter().find(is_paragraph)?;
    // A paragraph that was there before does not show that anything was typed.
    let is_as_before =
        |it: &Control| before.controls.iter().any(|was| was.node() == it.node() && was.value == it.value);
    // A clock comes to every figure by itself.
    let stirs = |it: &Control| before.self_changing.is_self_changing(it);
    let has_it = |it: &Control| {
        it.value.as_deref().is_some_and(|value| value.contains(tail)) && !is_as_before(it) && !stirs(it)
    };
    if !after.is_complete || after.controls.iter().any(has_it) {
        return None;
    }
    Some(Effect::Partial(reads_otherwise(tail, paragraph.value.as_deref().unwrap_or_default())))
}

#[cfg(test)]
mod tests;
