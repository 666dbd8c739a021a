//! Decisions of HostAgent and AppAgent. Each model reply becomes one of these or a complaint.

use super::{Assignment, Delegation, Subtask};
use crate::{Action, Launch, Operation, ProgramCall};
use serde::{Deserialize, Serialize};

/// A question to the user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Question(pub String);

/// Whether the model, or its provider, asks for approval of an operation. It can only make the policy stricter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Caution {
    /// The policy decides.
    #[default]
    Usual,
    /// Ask the user first, even if the policy allows the operation.
    AskFirst,
    /// The model's provider warns of this action, so the user is asked even if the policy allows it.
    Warned(String),
}

/// A decision of the HostAgent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostDecision {
    /// Give a subtask to the AppAgent of an open window.
    Assign(Box<Assignment>),
    /// Launch an application, then observe again.
    Launch(Launch, Caution),
    /// Launch an application, and give this subtask to the window that opens.
    LaunchFor(Launch, Caution, Box<Subtask>),
    /// Launch an application with several documents, one after the other. The subtask, if there is one, is for the window that
    /// shows the last.
    LaunchAll(Vec<Launch>, Caution, Option<Box<Subtask>>),
    /// Run a program, then observe again.
    Run(ProgramCall, Caution),
    /// Delegate a subtask to an external agent.
    Delegate(Box<Delegation>, Caution),
    /// Ask the user.
    Ask(Vec<Question>),
    /// Observe again: windows may have come and gone.
    Look,
    /// The request is carried out.
    Finish,
    /// The request cannot be carried out.
    Fail,
}

impl HostDecision {
    /// The operations that the decision asks for, in order, with the model's caution; none if it touches nothing outside.
    pub fn operations(&self) -> (Vec<Operation>, Caution) {
        let (operations, caution) = match self {
            HostDecision::Launch(launch, caution) | HostDecision::LaunchFor(launch, caution, _) => {
                (vec![Operation::Launch(launch.clone())], caution)
            }
            HostDecision::LaunchAll(launches, caution, _) => {
                (launches.iter().cloned().map(Operation::Launch).collect(), caution)
            }
            HostDecision::Run(shell, caution) => (vec![Operation::Run(shell.clone())], caution),
            HostDecision::Delegate(delegation, caution) => {
                (vec![Operation::Delegate(delegation.clone())], caution)
            }
            HostDecision::Assign(_)
            | HostDecision::Ask(_)
            | HostDecision::Look
            | HostDecision::Finish
            | HostDecision::Fail => return (Vec::new(), Caution::Usual),
        };
        (operations, caution.clone())
    }

    /// The subtask for the window that the decision opens, with the launch that opens it.
    pub fn opens_for(&self) -> Option<(&Launch, &Subtask)> {
        match self {
            HostDecision::LaunchFor(launch, _, subtask) => Some((launch, subtask)),
            HostDecision::LaunchAll(launches, _, Some(subtask)) => Some((launches.last()?, subtask)),
            _ => None,
        }
    }
}

/// A decision of an AppAgent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppDecision {
    /// Perform these actions in order, up to the first that fails and on which others may depend.
    Act {
        /// The actions; never empty.
        actions: Vec<Action>,
        /// Whether the model asks for approval first.
        caution: Caution,
        /// What follows when all actions succeeded.
        then: NextStatus,
        /// The places in the list of the actions on which no later one depends: where one of them is refused, the rest is done.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        independent: Vec<usize>,
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
pub enum NextStatus {
    /// The agent observes again.
    #[default]
    Continue,
    /// The subtask is carried out.
    Finish,
    /// The rest of the subtask cannot be carried out.
    Fail,
}

/// What both kinds of agent report in addition to their decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Remarks {
    /// What the agent observes.
    pub observation: String,
    /// Why it decides this way.
    pub thought: String,
    /// What it plans to do next.
    pub plan: Vec<String>,
    /// Its message to the user.
    pub comment: String,
    /// Why to save the screenshot on the blackboard; `None` to not save it.
    pub save_screenshot: Option<String>,
}

/// What the HostAgent reports in addition to its decision.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostRemarks {
    /// The part that all agents report.
    #[serde(flatten)]
    pub common: Remarks,
    /// The current subtask; empty if there is none.
    pub subtask: String,
    /// Its tips for the AppAgent.
    pub message: Vec<String>,
    /// Its plan as subtasks, with what they need and produce. Empty in logs of the first format.
    #[serde(default)]
    pub planned: Vec<Subtask>,
    /// The message for the user if this subtask and all planned ones are proven; empty if the HostAgent wants
    /// to look first.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub when_done: String,
    /// Who made the decision.
    #[serde(default, skip_serializing_if = "DecisionSource::is_decider")]
    pub source: DecisionSource,
}

/// Who made a decision of the HostAgent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionSource {
    /// The HostAgent's decider, from what it was shown.
    #[default]
    Decider,
    /// The session, by the plan of the decider's last decision: the results of the subtask before are proven.
    Plan,
}

impl DecisionSource {
    const fn is_decider(&self) -> bool {
        matches!(self, DecisionSource::Decider)
    }
}
