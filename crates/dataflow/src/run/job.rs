//! The jobs of a run: what a worker needs to do one, and what it leaves.

use super::RunError;
use crate::{FinalRecord, Instantiation, Pipeline, RawTask, RecordKind, StageError};
use deskpilot_queue::{JobEnd, JobRecord, Lease, Outcome};
use deskpilot_runtime::with_causes;
use deskpilot_system::free_space;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{path::Path, sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;

use super::Artefacts;

/// The name of a job's record among its artefacts.
pub(super) const RECORD: &str = "record.json";
/// The name of the document that a task begins with.
pub(super) const DOCUMENT: &str = "document";
/// The name of the document that an execution left.
pub(super) const EXECUTED_DOCUMENT: &str = "executed-document";

/// The room on a disk without which no task begins, in bytes: pictures of the screen, and the documents.
const LEAST_FREE: u64 = 64 << 20;

/// What a worker does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Job {
    /// Instantiates a raw task.
    Instantiate(RawTask),
    /// Instantiates a raw task and executes it.
    Run(RawTask),
    /// Executes an instantiated task, whose record and document are artefacts under this prefix.
    Execute {
        /// The prefix.
        input: String,
        /// The raw task, which has the checks.
        raw: RawTask,
    },
}

impl Job {
    /// The raw task of a job; `None` for a job of another version.
    pub(super) fn raw_of(job: &JobRecord) -> Option<RawTask> {
        Some(serde_json::from_value::<Job>(job.spec.payload.clone()).ok()?.into_raw())
    }

    /// The raw task.
    pub(super) fn into_raw(self) -> RawTask {
        match self {
            Job::Instantiate(raw) | Job::Run(raw) | Job::Execute { raw, .. } => raw,
        }
    }
}

/// What a worker reports to the queue about a job that it ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct JobResult {
    /// The prefix of its artefacts.
    pub(super) artefacts: String,
    /// What the record among them is of.
    pub(super) record: RecordKind,
    /// What it took, in seconds.
    pub(super) seconds: f64,
    /// What the models cost, in dollars.
    pub(super) dollars: f64,
}

impl JobResult {
    /// What the worker of a job reported; `None` without a result, and for one of another version.
    pub(super) fn of(job: &JobRecord) -> Option<JobResult> {
        serde_json::from_value(job.result()?.clone()).ok()
    }
}

/// What a job left, before it is stored.
struct Ended {
    record: FinalRecord,
    document: Option<Arc<[u8]>>,
    executed_document: Option<Vec<u8>>,
    dollars: f64,
}

/// Does a job, and stores what it leaves.
///
/// # Errors
/// Nothing can be stored, or the disk is full. The job is not to blame.
pub(super) async fn run_job(
    pipeline: &Pipeline,
    artefacts: &Artefacts,
    lease: &Lease,
    stop: &CancellationToken,
) -> Result<JobEnd, RunError> {
    let logs = &pipeline.config.log_dir;
    check_room(logs)?;
    let began = Instant::now();
    let pipeline = &pipeline.within(lease.traceparent.as_deref());
    let done = async {
        let job = serde_json::from_value(lease.payload.clone());
        let job: Job = job.map_err(|error| StageError::Job(RunError::JobOfOtherVersion(error)))?;
        do_job(pipeline, artefacts, job, stop).await
    };
    let ended = match Box::pin(done).await {
        Ok(ended) => ended,
        Err(StageError::Stopped) => return Ok(JobEnd::Stopped),
        Err(error) => {
            let failure = with_causes(&error);
            return match check_room(logs) {
                Ok(()) => Ok(JobEnd::Fault(failure)),
                Err(source) => Err(RunError::Failed { failure, source: Box::new(source) }),
            };
        }
    };
    // Each claim writes to a place of its own, so that one that lost its lease cannot change what another one left.
    let prefix = format!("{}/{}/{}-{}", lease.run, lease.id, lease.attempt, lease.fence);
    let record = match ended.record.json() {
        Ok(record) => record,
        Err(error) => return Ok(JobEnd::Fault(error.to_string())),
    };
    artefacts.put(&format!("{prefix}/{RECORD}"), record.as_bytes()).await?;
    if let Some(bytes) = &ended.document {
        artefacts.put(&format!("{prefix}/{DOCUMENT}"), bytes).await?;
    }
    if let Some(bytes) = &ended.executed_document {
        artefacts.put(&format!("{prefix}/{EXECUTED_DOCUMENT}"), bytes).await?;
    }
    let seconds = began.elapsed().as_secs_f64();
    let kind = ended.record.kind();
    let result = json!(JobResult { artefacts: prefix, record: kind, seconds, dollars: ended.dollars });
    Ok(JobEnd::Ended(match ended.record.folder().is_pass() {
        true => Outcome::Succeeded(result),
        false => Outcome::Failed(result),
    }))
}

/// Fails if the disk of this folder has no room for a task. On a full disk every task fails, until its attempts are used up.
pub(super) fn check_room(folder: &Path) -> Result<(), RunError> {
    let free = folder.ancestors().find_map(|it| free_space(it).ok().flatten());
    match free {
        Some(free) if free < LEAST_FREE => {
            Err(RunError::NoRoom { folder: folder.to_owned(), free: free >> 20, needed: LEAST_FREE >> 20 })
        }
        _ => Ok(()),
    }
}

async fn do_job(
    pipeline: &Pipeline,
    artefacts: &Artefacts,
    job: Job,
    stop: &CancellationToken,
) -> Result<Ended, StageError> {
    match job {
        Job::Instantiate(raw) => {
            let instantiation = pipeline.instantiate(&raw, stop).await?;
            Ok(instantiated(instantiation))
        }
        Job::Run(raw) => {
            let instantiation = pipeline.instantiate(&raw, stop).await?;
            match (instantiation.passed(), instantiation.document.clone()) {
                (true, Some(document)) => {
                    let execution = execute(pipeline, &raw, &instantiation.record, &document, stop).await?;
                    Ok(Ended { dollars: execution.dollars + instantiation.dollars, ..execution })
                }
                _ => Ok(instantiated(instantiation)),
            }
        }
        Job::Execute { input, raw } => {
            let read = async {
                let text = artefacts.get(&format!("{input}/{RECORD}")).await?;
                let record = crate::InstantiatedTask::read(&String::from_utf8(text)?)?;
                let document: Arc<[u8]> = artefacts.get(&format!("{input}/{DOCUMENT}")).await?.into();
                Ok((record, document))
            };
            let (record, document) = read.await.map_err(StageError::Job)?;
            execute(pipeline, &raw, &record, &document, stop).await
        }
    }
}

fn instantiated(instantiation: Instantiation) -> Ended {
    let Instantiation { record, document, dollars, .. } = instantiation;
    Ended { record: FinalRecord::Instantiated(record), document, executed_document: None, dollars }
}

async fn execute(
    pipeline: &Pipeline,
    raw: &RawTask,
    record: &crate::InstantiatedTask,
    document: &Arc<[u8]>,
    stop: &CancellationToken,
) -> Result<Ended, StageError> {
    let wrong = |why: String| StageError::Job(RunError::BadRawTask(why));
    let (name, checks) = (raw.document().map_err(wrong)?, raw.checks().map_err(wrong)?);
    let execution = pipeline.execute(record, &name, document, &checks, stop).await?;
    Ok(Ended {
        record: FinalRecord::Executed(execution.record),
        document: Some(document.clone()),
        executed_document: execution.document,
        dollars: execution.dollars,
    })
}
