//! The index of knowledge: how fast it is, what it finds, and the same of a pipeline of LangChain, FAISS and the same network.

mod comparison;
mod corpus;
mod metrics;
mod peer;
mod process;
mod quality;
mod questions;
mod records;
mod report;
mod speed;

use crate::{machine::Machine, output::OutputOptions, say};
use anyhow::Result;
use report::Report;

/// The options of `knowledge`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `speed`, `comparison`, `quality` or `records`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// The number of pages of the index that is searched
    #[arg(long, default_value_t = 10_000)]
    pages: usize,
    /// The number of pages that are indexed with all vectors, here and by the pipeline
    #[arg(long, default_value_t = 1_000)]
    compared: usize,
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
    if options.wants("speed") {
        say("an index is searched ...");
        report.speed = Some(Box::pin(speed::measure(options.pages)).await?);
    }
    if options.wants("comparison") {
        say("pages are indexed, here and by the pipeline ...");
        report.comparison = Some(Box::pin(comparison::measure(options.compared)).await?);
    }
    if options.wants("quality") {
        say("questions are asked about installed help ...");
        report.quality = Some(Box::pin(quality::measure()).await?);
    }
    if options.wants("records") {
        say("records are looked for that help with subtasks ...");
        report.records = Some(Box::pin(records::measure()).await?);
    }
    Ok(report)
}
