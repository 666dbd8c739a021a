//! The time until a session stops that waits for its model.

use super::steps::{options, ports};
use crate::app_under_test::AppUnderTest;
use anyhow::{Result, ensure};
use async_trait::async_trait;
use deskpilot_agent::{Ending, Session, SessionControl};
use deskpilot_core::{Completion, Event, Prompt};
use deskpilot_model::{Model, ModelError};
use std::{
    future::pending,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// A model that never answers.
struct SilentModel;

#[async_trait]
impl Model for SilentModel {
    fn name(&self) -> &str {
        "silent"
    }

    async fn complete(&self, _: &Prompt) -> Result<Completion, ModelError> {
        pending().await
    }
}

/// Milliseconds from each stop to the end of its session, on a real desktop.
pub(super) async fn measure(times: usize) -> Result<Vec<f64>> {
    let app = AppUnderTest::open(&crate::perception::calculator()).await?;
    let mut taken = Vec::new();
    for _ in 0..times {
        taken.push(time_to_stop(&app).await?.as_secs_f64() * 1000.0);
    }
    app.close().await;
    Ok(taken)
}

async fn time_to_stop(app: &AppUnderTest) -> Result<Duration> {
    let folder = tempfile::tempdir()?;
    let mut ports = ports(folder.path(), Box::new(app.desktop().await?.0), Arc::new(SilentModel))?;
    let (asked, waits) = oneshot::channel();
    let mut asked = Some(asked);
    ports.watchers.push(Box::new(move |entry| {
        if matches!(entry.event, Event::Prompted { .. })
            && let Some(asked) = asked.take()
        {
            let _ = asked.send(());
        }
    }));
    let stop = CancellationToken::new();
    let stopper = tokio::spawn({
        let stop = stop.clone();
        async move {
            let _ = waits.await;
            let at = Instant::now();
            stop.cancel();
            at
        }
    });
    let mut session = Session::open(ports, options(10), SessionControl::new(stop), "bench")?;
    let ending = session.round("wait for the model").await?;
    let ended = Instant::now();
    ensure!(ending == Ending::Stopped, "it did not stop: {ending:?}");
    Ok(ended.saturating_duration_since(stopper.await?))
}
