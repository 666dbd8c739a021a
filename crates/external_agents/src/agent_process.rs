//! An external agent's process: how to start it, its time limits, and the errors it can end with.

use crate::{AgentProfile, ExternalError};
use deskpilot_system::{Program, RunningProgram};
use std::{
    convert::Infallible,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

/// How long an agent may take to introduce itself.
const GREETING_TIMEOUT: Duration = Duration::from_secs(20);
/// The maximum output of an agent in bytes. Output beyond the result is read but discarded.
pub(crate) const MAX_OUTPUT_BYTES: u64 = 256 * 1024 * 1024;
/// The maximum size of a kept result, in bytes.
pub(crate) const MAX_RESULT_BYTES: usize = 64 * 1024;

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
pub(crate) struct SentFlag(AtomicBool);

impl SentFlag {
    /// Marks the subtask as sent, just before sending it.
    pub(crate) fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why a conversation failed.
#[derive(Debug)]
pub(crate) enum ConversationError {
    /// The agent no longer answers.
    Gone,
    /// Its output is invalid, for this reason.
    Invalid(String),
    /// It cannot be used, for this reason; nothing was sent to it.
    Unusable(String),
}

impl AgentProcess {
    pub(crate) fn start(&self) -> Result<RunningProgram, ExternalError> {
        self.program.start().map_err(|why| self.not_started(why))
    }

    /// How long it may take to introduce itself.
    pub(crate) fn greeting_timeout(&self) -> Duration {
        GREETING_TIMEOUT.min(self.timeout)
    }

    pub(crate) fn not_started(&self, why: impl Into<String>) -> ExternalError {
        ExternalError::NotStarted { name: self.profile.name.clone(), why: why.into() }
    }

    pub(crate) fn broke_off(&self, why: String) -> ExternalError {
        ExternalError::BrokeOff { name: self.profile.name.clone(), why }
    }

    /// Ends the program and returns the timeout error.
    pub(crate) async fn too_long(&self, running: RunningProgram) -> ExternalError {
        running.kill();
        running.end().await;
        ExternalError::TooLong { name: self.profile.name.clone(), after: self.timeout }
    }

    /// Ends the program and returns the result of a subtask. Errors before the subtask was sent mean that
    /// nothing was done.
    pub(crate) async fn settle<T, Timeout>(
        &self,
        running: RunningProgram,
        conversation: Result<Result<T, ConversationError>, Timeout>,
        sent: &SentFlag,
    ) -> Result<T, ExternalError> {
        let Ok(conversation) = conversation else {
            let late = self.too_long(running).await;
            return Err(if sent.is_set() { late } else { self.not_ready(self.timeout) });
        };
        let ending = running.end().await;
        conversation.map_err(|stop| match stop {
            ConversationError::Gone if sent.is_set() => self.broke_off(ending.to_string()),
            ConversationError::Gone => self.not_started(ending.to_string()),
            ConversationError::Invalid(why) if sent.is_set() => self.broke_off(why),
            ConversationError::Invalid(why) => self.not_started(format!("{why}; {ending}")),
            ConversationError::Unusable(why) => self.not_started(why),
        })
    }

    fn not_ready(&self, after: Duration) -> ExternalError {
        let after = after.as_secs();
        self.not_started(format!("it did not say within {after} s who it is: try its program by hand"))
    }

    /// The same for a greeting, which gives the agent nothing to do.
    pub(crate) async fn settle_greeting<Timeout>(
        &self,
        running: RunningProgram,
        greeting: Result<Result<String, ConversationError>, Timeout>,
    ) -> Result<String, ExternalError> {
        let Ok(greeting) = greeting else {
            self.too_long(running).await;
            return Err(self.not_ready(self.greeting_timeout()));
        };
        self.settle::<_, Infallible>(running, Ok(greeting), &SentFlag::default()).await
    }
}
