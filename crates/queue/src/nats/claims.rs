//! Takes the next job.

use super::{
    changes,
    records::{Replaced, StoredJob, Versioned},
    server::Server,
    subjects::{self, WORK},
};
use crate::{
    JobState, Lease, PoolName, Priority, QueueError, Release, WorkerName, clock, lease::Receipt,
    offer::Offer, progress::Claim,
};
use async_nats::Message;
use std::time::Duration;
use tokio::runtime::Handle;

/// How many times to try a claim while others change the same job.
const MAX_TRIES: usize = 5;

/// A worker that asks for jobs.
#[derive(Clone, Debug)]
pub(super) struct Claimant {
    pub(super) server: Server,
    pub(super) worker: WorkerName,
    pub(super) lease: Duration,
}

impl Claimant {
    /// Claims the next job of one priority. Removes messages of jobs that cannot be claimed.
    ///
    /// Asks for one message without waiting. Parallel requests that wait could get messages after their callers have left.
    pub(super) async fn next(
        &self,
        pool: &PoolName,
        priority: Priority,
    ) -> Result<Option<Offer>, QueueError> {
        let consumer = subjects::consumer(pool, priority);
        let api = format!("$JS.API.CONSUMER.MSG.NEXT.{WORK}.{consumer}");
        loop {
            let Some(message) = self.server.next(&api).await? else { return Ok(None) };
            if let Some(lease) = self.take(&message).await? {
                let (server, runtime) = (self.server.clone(), Handle::current());
                return Ok(Some(Offer::new(lease, move |it| give_back(server.clone(), &runtime, it))));
            }
        }
    }

    /// Claims the job of a message. A message whose job cannot be claimed is needless, and removed.
    async fn take(&self, message: &Message) -> Result<Option<Lease>, QueueError> {
        let Some(reply) = message.reply.as_ref() else {
            return Err(self.server.unexpected("work that cannot be acknowledged"));
        };
        let job: StoredJob = self.server.parse(&message.payload)?;
        let (run, id) = (job.spec.run.clone(), job.spec.id.clone());
        let mut current = Versioned::load(&self.server, &run, &id).await?;
        for _ in 0..MAX_TRIES {
            let claim = current.progress.claim(job.spec.max_attempts, &self.worker, clock::now());
            let (Claim::Run(progress) | Claim::Bury(progress)) = &claim else {
                return self.remove(reply).await;
            };
            if current.replace(&self.server, &run, &id, progress).await? == Replaced::Outdated {
                current = Versioned::load(&self.server, &run, &id).await?;
                continue;
            }
            if current.progress.state == JobState::Running {
                // The worker that had it before has lost it.
                self.server.tell(subjects::control(&run, &id)).await;
            }
            return match claim {
                Claim::Run(progress) => {
                    Ok(Some(progress.lease(job.spec, self.lease, Receipt::Reply(reply.to_string()))))
                }
                Claim::Bury(_) | Claim::NotQueued => self.remove(reply).await,
            };
        }
        // The server delivers the message again after the length of a lease.
        Err(QueueError::Contended { job: id })
    }

    /// Removes a message whose job cannot be claimed. If that fails it comes again, and is removed then.
    async fn remove(&self, reply: &str) -> Result<Option<Lease>, QueueError> {
        let _ = self.server.acknowledge(reply, "+TERM").await;
        Ok(None)
    }
}

/// Gives a job back whose caller has left.
fn give_back(server: Server, runtime: &Handle, lease: Lease) {
    runtime.spawn(async move { changes::release(&server, &lease, &Release::Stopped, Duration::ZERO).await });
}
