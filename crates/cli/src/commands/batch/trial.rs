//! Carries out one task once: its session and its checks.

use super::{deciders::DeciderSource, results::Row};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_runtime::{Config, SessionSpec, Sessions, free_log_name, with_causes};
use deskpilot_tasks::TaskFile;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One run of a task.
pub(super) struct Trial {
    pub(super) task: Arc<TaskFile>,
    /// The name of its log.
    pub(super) log: String,
}

impl Trial {
    /// Runs the task on a desktop of its own, with a log of its own; `None` if the user stopped it.
    ///
    /// # Errors
    /// The session cannot be run, or its desktop fails.
    pub(super) async fn run(
        &self,
        sessions: &Sessions,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Result<Option<Row>> {
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
        // The row shows the error with all its causes.
        let outcome = outcome.map_err(|error| anyhow::anyhow!(with_causes(&error)))?;
        Ok((outcome.ending != Ending::Stopped).then(|| Row::of(&self.task.name, &log, &outcome)))
    }
}
