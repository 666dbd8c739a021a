//! `worker`: does tasks of dataflow runs that other processes started.

use super::pipeline::{artefacts, pipeline};
use crate::{args::WorkerArgs, commands::queue_error, exit::Exit, progress::Screen, signals::stop_token};
use anyhow::Result;
use deskpilot_dataflow::{serve, worker_name};
use deskpilot_queue::{PoolName, QueueError, QueueOptions, WorkUntil, Worker, open};
use deskpilot_runtime::Environment;

/// `deskpilot worker`
pub(crate) async fn worker(environment: &Environment, args: WorkerArgs) -> Result<Exit> {
    let screen = Screen::of_process();
    let artefacts = artefacts(&args.artefacts)?;
    let logs = artefacts.folder().map(|it| it.join("logs"));
    let pipeline = pipeline(
        environment,
        &args.common,
        &args.execution,
        args.templates.as_deref(),
        logs.as_deref(),
        &screen,
        usize::from(args.desktops),
    )?;
    let options = QueueOptions::new();
    let queue = open(&args.queue, &options).await.map_err(queue_error)?;
    let pools = args.pool.iter().map(PoolName::new).collect::<Result<Vec<_>, QueueError>>();
    artefacts.try_out().await?;
    let worker = Worker {
        name: worker_name()?,
        pools: pools.map_err(queue_error)?,
        slots: usize::from(args.desktops),
        lease: options.lease,
        until: WorkUntil::Stopped,
    };
    screen.print(&format!(
        "{} takes tasks of {} on {} desktops; stop it with Ctrl-C\n",
        worker.name.as_str(),
        args.pool.join(", "),
        worker.slots
    ));
    let stop = stop_token()?;
    Box::pin(serve(&*queue, &worker, &pipeline, &artefacts, &stop)).await?;
    Ok(Exit::Stopped)
}
