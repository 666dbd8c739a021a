//! Which native commands a prompt tells whole, and which by a line.

use crate::reply::is_taken;
use deskpilot_core::CommandSpec;
use std::{fmt::Write, sync::Arc};

/// How many bytes of a prompt native commands may take; about four make a token.
const BYTES: usize = 1_600;

/// The native commands of a prompt. Where all of them fit they are told whole.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offer<'a> {
    /// Told whole, and part of the reply's shape.
    pub(crate) whole: Vec<&'a CommandSpec>,
    /// Told by a line each.
    pub(crate) named: Vec<&'a CommandSpec>,
    /// How many are not told at all; they can be asked for.
    pub(crate) untold: usize,
}

impl<'a> Offer<'a> {
    /// What is offered of these commands to an agent that asked for all about some, the last one last.
    pub(crate) fn of(native: &'a [Arc<CommandSpec>], described: &[String]) -> Offer<'a> {
        let all = || native.iter().map(AsRef::as_ref);
        if all().map(|it| bytes(&it.to_string())).sum::<usize>() <= BYTES {
            return Offer { whole: all().collect(), ..Offer::default() };
        }
        let mut offer = Offer::default();
        let mut left = BYTES;
        // What needs no receiver is not described by one.
        for spec in all().filter(|it| is_taken(&it.name)) {
            left = left.saturating_sub(bytes(&spec.to_string()));
            offer.whole.push(spec);
        }
        let before = offer.whole.len();
        for name in described.iter().rev() {
            let Some(spec) = all().find(|it| it.name == *name) else { continue };
            let needed = bytes(&spec.to_string());
            // The one that was asked for last can be used, however long it is.
            if !offer.tells(spec) && (offer.whole.len() == before || needed <= left.saturating_sub(BYTES / 2))
            {
                left = left.saturating_sub(needed);
                offer.whole.push(spec);
            }
        }
        for spec in all() {
            let needed = bytes(&spec.short_description());
            match offer.tells(spec) {
                true => {}
                false if offer.untold == 0 && needed <= left => {
                    left -= needed;
                    offer.named.push(spec);
                }
                false => offer.untold += 1,
            }
        }
        offer
    }

    /// Whether some of the commands are not told whole.
    pub(crate) fn is_abridged(&self) -> bool {
        !self.named.is_empty() || self.untold > 0
    }

    /// The lines of those that are not told whole.
    pub(crate) fn lines(&self) -> String {
        let mut text = String::new();
        for spec in &self.named {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "- {}", spec.short_description());
        }
        if self.untold > 0 {
            let _ = writeln!(text, "… and {} more", self.untold);
        }
        text
    }

    fn tells(&self, spec: &CommandSpec) -> bool {
        self.whole.iter().any(|it| it.name == spec.name)
    }
}

/// A line of a list.
fn bytes(line: &str) -> usize {
    "- \n".len() + line.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{Param, ParamKind, Presence, SideEffects};

    fn spec(at: usize) -> Arc<CommandSpec> {
        let param = Param {
            name: "cells".into(),
            doc: "which ones".into(),
            kind: ParamKind::Range,
            presence: Presence::Required,
        };
        Arc::new(CommandSpec {
            name: format!("command_{at:03}").into(),
            doc: "Does it. Nothing else is different afterwards.".into(),
            params: vec![param].into(),
            side_effects: SideEffects::Changes,
        })
    }

    fn told(count: usize, described: &[&str]) -> (usize, usize, usize, usize) {
        let native: Vec<_> = (0..count).map(spec).collect();
        let described: Vec<String> = described.iter().map(ToString::to_string).collect();
        let offer = Offer::of(&native, &described);
        let whole: usize = offer.whole.iter().map(|it| bytes(&it.to_string())).sum();
        (offer.whole.len(), offer.named.len(), offer.untold, whole + offer.lines().len())
    }

    #[test]
    fn commands_are_told_whole_as_long_as_all_of_them_fit() {
        assert_eq!(told(0, &[]), (0, 0, 0, 0));
        let (whole, named, untold, bytes) = told(3, &["command_001"]);
        assert!((whole, named, untold) == (3, 0, 0) && bytes <= BYTES, "{whole} {named} {untold} {bytes}");
        let (whole, named, untold, bytes) = told(40, &[]);
        assert!(whole == 0 && named == 40 && untold == 0 && bytes <= BYTES, "{named} {untold} {bytes}");
        let (whole, named, untold, bytes) = told(400, &[]);
        assert!(whole == 0 && named + untold == 400 && untold > 0, "{named} {untold}");
        assert!(bytes <= BYTES + "… and 400 more\n".len(), "{bytes}");
    }

    #[test]
    fn what_was_asked_for_is_told_whole() {
        let all: Vec<String> = (0..40).map(|at| format!("command_{at:03}")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        for (described, expected) in [(&["command_039"][..], 1), (&["nothing"], 0), (&["command_001"; 5], 1)]
        {
            let (whole, named, untold, bytes) = told(400, described);
            assert_eq!((whole, whole + named + untold), (expected, 400), "{described:?}");
            assert!(bytes <= BYTES + 20, "{bytes}");
        }
        let (whole, named, _, bytes) = told(400, &all);
        assert!((1..40).contains(&whole) && named > 5 && bytes <= BYTES + 20, "{whole} {named} {bytes}");
    }
}
