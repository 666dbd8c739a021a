//! The names of runs, jobs, pools and workers. They are parts of NATS subjects, so their characters are few.

use crate::QueueError;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most characters of a name.
const MAX_LENGTH: usize = 64;

/// The characters of the hash that [`JobId::from_name`] appends.
const HASH_LENGTH: usize = 16;

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

fn check(text: &str) -> Result<(), QueueError> {
    let is_valid = (1..=MAX_LENGTH).contains(&text.len()) && text.chars().all(is_allowed);
    if is_valid { Ok(()) } else { Err(QueueError::BadName { text: text.chars().take(80).collect() }) }
}

macro_rules! name {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        ///
        /// 1 to 64 of the characters `A-Z a-z 0-9 _ -`.
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Checks a name.
            ///
            /// # Errors
            /// It is empty, too long, or has other characters.
            pub fn new(text: impl Into<String>) -> Result<$name, QueueError> {
                let text = text.into();
                check(&text)?;
                Ok($name(text))
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl TryFrom<String> for $name {
            type Error = QueueError;

            fn try_from(text: String) -> Result<$name, QueueError> {
                $name::new(text)
            }
        }

        impl From<$name> for String {
            fn from(name: $name) -> String {
                name.0
            }
        }
    };
}

name! {
    /// The id of a job, unique within its run.
    JobId
}
name! {
    /// The id of a run: jobs that were submitted for one purpose.
    RunId
}
name! {
    /// The name of a pool: jobs that any desktop of one kind can do.
    PoolName
}
name! {
    /// The name of a worker: a process that does jobs on desktops.
    WorkerName
}

impl JobId {
    /// The id of a job with this name; different names have different ids.
    ///
    /// A name that is an id already stays as it is. In any other name each character that an id cannot have becomes `-`, and a
    /// hash of the name follows.
    pub fn from_name(name: &str) -> JobId {
        if check(name).is_ok() && !ends_in_hash(name) {
            return JobId(name.to_owned());
        }
        let kept = name.chars().take(MAX_LENGTH - HASH_LENGTH - 1);
        let kept: String = kept.map(|c| if is_allowed(c) { c } else { '-' }).collect();
        let hash = blake3::hash(name.as_bytes()).to_hex();
        JobId(format!("{kept}-{}", &hash[..HASH_LENGTH]))
    }
}

/// Whether a name ends like a derived id. Such a name gets a hash too, because it could be the id of another name.
fn ends_in_hash(name: &str) -> bool {
    let hash = name.rsplit_once('-').map_or("", |(_, hash)| hash);
    hash.len() == HASH_LENGTH && hash.chars().all(|c| c.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_name_has_few_characters_and_is_not_long() {
        for text in ["a", "Win11_office-2", &"x".repeat(64)] {
            assert_eq!(RunId::new(text).unwrap().as_str(), text);
        }
        for text in ["", "a.b", "a b", "é", "*", ">", &"x".repeat(65)] {
            assert!(RunId::new(text).is_err(), "{text:?}");
        }
        assert!(serde_json::from_str::<PoolName>("\"a.b\"").is_err());
    }

    #[test]
    fn every_name_has_an_id_of_its_own() {
        let long = "x".repeat(65);
        let of_spaces = JobId::from_name("a b");
        let names = ["a", "a b", "a.b", "", "é", &long, &long[1..], of_spaces.as_str()];
        let ids: BTreeSet<String> = names.map(|it| JobId::from_name(it).into()).into();
        assert_eq!(ids.len(), names.len(), "{ids:?}");
        for id in ids {
            JobId::new(id).unwrap();
        }
        assert_eq!(JobId::from_name("calc-1").as_str(), "calc-1");
        assert!(of_spaces.as_str().starts_with("a-b-"), "{of_spaces}");
    }
}
