//! Carries out one task once: its session and its checks.

use super::{deciders::DeciderSource, results::Row};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_runtime::{Config, SessionSpec, Sessions, batch::Job};
use deskpilot_tasks::TaskFile;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One run of a task.
pub(super) struct Trial {
    pub(super) task: Arc<TaskFile>,
    /// The name of its log.
    pub(super) log: String,
}

impl Job for Trial {
    fn name(&self) -> &str {
        &self.log
    }
}

impl Trial {
    /// Runs the task; `None` if the user stopped it. An error becomes a row, so that the batch goes on.
    pub(super) async fn run(
        &self,
        sessions: &Sessions,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Option<Row> {
        if stop.is_cancelled() {
            return None;
        }
        match self.session(sessions, config, decider_source, stop).await {
            Err(error) => Some(Row::error(&self.task.name, &self.log, &format!("{error:#}"))),
            Ok(row) => row,
        }
    }

    async fn session(
        &self,
        sessions: &Sessions,
        config: &Config,
        decider_source: &DeciderSource,
        stop: &CancellationToken,
    ) -> Result<Option<Row>> {
        let deciders = decider_source.deciders(&self.task)?;
        let spec = SessionSpec::of_task_file(config.clone(), &self.log, self.task.clone(), deciders);
        let handle = sessions.start(spec)?;
        let outcome = tokio::select! {
            outcome = handle.outcome() => outcome,
            () = stop.cancelled() => {
                handle.stop();
                handle.outcome().await
            }
        };
        // The row shows the error with all its causes.
        let outcome = outcome.map_err(|error| anyhow::anyhow!("{:#}", error.inner()))?;
        Ok((outcome.ending != Ending::Stopped).then(|| Row::of(&self.task.name, &self.log, &outcome)))
    }
}
