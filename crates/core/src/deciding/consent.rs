//! What the user says to an operation that waits for a yes.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What the user says to an operation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "Written")]
pub enum Consent {
    /// Yes, this once.
    Once,
    /// Yes, and to its equals for the rest of the session.
    Session,
    /// Yes, and to its equals from now on, by the rule that was shown.
    Always,
    /// No; what the agent is told about it, where the user said anything.
    No(String),
    /// Nobody said anything, and so it is a no; why nobody did.
    Unanswered(String),
    /// Neither: the task stops, and asks again when it is resumed.
    Stop,
}

/// Logs of the first formats say yes or no only.
#[derive(Deserialize)]
#[serde(untagged)]
enum Written {
    YesOrNo(bool),
    Word(Word),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Word {
    Once,
    Session,
    Always,
    No(String),
    Unanswered(String),
    Stop,
}

impl From<Written> for Consent {
    fn from(written: Written) -> Consent {
        match written {
            Written::YesOrNo(true) | Written::Word(Word::Once) => Consent::Once,
            Written::YesOrNo(false) => Consent::No(String::new()),
            Written::Word(Word::Session) => Consent::Session,
            Written::Word(Word::Always) => Consent::Always,
            Written::Word(Word::No(why)) => Consent::No(why),
            Written::Word(Word::Unanswered(why)) => Consent::Unanswered(why),
            Written::Word(Word::Stop) => Consent::Stop,
        }
    }
}

impl Consent {
    /// Whether the operation may be done.
    pub const fn is_yes(&self) -> bool {
        matches!(self, Consent::Once | Consent::Session | Consent::Always)
    }

    /// What the agent is told where it is a no.
    pub fn refusal(&self) -> Option<String> {
        match self {
            Consent::No(why) if why.is_empty() => Some("the user said no".into()),
            Consent::No(why) => Some(format!("the user said no: {why}")),
            Consent::Unanswered(why) => Some(why.clone()),
            _ => None,
        }
    }
}

impl fmt::Display for Consent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Consent::Once => f.write_str("yes, this once"),
            Consent::Session => f.write_str("yes, for this session"),
            Consent::Always => f.write_str("yes, always"),
            Consent::No(why) if why.is_empty() => f.write_str("no"),
            Consent::No(why) => write!(f, "no: {why}"),
            Consent::Unanswered(why) => write!(f, "nothing: {why}"),
            Consent::Stop => f.write_str("stop"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_comes_back_and_old_logs_say_yes_or_no() {
        for consent in [
            Consent::Once,
            Consent::Session,
            Consent::Always,
            Consent::No("wrong file".into()),
            Consent::Unanswered("nobody is here".into()),
            Consent::Stop,
        ] {
            let json = serde_json::to_string(&consent).unwrap();
            assert_eq!(serde_json::from_str::<Consent>(&json).unwrap(), consent, "{json}");
        }
        assert_eq!(serde_json::from_str::<Consent>("true").unwrap(), Consent::Once);
        assert_eq!(serde_json::from_str::<Consent>("false").unwrap(), Consent::No(String::new()));
    }
}
