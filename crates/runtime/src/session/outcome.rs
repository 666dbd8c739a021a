//! The result of a session.

use crate::RuntimeError;
use deskpilot_agent::{Ending, Session};
use deskpilot_core::{CheckResult, fold::Cost};
use std::{fmt, sync::Arc};

/// The result of a session.
#[derive(Clone, Debug)]
pub struct SessionOutcome {
    /// How its last round ended.
    pub ending: Ending,
    /// Whether a limit ended that round, which then goes on when the session is resumed.
    pub at_limit: bool,
    /// The number of its steps.
    pub steps: u32,
    /// The number of decisions of its agents.
    pub decisions: u32,
    /// What it cost.
    pub cost: Cost,
    /// The hash of the last entry of its log, if the log is chained.
    pub head: Option<String>,
    /// The duration of its rounds, in seconds.
    pub seconds: f64,
    /// The results of its checks.
    pub checks: Vec<CheckResult>,
}

impl SessionOutcome {
    /// The result of a session that was stopped before it began.
    pub(super) fn not_begun() -> SessionOutcome {
        let (ending, cost) = (Ending::Stopped, Cost::default());
        SessionOutcome {
            ending,
            at_limit: false,
            steps: 0,
            decisions: 0,
            cost,
            head: None,
            seconds: 0.0,
            checks: Vec::new(),
        }
    }

    /// The result of a session that ended like this.
    pub(super) fn of(session: &Session, ending: Ending) -> SessionOutcome {
        let ledger = session.ledger();
        SessionOutcome {
            ending,
            at_limit: ledger.round.limited.is_some(),
            steps: ledger.steps.session,
            decisions: ledger.decisions.count,
            cost: ledger.cost.clone(),
            head: session.head(),
            ..SessionOutcome::not_begun()
        }
    }
}

/// An error of a session that its agents could not correct. Cheap to clone, because every waiting caller gets it.
#[derive(Clone, Debug)]
pub struct SessionError(Arc<RuntimeError>);

impl SessionError {
    /// The error that all waiting callers share.
    pub fn inner(&self) -> &RuntimeError {
        &self.0
    }

    pub(super) fn broken() -> SessionError {
        SessionError::from(RuntimeError::BrokeOff)
    }
}

impl From<RuntimeError> for SessionError {
    fn from(error: RuntimeError) -> SessionError {
        SessionError(Arc::new(error))
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for SessionError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.0.source()
    }
}
