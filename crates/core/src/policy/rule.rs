//! One rule of a policy.

use super::{Finding, Glob, PathGlob, ProgramGlob, Risk, Ruling};
use crate::Role;
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
