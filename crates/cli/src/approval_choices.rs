//! The answers to a question for approval, and what each of them means.

use deskpilot_core::{ApprovalRequest, Consent, Operation};
use deskpilot_runtime::plain;
use std::{fmt, path::Path};

/// The answers that a question offers: a letter each, and its meaning.
pub(crate) struct ApprovalChoices(Vec<(char, String)>);

impl ApprovalChoices {
    /// The answers to this request; "always" needs a policy file that takes the rule.
    pub(crate) fn of(waiting: &ApprovalRequest, policy: Option<&Path>) -> ApprovalChoices {
        let rule = waiting.grounds.as_ref().and_then(|it| it.rule.as_deref());
        // The answer to a permission request of an external agent has no place for a reason.
        let no = match &waiting.operation {
            Operation::Permit(_) => "no; the agent continues without it",
            _ => "no; add a reason for the agent if you like, such as: n take the other list",
        };
        let always = rule.zip(policy).map(|(rule, file)| {
            let rule = plain(&rule.to_string());
            ('a', format!("yes, always, by this rule in {}:\n     {rule}", file.display()))
        });
        let session =
            rule.map(|_| ('s', "yes, and to the same action for the rest of this session".to_owned()));
        let first = [('y', "yes, this once".to_owned()), ('n', format!("{no} (also Enter alone)"))];
        let last = ('q', "stop the task; `deskpilot resume` asks again".to_owned());
        ApprovalChoices(first.into_iter().chain(session).chain(always).chain([last]).collect())
    }

    /// A line for each answer.
    pub(crate) fn explained(&self) -> String {
        self.0.iter().map(|(letter, meaning)| format!("  {letter}  {meaning}\n")).collect()
    }
}

/// The letters; the capital one is the answer of Enter alone.
impl fmt::Display for ApprovalChoices {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (letter, _) in &self.0 {
            let shown = if *letter == 'n' { 'N' } else { *letter };
            write!(f, "{shown}/")?;
        }
        f.write_str("?]")
    }
}

/// Parses a reply to an operation that waits for a yes; an empty line is a no.
pub(crate) fn parse_consent(line: &str) -> Option<Consent> {
    let (letter, rest) = line.split_once(' ').unwrap_or((line, ""));
    match letter.to_lowercase().as_str() {
        "y" | "yes" => Some(Consent::Once),
        "s" | "session" => Some(Consent::Session),
        "a" | "always" => Some(Consent::Always),
        "" | "n" | "no" => Some(Consent::No(rest.trim().to_owned())),
        "q" | "quit" | "stop" => Some(Consent::Stop),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_one_of_five_answers() {
        for (line, expected) in [
            ("y", Some(Consent::Once)),
            ("YES", Some(Consent::Once)),
            ("s", Some(Consent::Session)),
            ("a", Some(Consent::Always)),
            ("", Some(Consent::No(String::new()))),
            ("n take the other list", Some(Consent::No("take the other list".into()))),
            ("q", Some(Consent::Stop)),
            ("yy", None),
            ("yes please", Some(Consent::Once)),
            ("why?", None),
        ] {
            assert_eq!(parse_consent(line), expected, "{line}");
        }
    }
}
