//! `batch`: carries out task files one after the other, each on its own private desktop, and reports the results.

mod deciders;
mod manual;
mod report;
mod results;
mod suite;
mod trial;

use super::{print, run::sessions};
use crate::{
    args::{BatchArgs, CommonArgs},
    exit::Exit,
    progress::Screen,
    settings,
    signals::stop_token,
};
use anyhow::{Context, Result, bail};
use deciders::DeciderSource;
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{
    Config, OutFolder, TaskHome, UsageError,
    batch::{self, BatchTotals, JobOutcome, JobStatusFile},
    new_task_name,
};
use deskpilot_system::private_folder_options;
use deskpilot_tasks::STATUS_FILE;
pub(crate) use manual::task_files_page;
use results::Results;
use std::{
    io::Write,
    path::{Path, PathBuf},
};
use suite::Suite;
use tokio_util::sync::CancellationToken;
use trial::Trial;

/// `deskpilot batch`
pub(crate) async fn batch(args: BatchArgs) -> Result<Exit> {
    if let Some(flag) = folder_flag(&args.common) {
        bail!(UsageError(format!("the files of one task are not for the next: leave {flag} out")));
    }
    let config = Config { home: TaskHome::Fresh, out: OutFolder::Home, ..settings::config(&args.common)? };
    if config.desktop == DesktopKind::Current {
        let why = "a batch starts a private desktop for every task: run it with --desktop private";
        bail!(UsageError(why.into()));
    }
    let suite = Suite::open(&args.tasks, &args.only)?;
    let decider_source = DeciderSource::of(&config, suite.tasks())?;
    let name = args.task.unwrap_or_else(|| format!("batch-{}", new_task_name()));
    let trials = suite.trials(&config, &name, args.repeat)?;
    let folder = create_folder(&config, &name)?;
    let stop = stop_token()?;
    let mut results = Results::new(&name, decider_source.names(), trials.len());
    report::write(&results, &folder)?;
    let totals =
        Box::pin(run_trials(&config, &decider_source, &trials, &stop, &mut results, &folder)).await?;
    print(&if args.json { results.json()? } else { report::page(&results, &folder) });
    Ok(match results.all_succeeded() {
        _ if totals.is_stopped => Exit::Stopped,
        true => Exit::Finished,
        false => Exit::Failed,
    })
}

/// The flag by which several tasks would share a folder.
const fn folder_flag(common: &CommonArgs) -> Option<&'static str> {
    match (&common.home, &common.out) {
        (Some(_), _) => Some("--home"),
        (None, Some(_)) => Some("--out"),
        (None, None) => None,
    }
}

/// Carries out the trials until the user stops the batch. Writes the results after each trial.
async fn run_trials(
    config: &Config,
    decider_source: &DeciderSource,
    trials: &[Trial],
    stop: &CancellationToken,
    results: &mut Results,
    folder: &Path,
) -> Result<BatchTotals> {
    let (sessions, mut number) = (sessions(Screen::of_process()), 0);
    let mut status_file = JobStatusFile::open(&folder.join(STATUS_FILE))?;
    let run = async |trial: &Trial, _: &str| {
        number += 1;
        print_progress(&format!("[{number}/{}] {}", trials.len(), trial.log));
        let running = trial.run(&sessions, config, decider_source, stop);
        let Some(row) = Box::pin(running).await else { return Ok(JobOutcome::Stopped) };
        print_progress(&format!("  {}", row.line()));
        let outcome = row.outcome();
        results.push(row);
        report::write(results, folder)?;
        Ok(outcome)
    };
    batch::carry_out(trials, &mut status_file, |trial| trial.log.clone(), run).await
}

/// Creates the folder of the results.
fn create_folder(config: &Config, name: &str) -> Result<PathBuf> {
    let folder = deskpilot_log::folder(&config.log_dir, name)?;
    private_folder_options()
        .recursive(true)
        .create(&config.log_dir)
        .with_context(|| format!("{} cannot be created", config.log_dir.display()))?;
    match private_folder_options().create(&folder) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!(UsageError(format!("{} exists already: choose another --task", folder.display())))
        }
        created => created.with_context(|| format!("{} cannot be created", folder.display()))?,
    }
    Ok(folder)
}

/// Prints a line of progress on standard error. Ignores errors: a closed output does not stop the batch.
fn print_progress(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", crate::console::plain(line));
}
