//! Whether an operation may be done. A pure function of the operation, what is known around it, and the policy; the model has no say but
//! to be stricter.

mod circumstances;
mod facts;
mod flaw;
mod infer;
mod lexicon;
mod matching;
mod pattern;
mod places;
mod preset;
mod risk;
mod rule;
mod secrecy;

pub use circumstances::{Circumstances, Clipboard};
pub use flaw::Flaw;
pub use lexicon::Lexicon;
pub use pattern::{Glob, PathGlob, ProgramGlob};
pub use places::{domain, named_files, written_files};
pub use preset::{Preset, Reach};
pub use risk::{Finding, Risk, Risks};
pub use rule::{Rule, Say};

use crate::{Caution, Consent, Operation, Paths, Window};
use facts::Facts;
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, fmt};

/// A policy as it is written in a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyFile {
    /// What holds where no rule speaks.
    #[serde(default)]
    pub preset: Preset,
    /// Words that tell of a risk, by its word, beside the built-in ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Vec<String>>,
    /// The rules; their order means nothing.
    #[serde(default, rename = "rule", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
}

/// What may be done, and when the user is asked. There is none that contradicts itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    preset: Preset,
    rules: Vec<Rule>,
    lexicon: Lexicon,
}

/// The policy's word on one operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ruling {
    /// It may be done.
    Allow,
    /// It may be done after a yes, because of this.
    Confirm(String),
    /// It is not done, because of this.
    Refuse(String),
}

/// Who speaks in a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    /// The preset: no rule speaks of the operation.
    Preset(Preset),
    /// The rule of this name.
    Rule(String),
    /// The user, who said yes, or no, to its equals before.
    User(String),
    /// The agent asks for a yes.
    Agent,
    /// The model's provider warns of it.
    Provider,
    /// A secret would go where it can be read.
    Secrecy,
}

impl fmt::Display for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speaker::Preset(preset) => write!(f, "the preset {preset}"),
            Speaker::Rule(name) => write!(f, "the rule {name:?}"),
            Speaker::User(what) => write!(f, "you: {what}"),
            Speaker::Agent => f.write_str("the agent"),
            Speaker::Provider => f.write_str("the model's provider"),
            Speaker::Secrecy => f.write_str("the guard of your secrets"),
        }
    }
}

/// A ruling, and what it rests upon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grounds {
    /// Who speaks.
    pub speaker: Speaker,
    /// The risks that were found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The rule by which operations like this would never be asked for again; `None` where it is not the user's to say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Box<Rule>>,
}

impl Policy {
    /// The policy of a file. A rule without a name is called by its place.
    ///
    /// # Errors
    /// What is wrong with it, in words; nothing runs under such a policy.
    pub fn of(mut file: PolicyFile) -> Result<Policy, Vec<String>> {
        for (at, rule) in (1..).zip(&mut file.rules) {
            if rule.name.is_empty() {
                rule.name = format!("rule {at}");
            }
        }
        let mut wrong: Vec<String> = file.flaws().iter().map(ToString::to_string).collect();
        let mut lexicon = Lexicon::default();
        for (word, texts) in &file.words {
            match Risk::ALL.iter().find(|it| it.word() == word) {
                Some(risk) => texts.iter().for_each(|text| lexicon.add(text, *risk)),
                None => wrong.push(format!("[words] knows no risk {word:?}: {}", risk_words())),
            }
        }
        if wrong.is_empty() {
            Ok(Policy { preset: file.preset, rules: file.rules, lexicon })
        } else {
            Err(wrong)
        }
    }

    /// The preset alone, without rules.
    pub fn preset(preset: Preset) -> Policy {
        Policy { preset, ..Policy::default() }
    }

    /// The preset in force.
    pub const fn in_force(&self) -> Preset {
        self.preset
    }

    /// The rules, each with its name.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The ruling on an operation, and what it rests upon.
    ///
    /// A rule that refuses wins over everything; then the guard of secrets; then a warning of the model's provider; then what the user said yes to for
    /// the session; then rules that ask; then the model's own wish to be asked; then rules that allow; then the preset.
    pub fn judge(&self, operation: &Operation, around: &Circumstances<'_>) -> (Ruling, Grounds) {
        let facts = Facts::of(operation, around, &self.lexicon);
        let (ruling, speaker) = self.ruling(&facts, around);
        let is_users = matches!(speaker, Speaker::Preset(_) | Speaker::Agent);
        let rule = match ruling {
            Ruling::Confirm(_) if is_users => matching::covering(&facts).map(Box::new),
            _ => None,
        };
        (ruling, Grounds { speaker, findings: facts.findings, rule })
    }

