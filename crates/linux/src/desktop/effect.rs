//! Decides the effect of an action from what was seen before and after it. Pure.

use super::evidence::{
    CountedChanges, caret_evidence, change_elsewhere, end_of, relevant_difference, state_of, take_unrelated,
    unsaved_mark_gone, value_of, without_scroll_bars,
};
use super::window_snapshot::{ListedWindow, WindowOwner, WindowSnapshot};
use deskpilot_core::{Difference, Effect, Evidence, ExistingState, NoChangeReason, NodeId, State, TextMode};

/// What would prove that an action did what it was meant to do.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Proof {
    /// Any change at all.
    AnyChange,
    /// Any change, including a control that moved.
    AnyMove,
    /// Any change, including a tool tip.
    Hover,
    /// Any change except those the application was still busy with when the keys were pressed.
    Keys,
    /// As for keys; the mark of unsaved changes that is gone as well.
    Saved,
    /// The text of the control.
    Text { text: String, mode: TextMode },
    /// The text of the focused control.
    Typed(String),
    /// Nothing: what is typed is hidden.
    Hidden,
    /// A state of the control.
    State(State, bool),
    /// The number of the control.
    Number(f64),
    /// The item chosen in the control.
    Choice(String),
    /// The selected text of the control.
    Selection(String),
    /// The focus on the control, or the keyboard focus on the window.
    Focus,
}

impl Proof {
    /// Whether a call or two can check it without a look at the whole window.
    pub(super) fn is_direct(&self) -> bool {
        !matches!(
            self,
            Proof::AnyChange | Proof::AnyMove | Proof::Hover | Proof::Keys | Proof::Saved | Proof::Hidden
        )
    }

    /// Whether keys are pressed that need not type anything.
    pub(super) fn is_of_keys(&self) -> bool {
        matches!(self, Proof::Keys | Proof::Saved)
    }
}

/// The effect seen in the whole window. The first evidence in this order counts: windows; the target's value; other
/// controls; the title; the target's state, which comes late because a button is also pressed when nothing comes of it;
/// the caret, selection or clipboard; controls that are gone, because many go by themselves; the focus.
pub(super) fn effect_seen(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    proof: &Proof,
) -> Effect {
    let counted = match proof {
        Proof::AnyMove => CountedChanges::ContentsAndPlaces,
        Proof::Hover => CountedChanges::ContentsAndTips,
        _ => CountedChanges::Contents,
    };
    let mut all = relevant_difference(before, after, target, counted);
    let saved = (*proof == Proof::Saved).then(|| unsaved_mark_gone(&all)).flatten();
    let unrelated = if proof.is_of_keys() { take_unrelated(&mut all) } else { Vec::new() };
    let changes = without_scroll_bars(&all);
    let only_gone = changes.added.is_empty() && changes.changed.is_empty();
    let evidence = windows(before, after)
        .or_else(|| value_of(&changes, target?))
        .or_else(|| change_elsewhere(&changes, target).filter(|_| !only_gone))
        .or_else(|| title(before, after))
        .or_else(|| state_of(&changes, target?))
        .or(saved)
        .or_else(|| caret_evidence(before, after))
        .or_else(|| change_elsewhere(&all, target.filter(|_| only_gone)))
        .or_else(|| focus(before, after));
    match (evidence, proof) {
        // Typing does not open or close windows: its receiver did something else with it.
        (Some(it @ Evidence::Window(_)), Proof::Typed(text)) if !text.contains('\n') => {
            return Effect::Unverified(format!("{it}, and the text is not seen anywhere"));
        }
        (Some(evidence), _) => return Effect::Confirmed(evidence),
        (None, _) => {}
    }
    if let Some(why) = unrelated.into_iter().next().or_else(|| foreign_window(before, after)) {
        return Effect::Unverified(why);
    }
    if !after.is_complete {
        return Effect::Unverified("the window could not be read in time afterwards".into());
    }
    if before.picture != after.picture {
        return Effect::Unverified("the picture of the window changed, but no control did".into());
    }
    same(Evidence::NOTHING)
}

/// Whether the target itself shows that it was hit: it became selected or checked, or is selected and now has the
/// focus.
pub(super) fn was_target_hit(before: &WindowSnapshot, after: &WindowSnapshot, target: &NodeId) -> bool {
    let changed = Difference::between(&before.controls, &after.controls).changed;
    changed.iter().filter(|it| it.before.node() == Some(target)).any(|it| {
        let entered = it.gained();
        let is_in_use = entered.has(State::Focused) && it.after.states.has(State::Selected);
        entered.has(State::Selected) || entered.has(State::Checked) || is_in_use
    })
}

