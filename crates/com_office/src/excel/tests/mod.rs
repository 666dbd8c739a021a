//! The calls that each command makes of Excel, argument for argument.

mod cells;
mod charts;
mod layout;
mod order;
mod saving;
mod sheets;

use crate::{commands::here::Host, recorded::carry_out};
use deskpilot_office_tables::OfficeKind;
use serde_json::Value;

/// The outcome of a command that makes these calls.
fn excel(command: &str, args: &Value, recording: &str) -> String {
    carry_out(Host::Excel, command, args, recording)
}

#[test]
fn the_commands_are_those_of_the_table_but_for_these() {
    let table = OfficeKind::Calc.table();
    for (name, _) in super::COMMANDS {
        assert!(table.iter().any(|it| it.name == *name), "{name}");
    }
    let missing = table.iter().filter(|it| !super::COMMANDS.iter().any(|(name, _)| *name == it.name));
    let missing: Vec<&str> = missing.map(|it| it.name.as_ref()).collect();
    assert_eq!(missing, ["reorder_columns", "create_pivot_table", "undo"]);
}
