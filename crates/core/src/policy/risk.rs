//! Risks: effects that are hard to undo, or that reach beyond the desktop.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A risk of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Risk {
    /// It sends something that cannot be called back.
    Sends,
    /// It deletes something.
    Deletes,
    /// It replaces something.
    Overwrites,
    /// It closes a window or ends a program.
    Closes,
    /// It loses unsaved work.
    Discards,
    /// It may spend money.
    Pays,
    /// It installs or removes software.
    Installs,
    /// It logs in or types a password.
    LogsIn,
    /// It gives a permission or agrees to terms.
    Permits,
    /// It switches on a camera or a microphone, or shares the screen.
    Watches,
    /// It shows a password or a private history.
    Reveals,
    /// It reads what the user copied.
    ReadsClipboard,
    /// It runs a program, or a command in a terminal.
    Runs,
    /// It works where passwords, keys or settings are kept, or where the system asks for rights.
    Guarded,
    /// It types a named secret.
    TypesSecret,
    /// It hands the task to another agent.
    Delegates,
    /// Its effect is unknown.
    Unknown,
}

impl Risk {
    /// Every risk.
    pub const ALL: &'static [Risk] = &[
        Risk::Sends,
        Risk::Deletes,
        Risk::Overwrites,
        Risk::Closes,
        Risk::Discards,
        Risk::Pays,
        Risk::Installs,
        Risk::LogsIn,
        Risk::Permits,
        Risk::Watches,
        Risk::Reveals,
        Risk::ReadsClipboard,
        Risk::Runs,
        Risk::Guarded,
        Risk::TypesSecret,
        Risk::Delegates,
        Risk::Unknown,
    ];

    /// The word in policy files.
    pub const fn word(self) -> &'static str {
        match self {
            Risk::Sends => "sends",
            Risk::Deletes => "deletes",
            Risk::Overwrites => "overwrites",
            Risk::Closes => "closes",
            Risk::Discards => "discards",
            Risk::Pays => "pays",
            Risk::Installs => "installs",
            Risk::LogsIn => "logs_in",
            Risk::Permits => "permits",
            Risk::Watches => "watches",
            Risk::Reveals => "reveals",
            Risk::ReadsClipboard => "reads_clipboard",
            Risk::Runs => "runs",
            Risk::Guarded => "guarded",
            Risk::TypesSecret => "types_secret",
            Risk::Delegates => "delegates",
            Risk::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Risk::Sends => "it sends something that cannot be called back",
            Risk::Deletes => "it deletes something",
            Risk::Overwrites => "it overwrites something",
            Risk::Closes => "it closes a window or ends a program",
            Risk::Discards => "it loses what is not saved",
            Risk::Pays => "it may spend money",
            Risk::Installs => "it installs or removes software",
            Risk::LogsIn => "it logs in or types a password",
            Risk::Permits => "it gives a permission or agrees to terms",
            Risk::Watches => "it switches on a camera or a microphone, or shares the screen",
            Risk::Reveals => "it reveals a password or a private history",
            Risk::ReadsClipboard => "it shows what you copied, which may be a secret",
            Risk::Runs => "it runs a program",
            Risk::Guarded => {
                "it is done where passwords, keys or settings are kept, or the system asks for rights"
            }
            Risk::TypesSecret => "it types one of your secrets",
            Risk::Delegates => "it hands the task to another agent",
            Risk::Unknown => "its effect is unknown",
        })
    }
}

/// A set of risks; serialized as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Risk>", into = "Vec<Risk>")]
pub struct Risks(u32);

impl Risks {
    /// The set of these risks.
    pub const fn of(risks: &[Risk]) -> Risks {
        let (mut set, mut at) = (Risks(0), 0);
        // A constant function has no `for` and no iterators.
        while at < risks.len() {
            set = set.with(risks[at]);
            at += 1;
        }
        set
    }

    /// Every risk.
    pub const fn all() -> Risks {
        Risks::of(Risk::ALL)
    }

    /// This set plus the risk.
    #[must_use]
    pub const fn with(self, risk: Risk) -> Risks {
        Risks(self.0 | 1 << risk as u8)
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the other set contains every risk of this one.
    pub const fn is_subset(self, other: Risks) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether the sets share a risk.
    pub const fn intersects(self, other: Risks) -> bool {
        self.0 & other.0 != 0
    }

    /// The risks in the set, in the order of [`Risk::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Risk> {
        Risk::ALL.iter().copied().filter(move |risk| self.0 & (1 << *risk as u8) != 0)
    }
}

impl FromIterator<Risk> for Risks {
    fn from_iter<T: IntoIterator<Item = Risk>>(risks: T) -> Risks {
        risks.into_iter().fold(Risks::default(), Risks::with)
    }
}

impl From<Vec<Risk>> for Risks {
    fn from(risks: Vec<Risk>) -> Risks {
        risks.into_iter().collect()
    }
}

impl From<Risks> for Vec<Risk> {
    fn from(risks: Risks) -> Vec<Risk> {
        risks.iter().collect()
    }
}

/// A risk, and its sign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The risk.
    pub risk: Risk,
    /// The sign of it, such as `the Button "Send"`; empty if the operation itself is the sign.
    #[serde(default, rename = "told_by", skip_serializing_if = "String::is_empty")]
    pub sign: String,
}

impl Finding {
    /// A risk without another sign than the operation itself.
    pub(super) const fn plain(risk: Risk) -> Finding {
        Finding { risk, sign: String::new() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { risk, sign } = self;
        if sign.is_empty() { write!(f, "{risk}") } else { write!(f, "{risk}, as {sign} says") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_match_the_serialized_form_and_sets_survive_a_round_trip() {
        for risk in Risk::ALL {
            assert_eq!(serde_json::to_value(risk).unwrap(), risk.word());
        }
        let risks: Risks = [Risk::Unknown, Risk::Sends].into_iter().collect();
        let json = serde_json::to_string(&risks).unwrap();
        assert_eq!(json, r#"["sends","unknown"]"#);
        assert_eq!(serde_json::from_str::<Risks>(&json).unwrap(), risks);
        assert!(risks.intersects(Risks::default().with(Risk::Sends)) && !risks.is_subset(Risks::default()));
    }
}
