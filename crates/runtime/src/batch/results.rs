//! The results of a batch: a row for each trial, and the totals. Serialized as JSON.

use super::{
    name_of,
    trial::Trial,
    trial_row::{ModelUsage, TrialRow},
};
use deskpilot_queue::JobRecord;
use serde::Serialize;

/// The results of a batch so far.
#[derive(Clone, Debug, Serialize)]
pub struct BatchResults {
    /// The name of the batch.
    pub batch: String,
    /// The name of its HostAgent's model.
    pub host_model: String,
    /// The name of its AppAgents' model.
    pub app_model: String,
    /// The number of all trials, also of those to come.
    pub planned: usize,
    /// The sum of the rows.
    pub totals: TrialTotals,
    /// The rows of the trials that have ended, in the order of trials.
    pub tasks: Vec<TrialRow>,
    /// The positions of the rows among all trials.
    #[serde(skip)]
    positions: Vec<usize>,
}

/// The sum of the rows.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct TrialTotals {
    /// Trials that have ended.
    pub done: usize,
    /// Trials that succeeded.
    pub succeeded: usize,
    /// Successes among the trials done, from 0 to 1.
    pub success_rate: f64,
    /// The steps of agents.
    pub steps: u32,
    /// The use of models.
    #[serde(flatten)]
    pub spent: ModelUsage,
    /// The time that they took.
    pub seconds: f64,
}

impl TrialTotals {
    fn of(rows: &[TrialRow]) -> TrialTotals {
        let mut totals = TrialTotals { done: rows.len(), ..TrialTotals::default() };
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

impl BatchResults {
    /// The results of a batch that has not begun, with the names of its HostAgent's and AppAgents' models.
    pub fn new(batch: &str, host_model: String, app_model: String, planned: usize) -> BatchResults {
        BatchResults {
            batch: batch.to_owned(),
            host_model,
            app_model,
            planned,
            totals: TrialTotals::default(),
            tasks: Vec::new(),
            positions: Vec::new(),
        }
    }

    /// Puts the row of the trial at this position in place of an earlier one.
    pub fn put(&mut self, position: usize, row: TrialRow) {
        match self.positions.binary_search(&position) {
            Ok(at) => self.tasks[at] = row,
            Err(at) => {
                self.positions.insert(at, position);
                self.tasks.insert(at, row);
            }
        }
        self.totals = TrialTotals::of(&self.tasks);
    }

    /// Puts the rows of the trials that have ended, from the records of the batch.
    pub fn put_records(&mut self, trials: &[Trial], records: &[JobRecord]) {
        for record in records {
            let found = trials.iter().enumerate().find(|(_, it)| it.log == name_of(record));
            let Some((position, trial)) = found else { continue };
            if let Some(row) = TrialRow::of_record(&trial.task.name, &trial.log, record) {
                self.put(position, row);
            }
        }
    }

    /// Whether every trial that has ended succeeded.
    pub fn all_succeeded(&self) -> bool {
        self.tasks.iter().all(|row| row.success)
    }

    /// The results for programs.
    ///
    /// # Errors
    /// None in practice: the results are numbers and texts.
    pub fn json(&self) -> Result<String, serde_json::Error> {
        serde_json::to_string_pretty(self)
    }
}
