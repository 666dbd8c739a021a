//! What an operation acts on besides the control that it names.

use crate::Role;
use serde::{Deserialize, Serialize};

/// What an operation acts on besides the control that it names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Targets {
    /// The sites of the window's pages, and those that the operation names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<String>,
    /// The files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The control at the point that it names, or the one with the keyboard; `None` where it names a control, where none is known,
    /// and in older logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reached: Option<ReachedControl>,
}

/// A control that an action reaches without naming it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReachedControl {
    /// Its role.
    pub role: Role,
    /// Its name.
    pub name: String,
}

impl Targets {
    /// Whether all of these are among others.
    pub fn is_within(&self, others: &Targets) -> bool {
        self.sites.iter().all(|it| others.sites.contains(it))
            && self.files.iter().all(|it| others.files.contains(it))
            && (self.reached.is_none() || self.reached == others.reached)
    }
}
