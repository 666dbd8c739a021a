//! Picks from the difference between two looks at a window what shows an effect of the action. Pure.

use super::snapshot::{ReadCoverage, SavedFile, Surface, WindowSnapshot};
use deskpilot_core::{
    Control, ControlChange, ControlDetail, Difference, Effect, Evidence, FormattedText, NoChangeReason,
    NodeId, Role, State, States, TextChange, UnverifiedReason,
};
use std::collections::HashSet;

/// The effect of typing where nothing shows it.
pub const HIDDEN: &str = "what is typed there is hidden";
/// How many of the changed controls to describe.
const MOST_DETAILS: usize = 3;

/// Which differences count as an effect of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CountedChanges {
    /// A control's name, value and state.
    Contents,
    /// Its place as well.
    ContentsAndPlaces,
    /// Name, value and state, and tool tips as well.
    ContentsAndTips,
}

/// Removes from a difference what the keys need not have caused, and describes it: controls that only became enabled,
/// progress that begins, and texts that disappear while everything else stays.
///
/// A button usually becomes enabled by the action before, after a while, as with autosave: that does not prove keys
/// pressed meanwhile.
pub(super) fn take_unrelated(difference: &mut Difference) -> Vec<UnverifiedReason> {
    let is_merely_enabled = |it: &ControlChange| {
        let enabled = States::default().with(State::Enabled);
        let is_it = lasting(it.gained()) == enabled && lasting(it.lost()) == States::default();
        is_it && it.name().is_none() && it.value().is_none()
    };
    let enabled = difference.changed.iter().filter(|it| is_merely_enabled(it));
    let enabled = enabled.map(|it| (it.after.id().to_string(), "can be used"));
    let is_progress = |it: &&Control| it.role == Role::ProgressBar;
    let begun = difference.added.iter().filter(is_progress).map(|it| (it.id().to_string(), "is shown"));
    let all = enabled.chain(begun);
    let mut reasons: Vec<UnverifiedReason> =
        all.map(|(what, is)| format!("{what} {is} now, which the keys may not have caused").into()).collect();
    difference.changed.retain(|it| !is_merely_enabled(it));
    difference.added.retain(|it| !is_progress(&it));
    reasons.extend(take_vanished(difference));
    reasons
}

/// Removes the change by which the control that the action before pressed goes back to what it was: some buttons show for
/// a while that they were pressed.
pub(super) fn drop_release(difference: &mut Difference, before: &WindowSnapshot, target: Option<&NodeId>) {
    let Some(pressed) = before.pressed.as_ref().filter(|pressed| Some(*pressed) != target) else { return };
    difference.changed.retain(|it| {
        let lost = lasting(it.lost());
        let is_released = lost.has(State::Checked) || lost.has(State::Selected);
        let is_alone =
            lasting(it.gained()) == States::default() && it.name().is_none() && it.value().is_none();
        it.before.node() != Some(pressed) || !is_released || !is_alone
    });
}

/// Removes what tool bars show if they may still show the action before, and describes it. What the target shows stays.
pub(super) fn take_late(
    difference: &mut Difference,
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
) -> Option<UnverifiedReason> {
    if !before.is_behind {
        return None;
    }
    let is_late = |bars: &HashSet<NodeId>, it: &Control| {
        it.node().is_some_and(|node| Some(node) != target && bars.contains(node))
    };
    let Difference { added, removed, changed } = difference;
    let late = added.iter().find(|it| is_late(&after.bars, it));
    let late = late.or_else(|| removed.iter().find(|it| is_late(&before.bars, it)));
    let late = late.or_else(|| changed.iter().map(|it| &it.after).find(|it| is_late(&after.bars, it)));
    let reason = format!("{} is different, which the action before may have caused", late?.id()).into();
    added.retain(|it| !is_late(&after.bars, it));
    removed.retain(|it| !is_late(&before.bars, it));
    changed.retain(|it| !is_late(&after.bars, &it.after));
    Some(reason)
}

