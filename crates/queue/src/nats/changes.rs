//! Changes of jobs: by their workers, and by people.

use super::{
    records::{self, StoredJob, Versioned},
    server::{Outgoing, Published, Server},
    streams::nanos,
    subjects::{self, WORK},
};
use crate::{
    Commit, Control, ControlResult, Hold, JobId, JobState, Lease, Outcome, QueueError, Release, RunId,
    Signal, clock, lease::Receipt, progress::Progress,
};
use async_nats::HeaderMap;
use futures::StreamExt;
use serde_json::json;
use std::time::Duration;
use tokio::time::timeout;

/// How often a waiting signal reads the record, in case its message was lost.
const LOOK: Duration = Duration::from_secs(5);

/// Extends a lease, by its whole length from now.
pub(super) async fn extend(server: &Server, lease: &Lease) -> Result<Hold, QueueError> {
    let hold = hold(server, lease).await?;
    if let (Hold::Held, Receipt::Reply(reply)) = (hold, &lease.receipt) {
        server.request(reply, &HeaderMap::new(), "+WPI").await?;
    }
    Ok(hold)
}

/// Whether a lease holds.
async fn hold(server: &Server, lease: &Lease) -> Result<Hold, QueueError> {
    let hold = Versioned::load(server, &lease.run, &lease.id).await?.progress.hold(lease.fence);
    Ok(if hold == Hold::Held && lease.is_past_deadline(clock::now()) { Hold::Lost } else { hold })
}

/// Waits until a worker must stop.
pub(super) async fn signal(server: &Server, lease: &Lease) -> Result<Signal, QueueError> {
    // Subscribes before it reads the record, so that no signal is lost in between.
    let mut signals = server.subscribe(subjects::control(&lease.run, &lease.id)).await?;
    loop {
        match hold(server, lease).await {
            Ok(Hold::Cancelled) => return Ok(Signal::Cancel),
            Ok(Hold::Lost) => return Ok(Signal::Lost),
            // While the server is away, the state of the job is unknown: keep waiting.
            Ok(Hold::Held) | Err(QueueError::Unreachable { .. }) => {}
            Err(error) => return Err(error),
        }
        let left = lease.deadline.map(|it| Duration::from_millis(it.since(clock::now())));
        let _ = timeout(left.map_or(LOOK, |it| it.min(LOOK)), signals.next()).await;
    }
}

/// Ends a job.
pub(super) async fn finish(server: &Server, lease: &Lease, outcome: &Outcome) -> Result<Commit, QueueError> {
    commit(server, lease, "+ACK", |it| it.finish(lease.fence, outcome, clock::now())).await
}

/// Lets a job wait for a person.
pub(super) async fn park(server: &Server, lease: &Lease, why: &str) -> Result<Commit, QueueError> {
    commit(server, lease, "+ACK", |it| it.park(lease.fence, why)).await
}

/// Gives a job back.
pub(super) async fn release(
    server: &Server,
    lease: &Lease,
    reason: &Release,
    delay: Duration,
) -> Result<Commit, QueueError> {
    let Some(job) = StoredJob::find(server, &lease.run, &lease.id).await? else { return Ok(Commit::Fenced) };
    let again = format!("-NAK {{\"delay\":{}}}", nanos(delay));
    let release = |it: &Progress| it.release(lease.fence, reason, &job.spec, clock::now());
    commit(server, lease, &again, release).await
}

/// Changes a job by its lease, then acknowledges its message. Writes the record first: the server delivers an unacknowledged
/// message again, and the record then shows that there is no more work.
async fn commit(
    server: &Server,
    lease: &Lease,
    acknowledgement: &str,
    change: impl Fn(&Progress) -> Result<Progress, Commit>,
) -> Result<Commit, QueueError> {
    let Receipt::Reply(reply) = &lease.receipt else { return Ok(Commit::Fenced) };
    let (commit, acknowledgement) = match records::update(server, &lease.run, &lease.id, change).await? {
        Ok(progress) if progress.state == JobState::Queued => (Commit::Committed, acknowledgement),
        Ok(_) => (Commit::Committed, "+ACK"),
        Err(Commit::AlreadyFinal) => (Commit::AlreadyFinal, "+ACK"),
        // The message is another worker's.
        Err(commit) => return Ok(commit),
    };
    let _ = server.acknowledge(reply, acknowledgement).await;
    Ok(commit)
}

/// Cancels a job, or queues it again.
pub(super) async fn control(
    server: &Server,
    run: &RunId,
    id: &JobId,
    control: Control,
) -> Result<ControlResult, QueueError> {
    let Some(job) = StoredJob::find(server, run, id).await? else { return Ok(ControlResult::NoSuchJob) };
    let change = |it: &Progress| match control {
        Control::Cancel => it.cancel(clock::now()),
        Control::Requeue => it.requeue(),
    };
    if let Err(kind) = records::update(server, run, id, change).await? {
        return Ok(ControlResult::NotApplicable(kind));
    }
    // Without its message no worker gets the job; a worker must not acknowledge an old message in place of the next.
    let filter = json!({"filter": subjects::work(&job.spec)});
    server.demand(&format!("$JS.API.STREAM.PURGE.{WORK}"), &filter).await?;
    match control {
        Control::Cancel => server.tell(subjects::control(run, id)).await,
        Control::Requeue => drop(publish_work(server, &job).await?),
    }
    Ok(ControlResult::Applied)
}

/// Publishes the message by which workers get a job, unless it is there.
pub(super) async fn publish_work(server: &Server, job: &StoredJob) -> Result<Published, QueueError> {
    server.publish(&work(server, job)?).await
}

/// The message by which workers get a job. It has all of the job, so that a claim need not look for it among all others.
pub(super) fn work(server: &Server, job: &StoredJob) -> Result<Outgoing, QueueError> {
    Ok(Outgoing::new(server, WORK, subjects::work(&job.spec), server.json(job)?))
}
