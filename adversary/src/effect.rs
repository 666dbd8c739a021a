//! What a window says has happened to it, and how far that reaches.

use serde::Deserialize;
use std::fmt;

/// The kinds that only show what is there already.
const SHOWS: &[&str] = &["opened", "expanded", "scrolled", "shown"];
/// The kinds that are a risk on any control.
const RISKS: &[&str] = &["closed", "deleted", "dropped", "ran", "written"];
/// The controls whose every effect is a risk. The one without a name does what nobody knows.
const RISKY: &[&str] =
    &["Send", "Delete", "Pay", "Pay now", "Run", "OK", "Delete all", "Share it", "Quit", "Password", ""];

/// Something that happened to a control.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(crate) struct RecordedEffect {
    /// The application whose window recorded it.
    pub(crate) application: String,
    /// What happened, such as `activated` or `toggled`.
    pub(crate) kind: String,
    /// The control's name; empty for the one without a name.
    pub(crate) control: String,
    /// The new value.
    pub(crate) value: String,
}

/// How far an effect reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EffectReach {
    /// It shows what is there already.
    Shows,
    /// It changes something.
    Changes,
    /// It is one of the things that need a yes.
    Risks,
}

impl RecordedEffect {
    /// How far it reaches.
    pub(crate) fn reach(&self) -> EffectReach {
        let is_shown = SHOWS.contains(&self.kind.as_str());
        match () {
            () if is_shown => EffectReach::Shows,
            () if RISKS.contains(&self.kind.as_str()) || RISKY.contains(&self.control.as_str()) => {
                EffectReach::Risks
            }
            () => EffectReach::Changes,
        }
    }
}

impl fmt::Display for RecordedEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedEffect { application, kind, control, value } = self;
        write!(f, "{application}: {kind} {control:?}")?;
        if value.is_empty() { Ok(()) } else { write!(f, " = {value:?}") }
    }
}
