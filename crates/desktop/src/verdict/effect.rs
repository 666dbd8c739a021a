//! Decides the effect of an action from what was seen before and after it. Pure.

use super::closing::of_closing;
use super::evidence::{
    CountedChanges, caret_evidence, change_elsewhere, drop_release, end_of, format_change, is_blank_frame,
    relevant_difference, saved, state_of, take_late, take_unrelated, value_of, without_scroll_bars,
};
use super::judgement::{Certainty, Verdict};
use super::proof::Proof;
use super::remarks::{focus_of_typing, of_selecting, of_typing, take_passing, take_remarks};
use super::snapshot::{ListedWindow, SavedFile, WindowOwner, WindowSnapshot};
use super::typed_keys::{KeyKind, TypedKeys};
use super::typed_text::missing_text;
use deskpilot_core::{
    Control, Difference, Effect, Evidence, NoChangeReason, NodeId, Role, State, TextChange, UnverifiedReason,
    WindowChange,
};

/// How many times as many controls are gone as came, where a window is not read rather than replaced.
const FAR_MORE: usize = 10;

/// The effect seen in the whole window. The first evidence in this order counts: windows; a file that was saved; the target's
/// value; how the text at the caret looks, which a tool bar says less exactly; other controls; the title; the target's state, which comes late because a button is also pressed when nothing comes of
/// it; the caret, selection or clipboard; controls that are gone, because many go by themselves; the focus.
pub(super) fn effect_seen(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    proof: &Proof,
) -> Verdict {
    let Verdict { effect, certainty } = effect_of_all(before, after, target, proof);
    let effect = match proof {
        Proof::Typed(text) => of_typing(effect, before, after, text),
        Proof::Closed => of_closing(effect, before, after),
        Proof::Keys(typed) if typed.kind == KeyKind::Selection => of_selecting(effect, before, after),
        _ => effect,
    };
    Verdict { effect, certainty }
}

// The order of the rules matters: without evidence, the first reason found is the one that is shown.
// What changes by itself proves nothing, except where the end of what was typed newly appears in it.
fn effect_of_all(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    proof: &Proof,
) -> Verdict {
    let SeenChanges { all, saved, typed, mut unrelated } = SeenChanges::of(before, after, target, proof);
    let changes = without_scroll_bars(&all);
    let evidence = windows(before, after)
        .or(saved)
        .or_else(|| value_of(&changes, target?))
        .or_else(|| format_change(before, after))
        .or_else(|| elsewhere(after, target, &changes).filter(|_| !has_collapsed(before, after, &all)))
        .or_else(|| title(before, after).filter(|_| !before.self_changing.has_changing_title))
        .or_else(|| state_of(&changes, target?))
        .or_else(|| caret_evidence(before, after));
    if let Some(evidence) = evidence {
        return effect_of_evidence(evidence, before, after, typed.as_ref()).into();
    }
    if let Some(verdict) = removal(before, after, &all, target.filter(|_| has_only_lost(&changes))) {
        return verdict;
    }
    let is_unwritten = after.saved_file == SavedFile::Unwritten;
    unrelated.extend(is_unwritten.then(|| "the file was not written".into()));
    match focus(before, after).map(|evidence| came_with_focus(evidence, before, after, target, proof)) {
        Some(Ok(evidence)) => return Effect::Confirmed(evidence).into(),
        late => unrelated.extend(late.and_then(Result::err)),
    }
    without_evidence(before, after, unrelated).into()
}

/// What differs in the window after an action.
struct SeenChanges {
    /// What may be an effect.
    all: Difference,
    /// That the file of the window was saved.
    saved: Option<Evidence>,
    typed: Option<TypedKeys>,
    /// Why the rest need not be effects.
    unrelated: Vec<UnverifiedReason>,
}

