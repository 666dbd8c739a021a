//! Where the focus may be while keys arrive.

use crate::Control;
use std::mem::{Discriminant, discriminant};

/// Where the focus is before a key, as far as the keys before it show.
#[derive(Clone, Copy)]
pub(super) enum Focus<'a> {
    /// On this control, or on none that is known.
    On(Option<&'a Control>),
    /// On another control like this one: an arrow key moved it.
    Near(&'a Control),
    /// On any control of the window: Tab moved it.
    Moved,
    /// In a menu, where letters press its items.
    Menu,
    /// Wherever the press of a button put it: perhaps in a dialog that nobody has seen.
    Unknown,
}

impl<'a> Focus<'a> {
    pub(super) fn id(self) -> FocusId<'a> {
        let control = match self {
            Focus::On(control) => control,
            Focus::Near(control) => Some(control),
            Focus::Moved | Focus::Menu | Focus::Unknown => None,
        };
        (discriminant(&self), control.map(std::ptr::from_ref))
    }
}

/// What distinguishes one focus from another: its kind, and the place of its control in memory.
pub(super) type FocusId<'a> = (Discriminant<Focus<'a>>, Option<*const Control>);

/// These focuses, each once.
pub(super) fn distinct<'a>(focuses: impl Iterator<Item = Focus<'a>>) -> Vec<Focus<'a>> {
    let mut all: Vec<Focus<'a>> = Vec::new();
    for focus in focuses {
        if all.iter().all(|it| it.id() != focus.id()) {
            all.push(focus);
        }
    }
    all
}