/// Removes controls a person cannot act on if nothing else changed: messages that an application hides after a while.
fn take_vanished(difference: &mut Difference) -> Option<UnverifiedReason> {
    let is_alone = difference.added.is_empty() && difference.changed.is_empty();
    let is_remark = |it: &Control| !it.role.is_interactive() && !it.blocks();
    if !is_alone || !difference.removed.iter().all(is_remark) {
        return None;
    }
    let first = difference.removed.first().map(|it| it.id().to_string())?;
    difference.removed.clear();
    Some(format!("{first} is gone, which the keys may not have caused").into())
}

/// What shows that a document was saved.
pub(super) fn saved(after: &WindowSnapshot, difference: &Difference) -> Option<Evidence> {
    match &after.saved_file {
        SavedFile::Written(name) => Some(Evidence::Written(name.clone())),
        SavedFile::Unwritten | SavedFile::Unknown => unsaved_mark_gone(difference),
    }
}

/// The mark of unsaved changes that is gone: some applications show it as a text of its own, next to their title.
fn unsaved_mark_gone(difference: &Difference) -> Option<Evidence> {
    let is_mark = |it: &&Control| it.role == Role::Text && matches!(it.name.as_str(), "•" | "●" | "*");
    let mark = difference.removed.iter().find(is_mark)?;
    Some(Evidence::Text(TextChange::MarkGone(mark.name.clone())))
}

/// The part of the difference between two looks that the action may have caused.
///
/// Progress advances and ends by itself, notifications disappear, tool tips come and go with the pointer, and the focus
/// follows every click. None of that proves an action, unless its target is part of it.
pub(super) fn relevant_difference(
    before: &WindowSnapshot,
    after: &WindowSnapshot,
    target: Option<&NodeId>,
    counted: CountedChanges,
) -> Difference {
    let mut difference = Difference::between(&before.controls, &after.controls);
    // What was not read is not gone, and not new if it was not read before.
    if after.coverage != ReadCoverage::Complete {
        difference.removed.clear();
    }
    if before.coverage != ReadCoverage::Complete {
        difference.added.clear();
    }
    // A closing dialog loses its controls before its window closes.
    if after.coverage == ReadCoverage::Incomplete && before.coverage != ReadCoverage::Incomplete {
        difference.changed.clear();
    }
    let target_surface = target.and_then(|target| before.transient.get(target));
    let comes_by_itself =
        |surface: Surface| surface == Surface::ToolTip && counted != CountedChanges::ContentsAndTips;
    let is_unrelated = |surface: Surface, by_itself: bool| by_itself && target_surface != Some(&surface);
    // A notification goes by itself, but one that comes may be the effect.
    difference.removed.retain(|it| {
        let surface = before.surface_of(it);
        it.role != Role::ProgressBar && !is_unrelated(surface, surface != Surface::Window)
    });
    difference.added.retain(|it| !is_unrelated(after.surface_of(it), comes_by_itself(after.surface_of(it))));
    difference.changed.retain(|it| {
        let surface = after.surface_of(&it.after);
        if is_unrelated(surface, comes_by_itself(surface)) {
            return false;
        }
        // Its name may contain the progress, too.
        let is_progress = it.after.role == Role::ProgressBar;
        let is_state = lasting(it.gained()).iter().chain(lasting(it.lost()).iter()).next().is_some();
        let is_place = counted == CountedChanges::ContentsAndPlaces && it.rect().is_some();
        is_state || (!is_progress && (it.name().is_some() || it.value().is_some() || is_place))
    });
    difference.added.retain(|it| !is_blank_frame(it));
    difference.removed.retain(|it| !is_blank_frame(it));
    if after.controls.iter().any(|it| it.role == Role::Table) {
        drop_remade_lines(&mut difference);
    }
    difference
}

