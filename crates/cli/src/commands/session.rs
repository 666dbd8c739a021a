//! `session`: lists and deletes tasks, exports one to a file, and imports it from one.

use super::{
    log::{list_tasks, remove_tasks},
    print,
    task_choice::TaskChoice,
};
use crate::{
    args::{SessionArgs, SessionCommand},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Context, Result};
use deskpilot_log::{BUNDLE_ENDING, BundleSummary, export_bundle, folder, import_bundle};
use deskpilot_runtime::{Environment, known_heads};
use serde_json::json;
use std::path::{Path, PathBuf};

/// `deskpilot session`
pub(crate) async fn session(environment: &Environment, args: SessionArgs) -> Result<Exit> {
    match args.command {
        SessionCommand::List { listing, json, logs } => {
            let config = settings::config(environment, &logs.into())?;
            return list_tasks(&config, &listing, json.wanted);
        }
        SessionCommand::Rm { removal, logs } => {
            let config = settings::config(environment, &logs.into())?;
            return remove_tasks(removal, &config).await;
        }
        SessionCommand::Export { task, file, json, logs } => {
            let root = settings::config(environment, &logs.into())?.log_dir;
            let task = TaskChoice::Latest.or_named(task, &root)?;
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{task}{BUNDLE_ENDING}")));
            let exported = export_bundle(&root, &task, &file)?;
            print_bundle(&exported, "exported", &file, json.wanted);
        }
        SessionCommand::Import { file, task, json, logs } => {
            let config = settings::config(environment, &logs.into())?;
            let imported =
                import_bundle(&config.log_dir, &file, task.as_deref(), config.ui_trees, &|folder| {
                    config.environment.platform().files().make_private(folder)
                })?;
            let place = folder(&config.log_dir, &imported.task)?;
            if let Some(heads) = known_heads(&config) {
                heads.forget(&place).with_context(|| format!("{} is imported, but", place.display()))?;
            }
            print_bundle(&imported, "imported", &place, json.wanted);
            if !json.wanted {
                let task = &imported.task;
                print(&format!(
                    "what was approved or asked there does not count here; `deskpilot resume {task}` shows its request and asks first"
                ));
            }
        }
    }
    Ok(Exit::Finished)
}

fn print_bundle(bundled: &BundleSummary, done: &str, place: &Path, json: bool) {
    let BundleSummary { task, entries, blobs, bytes, missing } = bundled;
    if json {
        let shown = json!({
            "task": task, "place": place, "entries": entries, "blobs": blobs, "bytes": bytes, "missing": missing,
        });
        return print(&format!("{shown:#}"));
    }
    print(&format!(
        "{done}: {task}, {entries} lines of its log, {blobs} pictures and texts\n{}",
        place.display()
    ));
    if !missing.is_empty() {
        let names = plain(&missing.join(", "));
        print(&format!("missing pictures and texts, which the exports leave out: {names}"));
    }
}
