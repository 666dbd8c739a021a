//! One rule of a policy.

use super::{Finding, Glob, PathGlob, ProgramGlob, Risk, Ruling, facts::Facts, risk::Risks};
use crate::{Paths, Role};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// What a rule says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Say {
    /// It is done without asking.
    Allow,
    /// The user is asked.
    Ask,
    /// It is not done.
    Refuse,
}

impl Say {
    /// The word in policy files.
    pub const fn word(self) -> &'static str {
        match self {
            Say::Allow => "allow",
            Say::Ask => "ask",
            Say::Refuse => "refuse",
        }
    }
}

/// A rule: what it says, and on which operations. What it does not name may be anything; of what it names, any one will do.
///
/// A rule that allows something covers no risk that it does not name, and every file and every site that an operation names has
/// to be one of its own. Of a rule that asks or refuses, one of them is enough.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// What it says.
    pub say: Say,
    /// What it is called when it speaks.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Why, for whoever is told of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// Programs, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub application: Vec<Glob>,
    /// Windows, by title.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub window: Vec<Glob>,
    /// Commands, such as `click_input`, `AppsToOpen`, `run_shell`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub command: Vec<Glob>,
    /// Kinds of controls, such as `Button`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub role: Vec<Role>,
    /// Controls, by what they are called.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub control: Vec<Glob>,
    /// Arguments of the command, by name: each that is named here has to match.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub argument: BTreeMap<String, Glob>,
    /// Programs that are run, with their arguments. A rule that allows one covers the risk of running it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub program: Vec<ProgramGlob>,
    /// Files that are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub path: Vec<PathGlob>,
    /// Web sites: that of the page, and those that are named. `*.example.org` are those below it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub domain: Vec<Glob>,
    /// Named secrets that are typed. A rule that allows one covers the risk of typing it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub secret: Vec<Glob>,
    /// Risks.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub risk: Vec<Risk>,
}

fn one_or_many<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: serde::Deserializer<'de>,
    T: Deserialize<'de>,
{
    #[derive(Deserialize)]
    #[serde(untagged, expecting = "a text or a list of texts that this key takes")]
    enum Either<T> {
        One(T),
        Many(Vec<T>),
    }
    Ok(match Either::deserialize(deserializer)? {
        Either::One(one) => vec![one],
        Either::Many(many) => many,
    })
}

impl Rule {
    /// A rule without conditions.
    pub const fn new(say: Say) -> Rule {
        Rule {
            say,
            name: String::new(),
            because: String::new(),
            application: Vec::new(),
            window: Vec::new(),
            command: Vec::new(),
            role: Vec::new(),
            control: Vec::new(),
            argument: BTreeMap::new(),
            program: Vec::new(),
            path: Vec::new(),
            domain: Vec::new(),
            secret: Vec::new(),
            risk: Vec::new(),
        }
    }

    /// The narrowest rule that allows this operation and its equals. `None` where none can be written that would not allow more.
    pub(super) fn covering(facts: &Facts<'_>) -> Option<Rule> {
        let program = ProgramGlob::exactly(&facts.argv);
        let is_bare = facts.applications.iter().all(String::is_empty);
        if facts.argv.is_empty() && is_bare || !facts.argv.is_empty() && program.is_none() {
            return None;
        }
        // The words of a program's call say all that it names.
        let paths = if program.is_some() { &[][..] } else { &facts.paths };
        let exactly = |texts: &[String]| texts.iter().map(|it| Glob::exactly(it)).collect();
        let named = |(name, value): &(&str, String)| ((*name).to_owned(), Glob::exactly(value));
        let telling = |it: &&(&str, String)| !facts.untelling.contains(&it.0) && facts.secrets.is_empty();
        Some(Rule {
            application: facts.applications.iter().take(1).map(|it| Glob::exactly(it)).collect(),
            command: vec![Glob::exactly(facts.called)],
            role: facts.role.into_iter().collect(),
            control: facts.role.iter().map(|_| Glob::exactly(&facts.control)).collect(),
            argument: facts.arguments.iter().filter(telling).map(named).collect(),
            program: program.into_iter().collect(),
            path: paths.iter().map(|it| PathGlob::exactly(it)).collect(),
            domain: exactly(&facts.domains),
            secret: exactly(&facts.secrets),
            risk: facts.risks.iter().collect(),
            ..Rule::new(Say::Allow)
        })
    }

