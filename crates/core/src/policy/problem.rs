//! Checks a whole policy. With a problem nothing runs, because the user's intention is unclear.

use super::{PolicyFile, Preset, Rule, RuleEffect};
use std::{
    collections::{HashMap, HashSet},
    fmt,
};

/// Every ruling looks at each rule: this many take about a millisecond.
const MOST_RULES: usize = 10_000;

/// The most words of the user's own.
const MOST_WORDS: usize = 10_000;

/// The most bytes of a path pattern, as many as Linux takes for a path.
const LONGEST_PATH: usize = 4096;

/// A problem of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyProblem {
    /// Two rules with these names have the same conditions and different effects.
    Contradict(String, String),
    /// Two rules have this name.
    SameName(String),
    /// The rule with this name allows without a condition what the preset should stop.
    AllowsAll(String, Preset),
    /// There are more of these than the policy can have: rules, or words.
    TooMany {
        /// What the policy has too many of.
        what: &'static str,
        /// How many it has.
        count: usize,
        /// How many it can have.
        limit: usize,
    },
    /// A pattern of the rule with this name matches nothing, for this reason.
    Never(String, &'static str),
}

impl fmt::Display for PolicyProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PolicyProblem::Contradict(one, other) => {
                write!(
                    f,
                    "the rules {one:?} and {other:?} match the same actions and contradict each other: remove one"
                )
            }
            PolicyProblem::SameName(name) => write!(f, "two rules are called {name:?}: rename one"),
            PolicyProblem::AllowsAll(name, preset) => write!(
                f,
                "the rule {name:?} allows everything, which the preset {preset} is there to stop: give the rule a condition, or \
                 choose the preset unrestricted"
            ),
            PolicyProblem::TooMany { what, count, limit } => {
                write!(
                    f,
                    "it has {count} {what}, and at most {limit} are read: use patterns in place of single names"
                )
            }
            PolicyProblem::Never(name, why) => write!(f, "the rule {name:?} can never apply: {why}"),
        }
    }
}

impl PolicyFile {
    /// All problems of the policy.
    pub fn problems(&self) -> Vec<PolicyProblem> {
        let too_many = self.too_many();
        // Nothing else is looked at then: it takes long for a file that is too large.
        if !too_many.is_empty() {
            return too_many;
        }
        let (mut names, mut known) = (HashSet::new(), HashMap::<Rule, Vec<&Rule>>::new());
        let mut problems = Vec::new();
        for rule in &self.rules {
            if !names.insert(&rule.name) {
                problems.push(PolicyProblem::SameName(rule.name.clone()));
            }
            let alike = known.entry(rule.conditions()).or_default();
            let against = alike.iter().find(|it| it.say != rule.say);
            problems.extend(against.map(|it| PolicyProblem::Contradict(it.name.clone(), rule.name.clone())));
            if alike.iter().all(|it| it.say != rule.say) {
                alike.push(rule);
            }
            problems.extend(self.rule_problem(rule));
        }
        problems
    }

    fn too_many(&self) -> Vec<PolicyProblem> {
        let words = self.words.values().map(Vec::len).sum();
        let counts = [("rules", self.rules.len(), MOST_RULES), ("words", words, MOST_WORDS)];
        let too_many = counts.into_iter().filter(|(_, count, limit)| count > limit);
        too_many.map(|(what, count, limit)| PolicyProblem::TooMany { what, count, limit }).collect()
    }

    fn rule_problem(&self, rule: &Rule) -> Option<PolicyProblem> {
        // The preset `ask` allows harmless actions, so there a rule about a risk alone is a narrow one.
        let risk = if self.preset == Preset::Ask { Vec::new() } else { rule.risk.clone() };
        let bare = Rule { risk, ..Rule::new(rule.say) };
        let never = |why| Some(PolicyProblem::Never(rule.name.clone(), why));
        if rule.say == RuleEffect::Allow
            && rule.has_conditions_of(&bare)
            && self.preset != Preset::Unrestricted
        {
            return Some(PolicyProblem::AllowsAll(rule.name.clone(), self.preset));
        }
        if rule.path.iter().any(|it| !it.to_string().starts_with(['/', '~'])) {
            return never("its path is not absolute: begin with / or ~/");
        }
        if rule.path.iter().any(|it| it.to_string().len() > LONGEST_PATH) {
            return never("its path has more than 4096 bytes, which no file's path has");
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
