//! Publishes work again whose message is lost: a submission broke off, or the server lost messages before it wrote them to the
//! disk.

use super::{
    changes,
    records::{StoredJob, state_in},
    scan::{self, Content, Scan},
    server::{Published, Server},
    subjects::{self, ALL_JOBS, ALL_RECORDS, ALL_WORK, JOBS, RECORDS, WORK},
};
use crate::{JobId, QueueError, Reaped, RunId, StateKind, clock};
use deskpilot_core::Timestamp;
use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

/// After how many leases a running job without a message, and without a time limit of its own, counts as abandoned.
/// Its worker cannot extend a lease on a message that is lost, but may still finish the job.
const ABANDONED_AFTER: u32 = 60;

type Key = (RunId, JobId);

/// Publishes the message of every job that is queued, or running and abandoned, and has none.
pub(super) async fn reap(server: &Server, lease: Duration) -> Result<Reaped, QueueError> {
    // Messages first: a job that ends in the meantime has a final record by the time that the records are read.
    let work = scan::subjects(server, WORK, ALL_WORK).await?;
    let work: HashSet<Key> = work.iter().filter_map(|it| subjects::job_of(it)).collect();
    let records = states(server).await?;
    let jobs = Scan { stream: JOBS, filter: ALL_JOBS, from: 0, limit: u64::MAX, content: Content::Headers };
    let mut reaped = Reaped::default();
    for message in jobs.run(server).await?.messages {
        let Some(key) = subjects::job_of(&message.subject) else { continue };
        if work.contains(&key) || !may_be_lost(records.get(&key).copied()) {
            continue;
        }
        let Some(job) = StoredJob::find(server, &key.0, &key.1).await? else { continue };
        if let Some((StateKind::Running, claimed)) = records.get(&key) {
            let limit = job.spec.timeout.map_or(lease * ABANDONED_AFTER, |it| it + lease);
            if clock::now() < clock::after(*claimed, limit) {
                continue;
            }
        }
        // Somebody else may have published the message since then; the server keeps only that one.
        if matches!(changes::publish_work(server, &job).await?, Published::Stored) {
            reaped.republished += 1;
        }
    }
    Ok(reaped)
}

fn may_be_lost(record: Option<(StateKind, Timestamp)>) -> bool {
    matches!(record, None | Some((StateKind::Queued | StateKind::Running, _)))
}

/// The state of each job that has a record, and since when.
async fn states(server: &Server) -> Result<HashMap<Key, (StateKind, Timestamp)>, QueueError> {
    let records =
        Scan { stream: RECORDS, filter: ALL_RECORDS, from: 0, limit: u64::MAX, content: Content::Headers };
    let mut states = HashMap::new();
    for message in records.run(server).await?.messages {
        let key = subjects::job_of(&message.subject);
        let (state, delivery) = (state_in(message.headers.as_ref()), scan::delivery(&message));
        if let (Some(key), Some(state), Some((_, since))) = (key, state, delivery) {
            states.insert(key, (state, since));
        }
    }
    Ok(states)
}
