//! `commands` and `call`: lists the native commands of applications, and runs one by hand.

mod arguments;
mod call;
mod page;

pub(crate) use call::call;
pub(super) use page::{describe, table_page};

use super::print;
use crate::{args::CommandsArgs, exit::Exit};
use anyhow::{Result, anyhow};
use deskpilot_core::{CommandSpec, Param, Presence};
use deskpilot_desktop::CommandTable;
use deskpilot_runtime::{Environment, UsageError, all_command_tables};
use serde_json::{Value, json};

/// `deskpilot commands`
pub(crate) fn commands(environment: &Environment, args: &CommandsArgs) -> Result<Exit> {
    let tables = all_command_tables(environment.platform());
    print(&match (&args.application, args.json.wanted) {
        (None, false) => page::list(&tables),
        (None, true) => pretty(&Value::Array(tables.iter().map(as_json).collect()))?,
        (Some(name), false) => table_page(&table(environment, name)?)?,
        (Some(name), true) => pretty(&as_json(&table(environment, name)?))?,
    });
    Ok(Exit::Finished)
}

/// The table of this name.
fn table(environment: &Environment, name: &str) -> Result<CommandTable> {
    let tables = all_command_tables(environment.platform());
    let known = || tables.iter().map(|it| it.name).collect::<Vec<_>>().join(", ");
    let wrong = || UsageError(format!("there are no commands of {name}: choose {}", known()));
    tables.iter().find(|it| it.name == name).copied().ok_or_else(|| anyhow!(wrong()))
}

fn pretty(value: &Value) -> Result<String> {
    Ok(serde_json::to_string_pretty(value)?)
}

fn as_json(table: &CommandTable) -> Value {
    let param = |it: &Param| {
        json!({
            "name": it.name, "kind": it.kind.to_string(), "required": it.presence == Presence::Required, "about": it.doc,
        })
    };
    let command = |it: &CommandSpec| {
        json!({
            "name": it.name, "about": it.doc, "side_effects": it.side_effects.to_string(),
            "arguments": it.params.iter().map(param).collect::<Vec<_>>(),
        })
    };
    let commands: Vec<Value> = table.commands.iter().map(command).collect();
    json!({"name": table.name, "about": table.about, "commands": commands})
}
