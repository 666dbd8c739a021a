//! The hands that another agent borrows over MCP, beside those of cua-driver: looks, actions, lists, truth, tasks, fixed costs.

mod client;
mod counted_read;
mod fixed_cost;
mod fixture;
mod hand;
mod jobs;
mod looks;
mod reply;
mod report;
mod servers;
mod tasks;
mod truth;
mod windows;

use crate::{
    interrupt::{interrupt_token, unless_interrupted},
    machine::Machine,
    output::OutputOptions,
    reference, say,
};
use anyhow::Result;
use jobs::JobTimes;
use looks::WindowTimes;
use report::Report;
use servers::{Both, Contest};
use tokio_util::sync::CancellationToken;

/// The parts of the benchmark.
const PARTS: [&str; 5] = ["cost", "looks", "lists", "truth", "tasks"];

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only this: `cost` (tools and memory), `looks` (and single actions), `lists` (twelve actions in a call), `truth` (of what is said of actions) or `tasks`; may be given several times
    #[arg(long, value_name = "NAME", value_parser = PARTS)]
    only: Vec<String>,
    /// Look and act only in this window; may be given several times
    #[arg(long, value_name = "NAME", value_parser = windows::NAMES)]
    window: Vec<String>,
    /// How often each window is opened for looks and lists; the servers take turns at being first
    #[arg(long, default_value_t = 3)]
    runs: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, part: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| it == part)
    }

    fn wants_window(&self, name: &str) -> bool {
        self.window.is_empty() || self.window.iter().any(|it| it == name)
    }
}

/// Measures, and publishes the report as far as it was measured.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    let begun = Report { machine: Machine::detect(), runs: options.runs, ..Report::default() };
    options
        .output
        .publish_as_far_as_measured(begun, async |report: &mut Report| Box::pin(run(options, report)).await)
        .await
}

async fn run(options: &Options, report: &mut Report) -> Result<()> {
    reference::check()?;
    let (contest, absent) = Contest::prepare().await?;
    if let Some(why) = absent {
        let why = format!("Deskpilot is measured alone: {why}");
        say(&why);
        report.unmeasured.push(why);
    }
    let interrupt = interrupt_token();
    for part in PARTS.into_iter().filter(|it| options.wants(it)) {
        say(&format!("{part} ..."));
        Box::pin(fill(report, part, options, &contest, &interrupt)).await?;
    }
    Ok(())
}

/// Puts what a part measures into the report. Failures are in the report; an error means that the measurement was interrupted.
async fn fill(
    report: &mut Report,
    part: &str,
    options: &Options,
    contest: &Contest,
    interrupt: &CancellationToken,
) -> Result<()> {
    match part {
        "cost" => costs(report, options, contest, interrupt).await,
        "looks" => looks(report, options, contest, interrupt).await,
        "lists" => lists(report, options, contest, interrupt).await,
        "truth" => truths(report, contest, interrupt).await,
        _ => all_tasks(report, contest, interrupt).await,
    }
}

async fn costs(
    report: &mut Report,
    options: &Options,
    contest: &Contest,
    interrupt: &CancellationToken,
) -> Result<()> {
    for turn in 0..options.runs {
        let Report { costs, unmeasured, .. } = report;
        let measuring = Box::pin(fixed_cost::measure(contest, turn, costs, unmeasured));
        let measured = unless_interrupted(interrupt, async { Ok(measuring.await) }).await?;
        tell(report, "the fixed costs", measured);
    }
    Ok(())
}

async fn looks(
    report: &mut Report,
    options: &Options,
    contest: &Contest,
    interrupt: &CancellationToken,
) -> Result<()> {
    for subject in windows::subjects()?.into_iter().filter(|it| options.wants_window(it.name)) {
        let at = report.windows.len();
        report.windows.push(WindowTimes::of(&subject));
        for turn in 0..options.runs {
            say(&format!("{} {}/{}", subject.name, turn + 1, options.runs));
            let measuring = Box::pin(looks::measure(contest, &subject, turn, &mut report.windows[at]));
            let measured = unless_interrupted(interrupt, async { Ok(measuring.await) }).await?;
            tell(report, subject.name, measured);
        }
    }
    Ok(())
}

async fn lists(
    report: &mut Report,
    options: &Options,
    contest: &Contest,
    interrupt: &CancellationToken,
) -> Result<()> {
    for window in jobs::FIXTURES {
        let at = report.jobs.len();
        report.jobs.push(JobTimes { window, runs: Both::default() });
        for turn in 0..options.runs {
            let Report { jobs, unmeasured, .. } = report;
            let measuring = jobs::measure(contest, turn, &mut jobs[at], unmeasured);
            let part = async {
                measuring.await;
                Ok(())
            };
            unless_interrupted(interrupt, part).await?;
        }
    }
    Ok(())
}

async fn truths(report: &mut Report, contest: &Contest, interrupt: &CancellationToken) -> Result<()> {
    for (turn, case) in truth::CASES.iter().enumerate() {
        let Report { judgements, unmeasured, .. } = report;
        let measuring = truth::measure(contest, case, turn, judgements, unmeasured);
        let part = async {
            measuring.await;
            Ok(())
        };
        unless_interrupted(interrupt, part).await?;
    }
    Ok(())
}

async fn all_tasks(report: &mut Report, contest: &Contest, interrupt: &CancellationToken) -> Result<()> {
    for number in 0..tasks::COUNT {
        let measuring = Box::pin(tasks::measure(contest, number));
        match unless_interrupted(interrupt, async { Ok(measuring.await) }).await? {
            Ok(runs) => report.tasks.push(runs),
            Err(error) => tell(report, "a task", Err(error)),
        }
    }
    Ok(())
}

/// Tells a failure, and goes on.
fn tell(report: &mut Report, name: &str, measured: Result<()>) {
    if let Err(error) = measured {
        let failure = format!("Not measured: {name}: {error:#}");
        say(&failure);
        report.unmeasured.push(failure);
    }
}
