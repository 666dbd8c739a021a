//! The policy: whether an operation may be done. A pure function of the operation, its context and the policy; the model can only
//! make it stricter.

mod context;
mod facts;
mod file_kind;
mod first_words;
mod foreground;
mod formula;
mod grant;
mod grounds;
mod infer;
mod key_binding;
mod known_file;
mod lexicon;
mod matching;
mod pattern;
mod places;
mod prefilter;
mod preset;
mod problem;
mod readable;
mod risk;
mod rule;
mod ruling;
mod script;
mod secret_destination;
mod surroundings;
mod targets;

pub use context::{Clipboard, PolicyContext};
pub use foreground::Foreground;
pub use grant::Grant;
pub use grounds::{Grounds, KnownEffect, RulingSource};
pub use key_binding::KeyBinding;
pub use known_file::KnownFile;
pub use lexicon::{RISK_WORDS, risks_in_name};
pub use pattern::{Glob, Homes, PathGlob, ProgramGlob};
pub use places::{domain, named_files, unresolved_files};
pub use preset::{Preset, Reach};
pub use problem::PolicyProblem;
pub use risk::{Finding, Risk, Risks};
pub use rule::{Rule, RuleEffect};
pub use ruling::Ruling;
pub use surroundings::ActionSurroundings;
pub use targets::{ReachedControl, Targets};

use crate::{Action, Aim, Caution, Control, Gesture, Operation, Role, Verb, Window};
use facts::Facts;
use lexicon::Lexicon;
use prefilter::Prefilter;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A policy as its file states it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PolicyFile {
    /// The ruling where no rule matches.
    #[serde(default)]
    pub preset: Preset,
    /// Additional words that indicate risks, by the risk's word.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, Vec<String>>,
    /// The rules; their order does not matter.
    #[serde(default, rename = "rule", skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<Rule>,
}

/// A checked policy, without contradictions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Policy {
    preset: Preset,
    rules: Vec<Rule>,
    /// One for each rule.
    prefilters: Vec<Prefilter>,
    lexicon: Lexicon,
}

/// Whether an operation is the request to close a window, or keys that close one in any application.
pub(crate) fn closes_windows(operation: &Operation) -> bool {
    let Operation::Act(action) = operation else { return false };
    match &action.verb {
        Verb::Gesture(Gesture::Close | Gesture::EndApplication) => true,
        Verb::Gesture(Gesture::Keys(chords)) => infer::close_windows(chords),
        _ => false,
    }
}

impl Policy {
    /// The policy of a file. A rule without a name is named after its position.
    ///
    /// # Errors
    /// The problems, in words; nothing runs under such a policy.
    pub fn of(mut file: PolicyFile) -> Result<Policy, Vec<String>> {
        for (at, rule) in (1..).zip(&mut file.rules) {
            if rule.name.is_empty() {
                rule.name = format!("rule {at}");
            }
        }
        let mut problems: Vec<String> = file.problems().iter().map(ToString::to_string).collect();
        let mut lexicon = Lexicon::default();
        for (word, texts) in &file.words {
            match Risk::ALL.iter().find(|it| it.word() == word) {
                Some(risk) => texts.iter().for_each(|text| lexicon.add(text, *risk)),
                None => {
                    problems
                        .push(format!("[words] has an unknown risk {word:?}: use one of {}", risk_words()));
                }
            }
        }
        if problems.is_empty() {
            let prefilters = file.rules.iter().map(Prefilter::of_rule).collect();
            Ok(Policy { preset: file.preset, rules: file.rules, prefilters, lexicon })
        } else {
            Err(problems)
        }
    }

    /// The preset alone, without rules.
    pub fn preset(preset: Preset) -> Policy {
        Policy { preset, ..Policy::default() }
    }

    /// The preset.
    pub const fn active_preset(&self) -> Preset {
        self.preset
    }

