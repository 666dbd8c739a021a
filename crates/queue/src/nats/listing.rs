//! Reads runs, jobs and pools.

use super::{
    records::{StoredJob, Versioned, state_in},
    scan::{self, Content, Scan},
    server::Server,
    subjects::{self, ALL_RUNS, JOBS, RECORDS, WORK},
};
use crate::{Cursor, JobCounts, JobPage, JobQuery, JobRecord, PoolLoad, QueueError, RunId, StateKind};
use async_nats::Message;
use futures::{StreamExt, TryStreamExt, stream};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The fewest jobs that are read at once.
const MIN_BATCH: u64 = 100;

/// How many records to request concurrently.
const AT_ONCE: usize = 100;

/// The jobs of a run that a query asks for.
pub(super) async fn jobs(server: &Server, run: &RunId, query: &JobQuery) -> Result<JobPage, QueueError> {
    let filter = subjects::jobs_of(run);
    let mut after = query.after.map_or(0, |it| it.0);
    let mut page = Vec::new();
    loop {
        let limit = (query.limit() as u64).max(MIN_BATCH);
        let jobs = Scan { stream: JOBS, filter: &filter, from: after + 1, limit, content: Content::Whole };
        let scanned = jobs.run(server).await?;
        let mut is_last = scanned.rest == 0;
        let records: Vec<(u64, JobRecord)> = stream::iter(scanned.messages)
            .map(|it| record(server, it))
            .buffered(AT_ONCE)
            .try_collect()
            .await?;
        for (number, record) in records {
            if page.len() == query.limit() {
                is_last = false;
                break;
            }
            after = number;
            if query.selects(record.state.kind()) {
                page.push(record);
            }
        }
        if is_last || page.len() == query.limit() {
            return Ok(JobPage { jobs: page, next: Some(Cursor(after)).filter(|_| !is_last) });
        }
    }
}

async fn record(server: &Server, message: Message) -> Result<(u64, JobRecord), QueueError> {
    let (number, _) = scan::delivery(&message).ok_or_else(|| server.unexpected("a job without a number"))?;
    let job: StoredJob = server.parse(&message.payload)?;
    let progress = Versioned::load(server, &job.spec.run, &job.spec.id).await?.progress;
    Ok((number, job.into_record(progress)))
}

/// How many jobs of a run are in each state. Those without a record are queued.
pub(super) async fn counts(server: &Server, run: &RunId) -> Result<JobCounts, QueueError> {
    let (jobs, records) = (subjects::jobs_of(run), subjects::records_of(run));
    let records =
        Scan { stream: RECORDS, filter: &records, from: 0, limit: u64::MAX, content: Content::Headers };
    let mut counts = JobCounts::default();
    for message in records.run(server).await?.messages {
        if let Some(kind) = state_in(message.headers.as_ref()) {
            counts.add(kind, 1);
        }
    }
    // Counted last, so that there are at least as many jobs as records.
    let jobs = Scan { stream: JOBS, filter: &jobs, from: 0, limit: 0, content: Content::Headers };
    let total = jobs.run(server).await?.rest;
    counts.add(StateKind::Queued, total.saturating_sub(counts.total()));
    Ok(counts)
}

/// Every run, by name.
pub(super) async fn runs(server: &Server) -> Result<Vec<RunId>, QueueError> {
    let subjects = scan::subjects(server, JOBS, ALL_RUNS).await?;
    let mut runs: Vec<RunId> =
        subjects.iter().filter_map(|it| RunId::new(it.rsplit('.').next()?).ok()).collect();
    runs.sort();
    Ok(runs)
}

/// Every pool with jobs queued or running, by name. A job that was given back with a delay counts as running until the delay is
/// over.
pub(super) async fn pools(server: &Server) -> Result<Vec<PoolLoad>, QueueError> {
    let mut pools: BTreeMap<_, (u64, u64)> = BTreeMap::new();
    let mut offset = 0;
    loop {
        let api = format!("$JS.API.CONSUMER.LIST.{WORK}");
        let mut list = server.demand(&api, &json!({"offset": offset})).await?;
        let Value::Array(consumers) = list["consumers"].take() else { break };
        for consumer in &consumers {
            let Some(pool) = consumer["name"].as_str().and_then(subjects::pool_of) else { continue };
            let load = pools.entry(pool).or_default();
            load.0 += consumer["num_pending"].as_u64().unwrap_or_default();
            load.1 += consumer["num_ack_pending"].as_u64().unwrap_or_default();
        }
        offset += consumers.len() as u64;
        if consumers.is_empty() || offset >= list["total"].as_u64().unwrap_or_default() {
            break;
        }
    }
    let busy = pools.into_iter().filter(|(_, load)| *load != (0, 0));
    Ok(busy.map(|(pool, (queued, running))| PoolLoad { pool, queued, running }).collect())
}
