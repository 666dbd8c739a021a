//! The grounds of a ruling: its source, the risks, and what the operation acts on.

use super::{ActionSurroundings, Finding, Preset, Rule, Targets};
use crate::Caution;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The source of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RulingSource {
    /// The preset: no rule matches the operation.
    Preset(Preset),
    /// The rule with this name.
    Rule(String),
    /// The user, who approved or refused equal operations before.
    User(String),
    /// The agent asks for approval.
    Agent,
    /// The model's provider warns of the operation.
    Provider,
    /// A secret would go where others can read it.
    Secrecy,
}

impl RulingSource {
    /// Whether the user's answer may decide about equal operations too.
    pub(super) const fn yields_to_user(&self) -> bool {
        matches!(self, RulingSource::Preset(_) | RulingSource::Agent)
    }

    /// The caution that led to a ruling of this source, for another ruling on its operation.
    pub fn caution(&self, reason: &str) -> Caution {
        match self {
            RulingSource::Provider => Caution::Warned(reason.to_owned()),
            RulingSource::Agent => Caution::AskFirst,
            RulingSource::Preset(_)
            | RulingSource::Rule(_)
            | RulingSource::User(_)
            | RulingSource::Secrecy => Caution::Usual,
        }
    }
}

impl fmt::Display for RulingSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulingSource::Preset(preset) => write!(f, "the preset {preset}"),
            RulingSource::Rule(name) => write!(f, "the rule {name:?}"),
            RulingSource::User(what) => write!(f, "you: {what}"),
            RulingSource::Agent => f.write_str("the agent"),
            RulingSource::Provider => f.write_str("the model's provider"),
            RulingSource::Secrecy => f.write_str("the guard of your secrets"),
        }
    }
}

/// The grounds of a ruling.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Grounds {
    /// The source of the ruling.
    #[serde(rename = "speaker")]
    pub source: RulingSource,
    /// The risks found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// The rule that would allow equal operations from now on; `None` if a rule cannot or need not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<Box<Rule>>,
    /// Where links in the paths that the operation names lead. The operation is done only as long as they lead there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
    /// What the operation acts on, where a rule could allow equal operations.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Box<Targets>>,
    /// What a person who is asked needs to know of the window in addition; `None` where nobody is asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<Box<ActionSurroundings>>,
    /// What the operation does, where that is known; `None` where it may change anything in its window, and in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub known_effect: Option<Box<KnownEffect>>,
}

/// What an operation is known to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KnownEffect {
    /// It only looks, or shows what is there.
    Looks,
    /// It makes or writes these files, as the specification of its command says.
    Writes(Vec<String>),
}
