//! Everyday tasks in LibreOffice and Firefox by native commands, side by side with the same tasks in their windows.

mod check;
mod document;
mod form_server;
mod open_document;
mod overhead;
mod report;
mod route;
mod tasks;
mod tokens;

use crate::{machine::Machine, output::OutputOptions, reference, say};
use anyhow::{Context, Result};
use report::{Report, TaskTimes};
use route::Route;
use tasks::Task;

/// The name of what is measured besides the tasks.
const OVERHEAD: &str = "overhead";

/// What to measure, and where the report goes.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Measure only tasks with this in their name, or `overhead`; may be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// How often each task is done by each route
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// How often a cell is set and read
    #[arg(long, default_value_t = 200)]
    calls: usize,
    #[command(flatten)]
    output: OutputOptions,
}

impl Options {
    fn wants(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|it| name.contains(it.as_str()))
    }
}

/// Measures, and publishes the report.
pub(crate) async fn measure(options: &Options) -> Result<()> {
    options.output.publish(Box::pin(run(options))).await
}

async fn run(options: &Options) -> Result<Report> {
    reference::check()?;
    let mut report = Report { machine: Machine::detect(), ..Report::default() };
    for task in tasks::all().iter().filter(|it| options.wants(it.name)) {
        let times = Box::pin(by_both_routes(task, options.runs)).await;
        report.tasks.push(times.with_context(|| task.name)?);
    }
    if options.wants(OVERHEAD) {
        say("one command, and a direct call ...");
        report.overhead = Some(Box::pin(overhead::measure(options.calls)).await?);
    }
    Ok(report)
}

/// Does a task so many times by each route, in turn, after one for the tokens.
async fn by_both_routes(task: &Task, runs: usize) -> Result<TaskTimes> {
    let folder = tempfile::tempdir()?;
    let begin = route::prepare(task, folder.path()).await?;
    let tokens = |route| route::tokens(task, route, &begin);
    let mut times = TaskTimes {
        name: task.name.to_owned(),
        native_tokens: tokens(Route::Native).await.context("by native commands")?,
        window_tokens: tokens(Route::Window).await.context("in the window")?,
        ..TaskTimes::default()
    };
    for _ in 0..runs {
        let native = route::run(task, Route::Native, &begin).await.context("by native commands")?;
        let window = route::run(task, Route::Window, &begin).await.context("in the window")?;
        say(&format!(
            "  {}: {:.2} s in the window, {:.2} s native",
            task.name, window.seconds, native.seconds
        ));
        times.native.push(native);
        times.window.push(window);
    }
    Ok(times)
}
