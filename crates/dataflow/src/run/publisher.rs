//! Publishes what the workers of a run leave: every task that has ended gets exactly one record in one folder.

use super::{
    Run, RunError,
    job::{DOCUMENT, EXECUTED_DOCUMENT, Job, JobResult, RECORD},
};
use crate::{FinalRecord, RawTask, ResultFolder, instantiation::record_without_stages};
use deskpilot_queue::{JobId, JobQuery, JobRecord, JobState, StateKind};
use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

/// How often the publisher looks for tasks that have ended.
const PERIOD: Duration = Duration::from_millis(300);
/// How often it ends the leases of workers that are gone. Workers of the dataflow on other machines leave that to it.
const REAP_PERIOD: Duration = Duration::from_secs(5);
/// The states of jobs that have ended.
const FINAL: [StateKind; 4] =
    [StateKind::Succeeded, StateKind::Failed, StateKind::Cancelled, StateKind::Dead];

/// A task whose record was published.
#[derive(Clone, Debug, PartialEq)]
pub struct Published {
    /// Its unique id.
    pub id: String,
    /// The folder of its record.
    pub folder: ResultFolder,
    /// What it took, in seconds.
    pub seconds: f64,
    /// What the models cost, in dollars.
    pub dollars: f64,
    /// How often it was tried.
    pub attempts: u32,
}

/// The totals of a run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RunTotals {
    /// All tasks of the run.
    pub tasks: u64,
    /// The tasks that ended, by the folder of their record.
    pub folders: BTreeMap<ResultFolder, u64>,
    /// What they took, in seconds.
    pub seconds: f64,
    /// What the models cost, in dollars.
    pub dollars: f64,
}

impl RunTotals {
    /// The tasks that ended.
    pub fn ended(&self) -> u64 {
        self.folders.values().sum()
    }

    /// The tasks that ended as they should.
    pub fn passed(&self) -> u64 {
        self.folders.iter().filter(|(folder, _)| folder.is_pass()).map(|(_, count)| count).sum()
    }
}

/// Publishes the records of one run.
pub(super) struct Publisher<'r> {
    run: &'r Run,
    done: BTreeSet<String>,
    totals: RunTotals,
}

impl<'r> Publisher<'r> {
    pub(super) fn new(run: &'r Run) -> Publisher<'r> {
        Publisher { run, done: BTreeSet::new(), totals: RunTotals::default() }
    }

    /// Publishes until all tasks have ended or the user stops it.
    pub(super) async fn run(
        mut self,
        stop: &CancellationToken,
        mut tell: impl FnMut(&Published, &RunTotals),
    ) -> Result<RunTotals, RunError> {
        let mut reap_at = Instant::now();
        loop {
            if Instant::now() >= reap_at {
                self.run.queue.reap().await?;
                reap_at = Instant::now() + REAP_PERIOD;
            }
            let counts = self.run.queue.counts(&self.run.id).await?;
            self.totals.tasks = counts.total();
            let ended: u64 = FINAL.iter().map(|it| counts.of(*it)).sum();
            if ended > self.done.len() as u64 {
                self.publish_ended(&mut tell).await?;
            }
            let open = counts.of(StateKind::Queued) + counts.of(StateKind::Running);
            if open == 0 && ended == self.done.len() as u64 {
                return Ok(self.totals);
            }
            if stop.run_until_cancelled(tokio::time::sleep(PERIOD)).await.is_none() {
                // Publish the tasks that ended before the stop.
                self.publish_ended(&mut tell).await?;
                return Ok(self.totals);
            }
        }
    }

    async fn publish_ended(&mut self, tell: &mut impl FnMut(&Published, &RunTotals)) -> Result<(), RunError> {
        let mut query = JobQuery::first(FINAL.to_vec());
        loop {
            let page = self.run.queue.jobs(&self.run.id, &query).await?;
            for job in &page.jobs {
                if self.done.contains(job.spec.id.as_str()) {
                    continue;
                }
                let published = self.publish_one(job).await?;
                self.done.insert(job.spec.id.as_str().to_owned());
                *self.totals.folders.entry(published.folder).or_default() += 1;
                self.totals.seconds += published.seconds;
                self.totals.dollars += published.dollars;
                tell(&published, &self.totals);
            }
            match page.next {
                Some(next) => query.after = Some(next),
                None => return Ok(()),
            }
        }
    }

    async fn publish_one(&self, job: &JobRecord) -> Result<Published, RunError> {
        let raw = raw_of(job)?;
        let (record, result) = match job.result() {
            Some(value) => {
                let result = serde_json::from_value(value.clone());
                let result: JobResult = result.map_err(RunError::ResultOfOtherVersion)?;
                (self.collect(&raw, &result).await?, Some(result))
            }
            None => (without_result(&raw, &job.state), None),
        };
        self.run.results.write(&raw.unique_id, &record)?;
        Ok(Published {
            folder: record.folder(),
            id: raw.unique_id,
            seconds: result.as_ref().map_or(0.0, |it| it.seconds),
            dollars: result.as_ref().map_or(0.0, |it| it.dollars),
            attempts: job.attempt,
        })
    }

    /// The record that the job left. Its documents are written before it, so that a record never lacks its documents.
    async fn collect(&self, raw: &RawTask, result: &JobResult) -> Result<FinalRecord, RunError> {
        let (artefacts, results) = (&self.run.artefacts, &self.run.results);
        let of = |name: &str| format!("{}/{name}", result.artefacts);
        let text = String::from_utf8(artefacts.get(&of(RECORD)).await?)?;
        let record = FinalRecord::read(result.record, &text)?;
        let name = raw.document().map_err(RunError::BadRawTask)?;
        let document = artefacts.find(&of(DOCUMENT)).await?;
        if let Some(bytes) = &document {
            results.write_document(&name, bytes)?;
        }
        if let FinalRecord::Executed(task) = &record {
            if let Some(bytes) = artefacts.find(&of(EXECUTED_DOCUMENT)).await? {
                results.write_executed_document(&name, &bytes)?;
            }
            let request = match &task.instantiation_result.prefill.0 {
                Some(Ok(it)) => it.instantiated_request.as_str(),
                _ => task.original.original_task.as_str(),
            };
            if let (ResultFolder::ExecutionPass, Some(bytes)) = (record.folder(), &document) {
                results.write_batch_plan(&raw.unique_id, request, &name, bytes)?;
            }
        }
        Ok(record)
    }
}

/// The raw task of a job that a run submitted. Anybody who can write to the queue can add other jobs, and a job can name the task of
/// another one.
fn raw_of(job: &JobRecord) -> Result<RawTask, RunError> {
    let (run, id) = (job.spec.run.clone(), job.spec.id.clone());
    let raw = match serde_json::from_value::<Job>(job.spec.payload.clone()) {
        Ok(job) => job.into_raw(),
        Err(source) => return Err(RunError::ForeignJob { job: id, run, source }),
    };
    match id == JobId::from_name(&raw.unique_id) {
        true => Ok(raw),
        false => Err(RunError::ForeignTask { job: id, run, task: raw.unique_id }),
    }
}

/// The record of a task without a result: it was cancelled, or all attempts at it failed.
fn without_result(raw: &RawTask, state: &JobState) -> FinalRecord {
    let why = match state {
        JobState::Cancelled => "it was cancelled".to_owned(),
        JobState::Dead(why) => format!("all attempts failed: {why}"),
        state => format!("it ended without a result: {}", state.kind()),
    };
    FinalRecord::Instantiated(record_without_stages(raw, why))
}
