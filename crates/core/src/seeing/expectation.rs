//! Checks whether a window still looks as it did when an action was decided on. Pure.

use super::{Control, Difference, Divergence, Role, State, Window, pressed_at};
use crate::{Action, Aim, Gesture, TextMode, Verb};
use std::collections::HashSet;

/// Two observations of a window to compare before the next action.
pub struct Expectation<'a> {
    /// The controls that the decision was based on.
    pub seen: &'a [Control],
    /// The controls now.
    pub now: &'a [Control],
    /// The actions of the same decision that ran in between.
    pub done: &'a [Action],
    /// The windows of the application that closed in between.
    pub closed: &'a [Window],
}

impl Expectation<'_> {
    /// Why `next` must not run now. Expected effects of the previous actions are no divergence: text they
    /// typed, boxes they checked, controls that became enabled, dialogs they answered, pages they turned.
    pub fn divergence(&self, next: &Action) -> Option<Divergence> {
        let difference = Difference::between(self.seen, self.now);
        let replaced = || self.replaced(&difference).filter(|_| !self.is_foreseen(next, &difference));
        blocking_dialog(&difference).or_else(replaced).or_else(|| match &next.aim {
            Aim::Control(control) => self.of_control(control, next, &difference),
            Aim::Point(_) | Aim::Window => None,
        })
    }

    /// Whether the list itself replaced what was seen, and what `next` needs is there all the same: its control is there, or
    /// the window came back from behind a dialog that the list answered.
    fn is_foreseen(&self, next: &Action, difference: &Difference) -> bool {
        if self.done.is_empty() {
            return false;
        }
        match &next.aim {
            Aim::Control(control) => {
                let reads = matches!(next.verb, Verb::Read { .. });
                let alike = self.now.iter().filter(|it| it.id() == control.id());
                let stands = alike.clone().any(|it| it.node() == control.node());
                stands || (reads && alike.count() == 1)
            }
            Aim::Point(_) | Aim::Window => {
                !self.closed.is_empty() || difference.removed.iter().any(Control::blocks)
            }
        }
    }

    /// Why no gesture must follow the last action: it clicked a control, or a point at which one was seen, and another one
    /// elsewhere has the keyboard or became selected. For clicks without a visible effect.
    pub fn missed_click(&self) -> Option<Divergence> {
        let last = self.done.last()?;
        let Verb::Gesture(Gesture::Click { .. }) = &last.verb else { return None };
        let target = match &last.aim {
            Aim::Control(target) => target,
            Aim::Point(point) => pressed_at(self.seen, *point)?,
            Aim::Window => return None,
        };
        let is_elsewhere = |it: &Control| {
            // A part of the target, or what it is a part of, counts as the target.
            let covers = it.rect.contains(target.rect.center()) || target.rect.contains(it.rect.center());
            it.node() != target.node() && !covers
        };
        let takes_keyboard = target.role.is_focused_by_click();
        let focused = focused(self.now).filter(|it| takes_keyboard && is_elsewhere(it));
        let keyboard = focused.map(|it| format!("the keyboard is on {}", it.id()));
        let chosen = || {
            let selected = self.selected_since().find(is_elsewhere)?;
            Some(format!("{} came to be selected", selected.id()))
        };
        keyboard.or_else(chosen).map(|why| Divergence::Unsure(format!("{last}: {why}")))
    }

    /// The controls that became selected and that no action of the list targeted.
    fn selected_since(&self) -> impl Iterator<Item = Control> {
        let changed = Difference::between(self.seen, self.now).changed.into_iter();
        let selected = changed.filter(|it| it.gained().iter().any(|state| state == State::Selected));
        selected.map(|it| it.after).filter(|it| !self.was_used(it))
    }

    /// Why an action must not run where it names no control: the control that was seen at its point is gone and another one is
    /// there, which the list has not used, or another one has the keyboard before the list begins. Holds for incomplete
    /// observations too.
    pub fn other_target(&self, next: &Action) -> Option<Divergence> {
        match (&next.aim, &next.verb) {
            (Aim::Point(point), Verb::Gesture(_)) => {
                let (was, is) = (pressed_at(self.seen, *point)?, pressed_at(self.now, *point)?);
                let acts = was.role.acts_by_name() || is.role.acts_by_name();
                let is_other = was.id() != is.id() && acts && is.role.is_interactive();
                let renamed = || Divergence::Renamed { was: was.id().to_string(), is: is.id().to_string() };
                (is_other && self.partner(was).is_none() && !self.was_aimed_at(is)).then(renamed)
            }
            (Aim::Window, Verb::Gesture(Gesture::Keys(_) | Gesture::Text { .. })) if self.done.is_empty() => {
                let (was, is) = (focused(self.seen)?, focused(self.now)?);
                let moved =
                    || Divergence::Changed(format!("the keyboard was on {} and is on {}", was.id(), is.id()));
                (was.id() != is.id()).then(moved)
            }
            _ => None,
        }
    }

    /// The dialog or alert that opened since and must be answered first.
    pub fn opened(&self) -> Option<Divergence> {
        blocking_dialog(&Difference::between(self.seen, self.now))
    }

    fn replaced(&self, difference: &Difference) -> Option<Divergence> {
        // Spreadsheets recreate their cells: one with the same role and name counts as the same.
        let recreated: HashSet<_> = difference.added.iter().map(|it| (it.role, it.name.as_str())).collect();
        let is_gone = |it: &&Control| !recreated.contains(&(it.role, it.name.as_str()));
        let (gone, of) = (difference.removed.iter().filter(is_gone).count(), self.seen.len());
        // A closing dialog removes its controls without replacing them.
        let has_replacements = difference.added.len() * 2 > gone;
        (of >= FEW && gone * 2 > of && has_replacements).then_some(Divergence::Replaced { gone, of })
    }

    fn of_control(&self, control: &Control, next: &Action, difference: &Difference) -> Option<Divergence> {
        let id = || control.id().to_string();
        if control.node().is_none() {
            // The first action is as recent as the picture it was chosen from.
            return (!self.done.is_empty()).then(|| Divergence::OnlyPictured(id()));
        }
        let is_it = |it: &Control| it.node() == control.node() && it.id() == control.id();
        if difference.removed.iter().any(is_it) {
            // An application that replaced its controls has exactly one of this kind and name.
            let recreated = self.now.iter().filter(|it| it.id() == control.id()).count();
            return (recreated != 1).then(|| Divergence::Gone(id()));
        }
        let changed = difference.changed.iter().find(|it| is_it(&it.before));
        let now = changed.map_or(control, |it| &it.after);
        if now.id() != control.id() {
            return Some(Divergence::Renamed { was: id(), is: now.id().to_string() });
        }
        let was_changed =
            changed.filter(|_| !self.was_used(control)).and_then(|it| relevant_change(it, next));
        if !now.states.has(State::Enabled) && control.states.has(State::Enabled) {
            return Some(Divergence::Disabled(id()));
        }
        was_changed.or_else(|| self.list_changed(control).then(|| Divergence::ListChanged(id())))
    }

    /// Whether one of the previous actions targeted this control.
    fn was_used(&self, control: &Control) -> bool {
        self.done.iter().any(|it| matches!(&it.aim, Aim::Control(used) if used.node() == control.node()))
    }

    /// Whether one of the previous actions targeted this control or a point in it: what it did renamed the control.
    fn was_aimed_at(&self, control: &Control) -> bool {
        self.was_used(control)
            || self.done.iter().any(|it| matches!(it.aim, Aim::Point(point) if control.rect.contains(point)))
    }

    /// Whether the items of the control's list changed, so that the control may now be another item.
    fn list_changed(&self, control: &Control) -> bool {
        let items = |all: &[Control]| -> Vec<String> {
            all.iter().filter(|it| it.role == control.role).map(|it| it.name.clone()).collect()
        };
        matches!(control.role, Role::ListItem | Role::TreeItem) && items(self.seen) != items(self.now)
    }
}

