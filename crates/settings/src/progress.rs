//! How much a task shows while it runs.

use crate::Layers;
use toml::Value;

/// How much a task shows of what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgressDetail {
    /// Its questions and its result alone.
    Nothing,
    /// A line for each step.
    Steps,
    /// Every decision, action and effect.
    Details,
    /// Every entry of the log.
    Everything,
}

impl ProgressDetail {
    /// What the layers say.
    pub fn of(layers: &Layers) -> ProgressDetail {
        match layers.value("terminal.progress").and_then(Value::as_str) {
            Some("nothing") => ProgressDetail::Nothing,
            Some("details") => ProgressDetail::Details,
            Some("everything") => ProgressDetail::Everything,
            _ => ProgressDetail::Steps,
        }
    }
}
