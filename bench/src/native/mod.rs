//! Everyday tasks in LibreOffice by native commands, side by side with the same tasks in its windows.

mod document;
mod open_document;
mod overhead;
mod road;
mod tasks;

use crate::say;
use anyhow::{Context, Result};
use road::Road;

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
}

/// Measures, and publishes the report.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    for task in tasks::all() {
        for (road, name) in [(Road::Native, "native"), (Road::Window, "window")] {
            let wanted = format!("{} {name}", task.name);
            if options.only.iter().all(|it| !wanted.contains(it.as_str())) { continue }
            let folder = tempfile::tempdir()?;
            let begin = Box::pin(road::prepare(&task, folder.path())).await?;
            match Box::pin(road::travel(&task, road, &begin)).await.context(wanted.clone()) {
                Ok(times) => say(&format!("OK {wanted}: {times:?}")),
                Err(error) => say(&format!("FAILED {error:#}")),
            }
        }
    }
    Ok(())
}
