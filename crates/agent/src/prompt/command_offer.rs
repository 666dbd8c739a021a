//! Selects the native commands that a prompt describes in full or names, within a byte budget.

use crate::reply::{DESCRIBE_COMMAND, offered_commands, optional_command};
use deskpilot_core::{CommandSpec, Risk, SideEffects};
use std::sync::Arc;

/// How many bytes of a prompt native commands may take; about four make a token.
const BYTES: usize = 1_100;
/// How many of them the names of commands may take that are not described.
const BYTES_OF_NAMES: usize = 500;
/// Commands of every application that few tasks need: only named until the agent asks for them.
const RARE: [&str; 3] = ["drag_on_coordinates", "annotation", "edit_note"];

/// The native commands of a prompt. If all of them fit, all are described in full; else the first ones of the table are, which
/// most tasks need, and those that the agent asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct CommandOffer<'a> {
    /// Described in full, and part of the reply's schema.
    full: Vec<&'a CommandSpec>,
    /// Only named.
    named: Vec<&'a str>,
    /// How many are left out; the agent can ask for them.
    omitted: usize,
    /// The commands of every application that are described.
    general: Vec<&'static CommandSpec>,
    /// Whether an application or the machine can be told directly, beyond running programs.
    pub(crate) has_direct: bool,
}

/// The command of this name, if it is one of every application that is only named until it is asked for.
pub(crate) fn rare_command(name: &str) -> Option<&'static CommandSpec> {
    offered_commands().find(|it| it.name == name && RARE.contains(&it.name.as_ref()))
}

impl<'a> CommandOffer<'a> {
    /// The offer of these commands to an agent that asked to have some `described`, the latest one last.
    pub(crate) fn of(native: &'a [Arc<CommandSpec>], described: &[String]) -> CommandOffer<'a> {
        let all = || native.iter().map(AsRef::as_ref);
        let is_replaced = |name: &str| all().any(|it| it.name == name);
        let (rare, general): (Vec<_>, Vec<_>) =
            offered_commands().filter(|it| !is_replaced(&it.name)).partition(|it| {
                RARE.contains(&it.name.as_ref()) && !described.iter().any(|asked| *asked == it.name)
            });
        let named = rare.iter().map(|it| it.name.as_ref()).collect();
        let has_direct = all().any(|it| !needs_no_receiver(it) && !runs_programs(it));
        let mut offer = CommandOffer { general, named, has_direct, ..CommandOffer::default() };
        if all().map(|it| bytes(&it.to_string())).sum::<usize>() <= BYTES {
            offer.full = all().collect();
            return offer;
        }
        // `describe_command` does not know what needs no receiver.
        offer.full.extend(all().filter(|it| needs_no_receiver(it)));
        let names: usize = all().map(|it| bytes_of_name(&it.name)).sum();
        let own: usize = offer.full.iter().map(|it| bytes(&it.to_string())).sum();
        offer.describe(&all, described, BYTES.saturating_sub(own + names.min(BYTES_OF_NAMES)));
        offer.name(all());
        offer
    }

    /// Describes what the agent asked for, the latest first, and then what comes first in the table, in so many bytes.
    fn describe<I>(&mut self, all: &impl Fn() -> I, described: &[String], mut left: usize)
    where
        I: Iterator<Item = &'a CommandSpec>,
    {
        let asked = described.iter().rev().filter_map(|name| all().find(|it| it.name == *name));
        for (at, spec) in asked.chain(all()).enumerate() {
            if self.describes(&spec.name) {
                continue;
            }
            // The command that the agent asked for last is always in full, however long it is.
            let is_asked_last = at == 0 && described.last().is_some_and(|it| *it == spec.name);
            let needed = bytes(&spec.to_string());
            if needed > left && !is_asked_last {
                break;
            }
            left = left.saturating_sub(needed);
            self.full.push(spec);
        }
    }

    /// Names what is not described, as far as there is room.
    fn name(&mut self, all: impl Iterator<Item = &'a CommandSpec>) {
        let mut left = BYTES_OF_NAMES;
        for spec in all {
            let needed = bytes_of_name(&spec.name);
            match self.describes(&spec.name) {
                true => {}
                false if self.omitted == 0 && needed <= left => {
                    left -= needed;
                    self.named.push(&spec.name);
                }
                false => self.omitted += 1,
            }
        }
    }

    /// The commands that the prompt describes: native ones, and those that every application has where no native one does the same.
    pub(crate) fn described(&self) -> impl Iterator<Item = &'a CommandSpec> {
        let describe = self.is_abridged().then_some(&DESCRIBE_COMMAND.spec);
        self.full.iter().copied().chain(self.general.iter().copied()).chain(describe)
    }