/// The effect shown by a reading of the control itself; `None` when the proof is of another kind.
pub(super) fn effect_proven(proof: &Proof, before: Option<&str>, after: Option<&str>) -> Option<Effect> {
    let value = || Evidence::Value { before: before.map(end_of), after: after.map(end_of), of: None };
    match proof {
        Proof::Text { text, mode } => Some(text_effect(text, *mode, before?, after?)),
        Proof::Typed(text) => Some(typed_effect(text, before?, after?)),
        Proof::Number(wanted) => {
            let (was, is): (f64, f64) = (before?.parse().ok()?, after?.parse().ok()?);
            Some(if (is - wanted).abs() < 1e-6 && was != is {
                Effect::Confirmed(value())
            } else if (is - wanted).abs() < 1e-6 {
                already(ExistingState::Number(is))
            } else if was == is {
                same(value())
            } else {
                Effect::Partial(format!("it is now {is}, not {wanted}"))
            })
        }
        Proof::Choice(wanted) => Some(if is_same(after?, wanted) {
            Effect::Confirmed(value())
        } else if before == after {
            same(value())
        } else {
            Effect::Partial(format!("{:?} is chosen now, not {wanted:?}", after?))
        }),
        Proof::Selection(wanted) => Some(if after? == wanted {
            Effect::Confirmed(Evidence::State(format!("selected {:?}", end_of(wanted))))
        } else {
            same(value())
        }),
        Proof::AnyChange
        | Proof::AnyMove
        | Proof::Hover
        | Proof::Keys
        | Proof::Saved
        | Proof::Hidden
        | Proof::State(..)
        | Proof::Focus => None,
    }
}

fn same(evidence: Evidence) -> Effect {
    Effect::NoChange(NoChangeReason::Same(evidence))
}

fn already(what: ExistingState) -> Effect {
    Effect::NoChange(NoChangeReason::AlreadySo(what))
}

/// Whether two names are the same to a person: ignores case, surrounding blanks and trailing dots.
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let plain = |name: &str| name.trim().trim_end_matches(['…', '.']).to_lowercase();
    plain(one) == plain(other)
}

fn text_effect(text: &str, mode: TextMode, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let wanted = match mode {
        TextMode::Append => format!("{before}{text}"),
        TextMode::Replace => text.clone(),
    };
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    // Some text fields end with a line break of their own.
    let is = |it: &str| after == it || after.strip_suffix('\n') == Some(it);
    if before == after && mode == TextMode::Replace && is(&wanted) {
        return already(ExistingState::Text(end_of(after)));
    }
    if before == after {
        return same(value());
    }
    if is(&wanted) {
        return Effect::Confirmed(value());
    }
    let grown = before.chars().count() + text.chars().count();
    if mode == TextMode::Append && after.chars().count() == grown && after.contains(&text) {
        return Effect::Confirmed(value());
    }
    if wanted.starts_with(after) {
        let (came, all) = (after.chars().count(), wanted.chars().count());
        return Effect::Partial(format!("{came} of {all} characters are there: {:?}", end_of(after)));
    }
    Effect::Partial(format!("the text is now {:?}", end_of(after)))
}

/// The effect of typing at the caret, over any selection: the text must contain what was typed.
fn typed_effect(text: &str, before: &str, after: &str) -> Effect {
    let text = text.replace("\r\n", "\n");
    let value = || Evidence::Value { before: Some(end_of(before)), after: Some(end_of(after)), of: None };
    if before == after {
        same(value())
    } else if after.contains(&text) {
        Effect::Confirmed(value())
    } else {
        Effect::Partial(format!("the text is now {:?}", end_of(after)))
    }
}

/// The title of a window that is in the first look only.
fn only<'a>(one: &'a WindowSnapshot, other: &WindowSnapshot, whose: WindowOwner) -> Option<&'a str> {
    let is_it = |(id, it): &(&u64, &ListedWindow)| it.whose == whose && !other.windows.contains_key(id);
    one.windows.iter().find(is_it).map(|(_, it)| it.title.as_str())
}

fn windows(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let closed = only(before, after, WindowOwner::Own).map(|title| format!("window {title:?} closed"));
    let opened = only(after, before, WindowOwner::Own).map(|title| format!("window {title:?} opened"));
    let told: Vec<_> = closed.into_iter().chain(opened).collect();
    (!told.is_empty()).then(|| Evidence::Window(told.join(", ")))
}

/// A window another application opened meanwhile, which may be an effect of the action.
fn foreign_window(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<String> {
    let title = only(after, before, WindowOwner::Other)?;
    Some(format!("window {title:?} of another application opened, which the action may not have caused"))
}

fn title(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let title = |snapshot: &WindowSnapshot| snapshot.windows.get(&before.own).map(|it| it.title.clone());
    let (was, is) = (title(before)?, title(after)?);
    (was != is).then(|| Evidence::Window(format!("window {was:?} is now {is:?}")))
}

fn focus(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let focused = |snapshot: &WindowSnapshot| {
        snapshot.controls.iter().find(|it| it.states.has(State::Focused)).cloned()
    };
    let is = focused(after)?;
    let moved = focused(before).is_none_or(|was| was.node() != is.node());
    moved.then(|| Evidence::Focus(is.id().to_string()))
}

#[cfg(test)]
mod tests;
