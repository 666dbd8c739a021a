//! The calls that each command makes of Excel, argument for argument.

mod cells;
mod charts;
mod columns;
mod layout;
mod order;
mod pivot;
mod saving;
mod sheets;

use crate::{commands::host::Host, recorded::carry_out};
use serde_json::Value;

/// The outcome of a command that makes these calls.
fn excel(command: &str, args: &Value, recording: &str) -> String {
    carry_out(Host::Excel, command, args, recording)
}
