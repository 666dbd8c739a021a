//! Matches rules with operations, and derives the narrowest rule that allows an operation.

use super::{
    Glob, Grant, Homes, PathGlob, PolicyContext, ProgramGlob, Risk, Rule, RuleEffect, facts::Facts,
    grant::standing_effect, risk::Risks,
};
use crate::Role;

/// The narrowest rule that allows this operation and equal ones. `None` if every such rule would allow more.
pub(super) fn narrowest_rule(facts: &Facts<'_>) -> Option<Rule> {
    let program = ProgramGlob::literal(&facts.argv);
    let is_bare = facts.applications.iter().all(String::is_empty);
    // Such a rule would name neither an application nor a program, and hold everywhere.
    if facts.argv.is_empty() && is_bare || !facts.argv.is_empty() && program.is_none() {
        return None;
    }
    let is_stable = |it: &&(&str, String)| !facts.incidental.contains(&it.0) && facts.secrets.is_empty();
    // A rule without arguments would never match it: `covers_other_controls` wants them.
    if facts.strays && !facts.arguments.iter().any(|it| is_stable(&it)) {
        return None;
    }
    // The words of a program's call already include its paths.
    let paths = if program.is_some() { &[][..] } else { &facts.paths };
    let literals = |texts: &[String]| texts.iter().map(|it| Glob::literal(it)).collect();
    let argument = |(name, value): &(&str, String)| ((*name).to_owned(), Glob::literal(value));
    Some(Rule {
        // One name is enough: a rule matches an application by any of its names.
        application: facts.applications.iter().take(1).map(|it| Glob::literal(it)).collect(),
        command: vec![Glob::literal(facts.command_name)],
        role: facts.role.into_iter().collect(),
        control: facts.role.iter().map(|_| Glob::literal(&facts.control)).collect(),
        argument: facts.arguments.iter().filter(is_stable).map(argument).collect(),
        program: program.into_iter().collect(),
        path: paths.iter().map(|it| PathGlob::literal(it)).collect(),
        domain: literals(&facts.domains),
        secret: literals(&facts.secrets),
        risk: facts.risks.iter().collect(),
        ..Rule::new(RuleEffect::Allow)
    })
}

/// The rule that decides about operations equal to the one that the user answered about.
pub(super) fn standing_rule(grant: &Grant, context: &PolicyContext<'_>) -> Option<Rule> {
    let (name, say) = standing_effect(&grant.consent)?;
    Some(Rule { name: name.into(), say, ..rule_for_equals(grant, context)? })
}

/// The narrowest rule that allows operations equal to the one that the user answered about.
pub(super) fn rule_for_equals(grant: &Grant, context: &PolicyContext<'_>) -> Option<Rule> {
    narrowest_rule(&Facts::of_grant(grant, context))
}

/// Whether the rule matches the operation.
pub(super) fn matches_rule(rule: &Rule, facts: &Facts<'_>, homes: &Homes) -> bool {
    let any = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|it| it.matches(text));
    let is_application = |it: &String| rule.application.iter().any(|glob| glob.matches(it));
    (rule.application.is_empty() || facts.applications.iter().any(is_application))
        && any(&rule.command, &facts.command)
        && control_matches(rule, facts)
        && any(&rule.window, &facts.window)
        && rule.argument.iter().all(|it| has_argument(facts, it))
        && (rule.program.is_empty() || rule.program.iter().any(|it| it.matches(&facts.argv)))
        && names_match(rule.say, &facts.paths, &rule.path, |glob, path| {
            glob.matches(path, homes) || rule.say != RuleEffect::Allow && homes.may_be_any(path)
        })
        && names_match(rule.say, &facts.domains, &rule.domain, |glob, domain| glob.matches(domain))
        && names_match(rule.say, &facts.secrets, &rule.secret, |glob, secret| {
            glob.matches(&secret.to_lowercase())
        })
        && risks_match(rule, facts.risks)
        && covers_opened_file(rule, facts)
        && covers_other_controls(rule, facts)
        && covers_other_programs(rule, facts)
        && covers_external_agent(rule, facts, homes)
}