impl SeenChanges {
    fn of(
        before: &WindowSnapshot,
        after: &WindowSnapshot,
        target: Option<&NodeId>,
        proof: &Proof,
    ) -> SeenChanges {
        let counted = match proof {
            Proof::AnyMove => CountedChanges::ContentsAndPlaces,
            Proof::Hover => CountedChanges::ContentsAndTips,
            _ => CountedChanges::Contents,
        };
        let mut all = relevant_difference(before, after, target, counted);
        drop_release(&mut all, before, target);
        let late = take_late(&mut all, before, after, target);
        let typed = proof.typed_keys();
        let tail = match proof {
            Proof::Sent(text) => TypedKeys::of_text(text).tail(),
            _ => typed.as_ref().and_then(TypedKeys::tail),
        };
        let self_changing = before.self_changing.take(&mut all, tail.as_deref());
        let saved = (*proof == Proof::Saved).then(|| saved(after, &all)).flatten();
        let mut unrelated = if proof.is_of_keys() { take_unrelated(&mut all) } else { Vec::new() };
        unrelated.extend(self_changing);
        unrelated.extend(late);
        if proof.presses_nothing() {
            unrelated.extend(take_remarks(&mut all, after, target));
        }
        if proof.is_of_keys() {
            let keys = typed.as_ref().map_or(KeyKind::Shortcut, |it| it.kind);
            unrelated.extend(take_passing(&mut all, before, after, keys));
        }
        unrelated.extend(before.self_changing.title_change(title(before, after)));
        SeenChanges { all, saved, typed, unrelated }
    }
}

/// The focus as evidence, or why it proves nothing.
fn came_with_focus(
    evidence: Evidence,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    proof: &Proof,
) -> Result<Evidence, UnverifiedReason> {
    match is_focus_within(after, target) {
        true if *proof == Proof::Press => {
            Err(format!("{evidence}, as any press brings it, and nothing else is seen").into())
        }
        is_within if is_within || has_focus(before) => match proof {
            Proof::Keys(typed) => focus_of_typing(evidence, before, after, typed),
            _ => Ok(evidence),
        },
        // An application may report late which control has the focus.
        _ => Err(format!("{evidence}, and before it, none was known to have it").into()),
    }
}

/// The effect where something shows one: keys that type or copy must have done that.
fn effect_of_evidence(
    evidence: Evidence,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    typed: Option<&TypedKeys>,
) -> Effect {
    match typed {
        // In a terminal Ctrl+C interrupts a program, and copies nothing.
        Some(typed) if typed.kind == KeyKind::Copy && !is_in_terminal(before) => copied(after, &evidence),
        Some(typed) => missing_text(before, after, typed).unwrap_or(Effect::Confirmed(evidence)),
        None => Effect::Confirmed(evidence),
    }
}

/// The effect of keys that copy, where something is seen: only the clipboard shows it.
fn copied(after: &WindowSnapshot, seen: &Evidence) -> Effect {
    match after.took_clipboard {
        true => Effect::Confirmed(Evidence::Text(TextChange::Copied)),
        false => {
            Effect::unverified(format!("{seen}, which copying need not have caused; nothing was copied"))
        }
    }
}

fn is_in_terminal(before: &WindowSnapshot) -> bool {
    before.controls.iter().any(|it| it.role == Role::Terminal && it.states.has(State::Focused))
}

/// What changed elsewhere, if it may be the effect: controls are gone by themselves, and an application that saves disables its
/// tool bars and shows progress before the file is written.
fn elsewhere(after: &WindowSnapshot, target: Option<&NodeId>, changes: &Difference) -> Option<Evidence> {
    let is_saving = after.saved_file == SavedFile::Unwritten;
    change_elsewhere(changes, target).filter(|_| !has_only_lost(changes) && !is_saving)
}

fn has_only_lost(changes: &Difference) -> bool {
    changes.added.is_empty() && changes.changed.is_empty()
}

