//! What the agents cost beside the model and the applications: their own time, their prompts, their model calls.

mod report;
mod sizes;
mod steps;
mod stops;
mod suite;
mod timed;
mod word;

use crate::{machine, page, print, root, say, stage::write};
use anyhow::{Context, Result};
use report::Report;
use std::{fs, path::PathBuf};

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `steps`, `sizes`, `stops` or `tasks`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// How many steps are taken in each window
    #[arg(long, default_value_t = 60)]
    steps: usize,
    /// How often a model call is stopped
    #[arg(long, default_value_t = 200)]
    stops: usize,
    /// Print JSON instead of tables; it goes to target/bench/agent.json in any case
    #[arg(long)]
    json: bool,
    /// Write the tables into README.md too
    #[arg(long)]
    readme: bool,
    /// Measure nothing, and take what was measured last
    #[arg(long)]
    stored: bool,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }
}

/// Measures, and tells.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    let report = if options.stored { stored()? } else { Box::pin(run(options)).await? };
    let json = serde_json::to_string_pretty(&report)?;
    write(&file(), &json)?;
    print(&if options.json { json } else { report.text() });
    if options.readme {
        page::into_readme("cargo xtask bench agent --readme", &report.markdown())?;
    }
    Ok(())
}

async fn run(options: &Options) -> Result<Report> {
    let mut report = Report { machine: machine::this(), ..Report::default() };
    if options.wants("sizes") {
        report.fixed = sizes::fixed()?;
    }
    if options.wants("steps") {
        say("steps in windows of many controls ...");
        report.windows = Box::pin(steps::measure(options.steps)).await?;
    }
    if options.wants("stops") {
        say("stops during model calls ...");
        report.stops = Box::pin(stops::measure(options.stops)).await?;
    }
    if options.wants("tasks") {
        report.tasks = suite::measure()?;
    }
    Ok(report)
}

fn file() -> PathBuf {
    root().join("target/bench/agent.json")
}

fn stored() -> Result<Report> {
    let text = fs::read_to_string(file()).context("nothing was measured yet: run it without --stored")?;
    serde_json::from_str(&text)
        .context("what was measured last is of another version: run it without --stored")
}