/// Whether the control that the operation is aimed at matches the rule; for a rule that asks or refuses, any that it reaches.
fn control_matches(rule: &Rule, facts: &Facts<'_>) -> bool {
    let is_match = |role: Role, name: &str| {
        (rule.role.is_empty() || rule.role.contains(&role))
            && (rule.control.is_empty() || rule.control.iter().any(|it| it.matches(name)))
    };
    let names_none = rule.role.is_empty() && rule.control.is_empty();
    let reaches_it =
        || rule.say != RuleEffect::Allow && facts.others.iter().any(|(role, name)| is_match(*role, name));
    names_none || facts.role.is_some_and(|it| is_match(it, &facts.control)) || reaches_it()
}

/// A rule that allows an application does not allow every file that the application can open: it must name files, too.
fn covers_opened_file(rule: &Rule, facts: &Facts<'_>) -> bool {
    let opens_file = facts.command_name == "AppsToOpen" && !facts.paths.is_empty();
    rule.say != RuleEffect::Allow || !opens_file || !rule.path.is_empty()
}

/// A rule that allows a control allows no keys, text or drag that may reach another one, unless it names their arguments.
fn covers_other_controls(rule: &Rule, facts: &Facts<'_>) -> bool {
    let names_control = !rule.control.is_empty() || !rule.role.is_empty();
    rule.say != RuleEffect::Allow || !facts.strays || !names_control || !rule.argument.is_empty()
}

/// A rule that allows windows or controls allows what is done in them, and no native command that works elsewhere, whatever window it is
/// called in: such a rule must name the files, the sites or the program, or the command.
fn covers_other_programs(rule: &Rule, facts: &Facts<'_>) -> bool {
    let names_windows = !rule.application.is_empty()
        || !rule.window.is_empty()
        || !rule.control.is_empty()
        || !rule.role.is_empty();
    let is_uncovered = facts.is_native
        && ((!facts.paths.is_empty() && rule.path.is_empty())
            || (!facts.argv.is_empty() && rule.program.is_empty())
            || (facts.asks_other_site && rule.domain.is_empty()));
    rule.say != RuleEffect::Allow || !names_windows || !rule.command.is_empty() || !is_uncovered
}

/// A rule allows an external agent's operation only if it names the command, and only if its paths and sites, if any, cover
/// every place that the agent asks for. Rules for windows allow nothing to external agents.
fn covers_external_agent(rule: &Rule, facts: &Facts<'_>, homes: &Homes) -> bool {
    let is_external = matches!(facts.command_name, "delegate" | "permit");
    if rule.say != RuleEffect::Allow || !is_external {
        return true;
    }
    let is_covered = |(path, domain): &(Option<String>, Option<String>)| {
        path.iter().any(|path| rule.path.iter().any(|it| it.matches(path, homes)))
            || domain.iter().any(|domain| rule.domain.iter().any(|it| it.matches(domain)))
    };
    let is_anywhere = rule.path.is_empty() && rule.domain.is_empty();
    !rule.command.is_empty() && (is_anywhere || facts.places.iter().all(is_covered))
}

/// Whether the operation's names match the rule's patterns: all of them for a rule that allows, any of them for others.
fn names_match<P>(
    say: RuleEffect,
    named: &[String],
    patterns: &[P],
    matches: impl Fn(&P, &str) -> bool,
) -> bool {
    let is_match = |text: &String| patterns.iter().any(|pattern| matches(pattern, text));
    match (patterns.is_empty(), say) {
        (true, _) => true,
        (false, RuleEffect::Allow) => !named.is_empty() && named.iter().all(is_match),
        (false, RuleEffect::Ask | RuleEffect::Refuse) => named.iter().any(is_match),
    }
}

fn risks_match(rule: &Rule, risks: Risks) -> bool {
    let mut named: Risks = rule.risk.iter().copied().collect();
    if rule.say != RuleEffect::Allow {
        return named.is_empty() || named.intersects(risks);
    }
    if !rule.program.is_empty() {
        named = named.with(Risk::Runs);
    }
    if !rule.secret.is_empty() {
        named = named.with(Risk::TypesSecret);
    }
    risks.is_subset(named)
}

fn has_argument(facts: &Facts<'_>, (name, glob): (&String, &Glob)) -> bool {
    facts.arguments.iter().any(|(known, value)| known == name && glob.matches(value))
}
