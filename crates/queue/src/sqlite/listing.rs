//! Queries that only read.

use super::rows::StoredJob;
use crate::{Cursor, JobCounts, JobPage, JobQuery, PoolLoad, PoolName, RunId, StateKind};
use rusqlite::Connection;
use std::collections::BTreeMap;

/// The jobs of a run that a query asks for.
pub(super) fn jobs(connection: &Connection, run: &RunId, query: &JobQuery) -> rusqlite::Result<JobPage> {
    let states = if query.states.is_empty() { StateKind::ALL.to_vec() } else { query.states.clone() };
    let after = query.after.map_or(0, |it| it.0.cast_signed());
    // One more than asked for shows whether there is another page. Each state is read by its index and in order of submission.
    let limit = query.limit() + 1;
    let mut stored = Vec::new();
    for state in states {
        let clause = format!("WHERE run = ?1 AND state = ?2 AND seq > ?3 ORDER BY seq LIMIT {limit}");
        stored.extend(StoredJob::select(connection, &clause, (run.as_str(), state.name(), after))?);
    }
    stored.sort_by_key(|it| it.seq);
    stored.dedup_by_key(|it| it.seq);
    let has_more = stored.len() >= limit;
    stored.truncate(query.limit());
    let last = stored.last().map(|it| Cursor(it.seq.unsigned_abs()));
    Ok(JobPage {
        jobs: stored.into_iter().map(StoredJob::into_record).collect(),
        next: last.filter(|_| has_more),
    })
}

/// How many jobs of a run are in each state.
pub(super) fn counts(connection: &Connection, run: &RunId) -> rusqlite::Result<JobCounts> {
    let mut statement =
        connection.prepare("SELECT state, count(*) FROM jobs WHERE run = ?1 GROUP BY state")?;
    let mut rows = statement.query([run.as_str()])?;
    let mut counts = JobCounts::default();
    while let Some(row) = rows.next()? {
        let state: String = row.get(0)?;
        if let Some(kind) = StateKind::from_name(&state) {
            counts.add(kind, row.get::<_, i64>(1)?.unsigned_abs());
        }
    }
    Ok(counts)
}

/// Every run, by name. Jumps from one to the next in the index, because a run may have many jobs.
pub(super) fn runs(connection: &Connection) -> rusqlite::Result<Vec<RunId>> {
    let mut statement = connection.prepare("SELECT min(run) FROM jobs WHERE run > ?1")?;
    let mut runs: Vec<RunId> = Vec::new();
    loop {
        let last = runs.last().map_or("", RunId::as_str);
        let next: Option<String> = statement.query_row([last], |row| row.get(0))?;
        let Some(run) = next.and_then(|it| RunId::new(it).ok()) else { return Ok(runs) };
        runs.push(run);
    }
}

/// Every pool with jobs queued or running, by name.
pub(super) fn pools(connection: &Connection) -> rusqlite::Result<Vec<PoolLoad>> {
    let mut pools: BTreeMap<PoolName, (u64, u64)> = BTreeMap::new();
    for (pool, jobs) in jobs_by_pool(connection, StateKind::Queued)? {
        pools.entry(pool).or_default().0 = jobs;
    }
    for (pool, jobs) in jobs_by_pool(connection, StateKind::Running)? {
        pools.entry(pool).or_default().1 = jobs;
    }
    Ok(pools.into_iter().map(|(pool, (queued, running))| PoolLoad { pool, queued, running }).collect())
}

fn jobs_by_pool(connection: &Connection, state: StateKind) -> rusqlite::Result<Vec<(PoolName, u64)>> {
    // The state is part of the text, so that SQLite knows that its partial index fits.
    let sql = format!("SELECT pool, count(*) FROM jobs WHERE state = '{state}' GROUP BY pool");
    let mut statement = connection.prepare(&sql)?;
    let rows = statement
        .query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?.unsigned_abs())))?;
    let rows: Vec<(String, u64)> = rows.collect::<rusqlite::Result<_>>()?;
    Ok(rows.into_iter().filter_map(|(pool, jobs)| Some((PoolName::new(pool).ok()?, jobs))).collect())
}
