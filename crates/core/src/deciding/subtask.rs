//! Subtasks: the parts that the HostAgent splits a request into.

use super::{AgentName, Product, Status};
use crate::{ReasonCode, Refusal, Window};
use serde::{Deserialize, Serialize};
use std::{borrow::Cow, fmt};

/// One part of the request, for one application: a node of the dependency-ordered subtask graph.
///
/// On one line: `id: in APPLICATION, text [opens FILE] [needs a, b] [produces c]`. Only the text is required.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtask {
    /// Its id, by which other subtasks refer to it; unique within the round. Empty in logs of the first format.
    #[serde(default)]
    pub id: String,
    /// Its index among the subtasks assigned in the round, from 0; 0 while it is only planned.
    pub index: u32,
    /// What to do.
    pub text: String,
    /// The application it is for; empty if undecided.
    #[serde(default)]
    pub application: String,
    /// The document that is opened in the application when the plan goes on with it; empty for the application alone, `None` where
    /// its window is open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opens: Option<String>,
    /// Its prerequisites: ids of subtasks, or things that subtasks produce.
    #[serde(default)]
    pub needs: Vec<String>,
    /// Its promised results: notes on the blackboard, and files.
    #[serde(default)]
    pub produces: Vec<Product>,
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
        match self.opens.as_deref() {
            None => {}
            Some("") => f.write_str(" [opens]")?,
            Some(file) => write!(f, " [opens {file}]")?,
        }
        let produces: Vec<String> = self.produces.iter().map(ToString::to_string).collect();
        for (what, names) in [("needs", &self.needs), ("produces", &produces)] {
            if !names.is_empty() {
                write!(f, " [{what} {}]", names.join(", "))?;
            }
        }
        Ok(())
    }
}

/// A subtask assigned to an AppAgent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Assignment {
    /// What to do.
    pub subtask: Subtask,
    /// The target window, as the HostAgent observed it.
    pub window: Window,
    /// The AppAgent.
    pub agent: AgentName,
}

/// How a subtask ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SubtaskOutcome {
    /// Carried out, according to its AppAgent.
    Finished,
    /// Not carried out, for this reason; the HostAgent decides how to continue.
    Failed(String),
    /// Not carried out because of an error that its AppAgent did not cause; the HostAgent decides how to
    /// continue.
    Errored(String),
    /// Not carried out because its window, which had this title, is gone; the HostAgent decides how to
    /// continue.
    WindowGone(String),
}

impl SubtaskOutcome {
    /// The resulting status of its AppAgent.
    pub const fn status(&self) -> Status {
        match self {
            SubtaskOutcome::Finished => Status::Finish,
            SubtaskOutcome::Failed(_) => Status::Fail,
            SubtaskOutcome::Errored(_) | SubtaskOutcome::WindowGone(_) => Status::Error,
        }
    }

    /// Why it was not carried out; `None` if it was.
    pub fn reason(&self) -> Option<Cow<'_, str>> {
        match self {
            SubtaskOutcome::Finished => None,
            SubtaskOutcome::Failed(reason) | SubtaskOutcome::Errored(reason) => Some(reason.into()),
            SubtaskOutcome::WindowGone(title) => Some(Refusal::WindowGone(title.clone()).to_string().into()),
        }
    }

    /// The reason code; `None` if it was carried out or its agent gave the reason in its own words.
    pub const fn code(&self) -> Option<ReasonCode> {
        match self {
            SubtaskOutcome::WindowGone(_) => Some(ReasonCode::WindowGone),
            SubtaskOutcome::Finished | SubtaskOutcome::Failed(_) | SubtaskOutcome::Errored(_) => None,
        }
    }
}
