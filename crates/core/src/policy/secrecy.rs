//! Where a named secret may go: into a field that hides what is typed, or where a rule that names the secret sends it.

use super::{Circumstances, Lexicon, Rule, Say, infer};
use crate::Operation;

/// Where an operation would put the secrets that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Secrecy {
    /// It names none.
    Nothing,
    /// Into a field that hides what is typed.
    Hidden,
    /// Where what is typed can be seen.
    Shown,
    /// Keys come before it that may take it elsewhere.
    Stray,
    /// Where others can read it; the name of one.
    Misplaced(String),
}

impl Secrecy {
    pub(super) fn of(operation: &Operation, around: &Circumstances<'_>, lexicon: &Lexicon) -> Secrecy {
        if let Some(name) = operation.misplaced_secret() {
            return Secrecy::Misplaced(name);
        }
        match operation {
            Operation::Act(_) if operation.secrets().is_empty() => Secrecy::Nothing,
            Operation::Act(action) if action.verb.strays_before_a_secret() => Secrecy::Stray,
            Operation::Act(action) if infer::hides(action, around, lexicon) => Secrecy::Hidden,
            Operation::Act(_) => Secrecy::Shown,
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
                Secrecy::Nothing
            }
        }
    }

    /// Why it is not done, whatever the preset; these rules speak of the operation.
    pub(super) fn objection<'r>(
        &self,
        secrets: &[String],
        mut rules: impl Iterator<Item = &'r Rule>,
    ) -> Option<String> {
        let names = secrets.join(", ");
        match self {
            Secrecy::Nothing | Secrecy::Hidden => None,
            Secrecy::Shown if rules.any(sends_it_there) => None,
            Secrecy::Shown => Some(format!(
                "what is typed there can be seen, and the secret {names} goes only into a field that hides it; a rule of the \
                 policy with secret and control, application, window or domain lets it go elsewhere"
            )),
            Secrecy::Stray => Some(format!(
                "keys before the secret {names} may take it to another place; press them first, look, and type the secret \
                 into its field alone"
            )),
            Secrecy::Misplaced(name) => Some(format!(
                "the secret {name} is typed into fields and goes nowhere else: on a command line, on the clipboard or in a \
                 note others could read it"
            )),
        }
    }
}

/// Whether a rule names both the secret and where it may go.
fn sends_it_there(rule: &Rule) -> bool {
    let has_place =
        [&rule.application, &rule.window, &rule.control, &rule.domain].iter().any(|it| !it.is_empty());
    rule.say != Say::Refuse && !rule.secret.is_empty() && has_place
}
