//! What skills save, and whether they notice what is not as it was: tasks done several times in a row, windows that were changed, and
//! the tasks of the suite with and without knowledge and skills.

mod batch;
mod changed;
mod model;
mod report;
mod session;
mod suite;
mod variations;

use crate::{machine::Machine, output::OutputOptions, reference, say};
use anyhow::Result;
use report::Report;

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `changed` windows or `tasks`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Measure only these tasks or variations; may be given several times
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.is_empty() || self.name.iter().any(|it| it == name)
    }
}

/// Measures, and publishes the report.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.output.publish(Box::pin(run(options))).await
}

async fn run(options: &Options) -> Result<Report> {
    let mut report = Report { machine: Machine::detect(), ..Report::default() };
    if options.wants("changed") {
        say("a skill in windows that were changed ...");
        report.changed = Box::pin(changed::measure(|name| options.is_named(name))).await?;
    }
    if options.wants("tasks") {
        reference::check()?;
        report.tasks = Box::pin(suite::measure(|name| options.is_named(name))).await?;
    }
    Ok(report)
}
