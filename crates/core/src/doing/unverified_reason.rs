//! Why it is not known what an action did.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an effect could not be checked, and what was seen all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "UnverifiedRecord", into = "UnverifiedRecord")]
pub struct UnverifiedReason {
    /// The sentence for people and models.
    pub why: String,
    /// The names of texts that are different and may have changed by themselves.
    pub shown: Vec<String>,
}

/// The reason in the log: a sentence alone where nothing was seen, as in every format.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum UnverifiedRecord {
    Sentence(String),
    Seen { why: String, shown: Vec<String> },
}

impl UnverifiedReason {
    /// The same reason, with more in front of its sentence.
    #[must_use]
    pub fn behind(self, before: &str) -> UnverifiedReason {
        UnverifiedReason { why: format!("{before}{}", self.why), ..self }
    }

    /// The same reason, with more behind its sentence.
    #[must_use]
    pub fn with(self, behind: &str) -> UnverifiedReason {
        UnverifiedReason { why: format!("{}{behind}", self.why), ..self }
    }
}

impl From<String> for UnverifiedReason {
    fn from(why: String) -> UnverifiedReason {
        UnverifiedReason { why, shown: Vec::new() }
    }
}

impl From<&str> for UnverifiedReason {
    fn from(why: &str) -> UnverifiedReason {
        why.to_owned().into()
    }
}

impl fmt::Display for UnverifiedReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.why)
    }
}

impl From<UnverifiedRecord> for UnverifiedReason {
    fn from(record: UnverifiedRecord) -> UnverifiedReason {
        match record {
            UnverifiedRecord::Sentence(why) => why.into(),
            UnverifiedRecord::Seen { why, shown } => UnverifiedReason { why, shown },
        }
    }
}

impl From<UnverifiedReason> for UnverifiedRecord {
    fn from(reason: UnverifiedReason) -> UnverifiedRecord {
        let UnverifiedReason { why, shown } = reason;
        if shown.is_empty() { UnverifiedRecord::Sentence(why) } else { UnverifiedRecord::Seen { why, shown } }
    }
}
