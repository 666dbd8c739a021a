//! What watching costs, and how soon a viewer sees what happens: sessions with and without viewers, events, pictures, long tasks and their paint in a browser, a server at rest.

mod http;
mod log_events;
mod paint;
mod painter;
mod report;
mod rest;
mod screen;
mod screen_client;
mod served;
mod sessions;
mod stored_tasks;
mod viewers;

use crate::{machine::Machine, output::OutputOptions, say};
use anyhow::Result;
use report::Report;

/// The parts of the benchmark.
const PARTS: [&str; 6] = ["sessions", "events", "screen", "tasks", "paint", "rest"];

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `sessions` (with and without viewers), `events`, `screen`, `tasks` (long ones), `paint` (long ones in a browser) or `rest` (a server that has nothing to do); may be given several times
    #[arg(long, value_name = "NAME", value_parser = PARTS)]
    only: Vec<String>,
    /// How many sessions are run with each number of viewers
    #[arg(long, default_value_t = 5)]
    runs: usize,
    /// How many entries are written and received
    #[arg(long, default_value_t = 300)]
    entries: u32,
    /// How many changes of a desktop of each kind are seen
    #[arg(long, default_value_t = 60)]
    changes: usize,
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
    for part in PARTS.into_iter().filter(|it| options.wants(it)) {
        say(&format!("{part} ..."));
        if let Err(error) = Box::pin(fill(&mut report, part, options)).await {
            let why = format!("Not measured: {part}: {error:#}");
            say(&why);
            report.unmeasured.push(why);
        }
    }
    Ok(report)
}

/// Puts what a part measures into the report.
async fn fill(report: &mut Report, part: &str, options: &Options) -> Result<()> {
    match part {
        "sessions" => report.sessions = sessions::measure(options.runs).await?,
        "events" => report.events = log_events::measure(options.entries).await?,
        "screen" => report.screen = Box::pin(screen::measure(options.changes)).await?,
        "tasks" => report.stored = stored_tasks::measure().await?,
        "paint" => report.painted = paint::measure().await?,
        _ => report.rest = Some(rest::measure().await?),
    }
    Ok(())
}
