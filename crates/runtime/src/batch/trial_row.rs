//! The result of one trial of a batch, as its job and the results of the batch have it.

use crate::SessionOutcome;
use deskpilot_agent::Ending;
use deskpilot_core::{Assessment, CheckResult, Verdict};
use deskpilot_queue::{JobEnd, JobRecord, JobState, Outcome};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// The result of one trial.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TrialRow {
    /// Its task.
    pub task: String,
    /// The name of its log.
    pub log: String,
    /// Whether it finished and every check holds.
    pub success: bool,
    /// Whether its session finished.
    pub finished: bool,
    /// How its session ended, in words.
    pub verdict: String,
    /// The steps of agents.
    pub steps: u32,
    /// Its use of models.
    #[serde(flatten)]
    pub spent: ModelUsage,
    /// The time it took.
    pub seconds: f64,
    /// Its checks.
    pub checks: Vec<CheckResult>,
}

/// The use and the cost of models.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct ModelUsage {
    /// The number of decisions of agents; with a language model, each needs a model call.
    pub decisions: u32,
    /// Calls of models.
    pub model_calls: u32,
    /// Prompt tokens, including cached ones.
    pub input_tokens: u64,
    /// Cached prompt tokens.
    pub cached_tokens: u64,
    /// Reply tokens.
    pub output_tokens: u64,
    /// The cost of the calls of known price.
    pub dollars: f64,
    /// Calls of unknown price, which the dollars do not include.
    pub unpriced_calls: u32,
}

impl TrialRow {
    /// The row of a task whose session ended.
    pub(super) fn of(task: &str, log: &str, outcome: &SessionOutcome) -> TrialRow {
        let SessionOutcome { ending, steps, decisions, cost, seconds, checks, .. } = outcome;
        let finished = matches!(ending, Ending::Ended(Verdict::Finished(_)));
        TrialRow {
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
            ..TrialRow::error(task, log, "")
        }
    }

    /// The row of a task whose session failed with this error.
    pub(super) fn error(task: &str, log: &str, error: &str) -> TrialRow {
        TrialRow {
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
    pub(super) fn of_record(task: &str, log: &str, record: &JobRecord) -> Option<TrialRow> {
        match &record.state {
            JobState::Succeeded(row) | JobState::Failed(row) => serde_json::from_value(row.clone()).ok(),
            JobState::Dead(why) => Some(TrialRow::error(task, log, why)),
            _ => None,
        }
    }

    /// How the job of the trial ended.
    pub fn job_end(&self) -> JobEnd {
        JobEnd::Ended(match self.success {
            true => Outcome::Succeeded(json!(self)),
            false => Outcome::Failed(json!(self)),
        })
    }

    /// The word for its success or failure in reports.
    pub const fn success_word(&self) -> &'static str {
        if self.success { "yes" } else { "no" }
    }

    /// The checks that do not hold.
    pub fn failed_checks(&self) -> impl Iterator<Item = &CheckResult> {
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
