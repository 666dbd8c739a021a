//! What came of a batch: rows, their sum, and both as JSON and as a page.

use super::{suite::DeciderSource, trial::Trial};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Assessment, CheckResult, Verdict};
use deskpilot_runtime::{Outcome, batch::Done};
use serde::Serialize;

/// What came of one trial.
#[derive(Serialize)]
pub(super) struct Row {
    pub(super) task: String,
    /// The name of its log.
    pub(super) log: String,
    /// Whether it finished and every check holds.
    pub(super) success: bool,
    pub(super) finished: bool,
    pub(super) verdict: String,
    pub(super) steps: u32,
    #[serde(flatten)]
    pub(super) spent: Spent,
    pub(super) seconds: f64,
    pub(super) checks: Vec<CheckResult>,
}

/// What models were asked and paid.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Spent {
    /// How often agents decided: each is a model call where a language model decides.
    pub(super) decisions: u32,
    pub(super) model_calls: u32,
    pub(super) input_tokens: u64,
    pub(super) cached_tokens: u64,
    pub(super) output_tokens: u64,
    pub(super) dollars: f64,
    /// Calls whose price is not known; they are not in the dollars.
    pub(super) unpriced_calls: u32,
}

impl Row {
    /// The row of a session that ended.
    pub(super) fn of(trial: &Trial, outcome: &Outcome) -> Row {
        let Outcome { ending, steps, decisions, cost, seconds, checks, .. } = outcome;
        let finished = matches!(ending, Ending::Ended(Verdict::Finished(_)));
        Row {
            finished,
            success: finished && checks.iter().all(|it| it.holds == Assessment::Yes),
            verdict: verdict(ending),
            steps: *steps,
            spent: Spent {
                decisions: *decisions,
                model_calls: cost.calls,
                input_tokens: cost.input_tokens,
                cached_tokens: cost.cached_tokens,
                output_tokens: cost.output_tokens,
                dollars: cost.dollars,
                unpriced_calls: cost.unpriced,
            },
            seconds: *seconds,
            checks: checks.clone(),
            ..Row::broken(trial, "")
        }
    }

    /// The row of a trial that came to no end, for this reason.
    pub(super) fn broken(trial: &Trial, why: &str) -> Row {
        Row {
            task: trial.task.name.clone(),
            log: trial.name.clone(),
            success: false,
            finished: false,
            verdict: format!("error: {why}"),
            steps: 0,
            spent: Spent::default(),
            seconds: 0.0,
            checks: Vec::new(),
        }
    }

    /// The same for the batch's states.
    pub(super) fn done(&self) -> Done {
        match self.success {
            true => Done::Finished(self.verdict.clone()),
            false => Done::Failed(self.verdict.clone()),
        }
    }

    /// What a person reads when it is over.
    pub(super) fn line(&self) -> String {
        let Row { verdict, steps, spent, seconds, .. } = self;
        let mut line = format!(
            "{}: {verdict} ({steps} steps, {} decisions, {} model calls, {seconds:.1} s)",
            word(self.success),
            spent.decisions,
            spent.model_calls
        );
        for checked in self.failed() {
            line.push_str(&format!("; {}: {}, {}", checked.check, checked.holds, checked.found));
        }
        line
    }

    pub(super) fn failed(&self) -> impl Iterator<Item = &CheckResult> {
        self.checks.iter().filter(|it| it.holds != Assessment::Yes)
    }
}

fn verdict(ending: &Ending) -> String {
    match ending {
        Ending::Ended(verdict) => verdict.to_string(),
        Ending::NeedsAnswers(_) => "waits for an answer".into(),
        Ending::NeedsYes(_) => "waits for a yes".into(),
        Ending::Stopped => "stopped".into(),
    }
}

pub(super) const fn word(success: bool) -> &'static str {
    if success { "yes" } else { "no" }
}

/// What came of a batch so far.
#[derive(Serialize)]
pub(super) struct Results {
    pub(super) batch: String,
    pub(super) host_model: String,
    pub(super) app_model: String,
    /// How many trials there are to be.
    pub(super) planned: usize,
    pub(super) totals: Totals,
    pub(super) tasks: Vec<Row>,
}

/// The sum of the rows.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Totals {
    pub(super) done: usize,
    pub(super) succeeded: usize,
    /// Of those that are done, 0 to 1.
    pub(super) success_rate: f64,
    pub(super) steps: u32,
    #[serde(flatten)]
    pub(super) spent: Spent,
    pub(super) seconds: f64,
}

impl Totals {
    fn of(rows: &[Row]) -> Totals {
        let mut totals = Totals { done: rows.len(), ..Totals::default() };
        for row in rows {
            totals.succeeded += usize::from(row.success);
            totals.steps += row.steps;
            totals.seconds += row.seconds;
            let (sum, one) = (&mut totals.spent, &row.spent);
            sum.decisions += one.decisions;
            sum.model_calls += one.model_calls;
            sum.input_tokens = sum.input_tokens.saturating_add(one.input_tokens);
            sum.cached_tokens = sum.cached_tokens.saturating_add(one.cached_tokens);
            sum.output_tokens = sum.output_tokens.saturating_add(one.output_tokens);
            sum.dollars += one.dollars;
            sum.unpriced_calls += one.unpriced_calls;
        }
        totals.success_rate = totals.succeeded as f64 / rows.len().max(1) as f64;
        totals
    }
}

impl Results {
    /// Those of a batch that has not begun.
    pub(super) fn new(batch: &str, decider_source: &DeciderSource, planned: usize) -> Results {
        let (host_model, app_model) = decider_source.names();
        let totals = Totals::default();
        Results { batch: batch.to_owned(), host_model, app_model, planned, totals, tasks: Vec::new() }
    }

    pub(super) fn push(&mut self, row: Row) {
        self.tasks.push(row);
        self.totals = Totals::of(&self.tasks);
    }

    pub(super) fn all_succeeded(&self) -> bool {
        self.tasks.iter().all(|row| row.success)
    }

    pub(super) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }
}
