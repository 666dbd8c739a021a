//! A run: its tasks are jobs of a queue, workers do them on desktops, and their artefacts become the records of its results.

mod artefacts;
mod duplicates;
mod error;
mod job;
mod job_row;
mod overview;
mod publisher;
#[cfg(test)]
mod tests;

pub use artefacts::{Artefacts, TransferError};
pub use error::RunError;
pub use job_row::JobRow;
pub use overview::{ApplicationShare, RunOverview, WorkerHealth, WorkerShare};
pub use publisher::{Published, RunTotals};

use crate::{InstantiatedTask, Pipeline, RawTask, RawTaskError, Results, RunKind, raw_task::files};
use deskpilot_queue::{
    JobEnd, JobId, JobSpec, Lease, PoolName, Queue, QueueError, RunId, Submission, WorkUntil, Worker,
    WorkerName, WorkerQueue,
};
use deskpilot_system::ReadLimit;
use duplicates::KnownTasks;
use job::{Job, run_job};
use publisher::Publisher;
use std::{
    path::{Path, PathBuf},
    sync::{Arc, OnceLock},
    time::Duration,
};
use tokio_util::sync::CancellationToken;

/// The largest record that is read.
const LARGEST_RECORD: ReadLimit = ReadLimit::mib(16);
/// The largest document of a task.
const LARGEST_DOCUMENT: ReadLimit = ReadLimit::mib(256);
/// How many attempts a task has if its worker dies.
const MOST_ATTEMPTS: u32 = 8;
/// How many attempts a task has if its desktop fails.
const MOST_FAULTS: u32 = 3;
/// The length of a lease where one machine does all the work.
pub const LOCAL_LEASE: Duration = Duration::from_secs(6);

/// A task of a run.
#[derive(Clone, Debug)]
pub enum RunTask {
    /// A raw task.
    Raw(RawTask),
    /// An instantiated task, its raw task with the checks, and the file of its document.
    Instantiated(Box<InstantiatedTask>, RawTask, PathBuf),
}

/// A run over a queue.
#[derive(Clone)]
pub struct Run {
    /// The queue.
    pub queue: Arc<dyn Queue>,
    /// Its name in the queue.
    pub id: RunId,
    /// The desktops that can do its tasks.
    pub pool: PoolName,
    /// What it does with its tasks.
    pub kind: RunKind,
    /// Where its results go.
    pub results: Results,
    /// Where its workers store their artefacts.
    pub artefacts: Artefacts,
    /// How long one attempt at a task may take.
    pub task_timeout: Duration,
    /// The span of another program that its tasks are parts of, as W3C Trace Context writes it.
    pub traceparent: Option<String>,
}

impl RunTask {
    /// The unique id.
    pub fn id(&self) -> &str {
        match self {
            RunTask::Raw(raw) => &raw.unique_id,
            RunTask::Instantiated(task, ..) => &task.unique_id,
        }
    }

    /// The instantiated tasks of a record or of a folder of records.
    ///
    /// # Errors
    /// The problems of all files: those that cannot be read, hold no record of an executable task, or lack their document.
    pub fn instantiated(path: &Path) -> Result<Vec<RunTask>, Vec<RawTaskError>> {
        let (mut tasks, mut errors) = (Vec::new(), Vec::new());
        for file in files(path).map_err(|error| vec![error])? {
            match instantiated_task(&file) {
                Ok(task) => tasks.push(task),
                Err(wrong) => errors.extend(wrong),
            }
        }
        if errors.is_empty() { Ok(tasks) } else { Err(errors) }
    }

    fn raw(&self) -> &RawTask {
        match self {
            RunTask::Raw(raw) | RunTask::Instantiated(_, raw, _) => raw,
        }
    }
}

fn instantiated_task(file: &Path) -> Result<RunTask, Vec<RawTaskError>> {
    let wrong = |why: String| vec![RawTaskError { path: file.to_owned(), why }];
    let text =
        LARGEST_RECORD.read_text(file).map_err(|error| wrong(format!("it cannot be read: {error}")))?;
    let task = InstantiatedTask::read(&text).map_err(|error| wrong(error.to_string()))?;
    let Some(Ok(document)) = &task.instantiation_result.choose_template.0 else {
        return Err(wrong("it was not instantiated: give records of the folder instantiation_pass".into()));
    };
    let document = Results::document_of(file, document).map_err(|error| wrong(error.to_string()))?;
    let raw = Results::raw_task_of(file, &task)?;
    Ok(RunTask::Instantiated(Box::new(task), raw, document))
}

impl Run {
    /// Adds tasks; those that the run has already stay as they are. Tasks that are nearly the same as an earlier one are recorded as
    /// such, and not done.
    ///
    /// # Errors
    /// The queue or a file fails.
    pub async fn submit(&self, tasks: &[RunTask]) -> Result<Submission, RunError> {
        let mut jobs = Vec::with_capacity(tasks.len());
        let mut known = KnownTasks::default();
        for task in tasks {
            let raw = task.raw();
            if let RunTask::Raw(_) = task
                && let Some(first) = known.find_or_add(raw)
            {
                self.results.write(&raw.unique_id, &duplicates::record(raw, first))?;
                continue;
            }
            self.results.write_raw_task(raw)?;
            let job = self.job(task).await?;
            let spec = JobSpec::new(
                self.id.clone(),
                JobId::from_name(task.id()),
                self.pool.clone(),
                serde_json::to_value(job)?,
            );
            jobs.push(JobSpec {
                max_attempts: MOST_ATTEMPTS,
                max_faults: MOST_FAULTS,
                timeout: Some(self.task_timeout),
                traceparent: self.traceparent.clone(),
                ..spec
            });
        }
        Ok(self.queue.submit(&jobs).await?)
    }

