//! The user's approval or refusal of an operation, for the operations equal to it.

use super::{Finding, Grounds, RuleEffect, Targets};
use crate::{Consent, Operation};

/// The user's answer about an operation, which holds for equal operations too.
///
/// It has what the user was asked about, and no rule: the policy finds the rule when it rules on another operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Grant {
    /// The operation.
    pub operation: Operation,
    /// The risks that were found.
    pub findings: Vec<Finding>,
    /// What the operation acted on.
    pub targets: Targets,
    /// The answer.
    pub consent: Consent,
}

impl Grant {
    /// The answer about an operation that was ruled on with these grounds. `None` for an answer that holds only once, and
    /// where no rule of the user's may decide.
    pub fn of(operation: &Operation, grounds: &Grounds, consent: &Consent) -> Option<Grant> {
        standing_effect(consent).filter(|_| grounds.source.yields_to_user())?;
        let targets = grounds.targets.as_deref().cloned().unwrap_or_default();
        let findings = grounds.findings.clone();
        Some(Grant { operation: operation.clone(), findings, targets, consent: consent.clone() })
    }
}

/// The effect of an answer on equal operations, with its name; `None` if it has none.
pub(super) const fn standing_effect(consent: &Consent) -> Option<(&'static str, RuleEffect)> {
    match consent {
        Consent::Session => Some(("yes for this session", RuleEffect::Allow)),
        Consent::Always => Some(("yes, always", RuleEffect::Allow)),
        Consent::No(_) => Some(("no", RuleEffect::Refuse)),
        Consent::Once | Consent::Unanswered(_) | Consent::Stop => None,
    }
}
