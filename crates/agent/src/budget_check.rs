//! Compares what was used with the budgets of subtask, round and session.

use crate::Options;
use deskpilot_core::{
    ActiveAgent, RoundState,
    fold::{BudgetLevel, BudgetScope, Ledger, Limits, ReachedLimit, ResourceUsage},
};
use std::time::Duration;

/// A budget that is nearly or fully used up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct BudgetUse {
    pub(crate) scope: BudgetScope,
    pub(crate) used: ReachedLimit,
    pub(crate) level: BudgetLevel,
}

impl BudgetUse {
    /// Why the round ends, and what allows more.
    pub(crate) fn reason(&self) -> String {
        let BudgetUse { scope, used, .. } = self;
        let (what, setting) = (scope.name(), setting(*scope, *used));
        format!("the {what} took {used} and is not finished; allow more with {setting}")
    }
}

/// The budget that is used up; else one that is nearly used up, of which the user was not warned yet.
pub(crate) fn check_budgets(ledger: &Ledger, options: &Options) -> Option<BudgetUse> {
    let spent = &ledger.consumption;
    let mut budgets = vec![
        (BudgetScope::Round, spent.round, options.round),
        (BudgetScope::Session, spent.session, options.session),
    ];
    // A subtask that has ended needs no more steps.
    if matches!(ledger.round.state, RoundState::Turn(ActiveAgent::App(_))) {
        let used = ResourceUsage { steps: spent.subtask_steps, ..ResourceUsage::default() };
        let limits = Limits { steps: options.subtask_steps, ..Limits::default() };
        budgets.push((BudgetScope::Subtask, used, limits));
    }
    let fully = budgets.iter().find_map(|(scope, usage, limits)| {
        let used = usage.reached_limit(limits)?;
        Some(BudgetUse { scope: *scope, used, level: BudgetLevel::Fully })
    });
    fully.or_else(|| {
        budgets.iter().filter(|(scope, ..)| !spent.is_warned(*scope)).find_map(|(scope, usage, limits)| {
            let used = usage.reached_limit(&limits.four_fifths())?;
            Some(BudgetUse { scope: *scope, used, level: BudgetLevel::Nearly })
        })
    })
}

/// How much time the budgets of round and session leave; `None` for any.
pub(crate) fn time_left(ledger: &Ledger, options: &Options) -> Option<Duration> {
    let spent = &ledger.consumption;
    let left = [(spent.round, options.round), (spent.session, options.session)].map(|(usage, limits)| {
        limits.millis.map(|millis| Duration::from_millis(millis.saturating_sub(usage.millis)))
    });
    left.into_iter().flatten().min()
}

/// The flag or setting that raises the limit.
fn setting(scope: BudgetScope, used: ReachedLimit) -> String {
    let what = scope.name();
    match (scope, used) {
        (BudgetScope::Round, ReachedLimit::Steps(_)) => "--max-steps".into(),
        (_, ReachedLimit::Steps(_)) => format!("budget.{what}_steps"),
        (_, ReachedLimit::Millis(_)) => format!("budget.{what}_seconds"),
        (_, ReachedLimit::Tokens(_)) => format!("budget.{what}_tokens"),
        (_, ReachedLimit::Dollars(_)) => format!("budget.{what}_dollars"),
    }
}
