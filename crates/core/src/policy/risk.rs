//! What an operation may do that is not easily undone, or that reaches beyond the desktop.

use serde::{Deserialize, Serialize};
use std::fmt;

/// Why an operation is more than a harmless one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Risk {
    /// What is sent cannot be called back.
    Sends,
    /// Something is deleted.
    Deletes,
    /// Something takes the place of what was there.
    Overwrites,
    /// A window or a program ends.
    Closes,
    /// What was not saved is lost.
    Discards,
    /// Money moves.
    Pays,
    /// Software comes or goes.
    Installs,
    /// Somebody is logged in, or a password is typed.
    LogsIn,
    /// A permission is given, or terms are agreed to.
    Permits,
    /// A camera or a microphone is switched on, or the screen is shared.
    Watches,
    /// A password or a private history is shown.
    Reveals,
    /// What the user copied is shown.
    ReadsClipboard,
    /// A program runs outside any window, or a command in a terminal.
    Runs,
    /// It is done where passwords, keys or settings are kept, or the system asks for rights.
    Guarded,
    /// A named secret is typed.
    TypesSecret,
    /// Another agent gets the task.
    Delegates,
    /// Nothing tells what it does.
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
            Risk::Unknown => "nothing tells what it does",
        })
    }
}

/// A set of risks; written as a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Risk>", into = "Vec<Risk>")]
pub struct Risks(u32);

impl Risks {
    /// All of these.
    pub const fn of(risks: &[Risk]) -> Risks {
        let (mut set, mut at) = (Risks(0), 0);
        while at < risks.len() {
            set = set.with(risks[at]);
            at += 1;
        }
        set
    }

    /// Every risk: of what nothing is known.
    pub const fn all() -> Risks {
        Risks::of(Risk::ALL)
    }

    /// The set with this risk in it.
    #[must_use]
    pub const fn with(self, risk: Risk) -> Risks {
        Risks(self.0 | 1 << risk as u8)
    }

    /// Whether there are none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether every risk of the set is in the other too.
    pub const fn within(self, other: Risks) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether a risk is in both sets.
    pub const fn meets(self, other: Risks) -> bool {
        self.0 & other.0 != 0
    }

    /// The risks in the set.
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

/// A risk, and what tells of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The risk.
    pub risk: Risk,
    /// What tells of it, such as `the Button "Send"`; empty where the operation itself does.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub told_by: String,
}

impl Finding {
    /// A risk that the operation itself tells of.
    pub(super) const fn plain(risk: Risk) -> Finding {
        Finding { risk, told_by: String::new() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Finding { risk, told_by } = self;
        if told_by.is_empty() { write!(f, "{risk}") } else { write!(f, "{risk}, as {told_by} says") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_is_what_is_written_and_sets_come_back() {
        for risk in Risk::ALL {
            assert_eq!(serde_json::to_value(risk).unwrap(), risk.word());
        }
        let risks: Risks = [Risk::Unknown, Risk::Sends].into_iter().collect();
        let json = serde_json::to_string(&risks).unwrap();
        assert_eq!(json, r#"["sends","unknown"]"#);
        assert_eq!(serde_json::from_str::<Risks>(&json).unwrap(), risks);
        assert!(risks.meets(Risks::default().with(Risk::Sends)) && !risks.within(Risks::default()));
    }
}
