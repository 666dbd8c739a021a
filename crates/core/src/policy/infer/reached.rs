//! The controls that a gesture reaches: the one that it names, the one at its point, and those with the keyboard.

use super::super::{PolicyContext, targets::ReachedControl};
use super::target::{affected, at, focused, holder};
use crate::{Action, Aim, Chord, Control, Gesture, Key, Modifier, Verb};

/// The controls that an action reaches.
pub(in super::super) struct Reached<'a> {
    /// The one that it is aimed at, by name or by its place.
    pub(in super::super) control: Option<&'a Control>,
    /// The others: what has it as a part, or is a part of it, the end of a drag, and what keys go to.
    pub(in super::super) others: Vec<&'a Control>,
    is_named: bool,
}

impl<'a> Reached<'a> {
    /// The controls that this action reaches as the window shows them.
    pub(in super::super) fn of(action: &'a Action, context: &PolicyContext<'a>) -> Reached<'a> {
        let is_named = matches!(action.aim, Aim::Control(_));
        let Verb::Gesture(gesture) = &action.verb else {
            let control = if is_named { affected(action, context) } else { None };
            return Reached { control, others: Vec::new(), is_named };
        };
        let (control, mut others): (_, Vec<&Control>) = match &action.aim {
            Aim::Control(it) => (Some(&**it), holder(action, context).into_iter().collect()),
            Aim::Point(_) => {
                let there = affected(action, context);
                let holder = holder(action, context).filter(|it| !it.text().trim().is_empty());
                let control = holder.or(there);
                (control, there.filter(|it| Some(*it) != control).into_iter().collect())
            }
            Aim::Window if types_or_presses(gesture) => (None, focused(context.controls).collect()),
            Aim::Window => (None, Vec::new()),
        };
        if let Gesture::Drag { to, .. } = gesture {
            others.extend(at(context.controls, *to).filter(|it| Some(*it) != control));
        }
        Reached { control, others, is_named }
    }

    /// The control that is reached without being named.
    pub(in super::super) fn unnamed(&self) -> Option<ReachedControl> {
        let reached = self.control.filter(|_| !self.is_named);
        let reached = reached.or_else(|| self.others.last().copied().filter(|_| self.control.is_none()));
        reached.map(|it| ReachedControl { role: it.role, name: it.name.clone() })
    }
}

/// Whether some of the keys go to the control with the keyboard, and not to the window.
fn types_or_presses(gesture: &Gesture) -> bool {
    let Gesture::Keys(chords) = gesture else { return false };
    let is_plain = |it: &Chord| it.held.iter().all(|held| *held == Modifier::Shift);
    let acts = |key: Key| matches!(key, Key::Char(_) | Key::Enter | Key::Delete | Key::Backspace);
    chords.iter().any(|it| is_plain(it) && acts(it.key))
}
