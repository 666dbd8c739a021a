//! One application, tried through all columns.

use crate::cell::Cell;
use crate::places::artefacts;
use crate::stage::Stage;
use crate::words::{Application, Capability, Trial};
use crate::{say, trial, versions};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long a last picture may take.
const KEEPING: Duration = Duration::from_secs(5);

/// What is known of one application.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// What it is made with, and in which version.
    pub(crate) toolkit: String,
    /// Its own version.
    pub(crate) version: String,
    pub(crate) cells: Vec<(Capability, Cell)>,
}

/// Tries everything. One that does not start has a row that says so.
pub(crate) async fn run(application: &Application) -> Row {
    let started = Instant::now();
    let mut cells = Vec::new();
    // A new log; that there was none before is no news.
    let _ = std::fs::remove_file(artefacts().join(format!("{}.log", application.name)));
    let mut stage = None;
    for (capability, trial) in application.trials {
        let cell = one(application, &mut stage, trial).await;
        if !cell.is_clean() {
            keep_failure(application, *capability, stage.as_mut()).await;
            strike(stage.take()).await;
        }
        say(&format!("  {}: {cell}", capability.name()));
        cells.push((*capability, cell));
    }
    strike(stage).await;
    cells.sort_by_key(|(capability, _)| Capability::ALL.iter().position(|it| it == capability));
    say(&format!("  {} s", started.elapsed().as_secs()));
    let (toolkit, package) = application.toolkit;
    let version = |package| versions::of(package).unwrap_or_else(|| "?".into());
    let toolkit = format!("{toolkit} ({})", version(package));
    Row { name: application.name.into(), toolkit, version: version(application.package), cells }
}

/// Each trial after one that failed begins in a newly started application.
async fn one(application: &Application, stage: &mut Option<Stage>, trial: &Trial) -> Cell {
    if let Trial::DoesNotApply(why) = trial {
        return Cell::DoesNotApply { why: (*why).into() };
    }
    if stage.is_none() {
        match Stage::set(application).await {
            Ok(set) => *stage = Some(set),
            Err(error) => return Cell::No { what: format!("it does not start: {error:#}") },
        }
    }
    match stage.as_mut() {
        Some(stage) => trial::run(stage, application.name, trial).await,
        None => Cell::No { what: "it does not start".into() },
    }
}

/// A picture of what stood there when something was not done. One that cannot be taken is no news.
async fn keep_failure(application: &Application, capability: Capability, stage: Option<&mut Stage>) {
    if let Some(stage) = stage {
        let name = format!("{}-after-{}", application.name, capability.name().replace(' ', "-"));
        let _ = timeout(KEEPING, stage.keep(&name)).await;
    }
}

async fn strike(stage: Option<Stage>) {
    if let Some(stage) = stage {
        stage.strike().await;
    }
}
