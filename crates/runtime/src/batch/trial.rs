//! Carries out one task once: its session and its checks.

use super::{TrialError, decider_source::DeciderSource, trial_row::TrialRow};
use crate::{Config, SessionSpec, Sessions, free_log_name};
use deskpilot_agent::Ending;
use deskpilot_tasks::TaskFile;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One run of a task.
pub struct Trial {
    /// The task.
    pub task: Arc<TaskFile>,
    /// The name of its log.
    pub log: String,
}

impl Trial {
    /// Runs the task on a desktop of its own, with a log of its own; `None` if the user stopped it.
    ///
    /// # Errors
    /// The session cannot be run, or its desktop fails.
    pub async fn run(
        &self,
        sessions: &Sessions,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Result<Option<TrialRow>, TrialError> {
        let deciders = decider_source.deciders(&self.task)?;
        let log = free_log_name(&config.log_dir, &self.log)?;
        let spec = SessionSpec::of_task_file(config.clone(), &log, self.task.clone(), deciders);
        let handle = sessions.start(spec)?;
        let outcome = tokio::select! {
            outcome = handle.outcome() => outcome,
            () = stop.cancelled() => {
                handle.stop();
                handle.outcome().await
            }
        };
        let outcome = outcome?;
        Ok((outcome.ending != Ending::Stopped).then(|| TrialRow::of(&self.task.name, &log, &outcome)))
    }
}
