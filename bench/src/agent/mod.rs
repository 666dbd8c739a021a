//! What the agents cost beside the model and the applications: their own time, their prompts, their model calls.

mod consents;
mod follower;
mod report;
mod rulings;
mod sizes;
mod steps;
mod stops;
mod suite;
mod timed;
mod waits;
mod word;

use crate::{machine, outlet::Outlet, say};
use anyhow::Result;
use report::Report;

/// What is measured, and where it goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `steps`, `sizes`, `stops`, `rulings`, `consents`, `waits`, `plans` or `tasks`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// How many steps are taken in each window
    #[arg(long, default_value_t = 60)]
    steps: usize,
    /// How often a model call is stopped
    #[arg(long, default_value_t = 200)]
    stops: usize,
    /// How often the policy rules
    #[arg(long, default_value_t = 50_000)]
    rulings: usize,
    /// How often a person says yes
    #[arg(long, default_value_t = 100)]
    consents: usize,
    /// How often each wait for an effect is measured
    #[arg(long, default_value_t = 20)]
    waits: usize,
    /// How often each plan is followed
    #[arg(long, default_value_t = 9)]
    plans: usize,
    #[command(flatten)]
    outlet: Outlet,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }
}

/// Measures, and tells.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.outlet.tell(Box::pin(run(options))).await
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
    if options.wants("rulings") {
        report.rulings = rulings::measure(options.rulings)?;
    }
    if options.wants("consents") {
        say("what a person says yes to ...");
        report.consents = Box::pin(consents::measure(options.consents)).await?;
    }
    if options.wants("waits") {
        say("waits for effects ...");
        report.waits = Box::pin(waits::measure(options.waits)).await?;
    }
    if options.wants("plans") {
        say("plans that are followed, and scripts that do the same ...");
        report.plans = Box::pin(follower::measure(options.plans)).await?;
    }
    if options.wants("tasks") {
        report.tasks = suite::measure()?;
    }
    Ok(report)
}
