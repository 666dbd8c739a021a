//! What is wrong with a policy as a whole. With a flaw nothing runs: what is meant would be a guess.

use super::{PolicyFile, Preset, Rule, Say};
use std::fmt;

/// A contradiction in a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// Two rules speak of the same operations and say different things: their names.
    Contradict(String, String),
    /// Two rules have this name.
    SameName(String),
    /// The rule, of this name, allows without any condition what the preset is there to stop.
    AllowsAll(String, Preset),
    /// A pattern of the rule of this name matches nothing, for this reason.
    Never(String, &'static str),
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Flaw::Contradict(one, other) => {
                write!(
                    f,
                    "the rules {one:?} and {other:?} speak of the same actions and say different things: remove one"
                )
            }
            Flaw::SameName(name) => write!(f, "two rules are called {name:?}: rename one"),
            Flaw::AllowsAll(name, preset) => write!(
                f,
                "the rule {name:?} allows everything, which the preset {preset} is there to stop: give the rule a condition, or \
                 choose the preset unrestricted"
            ),
            Flaw::Never(name, why) => write!(f, "the rule {name:?} can never apply: {why}"),
        }
    }
}

impl PolicyFile {
    /// What is wrong with it.
    pub fn flaws(&self) -> Vec<Flaw> {
        let mut flaws = Vec::new();
        for (at, rule) in self.rules.iter().enumerate() {
            let earlier = &self.rules[..at];
            flaws.extend(
                earlier.iter().filter(|it| it.name == rule.name).map(|it| Flaw::SameName(it.name.clone())),
            );
            let against = earlier.iter().filter(|it| it.say != rule.say && it.is_about_the_same(rule));
            flaws.extend(against.map(|it| Flaw::Contradict(it.name.clone(), rule.name.clone())));
            flaws.extend(self.of_rule(rule));
        }
        flaws
    }

    fn of_rule(&self, rule: &Rule) -> Option<Flaw> {
        // Where harmless actions are done anyway, a rule about a risk alone is a narrow one.
        let risk = if self.preset == Preset::Ask { Vec::new() } else { rule.risk.clone() };
        let bare = Rule { risk, ..Rule::new(rule.say) };
        let never = |why| Some(Flaw::Never(rule.name.clone(), why));
        if rule.say == Say::Allow && rule.is_about_the_same(&bare) && self.preset != Preset::Unrestricted {
            return Some(Flaw::AllowsAll(rule.name.clone(), self.preset));
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