    async fn job(&self, task: &RunTask) -> Result<Job, RunError> {
        Ok(match (task, self.kind) {
            (RunTask::Raw(raw), RunKind::Instantiation) => Job::Instantiate(raw.clone()),
            (RunTask::Raw(raw), _) => Job::Run(raw.clone()),
            (RunTask::Instantiated(record, raw, document), _) => {
                let input = format!("{}/inputs/{}", self.id, JobId::from_name(task.id()));
                let not_read = |source| RunError::NotRead { path: document.clone(), source };
                let bytes = LARGEST_DOCUMENT.read(document).map_err(not_read)?;
                let text = serde_json::to_string(record)?;
                self.artefacts.put(&format!("{input}/{}", job::RECORD), text.as_bytes()).await?;
                self.artefacts.put(&format!("{input}/{}", job::DOCUMENT), &bytes).await?;
                Job::Execute { input, raw: raw.clone() }
            }
        })
    }

    /// Does the tasks of the run on this many desktops side by side, until all have ended or the user stops it.
    ///
    /// # Errors
    /// The queue fails, or this machine cannot store what tasks leave. The tasks are given back.
    pub async fn work(
        &self,
        pipeline: &Pipeline,
        desktops: usize,
        lease: Duration,
        stop: &CancellationToken,
    ) -> Result<(), RunError> {
        let run = async |lease: &Lease, stop: &CancellationToken| {
            Box::pin(run_job(pipeline, &self.artefacts, lease, stop)).await
        };
        self.work_by(desktops, lease, stop, run).await
    }

    /// The same, with any way to do a task.
    async fn work_by(
        &self,
        desktops: usize,
        lease: Duration,
        stop: &CancellationToken,
        run: impl AsyncFn(&Lease, &CancellationToken) -> Result<JobEnd, RunError>,
    ) -> Result<(), RunError> {
        let worker = Worker {
            name: worker_name()?,
            pools: vec![self.pool.clone()],
            slots: desktops,
            lease,
            until: WorkUntil::Drained(self.id.clone()),
        };
        work_while_possible(&*self.queue, &worker, stop, run).await
    }

    /// Lets `work` do the tasks, and publishes their records as they end. What fails ends the other one, which would wait for ever.
    ///
    /// # Errors
    /// One of both fails.
    pub async fn work_and_publish(
        &self,
        stop: &CancellationToken,
        work: impl AsyncFnOnce(&CancellationToken) -> Result<(), RunError>,
        tell: impl FnMut(&Published, &RunTotals),
    ) -> Result<RunTotals, RunError> {
        let stop = stop.child_token();
        let work = async { work(&stop).await.inspect_err(|_| stop.cancel()) };
        let publish = async { self.publish(&stop, tell).await.inspect_err(|_| stop.cancel()) };
        let (worked, totals) = tokio::join!(work, publish);
        worked?;
        totals
    }

    /// Publishes the records of tasks as they end, until all have ended or the user stops it. Calls `tell` after each.
    ///
    /// # Errors
    /// The queue or a file fails.
    pub async fn publish(
        &self,
        stop: &CancellationToken,
        tell: impl FnMut(&Published, &RunTotals),
    ) -> Result<RunTotals, RunError> {
        Publisher::new(self).run(stop, tell).await
    }
}

/// A worker that does the tasks of any run of a pool.
///
/// # Errors
/// The queue fails, or this machine cannot store what tasks leave. The tasks are given back.
pub async fn serve(
    queue: &dyn WorkerQueue,
    worker: &Worker,
    pipeline: &Pipeline,
    artefacts: &Artefacts,
    stop: &CancellationToken,
) -> Result<(), RunError> {
    let run = async |lease: &Lease, stop: &CancellationToken| {
        Box::pin(run_job(pipeline, artefacts, lease, stop)).await
    };
    work_while_possible(queue, worker, stop, run).await
}

/// Works until the end, or until a task ends with an error that is not its own: another task would come to the same. The worker
/// gives its tasks back, so that none is lost and none has used up an attempt.
async fn work_while_possible(
    queue: &dyn WorkerQueue,
    worker: &Worker,
    stop: &CancellationToken,
    run: impl AsyncFn(&Lease, &CancellationToken) -> Result<JobEnd, RunError>,
) -> Result<(), RunError> {
    let (own, failure) = (stop.child_token(), OnceLock::new());
    let run = async |lease: &Lease, stop: &CancellationToken| {
        run(lease, stop).await.unwrap_or_else(|error| {
            // The first failure is the cause of the others.
            let _ = failure.set(error);
            own.cancel();
            JobEnd::Stopped
        })
    };
    let worked = worker.work(queue, &own, run).await;
    match failure.into_inner() {
        Some(error) => Err(error),
        None => Ok(worked?),
    }
}

/// A name for a worker of this process.
///
/// # Errors
/// None in practice: the name is valid.
pub fn worker_name() -> Result<WorkerName, QueueError> {
    WorkerName::new(format!("worker-{}", std::process::id()))
}
