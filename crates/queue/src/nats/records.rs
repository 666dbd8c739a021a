//! Jobs and their records at the server. The record is the truth about a job, and changes only from a known state.

use super::{
    server::{Outgoing, Published, Server},
    subjects::{self, JOBS, RECORDS},
};
use crate::{JobId, JobRecord, JobSpec, QueueError, RunId, StateKind, progress::Progress};
use async_nats::HeaderMap;
use deskpilot_core::Timestamp;
use serde::{Deserialize, Serialize};

/// The header with the state, so that jobs can be counted without their results.
const STATE: &str = "Deskpilot-State";

/// How many times to try a change while others change the same job.
const MAX_TRIES: usize = 20;

/// A job as it is stored.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct StoredJob {
    pub(super) spec: JobSpec,
    pub(super) submitted: Timestamp,
}

impl StoredJob {
    /// The job of this run with this id.
    pub(super) async fn find(
        server: &Server,
        run: &RunId,
        id: &JobId,
    ) -> Result<Option<StoredJob>, QueueError> {
        let message = server.last(JOBS, &subjects::job(run, id)).await?;
        message.map(|it| server.parse(&it.payload)).transpose()
    }

    pub(super) fn into_record(self, progress: Progress) -> JobRecord {
        // The server counts from what the worker said last, and does not say when the lease ends.
        progress.into_record(self.spec, self.submitted, None)
    }
}

/// What of a job changes, as it was at one moment.
#[derive(Clone, Debug)]
pub(super) struct Versioned {
    pub(super) progress: Progress,
    revision: u64,
}

impl Versioned {
    /// The record of a job. A job that nobody has claimed yet has none: it is queued.
    pub(super) async fn load(server: &Server, run: &RunId, id: &JobId) -> Result<Versioned, QueueError> {
        let Some(message) = server.last(RECORDS, &subjects::record(run, id)).await? else {
            return Ok(Versioned { progress: Progress::default(), revision: 0 });
        };
        let revision = message.headers.as_ref().and_then(|it| it.get("Nats-Sequence"));
        let revision = revision.and_then(|it| it.as_str().parse().ok());
        let revision = revision.ok_or_else(|| server.unexpected("a record without a number"))?;
        Ok(Versioned { progress: server.parse(&message.payload)?, revision })
    }

    /// Stores another record after this one, unless somebody else did so first.
    pub(super) async fn replace(
        &self,
        server: &Server,
        run: &RunId,
        id: &JobId,
        progress: &Progress,
    ) -> Result<Replaced, QueueError> {
        let payload = server.json(progress)?;
        let message = Outgoing::new(server, RECORDS, subjects::record(run, id), payload);
        let message = message.with(STATE, progress.state.kind().name()).after(self.revision);
        match server.publish(&message).await? {
            Published::Stored => Ok(Replaced::Stored),
            Published::Outdated | Published::Occupied => Ok(Replaced::Outdated),
        }
    }
}

/// The result of storing a new record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Replaced {
    /// It is stored.
    Stored,
    /// Somebody else was first.
    Outdated,
}

/// Changes the record of a job; the new one, or why there is none. The change sees the record again whenever others were first.
pub(super) async fn update<E>(
    server: &Server,
    run: &RunId,
    id: &JobId,
    change: impl Fn(&Progress) -> Result<Progress, E>,
) -> Result<Result<Progress, E>, QueueError> {
    for _ in 0..MAX_TRIES {
        let current = Versioned::load(server, run, id).await?;
        let progress = match change(&current.progress) {
            Ok(progress) => progress,
            Err(why) => return Ok(Err(why)),
        };
        if current.replace(server, run, id, &progress).await? == Replaced::Stored {
            return Ok(Ok(progress));
        }
    }
    Err(QueueError::Contended { job: id.clone() })
}

/// The state that the headers of a record name.
pub(super) fn state_in(headers: Option<&HeaderMap>) -> Option<StateKind> {
    StateKind::from_name(headers?.get(STATE)?.as_str())
}
