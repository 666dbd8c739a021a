//! Runs all trials of one application.

use crate::app_under_test::AppUnderTest;
use crate::cell::Cell;
use crate::folders::artefacts;
use crate::spec::{Application, Capability, Trial};
use crate::{say, trial, versions};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// How long the picture of a failure may take.
const KEEPING: Duration = Duration::from_secs(5);

/// The results of one application.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// Its toolkit, with the toolkit's version.
    pub(crate) toolkit: String,
    /// Its own version.
    pub(crate) version: String,
    pub(crate) cells: Vec<(Capability, Cell)>,
}

/// Runs all trials. Where the application does not start, the row says so.
pub(crate) async fn run(application: &Application) -> Row {
    let started = Instant::now();
    let mut cells = Vec::new();
    // Starts a new log; there may be none to remove.
    let _ = std::fs::remove_file(artefacts().join(format!("{}.log", application.name)));
    let mut app = None;
    for (capability, trial) in application.trials {
        let cell = run_trial(application, &mut app, trial).await;
        if !cell.is_clean() {
            keep_failure(application, *capability, app.as_mut()).await;
            close(app.take()).await;
        }
        say(&format!("  {}: {cell}", capability.name()));
        cells.push((*capability, cell));
    }
    close(app).await;
    cells.sort_by_key(|(capability, _)| Capability::ALL.iter().position(|it| it == capability));
    say(&format!("  {} s", started.elapsed().as_secs()));
    let (toolkit, package) = application.toolkit;
    let version = |package| versions::of(package).unwrap_or_else(|| "?".into());
    let toolkit = format!("{toolkit} ({})", version(package));
    Row { name: application.name.into(), toolkit, version: version(application.package), cells }
}

/// Runs a trial, in a newly started application after one that failed.
async fn run_trial(application: &Application, app: &mut Option<AppUnderTest>, trial: &Trial) -> Cell {
    if let Trial::DoesNotApply(why) = trial {
        return Cell::DoesNotApply { why: (*why).into() };
    }
    if app.is_none() {
        match AppUnderTest::open(application).await {
            Ok(opened) => *app = Some(opened),
            Err(error) => return Cell::No { what: format!("it does not start: {error:#}") },
        }
    }
    match app.as_mut() {
        Some(app) => trial::run(app, application.name, trial).await,
        None => Cell::No { what: "it does not start".into() },
    }
}

/// Keeps a picture of a failure. An error in taking it is ignored, because the cell reports the failure.
async fn keep_failure(application: &Application, capability: Capability, app: Option<&mut AppUnderTest>) {
    if let Some(app) = app {
        let name = format!("{}-after-{}", application.name, capability.name().replace(' ', "-"));
        let _ = timeout(KEEPING, app.keep(&name)).await;
    }
}

async fn close(app: Option<AppUnderTest>) {
    if let Some(app) = app {
        app.close().await;
    }
}
