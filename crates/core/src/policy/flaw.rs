//! Checks a whole policy. With a flaw nothing runs, because the intention is unclear.

use super::{PolicyFile, Preset, Rule, RuleEffect};
use std::fmt;

/// A flaw of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyFlaw {
    /// Two rules with these names have the same conditions and different effects.
    Contradict(String, String),
    /// Two rules have this name.
    SameName(String),
    /// The rule with this name allows without a condition what the preset is meant to stop.
    AllowsAll(String, Preset),
    /// A pattern of the rule with this name matches nothing, for this reason.
    Never(String, &'static str),
}

impl fmt::Display for PolicyFlaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyFlaw::Contradict(one, other) => {
                write!(
                    f,
                    "the rules {one:?} and {other:?} match the same actions and contradict each other: remove one"
                )
            }
            PolicyFlaw::SameName(name) => write!(f, "two rules are called {name:?}: rename one"),
            PolicyFlaw::AllowsAll(name, preset) => write!(
                f,
                "the rule {name:?} allows everything, which the preset {preset} is there to stop: give the rule a condition, or \
                 choose the preset unrestricted"
            ),
            PolicyFlaw::Never(name, why) => write!(f, "the rule {name:?} can never apply: {why}"),
        }
    }
}

impl PolicyFile {
    /// All flaws of the policy.
    pub fn flaws(&self) -> Vec<PolicyFlaw> {
        let mut flaws = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let earlier = &self.rules[..at];
            let same_name = earlier.iter().filter(|it| it.name == rule.name);
            flaws.extend(same_name.map(|it| PolicyFlaw::SameName(it.name.clone())));
            let against = earlier.iter().filter(|it| it.say != rule.say && it.has_conditions_of(rule));
            flaws.extend(against.map(|it| PolicyFlaw::Contradict(it.name.clone(), rule.name.clone())));
            flaws.extend(self.flaw_of_rule(rule));
        }
        flaws
    }

    fn flaw_of_rule(&self, rule: &Rule) -> Option<PolicyFlaw> {
        // The preset `ask` allows harmless actions, so there a rule about a risk alone is a narrow one.
        let risk = if self.preset == Preset::Ask { Vec::new() } else { rule.risk.clone() };
        let bare = Rule { risk, ..Rule::new(rule.say) };
        let never = |why| Some(PolicyFlaw::Never(rule.name.clone(), why));
        if rule.say == RuleEffect::Allow
            && rule.has_conditions_of(&bare)
            && self.preset != Preset::Unrestricted
        {
            return Some(PolicyFlaw::AllowsAll(rule.name.clone(), self.preset));
        }
        if rule.path.iter().any(|it| !it.to_string().starts_with(['/', '~'])) {
            return never("its path is not absolute: begin with / or ~/");
        }
        if rule.domain.iter().any(|it| it.to_string().contains(['/', ':', '@'])) {
            return never("its domain is an address: write the name of the site alone, such as example.org");
        }
        let is_blank =
            |it: &super::ProgramGlob| it.to_string().split_whitespace().next().is_none_or(|it| it == "**");
        if rule.program.iter().any(is_blank) {
            return never("its program has no name: begin with the program, such as \"git log\"");
        }
        None
    }
}
