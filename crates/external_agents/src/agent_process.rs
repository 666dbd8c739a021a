//! An external agent's process: how to start it, its time limits, and the errors it can end with.

use crate::{
    AgentProfile, ExternalError,
    process::{Program, Running},
};
use std::{
    convert::Infallible,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// How long an agent may take to introduce itself.
const GREETING: Duration = Duration::from_secs(20);
/// The maximum output of an agent in bytes. Output beside the result is read but not kept.
pub(crate) const MOST_SAID: u64 = 256 * 1024 * 1024;

/// The part that all kinds of external agents share.
#[derive(Clone, Debug)]
pub(crate) struct AgentProcess {
    pub(crate) profile: AgentProfile,
    pub(crate) program: Program,
    /// Its home directory.
    pub(crate) home: PathBuf,
    pub(crate) timeout: Duration,
}

/// Whether the subtask was sent to the agent: from then on it may have done something.
#[derive(Debug, Default)]
pub(crate) struct Given(AtomicBool);

impl Given {
    /// Marks the subtask as sent, just before sending it.
    pub(crate) fn note(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_so(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a conversation failed.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The agent no longer answers.
    Gone,
    /// Its output is invalid, for this reason.
    Senseless(String),
    /// It cannot be used, for this reason; nothing was sent to it.
    Unfit(String),
}

impl AgentProcess {
    pub(crate) fn start(&self) -> Result<Running, ExternalError> {
        self.program.start().map_err(|why| self.not_started(why))
    }

    /// How long it may take to introduce itself.
    pub(crate) fn greeting(&self) -> Duration {
        GREETING.min(self.timeout)
    }

    pub(crate) fn not_started(&self, why: impl Into<String>) -> ExternalError {
        ExternalError::NotStarted { name: self.profile.name.clone(), why: why.into() }
    }

    pub(crate) fn broke_off(&self, why: String) -> ExternalError {
        ExternalError::BrokeOff { name: self.profile.name.clone(), why }
    }

    /// Ends the program and returns the timeout error.
    pub(crate) async fn too_long(&self, mut running: Running) -> ExternalError {
        running.kill();
        running.end().await;
        ExternalError::TooLong { name: self.profile.name.clone(), after: self.timeout }
    }

    /// Ends the program and returns the result of a subtask. Errors before the subtask was sent mean that
    /// nothing was done.
    pub(crate) async fn settle<T, Late>(
        &self,
        running: Running,
        talked: Result<Result<T, Stop>, Late>,
        given: &Given,
    ) -> Result<T, ExternalError> {
        let Ok(talked) = talked else {
            let late = self.too_long(running).await;
            return Err(if given.is_so() { late } else { self.not_ready(self.timeout) });
        };
        let ending = running.end().await;
        talked.map_err(|stop| match stop {
            Stop::Gone if given.is_so() => self.broke_off(ending.to_string()),
            Stop::Gone => self.not_started(ending.to_string()),
            Stop::Senseless(why) if given.is_so() => self.broke_off(why),
            Stop::Senseless(why) => self.not_started(format!("{why}; {ending}")),
            Stop::Unfit(why) => self.not_started(why),
        })
    }

    fn not_ready(&self, after: Duration) -> ExternalError {
        let after = after.as_secs();
        self.not_started(format!("it did not say within {after} s who it is: try its program by hand"))
    }

    /// The same for a greeting, in which nothing is asked of the agent.
    pub(crate) async fn settle_greeting<Late>(
        &self,
        running: Running,
        greeted: Result<Result<String, Stop>, Late>,
    ) -> Result<String, ExternalError> {
        let Ok(greeted) = greeted else {
            self.too_long(running).await;
            return Err(self.not_ready(self.greeting()));
        };
        self.settle::<_, Infallible>(running, Ok(greeted), &Given::default()).await
    }
}
