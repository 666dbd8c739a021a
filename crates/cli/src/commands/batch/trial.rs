//! One task, carried out once: its session, and the checks after it.

use super::{results::Row, suite::DeciderSource};
use anyhow::Result;
use deskpilot_agent::Ending;
use deskpilot_dataflow::TaskFile;
use deskpilot_runtime::{Config, SessionSpec, Sessions, batch::Job};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// One task, to be carried out once.
pub(super) struct Trial {
    pub(super) task: Arc<TaskFile>,
    /// The name of its log.
    pub(super) name: String,
}

impl Job for Trial {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Trial {
    /// What came of it; `None` when the user stopped it. What goes wrong with one is no reason to leave out the next.
    pub(super) async fn carry_out(
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
            Err(error) => Some(Row::broken(self, &format!("{error:#}"))),
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
        let spec = SessionSpec::of_task_file(config.clone(), &self.name, self.task.clone(), deciders);
        let handle = sessions.start(spec)?;
        let outcome = tokio::select! {
            outcome = handle.outcome() => outcome,
            () = stop.cancelled() => {
                handle.stop();
                handle.outcome().await
            }
        };
        // An error has its causes behind it, and all of them are told.
        let outcome = outcome.map_err(|error| anyhow::anyhow!("{:#}", error.inner()))?;
        Ok((outcome.ending != Ending::Stopped).then(|| Row::of(self, &outcome)))
    }
}
