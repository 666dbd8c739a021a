//! Whether a window is still as it was when an action was decided upon. Pure.

use super::{Control, Difference, Divergence, Role, State};
use crate::{Action, Aim, Gesture, TextMode, Verb};
use std::collections::HashSet;

/// What two looks at a window are compared for.
pub struct Expectation<'a> {
    /// The controls that the decision was made upon.
    pub seen: &'a [Control],
    /// The controls as they are now.
    pub now: &'a [Control],
    /// What was done since, by the same decision.
    pub done: &'a [Action],
}

impl Expectation<'_> {
    /// What speaks against doing this now. What the actions before were for is no divergence: text they typed, boxes they
    /// checked, controls that became usable.
    pub fn divergence(&self, next: &Action) -> Option<Divergence> {
        let difference = Difference::between(self.seen, self.now);
        blocked(&difference).or_else(|| self.replaced(&difference)).or_else(|| match &next.aim {
            Aim::Control(control) => self.of_control(control, next, &difference),
            Aim::Point(_) | Aim::Window => None,
        })
    }

    /// What opened since, and has to be answered first.
    pub fn opened(&self) -> Option<Divergence> {
        blocked(&Difference::between(self.seen, self.now))
    }

    fn replaced(&self, difference: &Difference) -> Option<Divergence> {
        // Spreadsheets make their cells anew: one of the same name is as good.
        let anew: HashSet<_> = difference.added.iter().map(|it| (it.role, it.name.as_str())).collect();
        let is_gone = |it: &&Control| !anew.contains(&(it.role, it.name.as_str()));
        let (gone, of) = (difference.removed.iter().filter(is_gone).count(), self.seen.len());
        // A dialog that closes takes its controls away and puts nothing in their place.
        let in_their_place = difference.added.len() * 2 > gone;
        (of >= FEW && gone * 2 > of && in_their_place).then_some(Divergence::Replaced { gone, of })
    }

    fn of_control(&self, control: &Control, next: &Action, difference: &Difference) -> Option<Divergence> {
        let id = || control.id().to_string();
        if control.node().is_none() {
            // The first action is as fresh as the picture it was chosen from.
            return (!self.done.is_empty()).then(|| Divergence::OnlyPictured(id()));
        }
        let is_it = |it: &Control| it.node() == control.node() && it.id() == control.id();
        if difference.removed.iter().any(is_it) {
            let made_anew = self.now.iter().filter(|it| it.id() == control.id()).count();
            return (made_anew != 1).then(|| Divergence::Gone(id()));
        }
        let changed = difference.changed.iter().find(|it| is_it(&it.before));
        let now = changed.map_or(control, |it| &it.after);
        if now.id() != control.id() {
            return Some(Divergence::Renamed { was: id(), is: now.id().to_string() });
        }
        let was_changed = changed.filter(|_| !self.was_used(control)).and_then(|it| matters(it, next));
        if !now.states.has(State::Enabled) && control.states.has(State::Enabled) {
            return Some(Divergence::Disabled(id()));
        }
        was_changed.or_else(|| self.list_changed(control).then(|| Divergence::ListChanged(id())))
    }

    /// Whether one of the actions before was for this control.
    fn was_used(&self, control: &Control) -> bool {
        self.done.iter().any(|it| matches!(&it.aim, Aim::Control(used) if used.node() == control.node()))
    }

    /// Whether the items among which the control stands are others than were seen: it may be another one by now.
    fn list_changed(&self, control: &Control) -> bool {
        let items = |all: &[Control]| -> Vec<String> {
            all.iter().filter(|it| it.role == control.role).map(|it| it.name.clone()).collect()
        };
        matches!(control.role, Role::ListItem | Role::TreeItem) && items(self.seen) != items(self.now)
    }
}

fn blocked(difference: &Difference) -> Option<Divergence> {
    difference.added.iter().find(|it| it.blocks()).map(|it| Divergence::Dialog(it.id().to_string()))
}

/// A window with fewer controls than this may change all of them at every action.
const FEW: usize = 8;

/// How the control changed, where what the action means depends on it: a click turns what is checked, a text is put
/// behind what is there.
fn matters(changed: &super::Changed, next: &Action) -> Option<Divergence> {
    // A toggle button may just look pressed for a while.
    let is_box = matches!(changed.after.role, Role::CheckBox | Role::RadioButton | Role::MenuItem);
    let turned =
        is_box && changed.entered().iter().chain(changed.left().iter()).any(|it| it == State::Checked);
    let matters = match &next.verb {
        Verb::Gesture(Gesture::Click { .. }) => turned,
        Verb::Gesture(Gesture::Text { mode: TextMode::Append, .. }) => changed.value().is_some(),
        _ => false,
    };
    matters.then(|| Divergence::Changed(changed.to_string()))
}
