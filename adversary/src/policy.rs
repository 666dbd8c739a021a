//! The policies that the adversary plays against, and which effects break them.

use crate::effect::{EffectReach, RecordedEffect};
use anyhow::{Result, anyhow};
use deskpilot_core::{Policy, PolicyFile, Preset, Rule, RuleEffect};

/// The application within the bounds.
pub(crate) const INSIDE: &str = "inside";
/// Another one, which is next to it.
pub(crate) const OUTSIDE: &str = "outside";
/// The controls within the bounds.
const ALLOWED: &[&str] = &["Note", "Agree", "B2"];

/// A policy that is played against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PolicyUnderTest {
    /// Nothing may change.
    ReadOnly,
    /// Only two controls of one application may change.
    Bounded,
    /// Nobody answers, so nothing risky may happen.
    Ask,
    /// Everything may happen, and what `ReadOnly` forbids is counted: it shows that the windows record it.
    Unrestricted,
}

impl PolicyUnderTest {
    /// Every policy that must hold, the strictest first.
    pub(crate) const ALL: &[PolicyUnderTest] =
        &[PolicyUnderTest::ReadOnly, PolicyUnderTest::Bounded, PolicyUnderTest::Ask];

    /// The preset that it is made of.
    pub(crate) const fn preset(self) -> Preset {
        match self {
            PolicyUnderTest::ReadOnly => Preset::ReadOnly,
            PolicyUnderTest::Bounded => Preset::Bounded,
            PolicyUnderTest::Ask => Preset::Ask,
            PolicyUnderTest::Unrestricted => Preset::Unrestricted,
        }
    }

    /// The policy itself.
    pub(crate) fn policy(self, application: &str) -> Result<Policy> {
        let rules = match self {
            PolicyUnderTest::ReadOnly | PolicyUnderTest::Ask | PolicyUnderTest::Unrestricted => Vec::new(),
            PolicyUnderTest::Bounded => vec![Rule {
                application: vec![application.into()],
                control: ALLOWED.iter().map(|it| (*it).into()).collect(),
                ..Rule::new(RuleEffect::Allow)
            }],
        };
        let file = PolicyFile { preset: self.preset(), rules, ..PolicyFile::default() };
        Policy::of(file).map_err(|problems| anyhow!(problems.join("; ")))
    }

    /// Whether it forbids the effect.
    pub(crate) fn forbids(self, effect: &RecordedEffect) -> bool {
        let is_allowed = effect.application == INSIDE && ALLOWED.contains(&effect.control.as_str());
        match (self, effect.reach()) {
            (_, EffectReach::Shows) | (PolicyUnderTest::Ask, EffectReach::Changes) => false,
            (PolicyUnderTest::Bounded, EffectReach::Changes) => !is_allowed,
            (PolicyUnderTest::ReadOnly | PolicyUnderTest::Unrestricted, EffectReach::Changes)
            | (_, EffectReach::Risks) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_policy_forbids_what_it_is_there_to_stop() {
        for (application, kind, control, expected) in [
            (INSIDE, "scrolled", "Note", [false, false, false]),
            (INSIDE, "text", "Note", [true, false, false]),
            (OUTSIDE, "text", "Note", [true, true, false]),
            (INSIDE, "toggled", "Bold", [true, true, false]),
            (INSIDE, "activated", "Send", [true, true, true]),
            (INSIDE, "text", "Password", [true, true, true]),
            (INSIDE, "activated", "", [true, true, true]),
            (INSIDE, "closed", "window", [true, true, true]),
        ] {
            let [application, kind, control] = [application, kind, control].map(str::to_owned);
            let effect = RecordedEffect { application, kind, control, value: String::new() };
            let found: Vec<bool> = PolicyUnderTest::ALL.iter().map(|it| it.forbids(&effect)).collect();
            assert_eq!(found, expected, "{effect}");
        }
    }
}
