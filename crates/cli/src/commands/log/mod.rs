//! `log`, `watch`: lists the tasks, prints what one did or does, and deletes logs.

mod listing;
mod removal;
mod tokens;

#[cfg(feature = "page")]
pub(super) use listing::amount;
pub(super) use listing::list as list_tasks;
use listing::moment;
pub(super) use removal::remove as remove_tasks;

use super::{print, serve::watch_in_browser, task_choice::TaskChoice};
use crate::{
    args::{LogArgs, LogCommand, LogFolderArgs, WatchArgs},
    exit::Exit,
    progress::{ProgressFormat, detail_of_verbosity},
    settings,
    signals::stop_token,
};
use anyhow::Result;
use deskpilot_log::{Blobs, Exports, FileLog, LogError, Tail, folder, read, running};
use deskpilot_runtime::{Config, Environment, tokens::token_report};
use serde_json::json;
use std::{io::IsTerminal, path::Path, time::Duration};
use tokens::tokens_text;

/// How long nothing happens in a task before this looks whether it still runs.
const QUIET: Duration = Duration::from_millis(200);

/// `deskpilot log`
pub(crate) async fn log(environment: &Environment, args: LogArgs) -> Result<Exit> {
    let logs = LogFolderArgs { log_dir: args.log_dir.clone() };
    let config = settings::config(environment, &logs.into())?;
    if let Some(LogCommand::Rm(removal)) = args.command {
        return remove_tasks(removal, &config).await;
    }
    if args.follow {
        // A named task need not run: what it did is printed then.
        let task = TaskChoice::Running.or_named(args.task, &config.log_dir)?;
        follow(&config.log_dir, &task, log_format(args.json, args.verbose)).await?;
    } else if args.task.is_none() && !args.export && !args.tokens && args.verbose == 0 {
        return list_tasks(&config, &args.listing, args.json);
    } else {
        show_task(&config, args)?;
    }
    Ok(Exit::Finished)
}

/// `deskpilot watch`
pub(crate) async fn watch(environment: &Environment, args: WatchArgs) -> Result<Exit> {
    let root = settings::config(environment, &args.running.logs.into())?.log_dir;
    let task = TaskChoice::Running.or_named(args.running.task, &root)?;
    let is_at_screen = std::io::stdout().is_terminal() && has_display(environment);
    let wants_text = args.text || args.verbose > 0;
    if !args.json && !wants_text && is_at_screen && cfg!(feature = "page") {
        return watch_in_browser(environment, &root, &task).await;
    }
    follow(&root, &task, log_format(args.json, args.verbose)).await?;
    Ok(Exit::Finished)
}

/// Whether there is a display on which a browser could be opened, as there is none over a plain `ssh`.
fn has_display(environment: &Environment) -> bool {
    let variables = environment.platform().terms().screen_variables;
    variables.is_empty() || variables.iter().any(|name| environment.value(name).is_some())
}

/// Prints what a task did, or what its prompts took, or writes its exports again.
fn show_task(config: &Config, args: LogArgs) -> Result<()> {
    let root = &config.log_dir;
    let task = &TaskChoice::Latest.or_named(args.task, root)?;
    if args.export {
        let (log, entries) = FileLog::open(root, task)?;
        Exports::open(log.folder(), &entries, config.ui_trees)?;
        print(&format!("written: {}", log.folder().display()));
    } else if args.tokens {
        let report = token_report(&read(root, task)?, &Blobs::of(&folder(root, task)?));
        print(&if args.json { format!("{:#}", json!(report)) } else { tokens_text(&report) });
    } else {
        let format = log_format(args.json, args.verbose);
        let mut printer = format.log_printer();
        read(root, task)?.iter().for_each(|entry| printer.show(entry));
        printer.end_of_log();
        if format.is_for_person() {
            print(&format!("cost: {}", printer.cost()));
        }
    }
    Ok(())
}

/// Prints the entries of a task, and new ones until it does not run any more or the person stops it.
async fn follow(root: &Path, task: &str, format: ProgressFormat) -> Result<()> {
    let stop = stop_token()?;
    let path = folder(root, task)?;
    if !path.is_dir() {
        return Err(LogError::Missing { task: task.to_owned(), path }.into());
    }
    // Without it, a person who follows the log would wait for more.
    if format.is_for_person() && running(root, task)?.is_none() {
        let latest = read(root, task)?.last().map(|it| it.at).unwrap_or_default();
        print(&format!("the task {task:?} has not run since {}; this is what it did:", moment(latest)));
    }
    let (mut tail, mut printer) = (Tail::new(&path), format.watch_printer());
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => {
                printer.rest();
                return Ok(());
            }
            entries = tail.next() => entries?.iter().for_each(|entry| printer.show(entry)),
            () = tokio::time::sleep(QUIET) => {
                if running(root, task)?.is_none() {
                    // What it wrote between the last look and its end.
                    tail.read()?.iter().for_each(|entry| printer.show(entry));
                    printer.end_of_log();
                    return Ok(());
                }
            }
        }
    }
}

/// How a log is shown with these flags.
const fn log_format(json: bool, verbose: u8) -> ProgressFormat {
    match json {
        true => ProgressFormat::Json,
        false => ProgressFormat::Person(detail_of_verbosity(verbose)),
    }
}
