//! Texts elsewhere that an action need not have caused. Pure.

use super::evidence::{CountedChanges, caret_evidence, relevant_difference};
use super::snapshot::{Surface, WindowSnapshot};
use super::spelling::is_own_spelling;
use super::typed_keys::{KeyKind, TypedKeys};
use deskpilot_core::{
    Control, ControlChange, Difference, Effect, Evidence, NodeId, Role, State, UnverifiedReason,
    WindowChange, is_same_name,
};

/// Removes a text that changed and one that came or went elsewhere if nothing else differs, and describes the first: a clock
/// and a notice do so by themselves, and an action that presses nothing did not cause it.
pub(super) fn take_remarks(
    difference: &mut Difference,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
) -> Option<UnverifiedReason> {
    let Difference { added, removed, changed } = &*difference;
    if changed.len() > 1 || added.len() + removed.len() > 1 {
        return None;
    }
    let mut all = changed.iter().map(|it| &it.after).chain(added).chain(removed);
    if !all.clone().all(|it| is_remark(it, after, target)) {
        return None;
    }
    let why = format!("{} is different, which the action may not have caused", all.next()?.id());
    let shown = changed.iter().map(|it| &it.after).chain(added).map(|it| it.name.clone()).collect();
    *difference = Difference::default();
    Some(UnverifiedReason { why, shown })
}

/// Removes a text that came or went if nothing else differs and it did so before, and describes it. For shortcuts, which press no
/// control, also removes one that changed from a text that was not there at first: it changes by itself.
pub(super) fn take_passing(
    difference: &mut Difference,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    keys: KeyKind,
) -> Option<UnverifiedReason> {
    let Difference { added, removed, changed } = &*difference;
    let passes = |text: &Control| before.self_changing.passing.contains(&text.id().to_string());
    let shown: Vec<String> = added.iter().map(|it| it.name.clone()).collect();
    let reason = match (added.iter().chain(removed).collect::<Vec<_>>().as_slice(), changed.as_slice()) {
        ([text], []) if is_remark(text, after, None) && passes(text) => {
            UnverifiedReason { why: format!("{} comes and goes, as it did before", text.id()), shown }
        }
        ([], [it])
            if keys == KeyKind::Shortcut && is_remark(&it.after, after, None) && passes(&it.before) =>
        {
            let why = format!("{} is different, and it changed before, too", it.after.id());
            UnverifiedReason { why, shown: vec![it.after.name.clone()] }
        }
        _ => return None,
    };
    *difference = Difference::default();
    Some(reason)
}

/// A text that is neither the target nor in use.
fn is_remark(control: &Control, after: &WindowSnapshot, target: Option<&NodeId>) -> bool {
    let is_in_use = |state| control.states.has(state);
    let is_text = control.role == Role::Text && after.surface_of(control) == Surface::Window;
    let is_elsewhere = control.node().is_none() || control.node() != target;
    is_text && is_elsewhere && ![State::Focused, State::Editable, State::Selected].into_iter().any(is_in_use)
}

/// The effect of choosing an item in a control that does not report what is chosen: what else is seen confirms it only where the item is
/// selected now, or is a text in the control, and not where its list merely opened.
pub(super) fn of_choosing(
    effect: Effect,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    item: &str,
) -> Effect {
    let place = after.controls.iter().find(|it| it.node().is_some() && it.node() == target).map(|it| it.rect);
    let is_in_control = |it: &Control| place.is_some_and(|place| it.rect.intersection(place) == it.rect);
    let is_chosen = |it: &Control| {
        let is_marked = it.states.has(State::Selected) || it.states.has(State::Checked);
        let is_named = is_same_name(&it.name, item)
            || it.value.as_deref().is_some_and(|value| is_same_name(value, item));
        is_named && (is_marked || (it.role == Role::Text && is_in_control(it)) || it.node() == target)
    };
    match effect {
        Effect::Confirmed(evidence) if !after.controls.iter().any(is_chosen) => {
            Effect::unverified(format!("{evidence}, and {item:?} is not seen to be chosen"))
        }
        effect => effect,
    }
}

