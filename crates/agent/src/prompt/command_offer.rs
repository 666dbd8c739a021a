//! Selects the native commands that a prompt describes in full or lists by a line, within a byte budget.

use crate::reply::is_reserved;
use deskpilot_core::CommandSpec;
use std::{fmt::Write, sync::Arc};

/// How many bytes of a prompt native commands may take; about four make a token.
const BYTES: usize = 1_600;

/// The native commands of a prompt. If all of them fit, all are described in full.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandOffer<'a> {
    /// Described in full, and part of the reply's schema.
    pub(crate) full: Vec<&'a CommandSpec>,
    /// Listed by a line each.
    pub(crate) listed: Vec<&'a CommandSpec>,
    /// How many are left out; the agent can ask for them.
    pub(crate) omitted: usize,
}

impl<'a> CommandOffer<'a> {
    /// The offer of these commands to an agent that asked to have some `described`, the latest one last.
    pub(crate) fn of(native: &'a [Arc<CommandSpec>], described: &[String]) -> CommandOffer<'a> {
        let all = || native.iter().map(AsRef::as_ref);
        if all().map(|it| bytes(&it.to_string())).sum::<usize>() <= BYTES {
            return CommandOffer { full: all().collect(), ..CommandOffer::default() };
        }
        let mut offer = CommandOffer::default();
        let mut left = BYTES;
        // Commands that need no receiver are always in full: `describe_command` does not know them.
        for spec in all().filter(|it| is_reserved(&it.name)) {
            left = left.saturating_sub(bytes(&spec.to_string()));
            offer.full.push(spec);
        }
        let before = offer.full.len();
        for name in described.iter().rev() {
            let Some(spec) = all().find(|it| it.name == *name) else { continue };
            let needed = bytes(&spec.to_string());
            // The command that the agent asked for last is always in full, however long it is.
            if !offer.describes(spec)
                && (offer.full.len() == before || needed <= left.saturating_sub(BYTES / 2))
            {
                left = left.saturating_sub(needed);
                offer.full.push(spec);
            }
        }
        for spec in all() {
            let needed = bytes(&spec.short_description());
            match offer.describes(spec) {
                true => {}
                false if offer.omitted == 0 && needed <= left => {
                    left -= needed;
                    offer.listed.push(spec);
                }
                false => offer.omitted += 1,
            }
        }
        offer
    }

    /// Whether some of the commands are not described in full.
    pub(crate) fn is_abridged(&self) -> bool {
        !self.listed.is_empty() || self.omitted > 0
    }

    /// The lines of the commands that are not described in full.
    pub(crate) fn lines(&self) -> String {
        let mut text = String::new();
        for spec in &self.listed {
            // Writing to a String cannot fail.
            let _ = writeln!(text, "- {}", spec.short_description());
        }
        if self.omitted > 0 {
            let _ = writeln!(text, "… and {} more", self.omitted);
        }
        text
    }

    fn describes(&self, spec: &CommandSpec) -> bool {
        self.full.iter().any(|it| it.name == spec.name)
    }
}

/// The bytes of a line in a list.
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

    fn offer_sizes(count: usize, described: &[&str]) -> (usize, usize, usize, usize) {
        let native: Vec<_> = (0..count).map(spec).collect();
        let described: Vec<String> = described.iter().map(ToString::to_string).collect();
        let offer = CommandOffer::of(&native, &described);
        let whole: usize = offer.full.iter().map(|it| bytes(&it.to_string())).sum();
        (offer.full.len(), offer.listed.len(), offer.omitted, whole + offer.lines().len())
    }

    #[test]
    fn commands_are_told_whole_as_long_as_all_of_them_fit() {
        assert_eq!(offer_sizes(0, &[]), (0, 0, 0, 0));
        let (whole, named, untold, bytes) = offer_sizes(3, &["command_001"]);
        assert!((whole, named, untold) == (3, 0, 0) && bytes <= BYTES, "{whole} {named} {untold} {bytes}");
        let (whole, named, untold, bytes) = offer_sizes(40, &[]);
        assert!(whole == 0 && named == 40 && untold == 0 && bytes <= BYTES, "{named} {untold} {bytes}");
        let (whole, named, untold, bytes) = offer_sizes(400, &[]);
        assert!(whole == 0 && named + untold == 400 && untold > 0, "{named} {untold}");
        assert!(bytes <= BYTES + "… and 400 more\n".len(), "{bytes}");
    }

    #[test]
    fn what_was_asked_for_is_told_whole() {
        let all: Vec<String> = (0..40).map(|at| format!("command_{at:03}")).collect();
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        for (described, expected) in [(&["command_039"][..], 1), (&["nothing"], 0), (&["command_001"; 5], 1)]
        {
            let (whole, named, untold, bytes) = offer_sizes(400, described);
            assert_eq!((whole, whole + named + untold), (expected, 400), "{described:?}");
            assert!(bytes <= BYTES + 20, "{bytes}");
        }
        let (whole, named, _, bytes) = offer_sizes(400, &all);
        assert!((1..40).contains(&whole) && named > 5 && bytes <= BYTES + 20, "{whole} {named} {bytes}");
    }
}
