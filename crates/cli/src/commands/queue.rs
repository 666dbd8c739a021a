//! `queue`: shows the jobs of a queue, cancels them, and queues them again.

use super::print;
use crate::{
    args::{QueueChangeArgs, QueueCommand, QueueCommandArgs, QueueListArgs},
    console::plain,
    exit::Exit,
    table::{Column, Table},
};
use anyhow::{Result, bail};
use deskpilot_queue::{
    Control, ControlResult, JobBoard, JobId, JobRecord, QueueError, QueueOptions, RunId, StateKind, all_jobs,
    open,
};
use deskpilot_runtime::UsageError;
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};

/// `deskpilot queue`
pub(crate) async fn queue(args: QueueCommandArgs) -> Result<Exit> {
    match args.command {
        QueueCommand::List(args) => list(&args).await,
        QueueCommand::Requeue(args) => change(&args, Control::Requeue).await,
        QueueCommand::Cancel(args) => change(&args, Control::Cancel).await,
    }
}

/// An error of a queue that the command line can correct is one of usage.
pub(super) fn queue_error(error: QueueError) -> anyhow::Error {
    match error {
        QueueError::BadName { .. }
        | QueueError::BadAddress { .. }
        | QueueError::NotEncrypted { .. }
        | QueueError::NotBuilt(_)
        | QueueError::NotOpened { .. }
        | QueueError::Foreign { .. }
        | QueueError::Newer { .. } => UsageError(error.to_string()).into(),
        other => other.into(),
    }
}

/// Opens a queue that exists already.
async fn existing(address: &str) -> Result<Arc<dyn JobBoard>> {
    let file = address.strip_prefix("sqlite:").unwrap_or(address);
    if !address.contains("://") && !Path::new(file).is_file() {
        bail!(UsageError(format!(
            "there is no queue {file}: name its file, nats://HOST:PORT or tls://HOST:PORT"
        )));
    }
    let queue = open(address, &QueueOptions::new()).await.map_err(queue_error)?;
    Ok(queue)
}

async fn list(args: &QueueListArgs) -> Result<Exit> {
    let queue = existing(&args.queue).await?;
    let runs = match &args.run {
        Some(run) => vec![RunId::new(run).map_err(queue_error)?],
        None => queue.runs().await?,
    };
    let states = states(&args.state);
    let (mut page, mut all) = (String::new(), Vec::new());
    for run in runs {
        let counts = queue.counts(&run).await?;
        let kinds = StateKind::ALL.into_iter().filter(|it| counts.of(*it) > 0);
        let parts: Vec<String> = kinds.clone().map(|it| format!("{} {it}", counts.of(it))).collect();
        page.push_str(&format!("{run}: {}\n", parts.join(", ")));
        let jobs = all_jobs(&*queue, &run, states.clone()).await?;
        if !jobs.is_empty() {
            page.push_str(&format!("{}\n", table(&jobs).text()));
        }
        let counts: serde_json::Map<String, Value> =
            kinds.map(|it| (it.name().to_owned(), json!(counts.of(it)))).collect();
        let jobs: Vec<Value> = jobs.iter().map(as_json).collect();
        all.push(json!({"run": run.as_str(), "states": counts, "jobs": jobs}));
    }
    match args.json.wanted {
        true => print(&format!("{:#}\n", Value::from(all))),
        false => print(if page.is_empty() { "no job was ever in it\n" } else { &page }),
    }
    Ok(Exit::Finished)
}

/// Cancels or queues again the jobs that are named, or all of a run that are in the given states.
async fn change(args: &QueueChangeArgs, control: Control) -> Result<Exit> {
    let queue = existing(&args.queue).await?;
    let run = RunId::new(&args.run).map_err(queue_error)?;
    let mut ids = args.jobs.iter().map(JobId::new).collect::<Result<Vec<_>, _>>().map_err(queue_error)?;
    if !args.state.is_empty() {
        ids.extend(all_jobs(&*queue, &run, states(&args.state)).await?.into_iter().map(|it| it.spec.id));
    } else if ids.is_empty() {
        bail!(UsageError("name jobs, or the state of those that are meant with --state".into()));
    }
    let (mut changed, mut page) = (0, String::new());
    for id in ids {
        let stays = match queue.control(&run, &id, control).await? {
            ControlResult::Applied => {
                changed += 1;
                continue;
            }
            ControlResult::NotApplicable(state) => format!("{id} stays as it is: it is {state}"),
            ControlResult::NoSuchJob => format!("there is no job {id} in the run {run}"),
        };
        page.push_str(&format!("{}\n", plain(&stays)));
    }
    let did = if control == Control::Cancel { "cancelled" } else { "queued again" };
    let exit = if page.is_empty() { Exit::Finished } else { Exit::Failed };
    page.push_str(&format!("{changed} jobs {did}\n"));
    print(&page);
    Ok(exit)
}

fn states(names: &[String]) -> Vec<StateKind> {
    StateKind::ALL.into_iter().filter(|it| names.iter().any(|name| name == it.name())).collect()
}

fn table(jobs: &[JobRecord]) -> Table {
    let mut table = Table::new(vec![
        Column::left("JOB"),
        Column::left("STATE"),
        Column::right("ATTEMPTS"),
        Column::right("FAULTS"),
        Column::rest("WHY"),
    ]);
    for job in jobs {
        table.push(vec![
            plain(job.spec.id.as_str()),
            job.state.kind().to_string(),
            job.attempt.to_string(),
            job.faults.to_string(),
            plain(job.why().unwrap_or_default()),
        ]);
    }
    table
}

fn as_json(job: &JobRecord) -> Value {
    json!({
        "id": job.spec.id.as_str(), "pool": job.spec.pool.as_str(), "state": job.state.kind().name(), "why": job.why(),
        "result": job.result(), "attempts": job.attempt, "faults": job.faults,
        "worker": job.worker.as_ref().map(|it| it.as_str()), "submitted": job.submitted, "started": job.started,
        "ended": job.ended, "payload": job.spec.payload,
    })
}
