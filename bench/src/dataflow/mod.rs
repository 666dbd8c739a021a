//! What the dataflow costs: a plan on Writer, many plans side by side, its desktops, and its queue.

mod command;
mod memory;
mod plan;
mod queue;
mod report;
mod throughput;

use crate::{machine::Machine, output::OutputOptions, say};
use anyhow::Result;
use report::Report;

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `plan`, `throughput`, `memory` or `queue`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// How often the plan is executed, by Deskpilot and by the script
    #[arg(long, default_value_t = 5)]
    plans: usize,
    /// How many tasks are executed with each number of desktops
    #[arg(long, default_value_t = 8)]
    tasks: usize,
    /// How many jobs are claimed and finished
    #[arg(long, default_value_t = 2_000)]
    jobs: usize,
    /// How many jobs are submitted, listed and continued
    #[arg(long, default_value_t = 100_000)]
    many_jobs: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }
}

/// Measures, and publishes the report.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.output.publish(Box::pin(run(options))).await
}

async fn run(options: &Options) -> Result<Report> {
    let mut report = Report { machine: Machine::detect(), ..Report::default() };
    if options.wants("plan") {
        say("a plan of ten steps on Writer ...");
        report.plan = Some(Box::pin(plan::measure(options.plans)).await?);
    }
    if options.wants("throughput") {
        report.throughput = throughput::measure(options.tasks).await?;
    }
    if options.wants("memory") {
        report.memory = Box::pin(memory::measure()).await?;
    }
    if options.wants("queue") {
        say("the queue ...");
        report.queues = Box::pin(queue::measure(options.jobs, options.many_jobs)).await?;
    }
    Ok(report)
}
