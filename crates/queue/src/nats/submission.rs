//! Submits jobs, many at once.

use super::{
    changes,
    records::{StoredJob, Versioned},
    server::{Published, Server},
    subjects,
};
use crate::{JobSpec, JobState, QueueError, RunId, Submission, clock};
use async_nats::HeaderMap;
use futures::future::try_join_all;
use std::collections::BTreeSet;

/// How many messages are on their way to the server at once.
const AT_ONCE: usize = 500;

/// Stores jobs, then publishes the work for them. The pools have their consumers already.
pub(super) async fn submit(server: &Server, jobs: &[JobSpec]) -> Result<Submission, QueueError> {
    let runs: BTreeSet<&RunId> = jobs.iter().map(|it| &it.run).collect();
    for run in runs {
        server.publish(&subjects::run(run), "", HeaderMap::new(), None).await?;
    }
    let submitted = clock::now();
    let mut submission = Submission::default();
    for some in jobs.chunks(AT_ONCE) {
        let some: Vec<StoredJob> =
            some.iter().map(|spec| StoredJob { spec: spec.clone(), submitted }).collect();
        let stored = try_join_all(some.iter().map(|job| store(server, job))).await?;
        submission.added += stored.iter().filter(|it| **it == Addition::Added).count() as u64;
        submission.already_there += stored.iter().filter(|it| **it == Addition::AlreadyThere).count() as u64;
        try_join_all(some.iter().zip(stored).map(|(job, added)| publish(server, job, added))).await?;
    }
    Ok(submission)
}

/// Whether a job is new.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Addition {
    Added,
    AlreadyThere,
}

async fn store(server: &Server, job: &StoredJob) -> Result<Addition, QueueError> {
    let subject = subjects::job(&job.spec.run, &job.spec.id);
    let payload = serde_json::to_string(job).map_err(|error| server.strange(&error.to_string()))?;
    Ok(match server.publish(&subject, &payload, HeaderMap::new(), None).await? {
        Published::Stored(_) => Addition::Added,
        Published::Occupied | Published::Outdated => Addition::AlreadyThere,
    })
}

/// Publishes the work for a job. For one that is there already too, if it is queued: the submission before may have been cut off
/// between job and work.
async fn publish(server: &Server, job: &StoredJob, addition: Addition) -> Result<(), QueueError> {
    if addition == Addition::Added {
        return changes::publish_work(server, job).await.map(drop);
    }
    let (run, id) = (&job.spec.run, &job.spec.id);
    if Versioned::load(server, run, id).await?.progress.state == JobState::Queued
        && let Some(job) = StoredJob::find(server, run, id).await?
    {
        changes::publish_work(server, &job).await?;
    }
    Ok(())
}
