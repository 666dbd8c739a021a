//! Decides where a named secret may go: into a field that hides its input, or where a rule that names the secret allows it.

use super::{PolicyContext, Rule, RuleEffect, infer};
use crate::Operation;

/// Where an operation would put the secrets that it names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SecretDestination {
    /// It names no secret.
    None,
    /// Into a field that hides its input.
    HiddenField,
    /// Where typed text is visible.
    VisibleText,
    /// Unknown, because earlier keys may move the focus.
    AfterFocusChange,
    /// Outside any field, where others could read this secret.
    Exposed(String),
}

impl SecretDestination {
    pub(super) fn of(operation: &Operation, context: &PolicyContext<'_>) -> SecretDestination {
        if let Some(name) = operation.exposed_secret() {
            return SecretDestination::Exposed(name);
        }
        match operation {
            Operation::Act(_) if operation.secrets().is_empty() => SecretDestination::None,
            Operation::Act(action) if action.verb.moves_focus_before_secret() => {
                SecretDestination::AfterFocusChange
            }
            Operation::Act(action) if infer::types_into_hidden_field(action, context) => {
                SecretDestination::HiddenField
            }
            Operation::Act(_) => SecretDestination::VisibleText,
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => {
                SecretDestination::None
            }
        }
    }

    /// Why the operation is refused under every preset; `None` if it is not. `rules` are those that match the operation.
    pub(super) fn objection<'r>(
        &self,
        secrets: &[String],
        mut rules: impl Iterator<Item = &'r Rule>,
    ) -> Option<String> {
        let names = secrets.join(", ");
        match self {
            SecretDestination::None | SecretDestination::HiddenField => None,
            SecretDestination::VisibleText if rules.any(allows_destination) => None,
            SecretDestination::VisibleText => Some(format!(
                "what is typed there can be seen, and the secret {names} goes only into a field that hides it; to allow it \
                 elsewhere, write a policy rule with secret and control, application, window or domain"
            )),
            SecretDestination::AfterFocusChange => Some(format!(
                "keys before the secret {names} may move the focus to another place; press them first, look, and type the secret \
                 into its field alone"
            )),
            SecretDestination::Exposed(name) => Some(format!(
                "the secret {name} is typed into fields and goes nowhere else: on a command line, on the clipboard or in a \
                 note others could read it"
            )),
        }
    }
}

/// Whether a rule names both the secret and a destination.
fn allows_destination(rule: &Rule) -> bool {
    let has_place =
        [&rule.application, &rule.window, &rule.control, &rule.domain].iter().any(|it| !it.is_empty());
    rule.say != RuleEffect::Refuse && !rule.secret.is_empty() && has_place
}
