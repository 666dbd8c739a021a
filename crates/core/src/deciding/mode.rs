//! Session modes, and the plans that planned modes run.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// A session mode: who plans, who acts, and where the requests come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The HostAgent plans the user's requests, round by round.
    #[default]
    Normal,
    /// The session follows the steps of a plan file exactly.
    Follower,
    /// The session carries out the task of each plan file, or of a folder of them, on its document.
    BatchNormal,
    /// One computer-use model works on the whole desktop.
    Operator,
    /// Like normal, with a computer-use model as AppAgent.
    NormalOperator,
    /// Like batch_normal, with a computer-use model as AppAgent.
    BatchNormalOperator,
}

/// Each mode, its word, the prefix of its AppAgents' names, and a short description.
const MODES: &[(Mode, &str, &str, &str)] = &[
    (Mode::Normal, "normal", "AppAgent", "plan what is asked for, and carry it out"),
    (Mode::Follower, "follower", "BatchAgent", "carry out the steps of a plan file, or of a folder of them"),
    (Mode::BatchNormal, "batch_normal", "BatchAgent", "carry out the task of each plan file on its document"),
    (Mode::Operator, "operator", "OpenAIOperator", "let a computer-use model work on the whole desktop"),
    (
        Mode::NormalOperator,
        "normal_operator",
        "OpenAIOperator",
        "as normal, with a computer-use model in the windows",
    ),
    (
        Mode::BatchNormalOperator,
        "batch_normal_operator",
        "BatchOpenAIOperator",
        "as batch_normal, with a computer-use model in the windows",
    ),
];

impl Mode {
    /// All modes.
    pub fn all() -> impl Iterator<Item = Mode> {
        MODES.iter().map(|(mode, ..)| *mode)
    }

    /// The mode's name on the command line and in logs.
    pub fn word(self) -> &'static str {
        self.row().1
    }

    /// A short description.
    pub fn description(self) -> &'static str {
        self.row().3
    }

    /// Whether the tasks come from plan files.
    pub const fn is_planned(self) -> bool {
        matches!(self, Mode::Follower | Mode::BatchNormal | Mode::BatchNormalOperator)
    }

    /// Whether a computer-use model acts.
    pub const fn is_operated(self) -> bool {
        matches!(self, Mode::Operator | Mode::NormalOperator | Mode::BatchNormalOperator)
    }

    /// The first word of its AppAgents' names.
    pub(super) fn prefix(self) -> &'static str {
        self.row().2
    }

    /// The application in an AppAgent's name, for all modes.
    pub(super) fn application_of(name: &str) -> Option<&str> {
        let (prefix, rest) = name.split_once('/')?;
        MODES.iter().any(|it| it.2 == prefix).then(|| rest.split('/').next())?
    }

    fn row(self) -> &'static (Mode, &'static str, &'static str, &'static str) {
        MODES.iter().find(|(mode, ..)| *mode == self).unwrap_or(&MODES[0])
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Mode {
    type Err = String;

    fn from_str(word: &str) -> Result<Mode, String> {
        let known = || Mode::all().map(Mode::word).collect::<Vec<_>>().join(", ");
        Mode::all()
            .find(|it| it.word() == word)
            .ok_or_else(|| format!("there is no mode {word:?}: the modes are {}", known()))
    }
}

/// A task from a plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskPlan {
    /// The task, as a request.
    pub task: String,
    /// Its steps; empty if the HostAgent plans them.
    pub steps: Vec<String>,
    /// The application or document it works on.
    pub object: TaskObject,
    /// Whether to ask the windows opened for it to close at the end.
    pub close: bool,
}

/// What a task works on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskObject {
    /// An application, by any of its names.
    Application(String),
    /// A document, by absolute path. It opens in its default application.
    File(String),
}

impl TaskObject {
    /// The application's name, or the file name of the document.
    pub fn name(&self) -> &str {
        match self {
            TaskObject::Application(name) => name,
            TaskObject::File(path) => path.rsplit('/').next().unwrap_or(path),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AgentKind, AgentName};

    #[test]
    fn every_mode_has_its_word_and_its_agents_their_names() {
        for (word, name) in [
            ("normal", "AppAgent/calc/Calculator"),
            ("follower", "BatchAgent/calc/Calculator"),
            ("batch_normal", "BatchAgent/calc/Calculator"),
            ("operator", "OpenAIOperator/calc/Calculator"),
            ("normal_operator", "OpenAIOperator/calc/Calculator"),
            ("batch_normal_operator", "BatchOpenAIOperator/calc/Calculator"),
        ] {
            let mode: Mode = word.parse().unwrap();
            assert_eq!(serde_json::to_value(mode).unwrap(), word);
            let agent = AgentName::of(mode, "calc", "Calculator");
            assert_eq!(agent.as_str(), name);
            assert_eq!((agent.kind(), agent.application()), (AgentKind::AppAgent, Some("calc")));
        }
        assert_eq!(Mode::all().count(), 6);
        assert!("normally".parse::<Mode>().unwrap_err().contains("normal, follower, batch_normal, operator"));
        assert_eq!(AgentName::host().application(), None);
    }
}