    /// Whether some of the commands are not described in full.
    pub(crate) fn is_abridged(&self) -> bool {
        !self.named.is_empty() || self.omitted > 0
    }

    /// The names of the commands that are not described in full, as a line.
    pub(crate) fn names(&self) -> String {
        let more = if self.omitted > 0 { format!(" … and {} more", self.omitted) } else { String::new() };
        format!("{}{more}", self.named.join(", "))
    }

    fn describes(&self, name: &str) -> bool {
        self.full.iter().any(|it| it.name == name)
    }
}

fn needs_no_receiver(spec: &CommandSpec) -> bool {
    optional_command(&spec.name).is_some()
}

fn runs_programs(spec: &CommandSpec) -> bool {
    matches!(spec.side_effects, SideEffects::Risks(risks) if risks.iter().any(|it| it == Risk::Runs))
}

/// The bytes of a line in a list.
fn bytes(line: &str) -> usize {
    "- \n".len() + line.len()
}

fn bytes_of_name(name: &str) -> usize {
    name.len() + ", ".len()
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
        (offer.full.len(), offer.named.len() - RARE.len(), offer.omitted, whole + offer.names().len())
    }

    #[test]
    fn commands_are_told_whole_as_long_as_all_of_them_fit_and_else_the_first_ones() {
        let rare = RARE.join(", ").len() + ", ".len();
        assert_eq!(offer_sizes(0, &[]), (0, 0, 0, rare - 2));
        let (whole, named, untold, bytes) = offer_sizes(3, &["command_001"]);
        assert!(
            (whole, named, untold) == (3, 0, 0) && bytes <= BYTES + rare,
            "{whole} {named} {untold} {bytes}"
        );
        let native: Vec<_> = (0..30).map(spec).collect();
        let offer = CommandOffer::of(&native, &[]);
        let whole: Vec<&str> = offer.full.iter().map(|it| it.name.as_ref()).collect();
        assert!(whole.len() > 5 && whole[..2] == ["command_000", "command_001"], "{whole:?}");
        assert_eq!((whole.len() + offer.named.len() - RARE.len(), offer.omitted), (30, 0));
        let (whole, named, untold, bytes) = offer_sizes(400, &[]);
        assert!(whole > 5 && whole + named + untold == 400 && untold > 0, "{whole} {named} {untold}");
        assert!(bytes <= BYTES + rare + " … and 400 more".len(), "{bytes}");
    }

    #[test]
    fn what_was_asked_for_comes_first() {
        let native: Vec<_> = (0..400).map(spec).collect();
        let first = |described: &[&str]| {
            let described: Vec<String> = described.iter().map(ToString::to_string).collect();
            let offer = CommandOffer::of(&native, &described);
            offer.full.iter().take(2).map(|it| it.name.to_string()).collect::<Vec<_>>()
        };
        for (described, expected) in [
            (&["command_039"][..], ["command_039", "command_000"]),
            (&["nothing"], ["command_000", "command_001"]),
            (&["command_007", "command_301", "command_301"], ["command_301", "command_007"]),
        ] {
            assert_eq!(first(described), expected, "{described:?}");
        }
        let long = Arc::new(CommandSpec { doc: "x".repeat(2 * BYTES).into(), ..(*spec(1)).clone() });
        let offer_of =
            |described: &[String]| CommandOffer::of(std::slice::from_ref(&long), described).full.len();
        assert_eq!((offer_of(&[]), offer_of(&["command_001".into()])), (0, 1));
    }

    #[test]
    fn a_native_command_takes_the_place_of_a_general_one_of_its_name() {
        let spec = |name: &str| Arc::new(CommandSpec { name: name.to_owned().into(), ..(*spec(1)).clone() });
        let native = [spec("set_cells"), spec("sort_cells")];
        let offer = CommandOffer::of(&native, &[]);
        let told = |name: &str| offer.described().filter(|it| it.name == name).count();
        assert_eq!(["set_cells", "sort_cells", "save_as"].map(told), [1, 1, 1]);
        assert!(std::ptr::eq(offer.described().next().unwrap(), native[0].as_ref()));
        assert!(offer.has_direct && !CommandOffer::of(&[], &[]).has_direct);
        let asked = CommandOffer::of(&[], &["edit_note".to_owned()]);
        assert!(asked.described().any(|it| it.name == "edit_note") && !asked.names().contains("edit_note"));
        assert!(rare_command("edit_note").is_some() && rare_command("click_input").is_none());
    }
}
