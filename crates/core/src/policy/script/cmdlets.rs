//! The cmdlets of PowerShell that are known: what each risks, and the parameters that change nothing of that.

mod aliases;
mod table;

use super::super::risk::Risk;
use aliases::{ALIASES, AMBIGUOUS};
use table::CMDLETS;

/// A cmdlet that is known.
#[derive(Debug, PartialEq)]
pub(in crate::policy) struct Cmdlet {
    pub(in crate::policy) name: &'static str,
    pub(in crate::policy) risks: &'static [Risk],
    pub(in crate::policy) takes: Takes,
    parameters: &'static [&'static str],
}

/// What the words of a cmdlet are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::policy) enum Takes {
    /// Names of files, programs, services: what it does depends on them.
    Names,
    /// The same, with a file as the first word: into that it writes its input.
    Target,
    /// Texts, names of properties and blocks: it does the same with all.
    Data,
    /// Blocks alone: a text would be the name of a method.
    Blocks,
}

/// What a parameter means.
pub(in crate::policy) enum Parameter {
    /// It changes nothing of what the cmdlet risks.
    Harmless,
    /// The cmdlet has this risk with it.
    Risk(Risk),
    /// There is no such parameter, or there are several that begin so.
    Unknown,
}

/// Parameters of all cmdlets.
const COMMON: &[&str] = &[
    "confirm",
    "debug",
    "ea",
    "erroraction",
    "informationaction",
    "verbose",
    "wa",
    "warningaction",
    "whatif",
];
/// Parameters with which a cmdlet does more, whichever it is.
const RISKY: &[(&str, Risk)] = &[
    ("asjob", Risk::Unknown),
    ("cimsession", Risk::Sends),
    ("cn", Risk::Sends),
    ("computername", Risk::Sends),
    ("credential", Risk::LogsIn),
    ("infile", Risk::Sends),
    ("outfile", Risk::Overwrites),
    ("session", Risk::Sends),
    ("usedefaultcredentials", Risk::LogsIn),
];
/// The cmdlet that PowerShell calls by this name in lower case, if it is known. It tries `Get-` before a name that nothing has.
pub(in crate::policy) fn cmdlet(name: &str) -> Option<&'static Cmdlet> {
    let name = full_name(name);
    let find = |name: &str| CMDLETS.binary_search_by_key(&name, |it| it.name).ok().map(|at| &CMDLETS[at]);
    find(name).or_else(|| if name.contains('-') { None } else { find(&format!("get-{name}")) })
}

/// The name of the cmdlet for which an alias stands; other names stand for themselves.
pub(in crate::policy) fn full_name(name: &str) -> &str {
    ALIASES.binary_search_by_key(&name, |it| it.0).map_or(name, |at| ALIASES[at].1)
}

/// Whether a name means a program as well, in another version of PowerShell, or where there is one.
pub(in crate::policy) fn is_ambiguous(name: &str) -> bool {
    AMBIGUOUS.contains(&name) || full_name(name) == name && !name.contains('-')
}

impl Cmdlet {
    /// What the parameter with this name does, or with a beginning of its name that no other has.
    pub(in crate::policy) fn parameter(&self, name: &str) -> Parameter {
        let name = name.to_lowercase();
        let harmless = || self.parameters.iter().chain(COMMON);
        let is_risky = |it: &&(&str, Risk)| it.0 == name;
        // A whole name counts, also where longer ones begin with it.
        if harmless().any(|it| *it == name) {
            return Parameter::Harmless;
        }
        if let Some((_, risk)) = RISKY.iter().find(is_risky) {
            return Parameter::Risk(*risk);
        }
        let harmless = harmless().filter(|it| it.starts_with(&name)).map(|_| Parameter::Harmless);
        let risky = RISKY.iter().filter(|it| it.0.starts_with(&name)).map(|it| Parameter::Risk(it.1));
        let mut matching = harmless.chain(risky);
        match (matching.next(), matching.next()) {
            (Some(it), None) => it,
            _ => Parameter::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_order() {
        assert!(CMDLETS.is_sorted_by_key(|it| it.name) && ALIASES.is_sorted_by_key(|it| it.0));
        assert!(AMBIGUOUS.is_sorted());
    }

    #[test]
    fn a_parameter_is_known_by_a_beginning_that_no_other_has() {
        let items = cmdlet("ls").unwrap();
        for (name, expected) in [
            ("Recurse", "harmless"),
            ("rec", "harmless"),
            ("s", "harmless"),
            ("f", "unknown"),
            ("fo", "harmless"),
            ("ComputerName", "sends"),
            ("comp", "sends"),
            ("cred", "logs_in"),
            ("OutVariable", "unknown"),
            ("", "unknown"),
        ] {
            let found = match items.parameter(name) {
                Parameter::Harmless => "harmless",
                Parameter::Risk(risk) => risk.word(),
                Parameter::Unknown => "unknown",
            };
            assert_eq!(found, expected, "{name}");
        }
    }
}