fn focused(controls: &[Control]) -> Option<&Control> {
    // The last one is the innermost: a list may claim the keyboard along with its item.
    controls.iter().rev().find(|it| it.states.has(State::Focused))
}

fn blocking_dialog(difference: &Difference) -> Option<Divergence> {
    difference.added.iter().find(|it| it.blocks()).map(|it| Divergence::Dialog(it.id().to_string()))
}

/// Windows with fewer controls than this may change all of them with every action.
const FEW: usize = 8;

/// The change, if the action's result depends on it: a click toggles what is checked, and appended text follows
/// the existing text.
fn relevant_change(changed: &super::ControlChange, next: &Action) -> Option<Divergence> {
    // A toggle button may look pressed for a moment, so only these roles count.
    let is_box = matches!(changed.after.role, Role::CheckBox | Role::RadioButton | Role::MenuItem);
    let turned =
        is_box && changed.gained().iter().chain(changed.lost().iter()).any(|it| it == State::Checked);
    let matters = match &next.verb {
        Verb::Gesture(Gesture::Click { .. }) => turned,
        // A terminal writes by itself, and takes text at its prompt all the same.
        Verb::Gesture(Gesture::Text { mode: TextMode::Append, .. }) => {
            changed.value().is_some() && changed.after.role != Role::Terminal
        }
        _ => false,
    };
    matters.then(|| Divergence::Changed(changed.to_string()))
}
