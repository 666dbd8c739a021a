//! Agents: their kinds and names.

use super::Mode;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A kind of agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AgentKind {
    /// Splits the request into subtasks for applications and runs their life cycle.
    HostAgent,
    /// Carries out a subtask in one application.
    AppAgent,
    /// Evaluates what the other agents did.
    EvaluationAgent,
}

impl AgentKind {
    /// The name in logs and prompts.
    pub const fn name(self) -> &'static str {
        match self {
            AgentKind::HostAgent => "HostAgent",
            AgentKind::AppAgent => "AppAgent",
            AgentKind::EvaluationAgent => "EvaluationAgent",
        }
    }
}

impl fmt::Display for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of one agent: `HostAgent`, or `AppAgent/galculator/Calculator` after its application and the title
/// of its first window. Other modes than the normal one use another first word.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AgentName(String);

impl AgentName {
    /// The name of the HostAgent.
    pub fn host() -> AgentName {
        AgentName(AgentKind::HostAgent.name().into())
    }

    /// The name of an AppAgent that is created for this application while its window has this title.
    pub fn app(application: &str, title: &str) -> AgentName {
        AgentName::of(Mode::Normal, application, title)
    }

    /// The same for a session in this mode.
    pub fn of(mode: Mode, application: &str, title: &str) -> AgentName {
        AgentName(format!("{}/{application}/{title}", mode.prefix()))
    }

    /// The application an AppAgent was created for.
    pub fn application(&self) -> Option<&str> {
        Mode::application_of(&self.0)
    }

    /// The kind of agent with this name.
    pub fn kind(&self) -> AgentKind {
        if self.application().is_some() { AgentKind::AppAgent } else { AgentKind::HostAgent }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for AgentName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