    /// The policy with another preset, and the same rules.
    #[must_use]
    pub fn with_preset(self, preset: Preset) -> Policy {
        Policy { preset, ..self }
    }

    /// The policy with one more rule.
    #[must_use]
    pub fn with_rule(mut self, rule: Rule) -> Policy {
        self.prefilters.push(Prefilter::of_rule(&rule));
        self.rules.push(rule);
        self
    }

    /// The rules, each with its name.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }

    /// The paths of the files that an operation acts on as its window shows them: the texts of fields, and items of lists. `..`
    /// and links are not resolved.
    pub fn shown_files(&self, operation: &Operation, context: &PolicyContext<'_>) -> Vec<String> {
        let shown = infer::ShownPlaces::of(operation, context, &self.lexicon);
        shown.files.iter().filter_map(|it| context.paths().absolute(it)).collect()
    }

    /// The ruling on an operation, and its grounds.
    ///
    /// In order of precedence: rules that refuse, the guard of secrets, a warning of the model's provider, the user's approvals
    /// and refusals in this session, rules that ask, the model's own wish to ask, rules that allow, the preset.
    pub fn judge(&self, operation: &Operation, context: &PolicyContext<'_>) -> (Ruling, Grounds) {
        let facts = Facts::of(operation, context, &self.lexicon);
        let (ruling, source) = self.ruling(&facts, context);
        let rule = match ruling {
            Ruling::Confirm(_) if source.yields_to_user() => matching::narrowest_rule(&facts).map(Box::new),
            _ => None,
        };
        let targets = rule.is_some().then(|| Box::new(facts.targets()));
        let places = context.places.to_vec();
        let is_asked = matches!((&ruling, operation), (Ruling::Confirm(_), Operation::Act(_)));
        let surroundings = is_asked.then(|| ActionSurroundings::of(context.controls)).flatten().map(Box::new);
        let known_effect = known_effect(operation, context, facts.reach).map(Box::new);
        let findings = facts.findings;
        (ruling, Grounds { source, findings, rule, places, targets, beside: surroundings, known_effect })
    }

    fn ruling(&self, facts: &Facts<'_>, context: &PolicyContext<'_>) -> (Ruling, RulingSource) {
        let homes = context.homes();
        let rules = self.candidates(facts);
        let matches = |rule: &&Rule| matching::matches_rule(rule, facts, &homes);
        let first_match = |say: RuleEffect| rules.iter().copied().filter(|it| it.say == say).find(matches);
        let by_rule = |rule: &Rule| (rule.ruling(&facts.findings), RulingSource::Rule(rule.name.clone()));
        if let Some(rule) = first_match(RuleEffect::Refuse) {
            return by_rule(rule);
        }
        let matching_rules = rules.iter().copied().filter(matches);
        if let Some(why) = facts.secret_destination.objection(&facts.secrets, matching_rules) {
            return (Ruling::Refuse(why), RulingSource::Secrecy);
        }
        if let Caution::Warned(why) = &context.caution {
            return (Ruling::Confirm(format!("the model's provider warns: {why}")), RulingSource::Provider);
        }
        // An answer about one control is none about another one at the same place, or with the same keys.
        let is_same = |it: &&Grant| it.targets.reached.is_none() || it.targets.reached == facts.reached;
        let grants = context.grants.iter().filter(is_same);
        let mut grants = grants.filter_map(|it| Some((&it.consent, matching::standing_rule(it, context)?)));
        if let Some((consent, rule)) = grants.find(|(_, rule)| matches(&rule)) {
            let ruling = consent.refusal().map_or(Ruling::Allow, Ruling::Refuse);
            return (ruling, RulingSource::User(rule.name));
        }
        if let Some(rule) = first_match(RuleEffect::Ask) {
            return by_rule(rule);
        }
        // Who chooses `unrestricted` wants no questions, so the model's wish to ask does not count.
        let is_unrestricted = self.preset == Preset::Unrestricted;
        if context.caution == Caution::AskFirst && !is_unrestricted && !facts.reach.changes_nothing() {
            let reason =
                if facts.findings.is_empty() { "the agent asks for approval".into() } else { facts.reason() };
            return (Ruling::Confirm(reason), RulingSource::Agent);
        }
        if let Some(rule) = first_match(RuleEffect::Allow) {
            return by_rule(rule);
        }
        (self.by_preset(facts, &rules, &homes), RulingSource::Preset(self.preset))
    }

