//! The ways in which a session runs.

use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};

/// How a session runs: who plans, who acts, and where the requests come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// The HostAgent plans what a person asks for, round by round.
    #[default]
    Normal,
    /// The steps of a plan file are carried out as they stand there.
    Follower,
    /// Each task of a plan file, or of a folder of them, is carried out on its document.
    BatchNormal,
    /// One computer-use model works on the whole desktop.
    Operator,
    /// As normal, with a computer-use model as AppAgent.
    NormalOperator,
    /// As a batch, with a computer-use model as AppAgent.
    BatchNormalOperator,
}

/// A mode, its word, what the names of its AppAgents begin with, and what it is in a few words.
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
    /// All of them.
    pub fn all() -> impl Iterator<Item = Mode> {
        MODES.iter().map(|(mode, ..)| *mode)
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        self.row().1
    }

    /// What it is, in a few words.
    pub fn words(self) -> &'static str {
        self.row().3
    }

    /// Whether its tasks are those of plan files.
    pub const fn is_planned(self) -> bool {
        matches!(self, Mode::Follower | Mode::BatchNormal | Mode::BatchNormalOperator)
    }

    /// Whether a computer-use model acts.
    pub const fn is_operated(self) -> bool {
        matches!(self, Mode::Operator | Mode::NormalOperator | Mode::BatchNormalOperator)
    }

    /// What the names of its AppAgents begin with.
    pub(super) fn prefix(self) -> &'static str {
        self.row().2
    }

    /// The application in the name of an AppAgent of any mode.
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

/// A task that was written down beforehand, as a plan file tells it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskPlan {
    /// What is to be done.
    pub task: String,
    /// The steps it is done in; none where that is for the HostAgent to say.
    pub steps: Vec<String>,
    /// What it is done with.
    pub object: Object,
    /// Whether what was opened for it is asked to close in the end.
    pub close: bool,
}

/// What a task is done with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Object {
    /// An application, by any of its names.
    Application(String),
    /// A document, by its absolute path: the application that opens such documents is meant.
    File(String),
}

impl Object {
    /// What it is called: the application, or the document without its folder.
    pub fn name(&self) -> &str {
        match self {
            Object::Application(name) => name,
            Object::File(path) => path.rsplit('/').next().unwrap_or(path),
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
