//! The report of a task's tokens: by step, by round and in all.

use super::account::TokenAccount;
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// A note on the numbers of the parts.
pub const ESTIMATE: &str = "tokens of texts are estimated from above, without any model's vocabulary";

/// The tokens of a task's prompts.
#[derive(Clone, Debug, Default)]
pub struct TokenReport {
    /// The steps, in order.
    pub steps: Vec<StepTokens>,
    /// The rounds, in order.
    pub rounds: Vec<RoundTokens>,
    /// The whole task.
    pub total: TokenAccount,
}

/// The prompts of a step, or those between steps.
#[derive(Clone, Debug, Serialize)]
pub struct StepTokens {
    /// The round it belongs to.
    pub round: u32,
    /// Its number in the session; `None` between steps.
    pub step: Option<u32>,
    /// The name of its agent.
    pub agent: String,
    /// Its tokens.
    #[serde(flatten)]
    pub account: TokenAccount,
}

/// The prompts of a round.
#[derive(Clone, Debug, Serialize)]
pub struct RoundTokens {
    /// Its number.
    pub round: u32,
    /// Its tokens.
    #[serde(flatten)]
    pub account: TokenAccount,
}

impl TokenReport {
    /// The report of these steps, with their sums.
    pub(super) fn of(steps: Vec<StepTokens>) -> TokenReport {
        let mut report = TokenReport::default();
        for StepTokens { round, account, .. } in &steps {
            report.total.add(account);
            match report.rounds.last_mut() {
                Some(last) if last.round == *round => last.account.add(account),
                _ => report.rounds.push(RoundTokens { round: *round, account: account.clone() }),
            }
        }
        TokenReport { steps, ..report }
    }
}

impl Serialize for TokenReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("TokenReport", 4)?;
        report.serialize_field("estimate", ESTIMATE)?;
        report.serialize_field("steps", &self.steps)?;
        report.serialize_field("rounds", &self.rounds)?;
        report.serialize_field("total", &self.total)?;
        report.end()
    }
}
