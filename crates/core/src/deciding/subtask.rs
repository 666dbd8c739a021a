//! Subtasks: what the HostAgent splits a request into.

use super::AgentName;
use crate::Window;
use serde::{Deserialize, Serialize};

/// One piece of the request, for one application.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtask {
    /// Its place among the round's subtasks, from 0.
    pub index: u32,
    /// What is to be done.
    pub text: String,
    /// Tips of the HostAgent for the AppAgent.
    pub message: Vec<String>,
}

/// A subtask in the hands of an AppAgent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// What is to be done.
    pub subtask: Subtask,
    /// Where, as the HostAgent saw it.
    pub window: Window,
    /// By whom.
    pub agent: AgentName,
}

/// How a subtask ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubtaskOutcome {
    /// Carried out, says its AppAgent.
    Finished,
    /// Not carried out, for this reason; the HostAgent decides what becomes of it.
    Failed(String),
}
