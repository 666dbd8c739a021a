//! Budgets: what may be used, what was used, and which limit was reached.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What was used.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ResourceUsage {
    /// Steps begun.
    pub steps: u32,
    /// Working time in milliseconds; waiting for the user does not count.
    pub millis: u64,
    /// Prompt and reply tokens.
    pub tokens: u64,
    /// The cost in dollars of all calls with a known price.
    pub dollars: f64,
}

/// The limits; `None` means unlimited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Limits {
    /// Steps.
    pub steps: Option<u32>,
    /// Working time in milliseconds.
    pub millis: Option<u64>,
    /// Prompt and reply tokens.
    pub tokens: Option<u64>,
    /// The cost in dollars of all calls with a known price.
    pub dollars: Option<f64>,
}

/// What a budget is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BudgetScope {
    /// A subtask of an AppAgent.
    Subtask,
    /// A round.
    Round,
    /// The session.
    Session,
}

impl BudgetScope {
    /// The name in messages and settings.
    pub const fn name(self) -> &'static str {
        match self {
            BudgetScope::Subtask => "subtask",
            BudgetScope::Round => "round",
            BudgetScope::Session => "session",
        }
    }
}

/// How much of a budget is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BudgetLevel {
    /// Four fifths or more: the user is warned.
    Nearly,
    /// All of it: the round ends.
    Fully,
}

/// The limit that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReachedLimit {
    /// This many steps.
    Steps(u32),
    /// This many milliseconds.
    Millis(u64),
    /// This many tokens.
    Tokens(u64),
    /// This many dollars.
    Dollars(f64),
}

impl fmt::Display for ReachedLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReachedLimit::Steps(steps) => write!(f, "{steps} steps"),
            ReachedLimit::Millis(millis) => write!(f, "{:.1} seconds of work", *millis as f64 / 1000.0),
            ReachedLimit::Tokens(tokens) => write!(f, "{tokens} tokens"),
            ReachedLimit::Dollars(dollars) => write!(f, "${dollars:.4}"),
        }
    }
}

impl Limits {
    /// Four fifths of these limits.
    #[must_use]
    pub fn four_fifths(&self) -> Limits {
        Limits {
            steps: self.steps.map(|it| it - it / 5),
            millis: self.millis.map(|it| it - it / 5),
            tokens: self.tokens.map(|it| it - it / 5),
            dollars: self.dollars.map(|it| it * 0.8),
        }
    }
}

impl ResourceUsage {
    /// The first limit that is reached, so that no further step may begin.
    pub fn reached_limit(&self, limits: &Limits) -> Option<ReachedLimit> {
        let steps = limits.steps.filter(|it| self.steps >= *it).map(|_| ReachedLimit::Steps(self.steps));
        let millis = limits.millis.filter(|it| self.millis >= *it).map(|_| ReachedLimit::Millis(self.millis));
        let tokens = limits.tokens.filter(|it| self.tokens >= *it).map(|_| ReachedLimit::Tokens(self.tokens));
        let dollars =
            limits.dollars.filter(|it| self.dollars >= *it).map(|_| ReachedLimit::Dollars(self.dollars));
        steps.or(millis).or(tokens).or(dollars)
    }
}
