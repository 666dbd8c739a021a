//! Rows of the table of jobs, and what they are in Rust.

use crate::{
    JobId, JobRecord, JobSpec, JobState, PoolName, Priority, QueueError, RunId, StateKind, WorkerName,
    progress::Progress,
};
use deskpilot_core::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params, types::Type};
use serde_json::Value;
use std::time::Duration;

/// The columns that [`StoredJob::of_row`] reads.
const COLUMNS: &str = "seq, run, id, pool, priority, payload, max_attempts, max_faults, timeout, submitted, \
    state, detail, attempt, faults, epoch, fence, worker, started, ended, expires, traceparent";

/// A row.
#[derive(Debug)]
pub(super) struct StoredJob {
    pub(super) seq: i64,
    pub(super) spec: JobSpec,
    pub(super) submitted: Timestamp,
    pub(super) progress: Progress,
    /// When the lease of a running job ends.
    pub(super) expires: Option<Timestamp>,
}

impl StoredJob {
    /// The rows that this clause selects.
    pub(super) fn select(
        connection: &Connection,
        clause: &str,
        values: impl rusqlite::Params,
    ) -> rusqlite::Result<Vec<StoredJob>> {
        let mut statement = connection.prepare(&format!("SELECT {COLUMNS} FROM jobs {clause}"))?;
        statement.query_map(values, StoredJob::of_row)?.collect()
    }

    /// The job of this run with this id.
    pub(super) fn find(
        connection: &Connection,
        run: &RunId,
        id: &JobId,
    ) -> rusqlite::Result<Option<StoredJob>> {
        let found = StoredJob::select(connection, "WHERE run = ?1 AND id = ?2", [run.as_str(), id.as_str()])?;
        Ok(found.into_iter().next())
    }

    /// The job with this number.
    pub(super) fn at(connection: &Connection, seq: i64) -> rusqlite::Result<Option<StoredJob>> {
        let sql = format!("SELECT {COLUMNS} FROM jobs WHERE seq = ?1");
        connection.query_row(&sql, [seq], StoredJob::of_row).optional()
    }

    fn of_row(row: &Row<'_>) -> rusqlite::Result<StoredJob> {
        let timeout: Option<u64> = time(row, "timeout")?.map(|it| it.0);
        let priority: i64 = row.get("priority")?;
        let spec = JobSpec {
            run: name(row, "run", RunId::new)?,
            id: name(row, "id", JobId::new)?,
            pool: name(row, "pool", PoolName::new)?,
            priority: if priority == 0 { Priority::High } else { Priority::Low },
            payload: json(row, "payload")?,
            max_attempts: row.get("max_attempts")?,
            max_faults: row.get("max_faults")?,
            timeout: timeout.map(Duration::from_millis),
            traceparent: row.get("traceparent")?,
        };
        let worker: Option<String> = row.get("worker")?;
        let progress = Progress {
            state: state(row)?,
            attempt: row.get("attempt")?,
            faults: row.get("faults")?,
            epoch: row.get("epoch")?,
            fence: row.get::<_, i64>("fence")?.unsigned_abs(),
            worker: worker.map(WorkerName::new).transpose().map_err(|error| unreadable("worker", error))?,
            started: time(row, "started")?,
            ended: time(row, "ended")?,
        };
        let submitted = time(row, "submitted")?.unwrap_or_default();
        Ok(StoredJob { seq: row.get("seq")?, spec, submitted, progress, expires: time(row, "expires")? })
    }

    /// Stores what has changed. A job that is queued can be claimed from this moment on.
    pub(super) fn store(
        connection: &Connection,
        seq: i64,
        progress: &Progress,
        times: Times,
    ) -> rusqlite::Result<()> {
        let detail = match &progress.state {
            JobState::Succeeded(value) | JobState::Failed(value) => Some(value.to_string()),
            JobState::Waiting(why) | JobState::Dead(why) => Some(why.clone()),
            JobState::Queued | JobState::Running | JobState::Cancelled => None,
        };
        connection.execute(
            "UPDATE jobs SET state = ?2, detail = ?3, attempt = ?4, faults = ?5, epoch = ?6, fence = ?7, \
                worker = ?8, started = ?9, ended = ?10, ready = ?11, expires = ?12 WHERE seq = ?1",
            params![
                seq,
                progress.state.kind().name(),
                detail,
                progress.attempt,
                progress.faults,
                progress.epoch,
                progress.fence.cast_signed(),
                progress.worker.as_ref().map(WorkerName::as_str),
                progress.started.map(to_sql),
                progress.ended.map(to_sql),
                to_sql(times.ready),
                times.expires.map(to_sql),
            ],
        )?;
        Ok(())
    }

    pub(super) fn into_record(self) -> JobRecord {
        self.progress.into_record(self.spec, self.submitted, self.expires)
    }
}

/// The times by which claims find a job.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Times {
    /// When a queued job can be claimed.
    pub(super) ready: Timestamp,
    /// When the lease of a running job ends.
    pub(super) expires: Option<Timestamp>,
}

pub(super) fn to_sql(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

fn time(row: &Row<'_>, column: &str) -> rusqlite::Result<Option<Timestamp>> {
    Ok(row.get::<_, Option<i64>>(column)?.map(|it| Timestamp(it.unsigned_abs())))
}

fn state(row: &Row<'_>) -> rusqlite::Result<JobState> {
    let stored: String = row.get("state")?;
    let why = || row.get::<_, Option<String>>("detail").map(Option::unwrap_or_default);
    let Some(kind) = StateKind::from_name(&stored) else {
        return Err(unreadable("state", format!("no job has the state {stored:?}")));
    };
    Ok(match kind {
        StateKind::Queued => JobState::Queued,
        StateKind::Running => JobState::Running,
        StateKind::Waiting => JobState::Waiting(why()?),
        StateKind::Succeeded => JobState::Succeeded(json(row, "detail")?),
        StateKind::Failed => JobState::Failed(json(row, "detail")?),
        StateKind::Cancelled => JobState::Cancelled,
        StateKind::Dead => JobState::Dead(why()?),
    })
}

fn name<T>(
    row: &Row<'_>,
    column: &'static str,
    read: impl Fn(String) -> Result<T, QueueError>,
) -> rusqlite::Result<T> {
    read(row.get(column)?).map_err(|error| unreadable(column, error))
}

fn json(row: &Row<'_>, column: &'static str) -> rusqlite::Result<Value> {
    let text: String = row.get(column)?;
    serde_json::from_str(&text).map_err(|error| unreadable(column, error))
}

fn unreadable(column: &str, why: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> rusqlite::Error {
    let why = format!("the column {column}: {}", why.into());
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, why.into())
}
