//! How the controls of a window differ between two looks at it. Pure.

use deskpilot_core::{Control, Evidence, NodeId, Rect, Role, Source, State, States};
use std::collections::HashMap;

/// The controls that differ between two looks at one window.
#[derive(Clone)]
pub(super) struct Changes<'a> {
    added: Vec<&'a Control>,
    removed: Vec<&'a Control>,
    changed: Vec<(&'a Control, &'a Control)>,
}

impl<'a> Changes<'a> {
    pub(super) fn between(before: &'a [Control], after: &'a [Control], counts_moves: bool) -> Changes<'a> {
        let mut was: HashMap<&NodeId, &Control> = by_node(before).collect();
        let (mut pairs, mut new) = (Vec::new(), Vec::new());
        for (node, is) in by_node(after) {
            match was.remove(node) {
                Some(was) => pairs.push((was, is)),
                None => new.push(is),
            }
        }
        // The cells of a large table are other nodes in every read; what is at the same place is the same cell.
        let mut gone: HashMap<_, &Control> = was.into_values().map(|it| (place(it), it)).collect();
        let mut added = Vec::new();
        for is in new {
            match gone.remove(&place(is)) {
                Some(was) => pairs.push((was, is)),
                None => added.push(is),
            }
        }
        pairs.retain(|(was, is)| differs(was, is) || (counts_moves && was.rect != is.rect));
        Changes { added, removed: gone.into_values().collect(), changed: pairs }
    }

    /// Scroll bars come and move with everything that is done to what they scroll.
    pub(super) fn without_scroll_bars(&self) -> Changes<'a> {
        let mut changes = self.clone();
        changes.added.retain(|it| it.role != Role::ScrollBar);
        changes.removed.retain(|it| it.role != Role::ScrollBar);
        changes.changed.retain(|(it, _)| it.role != Role::ScrollBar);
        changes
    }

    pub(super) fn value_of(&self, target: &NodeId) -> Option<Evidence> {
        self.changed.iter().find(|(was, _)| node(was) == Some(target)).and_then(|(was, is)| value(was, is))
    }

    pub(super) fn state_of(&self, target: &NodeId) -> Option<Evidence> {
        self.changed.iter().find(|(was, _)| node(was) == Some(target)).and_then(|(was, is)| state(was, is))
    }

    /// What became of all controls but one. A single value says more than a number of changes.
    pub(super) fn elsewhere(&self, target: Option<&NodeId>) -> Option<Evidence> {
        let others = || self.changed.iter().filter(|(was, _)| target.is_none() || node(was) != target);
        let mut values = others().filter_map(|(was, is)| value(was, is));
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match (count(self.added.len()), count(self.removed.len()), values.next(), values.next()) {
            (0, 0, Some(value), None) => Some(value),
            (0, 0, None, _) if others().next().is_none() => None,
            (added, removed, ..) => {
                Some(Evidence::Tree { added, removed, changed: count(self.changed.len()) })
            }
        }
    }
}

fn by_node(controls: &[Control]) -> impl Iterator<Item = (&NodeId, &Control)> {
    controls.iter().filter_map(|control| Some((node(control)?, control)))
}

fn place(control: &Control) -> (Role, &str, Rect) {
    (control.role, &control.name, control.rect)
}

pub(super) fn node(control: &Control) -> Option<&NodeId> {
    match &control.source {
        Source::Accessibility { node } => Some(node),
        Source::Vision { .. } => None,
    }
}

/// Progress goes on by itself, and the focus follows every click: neither shows that something was done.
fn differs(was: &Control, is: &Control) -> bool {
    let goes_on = is.role == Role::ProgressBar;
    was.name != is.name || (was.value != is.value && !goes_on) || lasting(was.states) != lasting(is.states)
}

fn lasting(states: States) -> States {
    states.iter().filter(|state| *state != State::Focused).collect()
}

fn value(was: &Control, is: &Control) -> Option<Evidence> {
    let shown = |value: &Option<String>| value.as_deref().map(end_of);
    (was.value != is.value).then(|| Evidence::Value { before: shown(&was.value), after: shown(&is.value) })
}

fn state(was: &Control, is: &Control) -> Option<Evidence> {
    let differs = |state: &&State| lasting(was.states).has(**state) != lasting(is.states).has(**state);
    let state = State::ALL.iter().find(differs)?;
    Some(Evidence::State(in_words(*state, is.states.has(*state))))
}

/// A state, or its opposite, as a person says it.
pub(super) fn in_words(state: State, on: bool) -> String {
    let word = format!("{state:?}").to_lowercase();
    if on { word } else { format!("not {word}") }
}

/// The end of a long text, where what was typed last is.
pub(super) fn end_of(text: &str) -> String {
    const MOST: usize = 300;
    match text.chars().count().checked_sub(MOST) {
        Some(skipped @ 1..) => format!("…{}", text.chars().skip(skipped).collect::<String>()),
        _ => text.to_owned(),
    }
}
