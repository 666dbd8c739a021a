//! What holds where no rule speaks.

use super::Ruling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// How much an agent may do where no rule of the policy says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// It looks and reads, and opens applications after a yes.
    ReadOnly,
    /// It does what is known to be harmless, and asks before everything else.
    #[default]
    Ask,
    /// It does what the rules allow, asks before what is risky there, and nothing beyond.
    Bounded,
    /// It does everything that no rule refuses, without asking.
    Unrestricted,
}

/// How far an operation reaches, as far as a preset cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It only looks: nothing is different afterwards.
    Looks,
    /// It opens an application.
    Opens,
    /// It changes something that is easily changed back.
    Changes,
    /// It is risky.
    Risks,
}

impl Preset {
    /// Every preset, the strictest first.
    pub const ALL: &'static [Preset] =
        &[Preset::ReadOnly, Preset::Ask, Preset::Bounded, Preset::Unrestricted];

    /// The word in policy files and on the command line.
    pub const fn word(self) -> &'static str {
        match self {
            Preset::ReadOnly => "read-only",
            Preset::Ask => "ask",
            Preset::Bounded => "bounded",
            Preset::Unrestricted => "unrestricted",
        }
    }

    /// The preset of this word.
    pub fn of(word: &str) -> Option<Preset> {
        Preset::ALL.iter().copied().find(|it| it.word() == word)
    }

    /// What it says on an operation that no rule speaks of; what is risky brings its reason.
    pub(super) fn says(self, reach: Reach, risk: &str) -> Ruling {
        match (self, reach) {
            (_, Reach::Looks) | (Preset::Unrestricted, _) | (Preset::Ask, Reach::Changes | Reach::Opens) => {
                Ruling::Allow
            }
            (Preset::ReadOnly, Reach::Opens) => {
                Ruling::Confirm("the policy is read-only, and it opens an application".into())
            }
            (Preset::ReadOnly, _) => {
                Ruling::Refuse("the policy is read-only, and it would change something".into())
            }
            (Preset::Bounded, _) => Ruling::Refuse("no rule of the policy allows it".into()),
            (Preset::Ask, Reach::Risks) => Ruling::Confirm(risk.to_owned()),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
