//! `log`: lists the tasks, prints what one did, and deletes logs.

mod listing;
mod removal;
mod tokens;

pub(super) use listing::list as list_tasks;
pub(super) use removal::remove as remove_tasks;

use super::print;
use crate::{
    args::{CommonArgs, LogArgs, LogCommand},
    console::{cost, plain},
    exit::Exit,
    settings,
    signals::stop_token,
};
use anyhow::Result;
use deskpilot_core::{Entry, Projection, fold};
use deskpilot_log::{Blobs, Exports, FileLog, Tail, folder, read};
use deskpilot_runtime::{Environment, tokens::token_report};
use serde_json::json;
use std::path::PathBuf;
use tokens::tokens_text;

/// `deskpilot log`
pub(crate) async fn log(environment: &Environment, args: LogArgs) -> Result<Exit> {
    let common = CommonArgs { log_dir: args.log_dir.clone(), ..CommonArgs::default() };
    let config = settings::config(environment, &common)?;
    if let Some(LogCommand::Rm(removal)) = args.command {
        return remove_tasks(removal, &config).await;
    }
    let root = config.log_dir;
    let Some(task) = &args.task else { return list_tasks(&root, &args.listing, args.json) };
    if args.export {
        let (log, entries) = FileLog::open(&root, task)?;
        Exports::open(log.folder(), &entries, config.ui_trees)?;
        print(&format!("written: {}", log.folder().display()));
    } else if args.follow {
        follow(folder(&root, task)?, args.json).await?;
    } else if args.tokens {
        let report = token_report(&read(&root, task)?, &Blobs::of(&folder(&root, task)?));
        print(&if args.json { format!("{:#}", json!(report)) } else { tokens_text(&report) });
    } else {
        let entries = read(&root, task)?;
        entries.iter().for_each(|entry| show(entry, args.json));
        if !args.json {
            print(&format!("cost: {}", cost(&fold::Cost::of(&entries))));
        }
    }
    Ok(Exit::Finished)
}

async fn follow(folder: PathBuf, json: bool) -> Result<()> {
    let stop = stop_token()?;
    let mut tail = Tail::new(&folder);
    loop {
        tokio::select! {
            () = stop.cancelled() => return Ok(()),
            entries = tail.next() => entries?.iter().for_each(|entry| show(entry, json)),
        }
    }
}

fn show(entry: &Entry, json: bool) {
    if json {
        print(&serde_json::to_string(entry).unwrap_or_default());
    } else if let Some(line) = fold::transcript_line(entry) {
        print(&plain(&line));
    }
}
