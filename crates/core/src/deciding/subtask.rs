//! Subtasks: what the HostAgent splits a request into.

use super::{AgentName, Status};
use crate::{Code, Refusal, Window};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// One piece of the request, for one application: a node of the dependency-ordered subtask graph.
///
/// As one line it is `id: in APPLICATION, text [needs a, b] [produces c]`; all but the text may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtask {
    /// What others call it; unique in its round. Empty in logs of the first format.
    #[serde(default)]
    pub id: String,
    /// Its place among the subtasks assigned in the round, from 0; 0 while it is only planned.
    pub index: u32,
    /// What is to be done.
    pub text: String,
    /// The application it is meant for; empty when that is not decided.
    #[serde(default)]
    pub application: String,
    /// What must be there first: subtasks by their ids, or what subtasks produce.
    #[serde(default)]
    pub needs: Vec<String>,
    /// What it leaves behind: names of notes on the blackboard, or of files.
    #[serde(default)]
    pub produces: Vec<String>,
    /// Tips of the HostAgent for the AppAgent.
    pub message: Vec<String>,
}

impl fmt::Display for Subtask {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.id.is_empty() {
            write!(f, "{}: ", self.id)?;
        }
        if !self.application.is_empty() {
            write!(f, "in {}, ", self.application)?;
        }
        f.write_str(&self.text)?;
        for (what, names) in [("needs", &self.needs), ("produces", &self.produces)] {
            if !names.is_empty() {
                write!(f, " [{what} {}]", names.join(", "))?;
            }
        }
        Ok(())
    }
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
    /// Not carried out, because something went wrong that is not its AppAgent's doing; the HostAgent decides.
    Errored(String),
    /// Not carried out, because its window, which had this title, is gone; the HostAgent decides.
    WindowGone(String),
}

impl SubtaskOutcome {
    /// The state its AppAgent is in then.
    pub const fn status(&self) -> Status {
        match self {
            SubtaskOutcome::Finished => Status::Finish,
            SubtaskOutcome::Failed(_) => Status::Fail,
            SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_) => Status::Error,
        }
    }

    /// Why it was not carried out; `None` when it was.
    pub fn reason(&self) -> Option<Cow<'_, str>> {
        match self {
            SubtaskOutcome::Finished => None,
            SubtaskOutcome::Failed(reason) | SubtaskOutcome::Errored(reason) => Some(reason.into()),
            SubtaskOutcome::WindowGone(title) => Some(Refusal::WindowGone(title.clone()).to_string().into()),
        }
    }

    /// Why it was not carried out, as a word to decide by; `None` where its agent said why in its own words.
    pub const fn code(&self) -> Option<Code> {
        match self {
            SubtaskOutcome::WindowGone(_) => Some(Code::WindowGone),
            SubtaskOutcome::Finished | SubtaskOutcome::Failed(_) | SubtaskOutcome::Errored(_) => None,
        }
    }
}
