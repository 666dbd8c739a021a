//! Decisions of the two agents. A reply becomes one of these, or a complaint.

use super::{Assignment, Delegation, Subtask};
use crate::{Action, Launch, Operation, Shell};
use serde::{Deserialize, Serialize};

/// A question to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Question(pub String);

/// Whether the model itself wants a yes before the operation. It can only make the policy stricter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caution {
    /// As the policy says.
    #[default]
    Usual,
    /// Ask the user first, whatever the policy says.
    AskFirst,
    /// The model's provider warns of this: the user is asked whatever the policy says.
    Warned(String),
}

/// What the HostAgent decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostDecision {
    /// Give a subtask to the AppAgent of an open window.
    Assign(Box<Assignment>),
    /// Open an application, then look again.
    Launch(Launch, Caution),
    /// Open an application, and give the window that opens this subtask.
    LaunchFor(Launch, Caution, Box<Subtask>),
    /// Run a program, then look again.
    Run(Shell, Caution),
    /// Give a subtask to an agent that is not ours.
    Delegate(Box<Delegation>, Caution),
    /// Ask the user.
    Ask(Vec<Question>),
    /// The request is carried out.
    Finish,
    /// The request cannot be carried out.
    Fail,
}

impl HostDecision {
    /// What the decision does to the world, and how careful the model wants to be about it.
    pub fn operation(&self) -> Option<(Operation, Caution)> {
        match self {
            HostDecision::Launch(launch, caution) | HostDecision::LaunchFor(launch, caution, _) => {
                Some((Operation::Launch(launch.clone()), caution.clone()))
            }
            HostDecision::Run(shell, caution) => Some((Operation::Run(shell.clone()), caution.clone())),
            HostDecision::Delegate(delegation, caution) => {
                Some((Operation::Delegate(delegation.clone()), caution.clone()))
            }
            _ => None,
        }
    }
}

/// What an AppAgent decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppDecision {
    /// Do these things, one after the other, stopping at the first that does not succeed.
    Act {
        /// What to do; never empty.
        actions: Vec<Action>,
        /// Whether the model wants a yes first.
        caution: Caution,
        /// What follows when all succeeded.
        then: Then,
    },
    /// Ask the user.
    Ask(Vec<Question>),
    /// The subtask is carried out.
    Finish,
    /// The subtask cannot be carried out.
    Fail,
}

/// What follows when all actions of a decision succeeded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Then {
    /// The agent looks again.
    #[default]
    Continue,
    /// The subtask is carried out.
    Finish,
    /// The subtask cannot be carried out any further.
    Fail,
}

/// What both agents say beside their decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remarks {
    /// What it sees.
    pub observation: String,
    /// Why it decides so.
    pub thought: String,
    /// What it means to do after this.
    pub plan: Vec<String>,
    /// What it tells the user.
    pub comment: String,
    /// Why the picture should go on the blackboard; `None` when it should not.
    pub save_screenshot: Option<String>,
}

/// What the HostAgent says beside its decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRemarks {
    /// What both agents say.
    #[serde(flatten)]
    pub common: Remarks,
    /// The subtask it is at; empty when there is none.
    pub subtask: String,
    /// Its tips for the AppAgent.
    pub message: Vec<String>,
    /// Its plan as subtasks: what they need and produce. Empty in logs of the first format.
    #[serde(default)]
    pub planned: Vec<Subtask>,
}
