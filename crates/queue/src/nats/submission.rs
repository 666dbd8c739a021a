//! Submits jobs, many at once.

use super::{
    changes,
    records::{StoredJob, Versioned},
    server::{Outgoing, Published, Server},
    subjects::{self, JOBS},
};
use crate::{JobSpec, JobState, QueueError, RunId, Submission, clock};
use deskpilot_core::Timestamp;
use futures::{StreamExt, TryStreamExt, stream};
use std::collections::BTreeSet;

/// How many messages are on their way to the server at once.
const AT_ONCE: usize = 500;

/// How many jobs are read at once.
const READS_AT_ONCE: usize = 100;

/// Stores jobs, then publishes the work for them. The pools have their consumers already.
pub(super) async fn submit(server: &Server, jobs: &[JobSpec]) -> Result<Submission, QueueError> {
    let runs: BTreeSet<&RunId> = jobs.iter().map(|it| &it.run).collect();
    for run in runs {
        server.publish(&Outgoing::new(server, JOBS, subjects::run(run), String::new())).await?;
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
    let jobs: Vec<StoredJob> = jobs.iter().map(|spec| StoredJob { spec: spec.clone(), submitted }).collect();
    let message = |job: &StoredJob| {
        let subject = subjects::job(&job.spec.run, &job.spec.id);
        Ok(Outgoing::new(server, JOBS, subject, server.json(job)?))
    };
    let messages: Vec<Outgoing> = jobs.iter().map(message).collect::<Result<_, QueueError>>()?;
    let published = server.publish_all(&messages).await?;
    let added = published.iter().filter(|it| **it == Published::Stored).count() as u64;
    let work = stream::iter(jobs.into_iter().zip(published)).map(|(job, it)| work(server, job, it));
    let work: Vec<Option<Outgoing>> = work.buffered(READS_AT_ONCE).try_collect().await?;
    let work: Vec<Outgoing> = work.into_iter().flatten().collect();
    server.publish_all(&work).await?;
    Ok(added)
}

/// The work for a job, if it is new. For one that was there already too, if it is queued: the submission before may have been cut
/// off between job and work.
async fn work(server: &Server, job: StoredJob, published: Published) -> Result<Option<Outgoing>, QueueError> {
    if published == Published::Stored {
        return changes::work(server, &job).map(Some);
    }
    let (run, id) = (&job.spec.run, &job.spec.id);
    if Versioned::load(server, run, id).await?.progress.state != JobState::Queued {
        return Ok(None);
    }
    let there = StoredJob::find(server, run, id).await?;
    there.map(|it| changes::work(server, &it)).transpose()
}
