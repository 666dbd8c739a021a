//! Whether a window is still as it was when an action was decided upon. Pure.

use super::{Control, Difference, Role, State};
use crate::{Action, Aim, Gesture, TextMode, Verb};
use serde::{Deserialize, Serialize};
use std::{collections::HashSet, fmt};

/// What is not as it was, so that an action decided upon before is not done unseen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Divergence {
    /// A dialog or a message opened.
    Dialog(String),
    /// Another window of the application opened.
    Window(String),
    /// The window is gone.
    WindowGone(String),
    /// Something else stands in the place of most of what was seen: how many controls are gone, of how many.
    Replaced {
        /// How many are gone.
        gone: usize,
        /// How many there were.
        of: usize,
    },
    /// The control is gone.
    Gone(String),
    /// The control is called something else.
    Renamed {
        /// What it was.
        was: String,
        /// What it is.
        is: String,
    },
    /// The control cannot be used now.
    Disabled(String),
    /// The control was changed by something else than the actions before: how.
    Changed(String),
    /// The list that the control is in has other items, or another order.
    ListChanged(String),
    /// Only a picture showed the control: it has to be looked for again.
    OnlyPictured(String),
    /// The control that was expected to come up did not.
    NotThere {
        /// The control.
        expected: String,
        /// Where it was looked for last.
        window: String,
        /// What is there of its kind.
        alike: Vec<String>,
    },
    /// More than one control came up that could be the expected one.
    Several(String),
    /// The action before came to nothing: how.
    NotDone(String),
    /// What came of an action could not be seen, and no later action shows it: which, and why.
    Unsure(String),
    /// A note that the subtask is to leave is not there.
    Missing(String),
    /// An action needs the user's yes first.
    NeedsYes(String),
    /// The policy does not allow an action: why.
    NotAllowed(String),
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Divergence::Dialog(it) => write!(f, "{it} opened"),
            Divergence::Window(title) => write!(f, "the window {title:?} opened"),
            Divergence::WindowGone(title) => write!(f, "the window {title:?} is gone"),
            Divergence::Replaced { gone, of } => {
                write!(f, "the window shows something else: {gone} of {of} controls are gone")
            }
            Divergence::Gone(it) => write!(f, "{it} is gone"),
            Divergence::Renamed { was, is } => write!(f, "{was} is now {is}"),
            Divergence::Disabled(it) => write!(f, "{it} is disabled now"),
            Divergence::Changed(how) => write!(f, "it changed by itself: {how}"),
            Divergence::ListChanged(it) => write!(f, "the list that {it} is in has changed"),
            Divergence::OnlyPictured(it) => {
                write!(f, "{it} is known from the picture only: look again first")
            }
            Divergence::NotThere { expected, window, alike } => {
                write!(f, "there is no {expected} in the window {window:?}")?;
                if alike.is_empty() { Ok(()) } else { write!(f, ", but {}", alike.join(", ")) }
            }
            Divergence::Missing(note) => write!(
                f,
                "the subtask is to leave {note} on the blackboard, and it is not there: read it with texts and name {note:?}, or \
                 note it with summary"
            ),
            Divergence::Several(it) => write!(f, "there is more than one {it}: look and give its label"),
            Divergence::Unsure(why) => write!(f, "what an action did could not be seen: {why}"),
            Divergence::NotDone(how) => write!(f, "the action before it came to nothing: {how}"),
            Divergence::NeedsYes(operation) => write!(f, "the user is asked first: {operation}"),
            Divergence::NotAllowed(why) => write!(f, "the action before it is not allowed: {why}"),
        }
    }
}

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
