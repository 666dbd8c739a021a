//! The observations of a step.

use crate::{AppView, Timestamp, View};

/// An observation and its entry in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct StepObservation {
    /// The number of its entry.
    pub entry: u64,
    /// When it was made.
    pub at: Timestamp,
    /// What was observed.
    pub view: View,
}

impl StepObservation {
    /// The window that an AppAgent observed; `None` for the HostAgent's desktop.
    pub const fn app_view(&self) -> Option<&AppView> {
        match &self.view {
            View::App(view) => Some(view),
            View::Desktop(_) => None,
        }
    }
}
