//! One rule of a policy.

use super::{Finding, Glob, PathGlob, ProgramGlob, Risk, Ruling};
use crate::Role;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// The effect of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RuleEffect {
    /// The operation is done without asking.
    Allow,
    /// The user is asked first.
    Ask,
    /// The operation is not done.
    Refuse,
}

impl RuleEffect {
    /// The word in policy files.
    pub const fn word(self) -> &'static str {
        match self {
            RuleEffect::Allow => "allow",
            RuleEffect::Ask => "ask",
            RuleEffect::Refuse => "refuse",
        }
    }
}

/// A rule: an effect, and conditions on operations. A condition that is absent matches everything; of the values of one
/// condition, any may match.
///
/// A rule that allows covers only the risks that it names, and must match every file and every site that the operation names.
/// For a rule that asks or refuses, one match is enough.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its effect.
    pub say: RuleEffect,
    /// Its name, for messages.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The user's reason for the rule, for messages.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub because: String,
    /// Applications, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub application: Vec<Glob>,
    /// Windows, by title.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub window: Vec<Glob>,
    /// Commands, such as `click_input`, `AppsToOpen`, `run_shell`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub command: Vec<Glob>,
    /// Roles of controls, such as `Button`.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub role: Vec<Role>,
    /// Controls, by name.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub control: Vec<Glob>,
    /// Arguments of the command, by name; all of these must match.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub argument: BTreeMap<String, Glob>,
    /// Programs with their arguments. A rule that allows one covers the risk of running it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub program: Vec<ProgramGlob>,
    /// Files that the operation names.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub path: Vec<PathGlob>,
    /// Sites: those of the page, and those that the operation names. `*.example.org` matches its subdomains.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub domain: Vec<Glob>,
    /// Secrets that the operation types. A rule that allows one covers the risk of typing it.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "one_or_many")]
    pub secret: Vec<Glob>,
    /// Risks of the operation.
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
    enum OneOrMany<T> {
        One(T),
        Many(Vec<T>),
    }
    Ok(match OneOrMany::deserialize(deserializer)? {
        OneOrMany::One(one) => vec![one],
        OneOrMany::Many(many) => many,
    })
}

impl Rule {
    /// A rule with this effect and no conditions.
    pub const fn new(say: RuleEffect) -> Rule {
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

    /// The ruling of this rule, with its reason.
    pub(super) fn ruling(&self, findings: &[Finding]) -> Ruling {
        let why = if self.because.is_empty() { String::new() } else { format!(": {}", self.because) };
        let reason = format!("the rule {:?} of the policy says so{why}", self.name);
        match self.say {
            RuleEffect::Allow => Ruling::Allow,
            RuleEffect::Ask if findings.is_empty() => Ruling::Confirm(reason),
            RuleEffect::Ask => {
                let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
                Ruling::Confirm(format!("{reason}; {}", found.join("; ")))
            }
            RuleEffect::Refuse => Ruling::Refuse(reason),
        }
    }

    /// Whether both have the same conditions.
    pub(super) fn has_conditions_of(&self, other: &Rule) -> bool {
        self.conditions() == other.conditions()
    }

    /// The rule without its effect, name and reason.
    pub(super) fn conditions(&self) -> Rule {
        // The same effect in all of them, so that a comparison is about the conditions alone.
        Rule { name: String::new(), because: String::new(), say: RuleEffect::Ask, ..self.clone() }
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
