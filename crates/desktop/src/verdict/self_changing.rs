//! Separates what changes by itself from what an action may have caused. Pure.

use deskpilot_core::{Control, ControlChange, Difference, Evidence, NodeId, Role, State, UnverifiedReason};
use std::collections::HashSet;

/// What was known before an action to change by itself in a window. It proves no action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelfChangingControls {
    /// The controls whose name, value or state changes.
    pub contents: HashSet<NodeId>,
    /// The controls that changed once, a moment ago.
    pub recent_changes: HashSet<NodeId>,
    /// Whether texts come and go somewhere in the application: a page makes a new node of each.
    pub has_passing_texts: bool,
    /// The texts, as `Text "Saved"`, that came and went in the looks at the window.
    pub passing: HashSet<String>,
    /// Whether the title of the window changes.
    pub has_changing_title: bool,
}

impl SelfChangingControls {
    /// Removes from a difference what changes by itself, and describes the first of it. A control that now shows what was
    /// typed does not do so by itself.
    pub(super) fn take(&self, difference: &mut Difference, typed: Option<&str>) -> Option<UnverifiedReason> {
        let passes =
            |it: &Control| self.is_self_changing(it) || (self.has_passing_texts && it.role == Role::Text);
        let ticks = |it: &ControlChange| self.ticks(it, typed);
        let changed = difference.changed.iter().find(|it| ticks(it));
        let changed = changed.map(|it| by_itself(&it.after, "changed", Some(&it.after)));
        let added =
            || difference.added.iter().find(|it| passes(it)).map(|it| by_itself(it, "is new", Some(it)));
        let removed =
            || difference.removed.iter().find(|it| passes(it)).map(|it| by_itself(it, "is gone", None));
        let reason = changed.or_else(added).or_else(removed);
        difference.changed.retain(|it| !ticks(it));
        difference.added.retain(|it| !passes(it));
        difference.removed.retain(|it| !passes(it));
        reason
    }

    /// Describes a change of the title that proves nothing.
    pub(super) fn title_change(&self, title: Option<Evidence>) -> Option<UnverifiedReason> {
        let title = title.filter(|_| self.has_changing_title)?;
        Some(format!("{title}, as it does by itself").into())
    }

    /// Whether a control changed as it does by itself, and does not show what was typed once more.
    pub(super) fn ticks(&self, change: &ControlChange, typed: Option<&str>) -> bool {
        self.is_self_changing(&change.before) && !typed.is_some_and(|text| gained(change, text))
    }

    /// Whether a control is known to change by itself.
    pub(super) fn is_self_changing(&self, control: &Control) -> bool {
        // Nobody edits a text that changes by itself.
        let is_edited = control.states.has(State::Editable);
        // A text is likely to go on; a control that has just been filled is not.
        let may_go_on = |node| control.role == Role::Text && self.recent_changes.contains(node);
        !is_edited && control.node().is_some_and(|node| self.contents.contains(node) || may_go_on(node))
    }
}

/// Whether the value has this text once more than before.
fn gained(change: &ControlChange, text: &str) -> bool {
    let count = |value: Option<&str>| value.map_or(0, |value| value.matches(text).count());
    change.value().is_some_and(|(was, is)| count(is) > count(was))
}

/// How a control changed by itself, and the text of it that is shown now.
fn by_itself(control: &Control, what: &str, now: Option<&Control>) -> UnverifiedReason {
    let shown = now.filter(|it| it.role == Role::Text).map(|it| it.name.clone());
    let why = format!("{} {what}, as it does by itself", control.id());
    UnverifiedReason { why, shown: shown.into_iter().collect() }
}
