//! The results of a batch: a row for each trial, and the totals. Serialized as JSON.

use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_core::{Assessment, CheckResult, Verdict};
use deskpilot_queue::{JobEnd, JobRecord, JobState, Outcome};
use deskpilot_runtime::SessionOutcome;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The result of one trial.
#[derive(Serialize, Deserialize)]
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
    pub(super) spent: ModelUsage,
    pub(super) seconds: f64,
    pub(super) checks: Vec<CheckResult>,
}

/// The use and the cost of models.
#[derive(Clone, Copy, Default, Serialize, Deserialize)]
pub(super) struct ModelUsage {
    /// The number of decisions of agents; with a language model, each needs a model call.
    pub(super) decisions: u32,
    pub(super) model_calls: u32,
    pub(super) input_tokens: u64,
    pub(super) cached_tokens: u64,
    pub(super) output_tokens: u64,
    pub(super) dollars: f64,
    /// Calls of unknown price, which the dollars do not include.
    pub(super) unpriced_calls: u32,
}

impl Row {
    /// The row of a task whose session ended.
    pub(super) fn of(task: &str, log: &str, outcome: &SessionOutcome) -> Row {
        let SessionOutcome { ending, steps, decisions, cost, seconds, checks, .. } = outcome;
        let finished = matches!(ending, Ending::Ended(Verdict::Finished(_)));
        Row {
            finished,
            success: finished && checks.iter().all(|it| it.holds == Assessment::Yes),
            verdict: verdict(ending),
            steps: *steps,
            spent: ModelUsage {
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
            ..Row::error(task, log, "")
        }
    }

    /// The row of a task whose session failed with this error.
    pub(super) fn error(task: &str, log: &str, error: &str) -> Row {
        Row {
            task: task.to_owned(),
            log: log.to_owned(),
            success: false,
            finished: false,
            verdict: format!("error: {error}"),
            steps: 0,
            spent: ModelUsage::default(),
            seconds: 0.0,
            checks: Vec::new(),
        }
    }

    /// The row of a trial that has ended; `None` if it has not.
    pub(super) fn of_record(task: &str, log: &str, record: &JobRecord) -> Option<Row> {
        match &record.state {
            JobState::Succeeded(row) | JobState::Failed(row) => serde_json::from_value(row.clone()).ok(),
            JobState::Dead(why) => Some(Row::error(task, log, why)),
            _ => None,
        }
    }

    /// How the job of the trial ended.
    pub(super) fn job_end(&self) -> JobEnd {
        JobEnd::Ended(match self.success {
            true => Outcome::Succeeded(json!(self)),
            false => Outcome::Failed(json!(self)),
        })
    }

    /// A line of progress for a person.
    pub(super) fn line(&self) -> String {
        let Row { verdict, steps, spent, seconds, .. } = self;
        let mut line = format!(
            "{}: {verdict} ({steps} steps, {} decisions, {} model calls, {seconds:.1} s)",
            yes_no(self.success),
            spent.decisions,
            spent.model_calls
        );
        for checked in self.failed_checks() {
            line.push_str(&format!("; {}: {}, {}", checked.check, checked.holds, checked.found));
        }
        line
    }

    /// The checks that do not hold.
    pub(super) fn failed_checks(&self) -> impl Iterator<Item = &CheckResult> {
        self.checks.iter().filter(|it| it.holds != Assessment::Yes)
    }
}

fn verdict(ending: &Ending) -> String {
    match ending {
        Ending::Ended(verdict) => verdict.to_string(),
        Ending::NeedsAnswers(_) => "waits for an answer".into(),
        Ending::NeedsYes(_) => "waits for approval".into(),
        Ending::Stopped => "stopped".into(),
    }
}

/// The word for a success or a failure in reports.
pub(super) const fn yes_no(success: bool) -> &'static str {
    if success { "yes" } else { "no" }
}

/// The results of a batch so far.
#[derive(Serialize)]
pub(super) struct Results {
    pub(super) batch: String,
    pub(super) host_model: String,
    pub(super) app_model: String,
    /// The number of all trials, also of those to come.
    pub(super) planned: usize,
    pub(super) totals: Totals,
    pub(super) tasks: Vec<Row>,
    /// The positions of the rows among all trials.
    #[serde(skip)]
    positions: Vec<usize>,
}

/// The sum of the rows.
#[derive(Clone, Copy, Default, Serialize)]
pub(super) struct Totals {
    pub(super) done: usize,
    pub(super) succeeded: usize,
    /// Successes among the trials done, from 0 to 1.
    pub(super) success_rate: f64,
    pub(super) steps: u32,
    #[serde(flatten)]
    pub(super) spent: ModelUsage,
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
    /// The results of a batch that has not begun, with the names of its HostAgent's and AppAgents' models.
    pub(super) fn new(batch: &str, (host_model, app_model): (String, String), planned: usize) -> Results {
        Results {
            batch: batch.to_owned(),
            host_model,
            app_model,
            planned,
            totals: Totals::default(),
            tasks: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Puts the row of the trial at this position in place of an earlier one.
    pub(super) fn put(&mut self, position: usize, row: Row) {
        match self.positions.binary_search(&position) {
            Ok(at) => self.tasks[at] = row,
            Err(at) => {
                self.positions.insert(at, position);
                self.tasks.insert(at, row);
            }
        }
        self.totals = Totals::of(&self.tasks);
    }

    pub(super) fn all_succeeded(&self) -> bool {
        self.tasks.iter().all(|row| row.success)
    }

    pub(super) fn json(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)?)
    }
}
