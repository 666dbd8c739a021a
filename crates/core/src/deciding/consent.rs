//! The user's reply to an operation that needs approval.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The user's reply to an operation that needs approval.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", from = "ConsentRecord")]
pub enum Consent {
    /// Yes, this once.
    Once,
    /// Yes, and also to equal operations for the rest of the session.
    Session,
    /// Yes, and also to equal operations from now on, by the rule that was shown.
    Always,
    /// No, with what the user wrote to the agent, if anything.
    No(String),
    /// Nobody replied, which counts as no, with the reason why nobody did.
    Unanswered(String),
    /// Neither: the task stops, and asks again when it is resumed.
    Stop,
}

/// The log format: logs of the first formats have only yes or no.
#[derive(Deserialize)]
#[serde(untagged)]
enum ConsentRecord {
    YesOrNo(bool),
    Word(ConsentWord),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ConsentWord {
    Once,
    Session,
    Always,
    No(String),
    Unanswered(String),
    Stop,
}

impl From<ConsentRecord> for Consent {
    fn from(record: ConsentRecord) -> Consent {
        match record {
            ConsentRecord::YesOrNo(true) | ConsentRecord::Word(ConsentWord::Once) => Consent::Once,
            ConsentRecord::YesOrNo(false) => Consent::No(String::new()),
            ConsentRecord::Word(ConsentWord::Session) => Consent::Session,
            ConsentRecord::Word(ConsentWord::Always) => Consent::Always,
            ConsentRecord::Word(ConsentWord::No(why)) => Consent::No(why),
            ConsentRecord::Word(ConsentWord::Unanswered(why)) => Consent::Unanswered(why),
            ConsentRecord::Word(ConsentWord::Stop) => Consent::Stop,
        }
    }
}

impl Consent {
    /// Whether the operation may be done.
    pub const fn is_yes(&self) -> bool {
        matches!(self, Consent::Once | Consent::Session | Consent::Always)
    }

    /// The message to the agent after a no.
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
    fn consent_survives_a_round_trip_and_old_logs_say_yes_or_no() {
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