    /// The rules that may match an operation.
    fn candidates(&self, facts: &Facts<'_>) -> Vec<&Rule> {
        let has = Prefilter::of_facts(facts);
        let both = self.prefilters.iter().zip(&self.rules);
        both.filter(|(needs, _)| needs.may_match(&has)).map(|(_, rule)| rule).collect()
    }

    /// The preset `bounded` asks before a risky operation that its rules would allow without the risk.
    fn by_preset(&self, facts: &Facts<'_>, rules: &[&Rule], homes: &Homes) -> Ruling {
        let without_risks = || Facts { risks: Risks::default(), ..facts.clone() };
        let is_allowed = || {
            rules
                .iter()
                .any(|it| it.say == RuleEffect::Allow && matching::matches_rule(it, &without_risks(), homes))
        };
        match self.preset {
            Preset::Bounded if facts.reach == Reach::Risks && is_allowed() => Ruling::Confirm(facts.reason()),
            preset => preset.ruling(facts.reach, &facts.reason()),
        }
    }

    /// Whether what has the window's terminal decides what the action does: it sends keys or clicks to a window that may have one.
    pub fn depends_on_foreground(&self, action: &Action, controls: &[Control]) -> bool {
        let is_terminal = |it: &Control| it.role == Role::Terminal;
        let is_aimed_at_one = matches!(&action.aim, Aim::Control(it) if is_terminal(it));
        let has_terminal = || {
            is_aimed_at_one
                || controls.iter().any(is_terminal)
                || self.lexicon.is_terminal(&action.window.application)
        };
        Foreground::takes(action) && has_terminal()
    }

    /// Whether any rule depends on a page's site.
    pub fn has_site_rules(&self) -> bool {
        self.rules.iter().any(|it| !it.domain.is_empty())
    }

    /// Whether any rule closes windows to agents, so that agents do not even see them.
    pub fn closes_windows(&self) -> bool {
        self.rules.iter().any(closes)
    }

    /// Why a window is closed to agents, as a message without its title; `None` if it is open.
    pub fn off_limits(&self, window: &Window) -> Option<String> {
        let rule = self.closing_rule(window)?;
        let why = if rule.because.is_empty() { String::new() } else { format!(": {}", rule.because) };
        Some(format!("the window is off limits: the rule {:?} of the policy says so{why}", rule.name))
    }

    /// The rule that closes this window to agents, so that they neither see it nor act in it; `None` if it is open.
    pub fn closing_rule(&self, window: &Window) -> Option<&Rule> {
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

fn known_effect(operation: &Operation, context: &PolicyContext<'_>, reach: Reach) -> Option<KnownEffect> {
    if reach.changes_nothing() {
        return Some(KnownEffect::Looks);
    }
    let files = places::written_files(operation, context.spec(operation), context.paths());
    (!files.is_empty()).then_some(KnownEffect::Writes(files))
}

/// Whether the rule refuses everything in its windows, so that agents do not see them either.
fn closes(rule: &Rule) -> bool {
    let bare =
        Rule { application: rule.application.clone(), window: rule.window.clone(), ..Rule::new(rule.say) };
    rule.say == RuleEffect::Refuse && rule.has_conditions_of(&bare)
}

fn risk_words() -> String {
    let words: Vec<&str> = Risk::ALL.iter().map(|it| it.word()).collect();
    words.join(", ")
}
