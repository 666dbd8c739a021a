//! What an operation acts on besides its control.

use serde::{Deserialize, Serialize};

/// What an operation acts on besides its control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Targets {
    /// The sites of the window's pages, and those that the operation names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sites: Vec<String>,
    /// The files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
}

impl Targets {
    /// Whether all of these are among others.
    pub fn is_within(&self, others: &Targets) -> bool {
        self.sites.iter().all(|it| others.sites.contains(it))
            && self.files.iter().all(|it| others.files.contains(it))
    }
}
