//! `dataflow`: instantiates, executes and judges tasks.

use super::{print, run::sessions};
use crate::{
    args::{DataflowArgs, DataflowCommand, DataflowRunArgs},
    exit::Exit,
    progress::Screen,
    settings,
    signals::stop_token,
};
use anyhow::{Result, bail};
use deskpilot_dataflow::{
    FinalRecord, Pipeline, PipelineOptions, RawTask, ResultFolder, Results, RunKind, Templates, raw_tasks,
};
use deskpilot_deciders::plan::{MatchStrategy, TextMatching};
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{Config, OutFolder, TaskHome, UsageError};

/// `deskpilot dataflow`
pub(crate) async fn dataflow(args: DataflowArgs) -> Result<Exit> {
    match args.command {
        DataflowCommand::Instantiate(args) => run(args, RunKind::Instantiation).await,
        DataflowCommand::Execute(args) => run(args, RunKind::Execution).await,
        DataflowCommand::Run(args) => run(args, RunKind::Dataflow).await,
    }
}

async fn run(args: DataflowRunArgs, kind: RunKind) -> Result<Exit> {
    let config = settings::config(&args.common)?;
    if config.desktop == DesktopKind::Current {
        let why = "the dataflow starts a private desktop for every task: run it with --desktop private";
        bail!(UsageError(why.into()));
    }
    let config =
        Config { home: TaskHome::Fresh, out: OutFolder::Home, log_dir: args.results.join("logs"), ..config };
    let templates = match &args.templates {
        Some(folder) => Templates::of_folder(folder).map_err(|error| UsageError(error.to_string()))?,
        None => Templates::shipped(),
    };
    let strategy = MatchStrategy::ALL.iter().copied().find(|it| it.name() == args.matching);
    let matching =
        TextMatching { strategy: strategy.unwrap_or(MatchStrategy::Fuzzy), least_score: args.least_score };
    let options = PipelineOptions { matching, replays: args.replays };
    let tasks = raw_tasks(&args.tasks)
        .map_err(|flaws| UsageError(flaws.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")))?;
    let pipeline = Pipeline::new(sessions(Screen::of_process()), config, templates, options);
    let results = Results::new(&args.results, kind);
    let stop = stop_token()?;
    for task in tasks {
        let folder = one(&pipeline, &task, &results, &stop).await?;
        print(&format!("{}: {}\n", task.unique_id, folder.name()));
    }
    Ok(Exit::Finished)
}

async fn one(
    pipeline: &Pipeline,
    task: &RawTask,
    results: &Results,
    stop: &tokio_util::sync::CancellationToken,
) -> Result<ResultFolder> {
    let instantiation = pipeline.instantiate(task, stop).await?;
    let name = task.document().map_err(UsageError)?;
    let mut record = FinalRecord::Instantiated(instantiation.record.clone());
    if let (true, Some(bytes)) = (instantiation.passed(), &instantiation.document) {
        results.write_document(&name, bytes)?;
        let checks = task.checks().map_err(UsageError)?;
        let execution = pipeline.execute(&instantiation.record, (&name, bytes), &checks, stop).await?;
        record = FinalRecord::Executed(execution.record);
    }
    let path = results.write(&task.unique_id, &record)?;
    let _ = path;
    Ok(record.folder())
}
