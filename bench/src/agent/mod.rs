//! What the agents cost besides the model and the applications: their own time, prompts and model calls.

mod calls;
mod consents;
mod follower;
mod hours;
mod office;
mod reading_model;
mod report;
mod rulings;
mod sizes;
mod steps;
mod stops;
mod strict;
mod suite;
mod timed;
mod waits;

pub(crate) use steps::{options as session_options, ports_with};

use crate::{machine::Machine, output::OutputOptions, say};
use anyhow::{Result, ensure};
use report::Report;
use suite::RunKind;

/// The name of the prompts of a task of an hour.
const HOURS: &str = "hours";

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `steps`, `sizes`, `stops`, `rulings`, `consents`, `waits`, `plans`, `office`, `tasks`, `strict` (the tasks by a player that gets prompts alone), `plain` (the same with at most three actions at once), or alone `hours` (the prompts of a task of an hour); may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Carry out only this task of the suite; may be given several times
    #[arg(long = "task", value_name = "NAME")]
    tasks: Vec<String>,
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
    /// How often LibreOffice is opened, and each of its actions done
    #[arg(long, default_value_t = 5)]
    office: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == name)
    }

    /// The runs of the tasks.
    fn kinds(&self) -> Vec<RunKind> {
        let named = |name: &str| self.only.iter().any(|it| it == name);
        let mut kinds = if self.wants("tasks") { RunKind::USUAL.to_vec() } else { Vec::new() };
        for (name, kind) in [("strict", RunKind::Strict), ("plain", RunKind::StrictPlain)] {
            if named(name) && !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds
    }
}

/// Measures, and publishes the report. The prompts of a task of an hour have one of their own.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    if options.only.iter().any(|it| it == HOURS) {
        ensure!(
            options.only.len() == 1,
            "`--only {HOURS}` has a report of its own: measure the rest without it"
        );
        return options.output.publish(Box::pin(hours::measure())).await;
    }
    options.output.publish(Box::pin(run(options))).await
}

async fn run(options: &Options) -> Result<Report> {
    let mut report = Report { machine: Machine::detect(), ..Report::default() };
    if options.wants("sizes") {
        report.fixed = sizes::fixed_prompts()?;
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
        say("consents of a person ...");
        report.consents = Box::pin(consents::measure(options.consents)).await?;
    }
    if options.wants("waits") {
        say("waits for effects ...");
        report.waits = Box::pin(waits::measure(options.waits)).await?;
    }
    if options.wants("plans") {
        say("plans, and scripts that send the same inputs ...");
        report.plans = Box::pin(follower::measure(options.plans)).await?;
    }
    if options.wants("office") {
        say("actions in LibreOffice, and a raw script that sends the same inputs ...");
        report.office = Box::pin(office::measure(options.office)).await?;
    }
    let kinds = options.kinds();
    if !kinds.is_empty() {
        report.tasks = suite::measure(kinds, options.tasks.clone()).await?;
    }
    Ok(report)
}