/// Removes the pairs of a removed and an added empty line: LibreOffice recreates the line in which a cell is edited, also
/// where nothing was done. In a document such a pair is a new paragraph.
fn drop_remade_lines(difference: &mut Difference) {
    let is_empty_line = |it: &&Control| it.role == Role::Text && is_blank(it);
    let came: Vec<States> = difference.added.iter().filter(is_empty_line).map(|it| it.states).collect();
    for states in came {
        let is_alike = |it: &Control| it.role == Role::Text && is_blank(it) && it.states == states;
        let gone = difference.removed.iter().position(is_alike);
        let came = difference.added.iter().position(is_alike);
        if let (Some(gone), Some(came)) = (gone, came) {
            difference.removed.remove(gone);
            difference.added.remove(came);
        }
    }
}

fn is_blank(control: &Control) -> bool {
    control.name.is_empty() && control.value.as_deref().is_none_or(str::is_empty)
}

/// Whether the control holds others and shows nothing itself: Qt reports its empty menu bar now and then, whatever is done. What
/// is in one proves an effect, if something is.
pub(super) fn is_blank_frame(control: &Control) -> bool {
    let is_frame = matches!(
        control.role,
        Role::Group | Role::MenuBar | Role::ToolBar | Role::StatusBar | Role::TabList | Role::Separator
    );
    is_frame && is_blank(control)
}

/// Leaves out scroll bars, which appear and move with every change to what they scroll.
pub(super) fn without_scroll_bars(difference: &Difference) -> Difference {
    let mut difference = difference.clone();
    difference.added.retain(|it| it.role != Role::ScrollBar);
    difference.removed.retain(|it| it.role != Role::ScrollBar);
    difference.changed.retain(|it| it.after.role != Role::ScrollBar);
    difference
}

pub(super) fn value_of(difference: &Difference, target: &NodeId) -> Option<Evidence> {
    of(difference, target).and_then(value)
}

pub(super) fn state_of(difference: &Difference, target: &NodeId) -> Option<Evidence> {
    of(difference, target).and_then(state)
}

fn of<'a>(difference: &'a Difference, target: &NodeId) -> Option<&'a ControlChange> {
    difference.changed.iter().find(|it| it.before.node() == Some(target))
}

/// What happened to all controls but one. A single changed value says more than a count of changes.
pub(super) fn change_elsewhere(difference: &Difference, target: Option<&NodeId>) -> Option<Evidence> {
    let others = || difference.changed.iter().filter(|it| target.is_none() || it.before.node() != target);
    let mut values = others().filter_map(|it| Some(of_other(value(it)?, it)));
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    match (count(difference.added.len()), count(difference.removed.len()), values.next(), values.next()) {
        (0, 0, Some(value), None) => Some(value),
        (0, 0, None, _) if others().next().is_none() => None,
        (added, removed, ..) => {
            let changed = count(difference.changed.len());
            let details = ControlDetail::most_informative(difference, MOST_DETAILS);
            Some(Evidence::Controls { added, removed, changed, details })
        }
    }
}

/// The effect of an action in a field that hides its text: says that other controls changed, but not their content, for
/// some show what is typed there.
pub(super) fn without_contents(effect: Effect) -> Effect {
    match effect {
        Effect::Confirmed(Evidence::Value { of, .. }) => {
            let what = of.unwrap_or_else(|| "it".to_owned());
            Effect::Confirmed(Evidence::Reported(format!("{what} holds something else now")))
        }
        Effect::Confirmed(Evidence::Controls { added, removed, changed, .. }) => {
            Effect::Confirmed(Evidence::Controls { added, removed, changed, details: Vec::new() })
        }
        // A field need not show that a hidden text has grown.
        Effect::NoChange(NoChangeReason::Same(_)) => Effect::unverified(HIDDEN),
        effect => effect,
    }
}

