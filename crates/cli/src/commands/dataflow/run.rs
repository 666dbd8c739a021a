//! `dataflow instantiate`, `execute` and `run`.

use super::{
    pipeline::{artefacts, pipeline},
    progress::{RunProgress, summary},
};
use crate::{
    args::{DataflowRunArgs, QueueArgs},
    commands::{print, queue_error},
    exit::Exit,
    faults::Faults,
    progress::Screen,
    signals::stop_token,
};
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_dataflow::{
    Artefacts, LOCAL_LEASE, LOGS, QUEUE, RawTaskError, Results, Run, RunKind, RunTask, raw_tasks,
};
use deskpilot_queue::{JobId, PoolName, QueueOptions, RunId, open};
use deskpilot_runtime::{Environment, UsageError};
use deskpilot_system::{lock_folder, private_folder_options};
use std::{
    fs::File,
    io::ErrorKind,
    path::Path,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// Runs the tasks.
pub(super) async fn run(environment: &Environment, args: DataflowRunArgs, kind: RunKind) -> Result<Exit> {
    let screen = Screen::of_process();
    let artefacts = artefacts_of(&args.queue)?;
    let pipeline = pipeline(
        environment,
        &args.common,
        &args.execution,
        args.templates.as_deref(),
        Some(&args.results.join(LOGS)),
        &screen,
        usize::from(args.jobs),
    )?;
    let tasks = tasks(&args.tasks, kind).map_err(|errors| Faults::of(&errors))?;
    let _lock = create(&args.results)?;
    let (run, lease) = open_run(environment, &args, kind, artefacts).await?;
    let counts = run.queue.counts(&run.id).await?;
    if counts.total() > 0 && !args.resume {
        bail!(UsageError(format!(
            "{} has the results of a run, {} of whose {} tasks have ended: continue it with --resume, or choose another \
             --results",
            args.results.display(),
            counts.total() - counts.unfinished(),
            counts.total()
        )));
    }
    run.artefacts.try_out().await?;
    run.submit(&tasks).await?;
    let stop = stop_token()?;
    let began = Instant::now();
    let mut progress = RunProgress::new(screen, usize::from(args.jobs));
    let work = async |stop: &CancellationToken| match usize::from(args.jobs) {
        0 => Ok(()),
        desktops => Box::pin(run.work(&pipeline, desktops, lease, stop)).await,
    };
    let totals =
        run.work_and_publish(&stop, work, |published, totals| progress.tell(published, totals)).await;
    let totals =
        totals.context("the run is not at its end; what has ended is kept, and --resume continues it")?;
    let seconds = began.elapsed().as_secs_f64();
    match args.json {
        true => print(&format!("{:#}\n", summary(&totals, seconds, &args.results))),
        false => print(&progress.end(&totals, seconds, &args.results)),
    }
    Ok(match totals.passed() {
        _ if stop.is_cancelled() => Exit::Stopped,
        passed if passed == tasks.len() as u64 => Exit::Finished,
        _ => Exit::Failed,
    })
}

fn tasks(path: &Path, kind: RunKind) -> Result<Vec<RunTask>, Vec<RawTaskError>> {
    match kind {
        RunKind::Instantiation | RunKind::Dataflow => {
            Ok(raw_tasks(path)?.into_iter().map(RunTask::Raw).collect())
        }
        RunKind::Execution => RunTask::instantiated(path),
    }
}

/// Creates the folder of the results, and keeps other runs out of it for as long as the returned value lives.
fn create(results: &Path) -> Result<File> {
    let made = private_folder_options().recursive(true).create(results);
    made.with_context(|| format!("{} cannot be created", results.display()))?;
    lock_folder(results).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => UsageError(format!(
            "another run uses {}: wait until it ends, or choose another --results",
            results.display()
        ))
        .into(),
        _ => anyhow!("{} cannot be locked: {error}", results.display()),
    })
}

/// The place for artefacts that the person names, if any.
fn artefacts_of(args: &QueueArgs) -> Result<Option<Artefacts>> {
    if args.queue.as_ref().is_some_and(|it| it.contains("://")) && args.artefacts.is_none() {
        bail!(UsageError(
            "workers of other machines put what they leave into a place that all reach: name a folder or s3://BUCKET/PREFIX with \
             --artefacts"
                .into()
        ));
    }
    args.artefacts.as_deref().map(artefacts).transpose()
}

/// Opens the queue of the run, with the length of its leases. A run is known by what it does and the folder of its results.
async fn open_run(
    environment: &Environment,
    args: &DataflowRunArgs,
    kind: RunKind,
    artefacts: Option<Artefacts>,
) -> Result<(Run, Duration)> {
    let results = args.results.canonicalize().with_context(|| args.results.display().to_string())?;
    let (address, options) = match &args.queue.queue {
        Some(address) => (address.clone(), QueueOptions::new()),
        None => {
            let file = results.join(QUEUE);
            (format!("sqlite:{}", file.display()), QueueOptions { lease: LOCAL_LEASE, ..QueueOptions::new() })
        }
    };
    let queue = open(&address, &options).await.map_err(queue_error)?;
    let name = format!("{}-{}", kind.name(), results.display());
    let artefacts = artefacts.unwrap_or_else(|| Artefacts::new(&results.join("artefacts")));
    let run = Run {
        queue,
        id: RunId::new(JobId::from_name(&name).as_str()).map_err(queue_error)?,
        pool: PoolName::new(&args.queue.pool).map_err(queue_error)?,
        kind,
        results: Results::new(&results, kind),
        artefacts,
        task_timeout: Duration::from_secs(u64::from(args.execution.task_seconds)),
        traceparent: environment.traceparent().map(str::to_owned),
    };
    Ok((run, options.lease))
}
