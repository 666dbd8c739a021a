//! What must be installed for desktops: checks, and the commands that install what is missing.

use async_trait::async_trait;
use serde::Serialize;
use std::time::Duration;
use tokio::sync::mpsc::UnboundedReceiver;

/// Checks what desktops need, and says how to install it.
#[async_trait]
pub trait Prerequisites: Send + Sync {
    /// Checks what desktops need, in the order in which a user should fix it.
    async fn checks(&self, depth: CheckDepth) -> Vec<Check>;

    /// The commands that install these packages, each as its program and arguments; `None` where the platform has no package
    /// manager that it knows.
    fn installation(&self, packages: &[String]) -> Option<Vec<Vec<String>>>;

    /// Tries on this machine what could not be tried where the platform was made, one trial after the other, each reported as it
    /// ends. `None` where there is nothing to try.
    fn self_test(&self) -> Option<UnboundedReceiver<Trial>> {
        None
    }
}

/// One trial of a self-test. Its texts have nothing that is the user's: no name of theirs, no title, no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// What is tried.
    pub name: &'static str,
    /// Its result.
    pub outcome: TrialOutcome,
    /// How long it took.
    pub took: Duration,
}

/// What came of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialOutcome {
    /// It works: what was seen.
    Passed(String),
    /// It does not: what was seen instead.
    Failed(String),
    /// It was not tried: why.
    Skipped(String),
}

/// How thorough the checks are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckDepth {
    /// Checks that programs and files exist.
    Shallow,
    /// Also starts a private desktop.
    Deep,
}

/// Whether something that desktops need is there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Availability {
    /// It is there: where or how.
    #[serde(rename = "yes")]
    Available(String),
    /// It is not there: why.
    #[serde(rename = "no")]
    Missing(String),
}

/// One check of what desktops need.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What is checked.
    pub name: String,
    /// What it is needed for.
    pub why: String,
    /// The result.
    pub found: Availability,
    /// What to do if it is missing.
    pub remedy: Option<String>,
    /// Whether Deskpilot cannot work without it.
    pub required: bool,
    /// The package of the platform that provides it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub package: Option<String>,
}

impl Check {
    /// Whether it is missing and required.
    pub fn blocks(&self) -> bool {
        self.required && self.is_missing()
    }

    /// Whether it is missing.
    pub const fn is_missing(&self) -> bool {
        matches!(self.found, Availability::Missing(_))
    }
}
