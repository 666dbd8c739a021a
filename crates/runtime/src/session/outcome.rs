//! What comes of a session.

use anyhow::anyhow;
use deskpilot_agent::{Ending, Session};
use deskpilot_core::{CheckResult, fold::Cost};
use std::{fmt, sync::Arc};

/// What came of a session.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// How its last round left it.
    pub ending: Ending,
    /// The steps of the session.
    pub steps: u32,
    /// How often its agents decided.
    pub decisions: u32,
    /// What it cost.
    pub cost: Cost,
    /// The hash that stands for its log, where it is chained.
    pub head: Option<String>,
    /// How long its rounds took, in seconds.
    pub seconds: f64,
    /// What the checks of its task file found.
    pub checks: Vec<CheckResult>,
}

impl Outcome {
    /// It was stopped before it had begun.
    pub(super) fn not_begun() -> Outcome {
        let (ending, cost) = (Ending::Stopped, Cost::default());
        Outcome { ending, steps: 0, decisions: 0, cost, head: None, seconds: 0.0, checks: Vec::new() }
    }

    /// What came of this session.
    pub(super) fn of(session: &Session, ending: Ending) -> Outcome {
        let ledger = session.ledger();
        Outcome {
            ending,
            steps: ledger.steps.session,
            decisions: ledger.decisions.count,
            cost: ledger.cost.clone(),
            head: session.head(),
            ..Outcome::not_begun()
        }
    }
}

/// What went wrong with a session beyond what its agents could mend. Cheap to clone: all who wait are told the same.
#[derive(Clone, Debug)]
pub struct SessionError(Arc<anyhow::Error>);

impl SessionError {
    /// The error with its causes, to be told or tried for a type such as `UsageError`.
    pub fn inner(&self) -> &anyhow::Error {
        &self.0
    }

    pub(super) fn broken() -> SessionError {
        SessionError::from(anyhow!("the session broke off; its log can be resumed"))
    }
}

impl From<anyhow::Error> for SessionError {
    fn from(error: anyhow::Error) -> SessionError {
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