    /// Whether it speaks of this operation.
    pub(super) fn speaks_of(&self, facts: &Facts<'_>, paths: Paths<'_>) -> bool {
        let any = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|it| it.matches(text));
        let is_application = |it: &String| self.application.iter().any(|glob| glob.matches(it));
        (self.application.is_empty() || facts.applications.iter().any(is_application))
            && any(&self.command, &facts.command)
            && (self.role.is_empty() || facts.role.is_some_and(|it| self.role.contains(&it)))
            && (self.control.is_empty() || (facts.role.is_some() && any(&self.control, &facts.control)))
            && any(&self.window, &facts.window)
            && self.argument.iter().all(|it| has_argument(facts, it))
            && (self.program.is_empty() || self.program.iter().any(|it| it.matches(&facts.argv)))
            && self.holds(&facts.paths, &self.path, |glob, path| glob.matches(path, paths))
            && self.holds(&facts.domains, &self.domain, |glob, domain| glob.matches(domain))
            && self.holds(&facts.secrets, &self.secret, |glob, secret| glob.matches(&secret.to_lowercase()))
            && self.minds(facts.risks)
            && self.knows_others(facts, paths)
    }

    /// Whether it was written for another agent's operations, where it lets one be done: what is meant for windows does not, and
    /// where it names places every one that is asked for is among them.
    fn knows_others(&self, facts: &Facts<'_>, paths: Paths<'_>) -> bool {
        let is_other = matches!(facts.called, "delegate" | "permit");
        if self.say != Say::Allow || !is_other {
            return true;
        }
        let is_one = |(path, domain): &(Option<String>, Option<String>)| {
            path.iter().any(|path| self.path.iter().any(|it| it.matches(path, paths)))
                || domain.iter().any(|domain| self.domain.iter().any(|it| it.matches(domain)))
        };
        let is_anywhere = self.path.is_empty() && self.domain.is_empty();
        !self.command.is_empty() && (is_anywhere || facts.places.iter().all(is_one))
    }

    /// Whether what the operation names is what the rule is about: all of it where it allows, any of it where it does not.
    fn holds<P>(&self, named: &[String], patterns: &[P], matches: impl Fn(&P, &str) -> bool) -> bool {
        let is_one = |text: &String| patterns.iter().any(|pattern| matches(pattern, text));
        match (patterns.is_empty(), self.say) {
            (true, _) => true,
            (false, Say::Allow) => !named.is_empty() && named.iter().all(is_one),
            (false, Say::Ask | Say::Refuse) => named.iter().any(is_one),
        }
    }

    fn minds(&self, risks: Risks) -> bool {
        let mut named: Risks = self.risk.iter().copied().collect();
        if self.say != Say::Allow {
            return named.is_empty() || named.meets(risks);
        }
        if !self.program.is_empty() {
            named = named.with(Risk::Runs);
        }
        if !self.secret.is_empty() {
            named = named.with(Risk::TypesSecret);
        }
        risks.within(named)
    }

    /// What it says, in words for whoever is told.
    pub(super) fn ruling(&self, findings: &[Finding]) -> Ruling {
        let why = if self.because.is_empty() { String::new() } else { format!(": {}", self.because) };
        let told = format!("the rule {:?} of the policy says so{why}", self.name);
        match self.say {
            Say::Allow => Ruling::Allow,
            Say::Ask if findings.is_empty() => Ruling::Confirm(told),
            Say::Ask => {
                let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
                Ruling::Confirm(format!("{told}; {}", found.join("; ")))
            }
            Say::Refuse => Ruling::Refuse(told),
        }
    }

    /// Whether both speak of the same operations.
    pub(super) fn is_about_the_same(&self, other: &Rule) -> bool {
        let bare =
            |rule: &Rule| Rule { name: String::new(), because: String::new(), say: Say::Ask, ..rule.clone() };
        bare(self) == bare(other)
    }
}

fn has_argument(facts: &Facts<'_>, (name, glob): (&String, &Glob)) -> bool {
    facts.arguments.iter().any(|(known, value)| known == name && glob.matches(value))
}

impl fmt::Display for Rule {
    /// `allow click_input on Button "Send" in mail, risk sends`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.say.word())?;
        list(f, " ", &self.command)?;
        let roles: Vec<&str> = self.role.iter().map(|it| it.name()).collect();
        list(f, " on ", &roles)?;
        quoted(f, " called ", &self.control)?;
        for (name, glob) in &self.argument {
            write!(f, " with {name} {:?}", glob.to_string())?;
        }
        quoted(f, " running ", &self.program)?;
        list(f, " in ", &self.application)?;
        quoted(f, " in a window ", &self.window)?;
        list(f, ", file ", &self.path)?;
        list(f, ", site ", &self.domain)?;
        list(f, ", secret ", &self.secret)?;
        let risks: Vec<&str> = self.risk.iter().map(|it| it.word()).collect();
        list(f, ", risk ", &risks)
    }
}

fn list(f: &mut fmt::Formatter<'_>, lead: &str, items: &[impl fmt::Display]) -> fmt::Result {
    let words: Vec<String> = items.iter().map(ToString::to_string).collect();
    if words.is_empty() { Ok(()) } else { write!(f, "{lead}{}", words.join(" or ")) }
}

fn quoted(f: &mut fmt::Formatter<'_>, lead: &str, items: &[impl fmt::Display]) -> fmt::Result {
    let words: Vec<String> = items.iter().map(|it| format!("{:?}", it.to_string())).collect();
    list(f, lead, &words)
}
