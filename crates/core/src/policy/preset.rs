//! Presets: the ruling where no rule matches.

use super::Ruling;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What an agent may do where no rule of the policy matches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Preset {
    /// Look and read; open applications after asking.
    ReadOnly,
    /// Do what is harmless; ask before risky operations.
    #[default]
    Ask,
    /// Do what the rules allow, asking before risky operations; refuse everything else.
    Bounded,
    /// Do everything that no rule refuses, without asking.
    Unrestricted,
}

/// How far an operation reaches; presets decide by this.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// It only looks and changes nothing.
    Looks,
    /// It reads files that it names, and changes nothing.
    Reads,
    /// It opens an application.
    Opens,
    /// It makes an easily reversible change.
    Changes,
    /// It has a [`super::Risk`].
    Risks,
}

impl Reach {
    /// Whether the operation changes nothing.
    pub const fn changes_nothing(self) -> bool {
        matches!(self, Reach::Looks | Reach::Reads)
    }
}

impl Preset {
    /// Every preset, strictest first.
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

    /// The preset with this word.
    pub fn of(word: &str) -> Option<Preset> {
        Preset::ALL.iter().copied().find(|it| it.word() == word)
    }

    /// The ruling on an operation that no rule matches; `reason` describes its risks.
    pub(super) fn ruling(self, reach: Reach, reason: &str) -> Ruling {
        match (self, reach) {
            (_, Reach::Looks)
            | (Preset::Unrestricted, _)
            | (Preset::ReadOnly, Reach::Reads)
            | (Preset::Ask, Reach::Reads | Reach::Changes | Reach::Opens) => Ruling::Allow,
            (Preset::ReadOnly, Reach::Opens) => {
                Ruling::Confirm("the policy is read-only, and this opens an application".into())
            }
            (Preset::ReadOnly, _) => {
                Ruling::Refuse("the policy is read-only, and this would change something".into())
            }
            (Preset::Bounded, _) => Ruling::Refuse("no rule of the policy allows it".into()),
            (Preset::Ask, Reach::Risks) => Ruling::Confirm(reason.to_owned()),
        }
    }
}

impl fmt::Display for Preset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
