//! Which rules speak of an operation, and the narrowest rule that covers one.

use super::{Glob, PathGlob, ProgramGlob, Risk, Rule, Say, facts::Facts, risk::Risks};
use crate::Paths;

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
pub(super) fn speaks_of(rule: &Rule, facts: &Facts<'_>, paths: Paths<'_>) -> bool {
    let any = |globs: &[Glob], text: &str| globs.is_empty() || globs.iter().any(|it| it.matches(text));
    let is_application = |it: &String| rule.application.iter().any(|glob| glob.matches(it));
    (rule.application.is_empty() || facts.applications.iter().any(is_application))
        && any(&rule.command, &facts.command)
        && (rule.role.is_empty() || facts.role.is_some_and(|it| rule.role.contains(&it)))
        && (rule.control.is_empty() || (facts.role.is_some() && any(&rule.control, &facts.control)))
        && any(&rule.window, &facts.window)
        && rule.argument.iter().all(|it| has_argument(facts, it))
        && (rule.program.is_empty() || rule.program.iter().any(|it| it.matches(&facts.argv)))
        && holds(rule.say, &facts.paths, &rule.path, |glob, path| glob.matches(path, paths))
        && holds(rule.say, &facts.domains, &rule.domain, |glob, domain| glob.matches(domain))
        && holds(rule.say, &facts.secrets, &rule.secret, |glob, secret| glob.matches(&secret.to_lowercase()))
        && minds(rule, facts.risks)
        && knows_others(rule, facts, paths)
}

/// Whether it was written for another agent's operations, where it lets one be done: what is meant for windows does not, and
/// where it names places every one that is asked for is among them.
fn knows_others(rule: &Rule, facts: &Facts<'_>, paths: Paths<'_>) -> bool {
    let is_other = matches!(facts.called, "delegate" | "permit");
    if rule.say != Say::Allow || !is_other {
        return true;
    }
    let is_one = |(path, domain): &(Option<String>, Option<String>)| {
        path.iter().any(|path| rule.path.iter().any(|it| it.matches(path, paths)))
            || domain.iter().any(|domain| rule.domain.iter().any(|it| it.matches(domain)))
    };
    let is_anywhere = rule.path.is_empty() && rule.domain.is_empty();
    !rule.command.is_empty() && (is_anywhere || facts.places.iter().all(is_one))
}

/// Whether what the operation names is what the rule is about: all of it where it allows, any of it where it does not.
fn holds<P>(say: Say, named: &[String], patterns: &[P], matches: impl Fn(&P, &str) -> bool) -> bool {
    let is_one = |text: &String| patterns.iter().any(|pattern| matches(pattern, text));
    match (patterns.is_empty(), say) {
        (true, _) => true,
        (false, Say::Allow) => !named.is_empty() && named.iter().all(is_one),
        (false, Say::Ask | Say::Refuse) => named.iter().any(is_one),
    }
}

fn minds(rule: &Rule, risks: Risks) -> bool {
    let mut named: Risks = rule.risk.iter().copied().collect();
    if rule.say != Say::Allow {
        return named.is_empty() || named.meets(risks);
    }
    if !rule.program.is_empty() {
        named = named.with(Risk::Runs);
    }
    if !rule.secret.is_empty() {
        named = named.with(Risk::TypesSecret);
    }
    risks.within(named)
}

fn has_argument(facts: &Facts<'_>, (name, glob): (&String, &Glob)) -> bool {
    facts.arguments.iter().any(|(known, value)| known == name && glob.matches(value))
}