/// What keys do in a text without changing it: they move the caret, select, or copy.
pub(super) fn caret_evidence(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    // An application that does not know the caret's position reports -1.
    let known = |snapshot: &WindowSnapshot| snapshot.caret.filter(|caret| caret.at >= 0);
    let moved = match (known(before), known(after)) {
        (Some(was), Some(is)) if was != is => Some(match is.selected {
            (from, to) if from < to && was.selected != is.selected => {
                TextChange::Selected { from, to, text: after.selected_text.as_deref().map(end_of) }
            }
            _ if was.at != is.at => TextChange::CaretMoved { from: was.at, to: is.at },
            _ => TextChange::Deselected,
        }),
        _ => None,
    };
    let copied = || after.took_clipboard.then_some(TextChange::Copied);
    moved.or_else(copied).map(Evidence::Text)
}

/// What is different in how the text at the caret looks. Where the caret went elsewhere, another text is there.
pub(super) fn format_change(before: &WindowSnapshot, after: &WindowSnapshot) -> Option<Evidence> {
    if before.caret != after.caret {
        return None;
    }
    let change = before.format.as_ref()?.difference(after.format.as_ref()?)?;
    let is_selected = after.caret.is_some_and(|it| it.selected.0 < it.selected.1);
    let part = if is_selected { FormattedText::Selection } else { FormattedText::AtCaret };
    Some(Evidence::Text(TextChange::Formatted { part, change }))
}

fn lasting(states: States) -> States {
    states.without(States::default().with(State::Focused))
}

/// The evidence, attributed to a control other than the target.
fn of_other(evidence: Evidence, changed: &ControlChange) -> Evidence {
    match evidence {
        Evidence::Value { before, after, .. } => {
            Evidence::Value { before, after, of: Some(changed.after.id().to_string()) }
        }
        other => other,
    }
}

fn value(changed: &ControlChange) -> Option<Evidence> {
    let shown = |value: Option<&str>| value.map(end_of);
    let value = changed.value().filter(|_| changed.after.role != Role::ProgressBar)?;
    Some(Evidence::Value { before: shown(value.0), after: shown(value.1), of: None })
}

fn state(changed: &ControlChange) -> Option<Evidence> {
    let (entered, left) = (lasting(changed.gained()), lasting(changed.lost()));
    let state = *State::ALL.iter().find(|state| entered.has(**state) || left.has(**state))?;
    Some(Evidence::Turned { state, on: entered.has(state) })
}

/// The end of a long text, where the last typing is; at most 300 characters.
pub(super) fn end_of(text: &str) -> String {
    const MOST: usize = 300;
    match text.chars().count().checked_sub(MOST) {
        Some(skipped @ 1..) => format!("…{}", text.chars().skip(skipped).collect::<String>()),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::WindowChange;

    #[test]
    fn what_others_show_of_what_is_typed_hidden_is_not_reported() {
        let value = |of: Option<&str>| Evidence::Value {
            before: None,
            after: Some("opensesame".into()),
            of: of.map(str::to_owned),
        };
        let details = vec![ControlDetail::Described("Text \"\": value \"\" -> \"opensesame\"".to_owned())];
        let window = Evidence::Windows(vec![WindowChange::Closed("Log in".into())]);
        for (evidence, expected) in [
            (value(Some("Edit \"Name\"")), "confirmed: Edit \"Name\" holds something else now"),
            (value(None), "confirmed: it holds something else now"),
            (
                Evidence::Controls { added: 0, removed: 0, changed: 2, details },
                "confirmed: controls: 0 added, 0 removed, 2 changed",
            ),
            (window, "confirmed: window \"Log in\" closed"),
        ] {
            assert_eq!(without_contents(Effect::Confirmed(evidence)).to_string(), expected);
        }
        let nothing = Effect::NoChange(NoChangeReason::Same(Evidence::NOTHING));
        assert_eq!(without_contents(nothing), Effect::unverified(HIDDEN));
    }
}