    fn ruling(&self, facts: &Facts<'_>, around: &Circumstances<'_>) -> (Ruling, Speaker) {
        let speaks = |say: Say| {
            self.rules.iter().find(|it| it.say == say && matching::speaks_of(it, facts, around.paths()))
        };
        let by_rule = |rule: &Rule| (rule.ruling(&facts.findings), Speaker::Rule(rule.name.clone()));
        if let Some(rule) = speaks(Say::Refuse) {
            return by_rule(rule);
        }
        let speaking = self.rules.iter().filter(|it| matching::speaks_of(it, facts, around.paths()));
        if let Some(why) = facts.secrecy.objection(&facts.secrets, speaking) {
            return (Ruling::Refuse(why), Speaker::Secrecy);
        }
        if let Caution::Warned(why) = &around.caution {
            return (Ruling::Confirm(format!("the model's provider warns: {why}")), Speaker::Provider);
        }
        if let Some(grant) = around.grants.iter().find(|it| matching::speaks_of(it, facts, around.paths())) {
            let no = Consent::No(grant.because.clone()).refusal().filter(|_| grant.say == Say::Refuse);
            return (no.map_or(Ruling::Allow, Ruling::Refuse), Speaker::User(grant.name.clone()));
        }
        if let Some(rule) = speaks(Say::Ask) {
            return by_rule(rule);
        }
        let is_done_unasked = self.preset == Preset::Unrestricted;
        if around.caution == Caution::AskFirst && !is_done_unasked && facts.reach != Reach::Looks {
            let reason =
                if facts.findings.is_empty() { "the agent asks for a yes".into() } else { facts.reason() };
            return (Ruling::Confirm(reason), Speaker::Agent);
        }
        if let Some(rule) = speaks(Say::Allow) {
            return by_rule(rule);
        }
        (self.by_preset(facts, around.paths()), Speaker::Preset(self.preset))
    }

    /// Where the preset is bounded, what is risky within the bounds is asked for.
    fn by_preset(&self, facts: &Facts<'_>, paths: Paths<'_>) -> Ruling {
        let calm = || Facts { risks: Risks::default(), ..facts.clone() };
        let is_within =
            || self.rules.iter().any(|it| it.say == Say::Allow && matching::speaks_of(it, &calm(), paths));
        match self.preset {
            Preset::Bounded if facts.reach == Reach::Risks && is_within() => Ruling::Confirm(facts.reason()),
            preset => preset.says(facts.reach, &facts.reason()),
        }
    }

    /// Whether it matters which site a page is from.
    pub fn minds_sites(&self) -> bool {
        self.rules.iter().any(|it| !it.domain.is_empty())
    }

    /// Whether any rule closes windows, so that nothing of them is seen.
    pub fn closes_windows(&self) -> bool {
        self.rules.iter().any(closes)
    }

    /// Why nothing is done in a window, and nothing seen of it, in words for an agent; `None` where something may be. The
    /// window's title is not told.
    pub fn off_limits(&self, window: &Window) -> Option<String> {
        let rule = self.closed_to(window)?;
        let why = if rule.because.is_empty() { String::new() } else { format!(": {}", rule.because) };
        Some(format!("the window is off limits: the rule {:?} of the policy says so{why}", rule.name))
    }

    /// The rule by which nothing may be done in this window, and it is not looked at either; `None` where something may.
    pub fn closed_to(&self, window: &Window) -> Option<&Rule> {
        let application = window.application.to_lowercase();
        let title = window.title.to_lowercase();
        let names = |rule: &&Rule| {
            let any =
                |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|it| it.matches(text));
            any(&rule.application, &application) && any(&rule.window, &title)
        };
        self.rules.iter().filter(|it| closes(it)).find(names)
    }
}

/// Whether the rule refuses everything in its windows, so that nothing of them is seen either.
fn closes(rule: &Rule) -> bool {
    let bare =
        Rule { application: rule.application.clone(), window: rule.window.clone(), ..Rule::new(rule.say) };
    rule.say == Say::Refuse && rule.is_about_the_same(&bare)
}

fn risk_words() -> String {
    let words: Vec<&str> = Risk::ALL.iter().map(|it| it.word()).collect();
    format!("it is one of {}", words.join(", "))
}