/// The effect where the target is not as wanted and still has its old value: something else may have changed instead.
pub(super) fn with_side_effect(reason: NoChangeReason, elsewhere: Effect) -> Effect {
    match elsewhere {
        // A click that was to bring the focus may have done something else.
        Effect::Confirmed(evidence)
            if !matches!(evidence, Evidence::Focus(_)) || matches!(reason, NoChangeReason::NotFocused(_)) =>
        {
            Effect::Partial(format!("{reason}, but {evidence}"))
        }
        Effect::Unverified(why) if matches!(reason, NoChangeReason::NotFocused(_)) => {
            Effect::Unverified(why.behind(&format!("{reason}, and ")))
        }
        _ => Effect::NoChange(reason),
    }
}

/// The effect where nothing proves one.
fn without_evidence(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    unrelated: Vec<UnverifiedReason>,
) -> Effect {
    let foreign = || foreign_window(before, after).map(UnverifiedReason::from);
    if let Some(why) = unrelated.into_iter().next().or_else(foreign) {
        return Effect::Unverified(why);
    }
    if !after.is_complete {
        return Effect::unverified("the window could not be read in time afterwards");
    }
    if has_opened_popup(before, after) {
        return Effect::unverified("a menu or another pop-up opened, which reports no controls");
    }
    if is_menu_closed(before, after) {
        return Effect::unverified("a menu or another pop-up closed, and nothing else is seen");
    }
    if let Some(left) = lost_focus(before, after) {
        return Effect::unverified(format!("{left} no longer has the focus, and nothing else is seen"));
    }
    if before.picture != after.picture {
        return Effect::unverified("the picture of the window changed, but no control did");
    }
    same(Evidence::NOTHING)
}

/// The effect where controls are gone, or scroll bars changed, and nothing else proves one. Only a menu that closed shows
/// at once that they are gone permanently.
fn removal(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    all: &Difference,
    target: Option<&NodeId>,
) -> Option<Verdict> {
    let evidence = change_elsewhere(all, target)?;
    let certainty = match all.removed.is_empty() || is_menu_closed(before, after) {
        true => Certainty::Certain,
        false => Certainty::Provisional,
    };
    let busy = "most of the window is not reported, as while an application is busy";
    let effect = match has_collapsed(before, after, all) {
        true => Effect::unverified(format!("{evidence}: {busy}")),
        false => Effect::Confirmed(evidence),
    };
    Some(Verdict { effect, certainty })
}

/// Whether more controls are gone than are left, and none came, or hardly any while no other changed: a busy application may
/// report few or none. A sheet in which a formula is written shows none of its cells, but its fields change.
fn has_collapsed(before: &WindowSnapshot, after: &WindowSnapshot, all: &Difference) -> bool {
    let hardly_any_came = all.changed.is_empty() && all.added.len() * FAR_MORE <= all.removed.len();
    (all.added.is_empty() || hardly_any_came)
        && all.removed.len() > after.controls.len()
        && !is_menu_closed(before, after)
}

/// Whether a menu or another pop-up came, whose controls may not be reported.
pub(super) fn has_opened_popup(before: &WindowSnapshot, after: &WindowSnapshot) -> bool {
    after.popups.iter().any(|popup| !before.popups.contains(popup))
}

fn is_menu_closed(before: &WindowSnapshot, after: &WindowSnapshot) -> bool {
    before.popups.iter().any(|popup| !after.popups.contains(popup))
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

fn same(evidence: Evidence) -> Effect {
    Effect::NoChange(NoChangeReason::Same(evidence))
}

/// The titles of the windows that are in the first look only.
fn only<'a>(
    one: &'a WindowSnapshot,
    other: &'a WindowSnapshot,
    whose: WindowOwner,
) -> impl Iterator<Item = &'a str> {
    let is_it = move |(id, it): &(&u64, &ListedWindow)| it.whose == whose && !other.windows.contains_key(id);
    one.windows.iter().filter(is_it).map(|(_, it)| it.title.as_str())
}

