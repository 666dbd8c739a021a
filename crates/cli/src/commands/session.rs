//! `session`: a whole task in one file, and out of one.

use super::print;
use crate::{
    args::{Common, SessionArgs, SessionCommand},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::Result;
use deskpilot_log::{BUNDLE_ENDING, BundleSummary, export_bundle, folder, import_bundle};
use serde_json::json;
use std::path::{Path, PathBuf};

/// `deskpilot session`
pub(crate) fn session(args: SessionArgs) -> Result<Exit> {
    match args.what {
        SessionCommand::Export { task, file, json, log_dir } => {
            let root = settings::config(&Common { log_dir, ..Common::default() })?.log_dir;
            let file = file.unwrap_or_else(|| PathBuf::from(format!("{task}{BUNDLE_ENDING}")));
            let exported = export_bundle(&root, &task, &file)?;
            tell(&exported, "exported", &file, json);
        }
        SessionCommand::Import { file, task, json, log_dir } => {
            let config = settings::config(&Common { log_dir, ..Common::default() })?;
            let imported =
                import_bundle(&config.log_dir, &file, task.as_deref(), config.ui_trees, &|folder| {
                    config.environment.platform().files().keep_private(folder)
                })?;
            tell(&imported, "imported", &folder(&config.log_dir, &imported.task)?, json);
        }
    }
    Ok(Exit::Finished)
}

fn tell(bundled: &BundleSummary, done: &str, place: &Path, json: bool) {
    let BundleSummary { task, entries, blobs, bytes, missing } = bundled;
    if json {
        let told = json!({
            "task": task, "place": place, "entries": entries, "blobs": blobs, "bytes": bytes, "missing": missing,
        });
        return print(&format!("{told:#}"));
    }
    print(&format!("{done}: {task}, {entries} entries and {blobs} blobs\n{}", place.display()));
    if !missing.is_empty() {
        let names = plain(&missing.join(", "));
        print(&format!("missing, and left out wherever they are shown: {names}"));
    }
}
