//! What is different about one control.

use crate::{Control, ControlChange, Difference, Label, PropertyChange, Role};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most characters of the sentence about one control.
const LINE_CHARS: usize = 90;

/// What is different about one control.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ControlDetail {
    /// It came.
    Added {
        /// Its role.
        role: Role,
        /// Its name.
        name: String,
        /// Its label, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
    },
    /// It is gone.
    Removed {
        /// Its role.
        role: Role,
        /// Its name.
        name: String,
    },
    /// It changed.
    Changed {
        /// Its role.
        role: Role,
        /// Its name now.
        name: String,
        /// Its label, if it has one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<Label>,
        /// In which properties.
        properties: Vec<PropertyChange>,
    },
    /// What a page, or an old log, says about it.
    Described(String),
}

impl ControlDetail {
    /// At most `max` details of a difference, the most informative first: changed values and names, then changed states, then added
    /// controls, then removed ones. Leaves out moves.
    pub fn most_informative(difference: &Difference, max: usize) -> Vec<ControlDetail> {
        let is_content = |it: &&ControlChange| it.value().is_some() || it.name().is_some();
        let (content, rest): (Vec<&ControlChange>, Vec<&ControlChange>) =
            difference.changed.iter().partition(is_content);
        let (useful, others): (Vec<&Control>, Vec<&Control>) =
            difference.added.iter().partition(|it| it.role.is_interactive());
        let changed = content.into_iter().chain(rest).filter_map(ControlDetail::changed);
        let added = useful.into_iter().chain(others).map(ControlDetail::added);
        let removed = difference.removed.iter().map(ControlDetail::removed);
        changed.chain(added).chain(removed).take(max).collect()
    }

    /// A control that came.
    fn added(control: &Control) -> ControlDetail {
        ControlDetail::Added { role: control.role, name: control.name.clone(), label: control.label }
    }

    /// A control that is gone.
    fn removed(control: &Control) -> ControlDetail {
        ControlDetail::Removed { role: control.role, name: control.name.clone() }
    }

    /// A control that changed; `None` if it only moved, or has another role.
    fn changed(change: &ControlChange) -> Option<ControlDetail> {
        let Control { role, name, label, .. } = &change.after;
        let properties = change.properties();
        let is_it = !properties.is_empty();
        is_it.then(|| ControlDetail::Changed { role: *role, name: name.clone(), label: *label, properties })
    }

    /// The whole names and values that the control has by this change.
    pub fn new_texts(&self) -> impl Iterator<Item = &str> {
        let properties =
            if let ControlDetail::Changed { properties, .. } = self { properties.as_slice() } else { &[] };
        properties.iter().filter_map(PropertyChange::new_text)
    }

    /// The whole value that the control has by this change.
    pub fn new_value(&self) -> Option<&str> {
        let ControlDetail::Changed { properties, .. } = self else { return None };
        properties.iter().find_map(|it| match it {
            PropertyChange::Value { to, .. } => to.as_ref()?.whole(),
            PropertyChange::Name { .. } | PropertyChange::Gained(_) | PropertyChange::Lost(_) => None,
        })
    }

    /// Every text in it that comes from an application.
    pub fn texts_mut(&mut self) -> Vec<&mut String> {
        match self {
            ControlDetail::Added { name, .. } | ControlDetail::Removed { name, .. } => vec![name],
            ControlDetail::Described(text) => vec![text],
            ControlDetail::Changed { name, properties, .. } => {
                let properties = properties.iter_mut().flat_map(PropertyChange::texts_mut);
                std::iter::once(name).chain(properties).collect()
            }
        }
    }
}

impl fmt::Display for ControlDetail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sentence = match self {
            ControlDetail::Added { role, name, label } => format!("new {}", shown(*role, name, *label)),
            ControlDetail::Removed { role, name } => format!("gone {}", shown(*role, name, None)),
            ControlDetail::Changed { role, name, label, properties } => {
                format!("{}: {}", shown(*role, name, *label), super::joined(properties, "; "))
            }
            ControlDetail::Described(text) => return f.write_str(text),
        };
        match sentence.char_indices().nth(LINE_CHARS) {
            Some((at, _)) => write!(f, "{}…", &sentence[..at]),
            None => f.write_str(&sentence),
        }
    }
}

/// The label, role and name of a control.
fn shown(role: Role, name: &str, label: Option<Label>) -> String {
    let label = label.map_or_else(String::new, |it| format!("[{it}] "));
    format!("{label}{} {name:?}", role.name())
}
