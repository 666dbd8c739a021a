//! Submits jobs, many at once.

use super::{
    changes,
    records::{StoredJob, Versioned},
    server::{Outgoing, Published, Server},
    subjects,
};
use crate::{JobSpec, JobState, QueueError, RunId, Submission, clock};
use deskpilot_core::Timestamp;
use std::collections::BTreeSet;

/// How many messages are on their way to the server at once.
const AT_ONCE: usize = 500;

/// Stores jobs, then publishes the work for them. The pools have their consumers already.
pub(super) async fn submit(server: &Server, jobs: &[JobSpec]) -> Result<Submission, QueueError> {
    let runs: BTreeSet<&RunId> = jobs.iter().map(|it| &it.run).collect();
    for run in runs {
        server.publish(&Outgoing::new(server, subjects::run(run), String::new())).await?;
    }
    let submitted = clock::now();
    let mut submission = Submission::default();
    for some in jobs.chunks(AT_ONCE) {
        let added = submit_some(server, some, submitted).await?;
        submission.added += added;
        submission.already_there += some.len() as u64 - added;
    }
    Ok(submission)
}

/// Submits jobs at once; how many are new.
async fn submit_some(server: &Server, jobs: &[JobSpec], submitted: Timestamp) -> Result<u64, QueueError> {
    let messages: Result<Vec<Outgoing>, QueueError> = jobs
        .iter()
        .map(|spec| {
            let payload = server.json(&StoredJob { spec: spec.clone(), submitted })?;
            Ok(Outgoing::new(server, subjects::job(&spec.run, &spec.id), payload))
        })
        .collect();
    let published = server.publish_all(&messages?).await?;
    let mut work = Vec::new();
    let mut added = 0;
    for (spec, published) in jobs.iter().zip(published) {
        if published == Published::Stored {
            added += 1;
            work.push(changes::work(server, spec));
        } else if let Some(job) = queued(server, spec).await? {
            work.push(changes::work(server, &job.spec));
        }
    }
    server.publish_all(&work).await?;
    Ok(added)
}

/// A job that was there already, if it is queued: the submission before may have been cut off between job and work.
async fn queued(server: &Server, spec: &JobSpec) -> Result<Option<StoredJob>, QueueError> {
    let current = Versioned::load(server, &spec.run, &spec.id).await?;
    if current.progress.state != JobState::Queued {
        return Ok(None);
    }
    StoredJob::find(server, &spec.run, &spec.id).await
}
