//! What is native in each application: the commands that agents call there instead of using its window.

use crate::{app::App, reply::Json};
use axum::extract::State;
use deskpilot_core::CommandSpec;
use deskpilot_desktop::CommandTable;
use deskpilot_runtime::all_command_tables;
use serde_json::{Value, json};

/// `GET /api/applications`
pub(super) async fn applications(State(app): State<App>) -> Json<Value> {
    let tables = all_command_tables(app.options.environment.platform());
    Json(json!({"applications": tables.iter().map(row).collect::<Vec<_>>()}))
}

fn row(table: &CommandTable) -> Value {
    let CommandTable { name, about, application, commands } = table;
    let command = |it: &CommandSpec| json!({"name": it.name, "says": it.doc});
    let commands: Vec<Value> = commands.iter().map(command).collect();
    json!({"name": name, "about": about, "application": application, "commands": commands})
}