/// The effect of a text that was typed at the caret: what else is seen confirms it only if something shows the text, or the
/// control with the keyboard reads otherwise than before. Where a window opened meanwhile, it may have taken a part of the text.
pub(super) fn of_typing(
    effect: Effect,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    text: &str,
) -> Effect {
    match effect {
        // Enter may have sent it.
        Effect::Confirmed(evidence) if !text.contains('\n') => {
            if !is_shown(before, after, text) {
                Effect::unverified(unseen(&evidence))
            } else if has_opened(&evidence) && !is_whole(after, text) {
                Effect::unverified(format!("{evidence} meanwhile, and the text is not seen whole"))
            } else {
                Effect::Confirmed(evidence)
            }
        }
        effect => effect,
    }
}

/// The focus as the only evidence for keys that type a text: it may go to another control for any reason. A single letter may be a
/// command, and Enter may have sent the text.
pub(super) fn focus_of_typing(
    evidence: Evidence,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    typed: &TypedKeys,
) -> Result<Evidence, UnverifiedReason> {
    let text = typed.text.as_deref().filter(|it| it.trim().chars().nth(1).is_some() && !it.contains('\n'));
    match text {
        Some(text) if !is_shown(before, after, text) => Err(unseen(&evidence).into()),
        _ => Ok(evidence),
    }
}

fn unseen(evidence: &Evidence) -> String {
    format!("{evidence}, and the text is not seen anywhere")
}

fn has_opened(evidence: &Evidence) -> bool {
    matches!(evidence, Evidence::Windows(changes) if changes.iter().any(|it| matches!(it, WindowChange::Opened(_))))
}

/// Whether one control reads all of a text.
fn is_whole(after: &WindowSnapshot, text: &str) -> bool {
    let reads = |it: &Control| it.value.as_deref().is_some_and(|value| shows(value, text.trim()));
    after.controls.iter().any(reads)
}

/// The effect of keys that select: what else is seen, such as the next slide, confirms it only if the caret or the selection moved
/// where the keyboard is.
pub(super) fn of_selecting(effect: Effect, before: &WindowSnapshot, after: &WindowSnapshot) -> Effect {
    match effect {
        Effect::Confirmed(evidence) if !has_other_selection(before, after) => {
            Effect::unverified(format!("{evidence}, and nothing more is selected"))
        }
        effect => effect,
    }
}

fn has_other_selection(before: &WindowSnapshot, after: &WindowSnapshot) -> bool {
    let has_focus = |it: &&Control| it.states.has(State::Focused);
    let focused: Vec<&Control> = before.controls.iter().chain(&after.controls).filter(has_focus).collect();
    let is_there = |it: &Control| {
        focused.iter().any(|has| has.role == it.role || has.rect.intersection(it.rect) == it.rect)
    };
    let marks = [State::Selected, State::PartlySelected];
    let is_marked =
        |it: &ControlChange| marks.iter().any(|mark| it.gained().has(*mark) || it.lost().has(*mark));
    let difference = Difference::between(&before.controls, &after.controls);
    let is_moved = difference.changed.iter().any(|it| is_marked(it) && is_there(&it.after));
    is_moved || caret_evidence(before, after).is_some()
}

fn is_shown(before: &WindowSnapshot, after: &WindowSnapshot, text: &str) -> bool {
    // A text of blanks alone can be seen nowhere.
    let Some(tail) = TypedKeys::of_text(text).tail() else { return true };
    let difference = relevant_difference(before, after, None, CountedChanges::Contents);
    let reads_otherwise = |it: &ControlChange| it.value().is_some() || it.name().is_some();
    let is_receiver = |it: &ControlChange| it.before.states.has(State::Focused) && reads_otherwise(it);
    let shown =
        |it: &Control| shows(&it.name, &tail) || it.value.as_deref().is_some_and(|it| shows(it, &tail));
    // A list goes to the item whose beginning is typed.
    let is_chosen = |it: &ControlChange| it.gained().has(State::Selected) || it.gained().has(State::Focused);
    let shows_it = |it: &ControlChange| shown(&it.after) && (!shown(&it.before) || is_chosen(it));
    // A clock comes to every figure by itself.
    let stirred = &before.self_changing;
    let mut changed = difference.changed.iter().filter(|it| !stirred.ticks(it, Some(&tail)));
    let mut added = difference.added.iter().filter(|it| !stirred.is_self_changing(it));
    changed.any(|it| is_receiver(it) || shows_it(it)) || added.any(shown)
}

/// Whether a control that reads so shows what was typed.
fn shows(reads: &str, typed: &str) -> bool {
    reads.to_lowercase().contains(&typed.to_lowercase()) || is_own_spelling(typed, reads)
}
