//! A quick test that rules out most rules, so that a ruling over many rules reads the patterns of few of them.

use super::{Glob, Rule, facts::Facts};
use crate::Role;

/// The bit for "there is no control", next to those of the roles.
const NO_ROLE: u64 = 1 << 63;

/// What an operation needs so that a rule can match it, in a few words of memory.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Prefilter {
    /// A bit for each role of a control that the rule may match.
    roles: u64,
    names: Names,
    application: Ends,
    command: Ends,
    window: Ends,
    control: Ends,
}

impl Prefilter {
    /// The needs of a rule.
    pub(super) fn of_rule(rule: &Rule) -> Prefilter {
        let roles = match (rule.role.is_empty(), rule.control.is_empty()) {
            (false, _) => rule.role.iter().fold(0, |bits, it| bits | bit(*it)),
            // A rule for a name of a control matches only where there is a control.
            (true, false) => !NO_ROLE,
            (true, true) => u64::MAX,
        };
        Prefilter {
            roles,
            names: Names::of([
                !rule.argument.is_empty(),
                !rule.program.is_empty(),
                !rule.path.is_empty(),
                !rule.domain.is_empty(),
                !rule.secret.is_empty(),
            ]),
            application: Ends::of_globs(&rule.application),
            command: Ends::of_globs(&rule.command),
            window: Ends::of_globs(&rule.window),
            control: Ends::of_globs(&rule.control),
        }
    }

    /// What an operation has.
    pub(super) fn of_facts(facts: &Facts<'_>) -> Prefilter {
        Prefilter {
            roles: facts.others.iter().fold(facts.role.map_or(NO_ROLE, bit), |bits, it| bits | bit(it.0)),
            names: Names::of([
                !facts.arguments.is_empty(),
                !facts.argv.is_empty(),
                !facts.paths.is_empty(),
                !facts.domains.is_empty(),
                !facts.secrets.is_empty(),
            ]),
            application: Ends::of_texts(facts.applications.iter().map(String::as_str)),
            command: Ends::of_texts([facts.command.as_str()]),
            window: Ends::of_texts([facts.window.as_str()]),
            control: Ends::of_texts(
                std::iter::once(facts.control.as_str()).chain(facts.others.iter().map(|it| it.1.as_str())),
            ),
        }
    }

    /// Whether a rule with these needs may match an operation that has this.
    pub(super) fn may_match(&self, has: &Prefilter) -> bool {
        self.roles & has.roles != 0
            && self.names.are_in(has.names)
            && self.application.meets(has.application)
            && self.command.meets(has.command)
            && self.window.meets(has.window)
            && self.control.meets(has.control)
    }
}

fn bit(role: Role) -> u64 {
    1 << role as u64
}

/// Which kinds of names there are: arguments, words of a program's call, paths, sites, secrets.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Names(u8);

impl Names {
    fn of(kinds: [bool; 5]) -> Names {
        Names(kinds.into_iter().fold(0, |bits, has| bits << 1 | u8::from(has)))
    }

    fn are_in(self, others: Names) -> bool {
        self.0 & !others.0 == 0
    }
}

/// The bytes with which texts begin and end, each set as 64 bits: a byte's bit is that of its value modulo 64.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ends {
    first: u64,
    last: u64,
}

impl Ends {
    const ANY: Ends = Ends { first: u64::MAX, last: u64::MAX };
    const NONE: Ends = Ends { first: 0, last: 0 };

    /// The ends of texts that one of the patterns matches. No pattern matches any text.
    fn of_globs(globs: &[Glob]) -> Ends {
        let of = |it: &Glob| {
            let (first, last) = it.ends();
            Ends { first: bits(first.bytes().next()), last: bits(last.bytes().next_back()) }
        };
        if globs.is_empty() { Ends::ANY } else { globs.iter().map(of).fold(Ends::NONE, Ends::with) }
    }

    /// The ends of these texts. No text passes for any, so that only the rules themselves decide what it matches.
    fn of_texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Ends {
        let of = |it: &'t str| Ends { first: bits(it.bytes().next()), last: bits(it.bytes().next_back()) };
        texts.into_iter().map(of).reduce(Ends::with).unwrap_or(Ends::ANY)
    }

    fn with(self, other: Ends) -> Ends {
        Ends { first: self.first | other.first, last: self.last | other.last }
    }

    fn meets(self, other: Ends) -> bool {
        self.first & other.first != 0 && self.last & other.last != 0
    }
}

/// The bit of a byte; of no byte, every bit.
fn bits(byte: Option<u8>) -> u64 {
    byte.map_or(u64::MAX, |it| 1 << (it % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_role_has_a_bit_other_than_that_of_no_control() {
        assert!(Role::ALL.iter().all(|it| (*it as u64) < 63));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn no_pattern_that_matches_is_ruled_out(
            patterns in prop::collection::vec("[abä*\\\\]{0,4}", 0..3),
            texts in prop::collection::vec("[abä*]{0,4}", 0..3),
        ) {
            let globs: Vec<Glob> = patterns.into_iter().map(Glob::from).collect();
            let matches = globs.is_empty() || texts.iter().any(|text| globs.iter().any(|it| it.matches(text)));
            let may_match = Ends::of_globs(&globs).meets(Ends::of_texts(texts.iter().map(String::as_str)));
            prop_assert!(may_match || !matches, "{globs:?} {texts:?}");
        }
    }
}
