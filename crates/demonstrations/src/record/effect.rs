//! The effect of a step, as people and agents see it, and as a skill compares it. Pure.

use super::scene::Scene;
use crate::{Seen, StepChange};
use deskpilot_core::{Control, Difference, NodeId, Role, State, Window, WindowChange, is_in_front};
use deskpilot_learning::{EffectKind, ExpectedEffect, ShownControl, WindowCondition};
use std::collections::HashSet;

/// The most sentences of a step.
const MOST: usize = 6;
/// The most characters of a text in a sentence.
const MOST_CHARACTERS: usize = 80;
/// The states whose change a person sees.
const SEEN: [(State, &str, &str); 3] = [
    (State::Checked, "is checked", "is not checked"),
    (State::Expanded, "is expanded", "is collapsed"),
    (State::Selected, "is selected", "is not selected"),
];

/// What a person saw change. Fields that hide their text, and the field that the step itself changed, are left out.
pub(super) fn changes(
    before: &Scene,
    after: &Scene,
    hidden: &HashSet<NodeId>,
    own: Option<&NodeId>,
) -> Vec<StepChange> {
    let mut changes = windows(before, after);
    let is_same = before.window.as_ref().map(|it| it.id) == after.window.as_ref().map(|it| it.id);
    if is_same && before.window.is_some() {
        let difference = Difference::between(&before.controls, &after.controls);
        let is_recorded = |it: &Control| {
            let node = it.node();
            !it.states.has(State::Protected) && node.is_none_or(|node| !hidden.contains(node))
        };
        for change in difference.changed.iter().filter(|it| is_recorded(&it.before) && is_recorded(&it.after))
        {
            let is_own = own.is_some() && change.after.node() == own;
            changes.extend(
                of_control(&change.before, &change.after)
                    .filter(|_| !is_own || change.after.role == Role::ComboBox)
                    .map(StepChange::Control),
            );
        }
        // A dialog with a window of its own is reported with the windows.
        let has_own = new_windows(before, after).next().is_some();
        let dialogs = difference.added.iter().filter(|it| it.blocks() && !it.name.is_empty() && !has_own);
        changes.extend(
            dialogs
                .map(|it| StepChange::Control(format!("{} {:?} appeared", it.role.name(), short(&it.name)))),
        );
    }
    changes.truncate(MOST);
    changes
}

/// What a skill compares, without the control of the step; `None` if its window was not read before.
pub(super) fn seen(
    before: &Scene,
    after: &Scene,
    hidden: &HashSet<NodeId>,
    own: Option<&NodeId>,
) -> Option<Seen> {
    let was = before.view(hidden)?;
    let is = after.view(hidden);
    let condition = WindowCondition::of(&was).with_landmarks_of(&was, &[]);
    let field = was.controls.iter().find(|it| own.is_some() && it.node() == own);
    let before_step = match field {
        Some(field) => condition.with_value_of(field),
        None => condition,
    };
    // What a window shows that opens, such as a folder, and what it lay over, say nothing about the step.
    let is_same = new_windows(before, after).chain(new_windows(after, before)).next().is_none();
    let shown = is.as_ref().filter(|_| is_same);
    let shown = shown.map_or_else(Vec::new, |is| ShownControl::between(&was, is));
    let difference = Difference::between(&was.controls, is.as_ref().map_or(&[], |it| it.controls.as_slice()));
    let effect = match (opened_and_closed(before, after, &difference), difference.is_empty()) {
        (Some(windows), _) => ExpectedEffect::of_windows(&windows),
        (None, false) => ExpectedEffect::new(EffectKind::Controls, None),
        (None, true) => ExpectedEffect::new(EffectKind::Unseen, None),
    };
    Some(Seen { before: before_step, effect, controls: Vec::new(), after: shown })
}

/// The windows and dialogs that closed and opened, as the evidence of an action has them.
fn opened_and_closed(before: &Scene, after: &Scene, difference: &Difference) -> Option<Vec<WindowChange>> {
    let only = |ones: &Scene, others: &Scene, controls: &[Control]| {
        let window = new_windows(others, ones).next().map(|it| it.title.clone());
        let dialog = controls.iter().find(|it| is_in_front(it.role) && !it.name.is_empty());
        window.or_else(|| dialog.map(|it| it.name.clone()))
    };
    let is_same = before.window.as_ref().map(|it| it.id) == after.window.as_ref().map(|it| it.id);
    let none: &[Control] = &[];
    let (added, removed) =
        if is_same { (&difference.added[..], &difference.removed[..]) } else { (none, none) };
    let closed = only(before, after, removed).map(WindowChange::Closed);
    let opened = only(after, before, added).map(WindowChange::Opened);
    let changes: Vec<WindowChange> = closed.into_iter().chain(opened).collect();
    (!changes.is_empty()).then_some(changes)
}

/// The title of the window or dialog that opened and in which an agent must answer or continue.
pub(super) fn opened(before: &Scene, after: &Scene) -> Option<String> {
    let is = after.window.as_ref()?;
    if before.window.as_ref()?.id != is.id {
        let is_new = new_windows(before, after).any(|it| it.id == is.id);
        return Some(is.title.clone()).filter(|it| is_new && !it.trim().is_empty());
    }
    let added = Difference::between(&before.controls, &after.controls).added;
    let mut waits = added.iter().filter(|it| it.blocks() || it.role == Role::Window);
    waits.find(|it| !it.name.trim().is_empty()).map(|it| it.name.clone())
}

/// The recorded windows that were not there before.
fn new_windows<'s>(before: &'s Scene, after: &'s Scene) -> impl Iterator<Item = &'s Window> {
    after.recorded().filter(|it| before.recorded().all(|was| was.id != it.id))
}

fn windows(before: &Scene, after: &Scene) -> Vec<StepChange> {
    let mut changes = Vec::new();
    for window in after.recorded() {
        match before.recorded().find(|it| it.id == window.id) {
            None => changes.push(WindowChange::Opened(short(&window.title))),
            Some(was) if was.title != window.title => {
                changes.push(WindowChange::Renamed { from: short(&was.title), to: short(&window.title) });
            }
            Some(_) => {}
        }
    }
    changes.extend(new_windows(after, before).map(|it| WindowChange::Closed(short(&it.title))));
    changes.into_iter().map(StepChange::Window).collect()
}

/// What changed about a control; `None` if a person would not see it.
fn of_control(was: &Control, is: &Control) -> Option<String> {
    let name = if is.name.trim().is_empty() { String::new() } else { format!(" {:?}", short(&is.name)) };
    let role = is.role.name();
    let state = SEEN.iter().find(|(state, _, _)| was.states.has(*state) != is.states.has(*state));
    match (&is.value, state) {
        (Some(value), _) if was.value.as_ref() != Some(value) => {
            Some(format!("{role}{name} shows {:?}", short(value)))
        }
        (_, Some((state, gained, lost))) => {
            Some(format!("{role}{name} {}", if is.states.has(*state) { gained } else { lost }))
        }
        (_, None) if was.name != is.name => {
            Some(format!("{role} {:?} is now called {:?}", short(&was.name), short(&is.name)))
        }
        (_, None) => None,
    }
}

fn short(text: &str) -> String {
    text.chars().take(MOST_CHARACTERS).collect()
}
