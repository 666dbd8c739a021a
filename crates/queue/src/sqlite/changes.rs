//! Transactions that change jobs.

use super::rows::{StoredJob, Times, to_sql};
use crate::{
    Commit, Control, ControlResult, Hold, JobId, JobSpec, Lease, PoolName, Priority, Reaped, RunId,
    StateKind, Submission, WorkerName, clock,
    lease::Receipt,
    progress::{Claim, Progress},
};
use deskpilot_core::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};
use std::time::Duration;

/// Adds these jobs behind all others.
pub(super) fn submit(connection: &Connection, jobs: &[JobSpec]) -> rusqlite::Result<Submission> {
    let submitted = to_sql(clock::now());
    let first = take_numbers(connection, jobs.len())?;
    let mut added = 0;
    let mut insert = connection.prepare(
        "INSERT INTO jobs (seq, place, run, id, pool, priority, payload, max_attempts, max_faults, timeout, submitted, \
         traceparent) VALUES (?1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (run, id) DO NOTHING",
    )?;
    for (number, job) in (first..).zip(jobs) {
        let timeout = job.timeout.map(|it| to_sql(clock::after(Timestamp(0), it)));
        added += insert.execute(params![
            number,
            job.run.as_str(),
            job.id.as_str(),
            job.pool.as_str(),
            i64::from(job.priority == Priority::Low),
            job.payload.to_string(),
            job.max_attempts,
            job.max_faults,
            timeout,
            submitted,
            job.traceparent,
        ])?;
    }
    Ok(Submission { added: added as u64, already_there: (jobs.len() - added) as u64 })
}

/// The first of this many numbers that no job has had. They say in which order jobs were submitted, and are claimed.
fn take_numbers(connection: &Connection, count: usize) -> rusqlite::Result<i64> {
    let sql = "UPDATE counter SET next = next + ?1 RETURNING next - ?1";
    connection.query_row(sql, [i64::try_from(count).unwrap_or(i64::MAX)], |row| row.get(0))
}

/// Takes the next job of these pools, after it has ended the leases that ran out.
pub(super) fn claim(
    connection: &Connection,
    worker: &WorkerName,
    pools: &[PoolName],
    length: Duration,
) -> rusqlite::Result<Option<Lease>> {
    let now = clock::now();
    expire(connection, now)?;
    while let Some(seq) = next(connection, pools, now)? {
        let Some(job) = StoredJob::at(connection, seq)? else { return Ok(None) };
        match job.progress.claim(job.spec.max_attempts, worker, now) {
            Claim::Run(progress) => {
                let lease = progress.lease(job.spec, length, Receipt::Row(job.seq));
                let times = Times { expires: Some(lease.expires), ..Times::default() };
                StoredJob::store(connection, seq, &progress, times)?;
                return Ok(Some(lease));
            }
            Claim::Bury(progress) => StoredJob::store(connection, seq, &progress, Times::default())?,
            Claim::NotQueued => return Ok(None),
        }
    }
    Ok(None)
}

/// The number of the next job of these pools. Asks for each pool by itself, because SQLite would otherwise sort all their jobs.
fn next(connection: &Connection, pools: &[PoolName], now: Timestamp) -> rusqlite::Result<Option<i64>> {
    let mut statement = connection.prepare(
        "SELECT priority, place, seq FROM jobs WHERE state = 'queued' AND pool = ?1 AND ready <= ?2 \
         ORDER BY priority, place LIMIT 1",
    )?;
    let mut best: Option<(i64, i64, i64)> = None;
    for pool in pools {
        let first = statement.query_row(params![pool.as_str(), to_sql(now)], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        });
        best = [best, first.optional()?].into_iter().flatten().min();
    }
    Ok(best.map(|(_, _, seq)| seq))
}

/// Ends the leases that ran out.
pub(super) fn expire(connection: &Connection, now: Timestamp) -> rusqlite::Result<Reaped> {
    let mut reaped = Reaped::default();
    let expired = StoredJob::select(connection, "WHERE state = 'running' AND expires <= ?1", [to_sql(now)])?;
    for job in expired {
        let progress = job.progress.expire(job.spec.max_attempts, now);
        match progress.state.kind() {
            StateKind::Queued => reaped.expired += 1,
            _ => reaped.buried += 1,
        }
        StoredJob::store(connection, job.seq, &progress, Times::default())?;
    }
    Ok(reaped)
}

/// Extends a lease, by its whole length from now and not beyond its deadline.
pub(super) fn extend(connection: &Connection, lease: &Lease, length: Duration) -> rusqlite::Result<Hold> {
    let now = clock::now();
    let Some(job) = leased(connection, lease)? else { return Ok(Hold::Lost) };
    let hold = job.progress.hold(lease.fence);
    if hold != Hold::Held {
        return Ok(hold);
    }
    if lease.is_past_deadline(now) {
        return Ok(Hold::Lost);
    }
    let expires = clock::after(now, length);
    let expires = lease.deadline.map_or(expires, |it| it.min(expires));
    connection.execute("UPDATE jobs SET expires = ?2 WHERE seq = ?1", params![job.seq, to_sql(expires)])?;
    Ok(Hold::Held)
}

/// Whether a lease holds, without a change.
pub(super) fn hold(connection: &Connection, lease: &Lease) -> rusqlite::Result<Hold> {
    Ok(leased(connection, lease)?.map_or(Hold::Lost, |it| it.progress.hold(lease.fence)))
}

/// Changes a job by its lease. It can be claimed from `ready` on, if it is queued again.
pub(super) fn commit(
    connection: &Connection,
    lease: &Lease,
    ready: Timestamp,
    change: impl FnOnce(&StoredJob) -> Result<Progress, Commit>,
) -> rusqlite::Result<Commit> {
    let Some(job) = leased(connection, lease)? else { return Ok(Commit::Fenced) };
    match change(&job) {
        Ok(progress) => {
            StoredJob::store(connection, job.seq, &progress, Times { ready, expires: None })?;
            Ok(Commit::Committed)
        }
        Err(commit) => Ok(commit),
    }
}

fn leased(connection: &Connection, lease: &Lease) -> rusqlite::Result<Option<StoredJob>> {
    match &lease.receipt {
        Receipt::Row(seq) => StoredJob::at(connection, *seq),
        #[cfg(feature = "nats")]
        Receipt::Reply(_) => Ok(None),
    }
}

/// Cancels a job, or queues it again behind all others.
pub(super) fn control(
    connection: &Connection,
    run: &RunId,
    id: &JobId,
    control: Control,
) -> rusqlite::Result<ControlResult> {
    let Some(job) = StoredJob::find(connection, run, id)? else { return Ok(ControlResult::NoSuchJob) };
    let changed = match control {
        Control::Cancel => job.progress.cancel(clock::now()),
        Control::Requeue => job.progress.requeue(),
    };
    let progress = match changed {
        Ok(progress) => progress,
        Err(kind) => return Ok(ControlResult::NotApplicable(kind)),
    };
    StoredJob::store(connection, job.seq, &progress, Times::default())?;
    if control == Control::Requeue {
        let place = take_numbers(connection, 1)?;
        connection.execute("UPDATE jobs SET place = ?2 WHERE seq = ?1", params![job.seq, place])?;
    }
    Ok(ControlResult::Applied)
}
