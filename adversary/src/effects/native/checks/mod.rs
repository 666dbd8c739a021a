//! What each command promises, looked for in the file that it worked on. Pure.

mod calc;
mod letters;
mod order;
mod slides;
#[cfg(test)]
mod tests;
mod texts;
mod values;

pub(super) use order::undone;
pub(super) use slides::{PicturePart, part_to_look_at};

use super::flat::FlatDocument;
use crate::{effects::fulfilment::Fulfilment, subject::Subject};
use deskpilot_core::Call;

/// A call, and the document before and after it.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    pub(super) call: &'a Call,
    pub(super) before: &'a FlatDocument,
    pub(super) after: &'a FlatDocument,
}

/// Whether the document is as the command promises; `None` for a command without a check of its own.
pub(super) fn postcondition(subject: Subject, case: Case<'_>) -> Option<Fulfilment> {
    match subject {
        Subject::Calc => calc::postcondition(case),
        Subject::Writer => texts::postcondition(case),
        Subject::Impress => slides::postcondition(case),
        Subject::Files | Subject::Firefox | Subject::Chromium => None,
    }
}

impl Case<'_> {
    /// A text among the arguments.
    fn text(&self, name: &str) -> Option<&str> {
        self.call.args.get(name)?.as_str()
    }

    /// A whole number among the arguments, from 1 on, counted from 0.
    fn place(&self, name: &str) -> Option<usize> {
        let number = self.call.args.get(name)?.as_u64()?;
        usize::try_from(number).ok()?.checked_sub(1)
    }

    /// True or false among the arguments.
    fn flag(&self, name: &str) -> Option<bool> {
        self.call.args.get(name)?.as_bool()
    }
}

/// Met where this holds; missed otherwise, with what is there.
pub(super) fn met_if(holds: bool, is: impl FnOnce() -> String) -> Fulfilment {
    if holds { Fulfilment::Met } else { Fulfilment::Missed(is()) }
}

/// Whether there are so many more of something.
fn grown(what: &str, before: usize, after: usize, more: usize) -> Fulfilment {
    met_if(after == before + more, || format!("there were {before} {what}, and there are {after}"))
}

/// The first thing that is missed; met where nothing is, unknown where nothing is known.
pub(super) fn all_met(parts: impl IntoIterator<Item = Fulfilment>) -> Fulfilment {
    let mut all = Fulfilment::Unknown;
    for part in parts {
        match part {
            Fulfilment::Missed(_) => return part,
            Fulfilment::Met => all = Fulfilment::Met,
            Fulfilment::Unknown => {}
        }
    }
    all
}