fn windows(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let closed = only(before, after, WindowOwner::Own).map(|title| WindowChange::Closed(title.to_owned()));
    let opened = only(after, before, WindowOwner::Own).map(|title| WindowChange::Opened(title.to_owned()));
    let changes: Vec<_> = closed.chain(opened).collect();
    (!changes.is_empty()).then_some(Evidence::Windows(changes))
}

/// A window another application opened meanwhile, which may be an effect of the action.
fn foreign_window(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<String> {
    let title = only(after, before, WindowOwner::Other).next()?;
    Some(format!("window {title:?} of another application opened, which the action may not have caused"))
}

fn title(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let title = |snapshot: &WindowSnapshot| snapshot.windows.get(&before.own).map(|it| it.title.clone());
    let (from, to) = (title(before)?, title(after)?);
    (from != to).then(|| Evidence::Windows(vec![WindowChange::Renamed { from, to }]))
}

fn has_focus(snapshot: &WindowSnapshot) -> bool {
    snapshot.controls.iter().any(|it| it.states.has(State::Focused))
}

/// A control that had the focus and has it no longer: the item of a menu that closed, or any if nothing has it now. Of several
/// with the focus, others come and go.
fn lost_focus(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<String> {
    let is_left = |it: &Control| {
        let is_of_menu = matches!(it.role, Role::Menu | Role::MenuItem);
        let is = after.controls.iter().find(|is| is.node().is_some() && is.node() == it.node());
        (is_of_menu || !has_focus(after)) && is.is_some_and(|it| !it.states.has(State::Focused))
    };
    let mut had = before.controls.iter().filter(|it| it.states.has(State::Focused));
    had.find(|it| is_left(it)).map(|it| it.id().to_string())
}

/// Whether the focus is on the target or something in it, by its place.
fn is_focus_within(after: &WindowSnapshot, target: Option<&NodeId>) -> bool {
    target.is_some_and(|target| focused_within(after, target).next().is_some())
}

/// The focus that came to the target or to a part of it, such as an item of a list. In Qt, an item keeps the focus in its list
/// while another control has the keyboard.
pub(super) fn focus_gained_within(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: &NodeId,
) -> Option<Evidence> {
    let had = |it: &&Control| focused_within(before, target).any(|was| was.node() == it.node());
    let inner = focused_within(after, target).find(|it| !had(it))?;
    Some(Evidence::Focus(inner.id().to_string()))
}

/// The controls with the focus at the place of the target.
fn focused_within<'a>(seen: &'a WindowSnapshot, target: &NodeId) -> impl Iterator<Item = &'a Control> {
    let place = seen.controls.iter().find(|it| it.node() == Some(target)).map(|it| it.rect);
    let focused = seen.controls.iter().filter(|it| it.states.has(State::Focused));
    focused.filter(move |it| place.is_some_and(|place| it.rect.intersection(place) == it.rect))
}

/// The control that has the focus now and had it not before. In some applications several have it at once, Qt reports late that
/// the menu bar got it by a key, and a recreated control has another node. The paragraphs of a text share role and name.
fn focus(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    let has_focus = |it: &&Control| it.states.has(State::Focused);
    let was_there = |it: &Control| before.controls.iter().any(|was| was.node() == it.node());
    let is_left = |was: &Control| after.controls.iter().any(|it| it.node() == was.node() && !has_focus(&it));
    let had = |it: &Control| {
        let is_same = |was: &Control| was.node() == it.node();
        let is_recreated = |was: &Control| was.id() == it.id() && !was_there(it) && !is_left(was);
        before.controls.iter().filter(has_focus).any(|was| is_same(was) || is_recreated(was))
    };
    let is = after.controls.iter().filter(has_focus).find(|it| !had(it) && !is_blank_frame(it))?;
    let value = is.value.as_deref().filter(|it| !it.is_empty() && !is.states.has(State::Protected));
    Some(Evidence::Focus(match value.filter(|_| is.name.is_empty()) {
        Some(value) => format!("{} that reads {:?}", is.id(), end_of(value)),
        None => is.id().to_string(),
    }))
}

#[cfg(test)]
mod tests;
