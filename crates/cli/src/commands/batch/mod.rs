//! `batch`: tasks of files, one after the other, each on a private desktop of its own, and what came of them.

mod format;
mod page;
mod results;
mod suite;
mod trial;

use super::{print, run::sessions};
use crate::{args::BatchArgs, exit::Exit, settings, signals::stop_token};
use anyhow::{Context, Result, bail};
use deskpilot_dataflow::STATUS_FILE;
use deskpilot_desktop::DesktopKind;
use deskpilot_runtime::{
    Config, UsageError,
    batch::{self, Board, Done, Sum},
    time_of_day,
};
pub(crate) use format::page as task_files;
use page::page;
use results::Results;
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use suite::{DeciderSource, Suite};
use tokio_util::sync::CancellationToken;
use trial::Trial;

/// `deskpilot batch`
pub(crate) async fn batch(args: BatchArgs) -> Result<Exit> {
    let config = settings::config(&args.common)?;
    if config.desktop == DesktopKind::Current {
        let why = "a batch brings a private desktop up for every task; run it with --desktop private";
        bail!(UsageError(why.into()));
    }
    let suite = Suite::open(&args.tasks, &args.only)?;
    let decider_source = DeciderSource::of(&config, &suite)?;
    let name = args.task.unwrap_or_else(|| format!("batch-{}", time_of_day()));
    let trials = suite.trials(&config, &name, args.repeat)?;
    let folder = folder(&config, &name)?;
    let stop = stop_token()?;
    let mut results = Results::new(&name, &decider_source, trials.len());
    page::write(&results, &folder)?;
    let sum = Box::pin(all(&config, &decider_source, &trials, &stop, &mut results, &folder)).await?;
    print(&if args.json { results.json()? } else { page(&results, &folder) });
    Ok(match results.all_succeeded() {
        _ if sum.is_stopped => Exit::Stopped,
        true => Exit::Finished,
        false => Exit::Failed,
    })
}

/// Carries the trials out, until the user stops it. The results are written after each, so that nothing that was found is
/// ever lost.
async fn all(
    config: &Config,
    decider_source: &DeciderSource,
    trials: &[Trial],
    stop: &CancellationToken,
    results: &mut Results,
    folder: &Path,
) -> Result<Sum> {
    let (sessions, mut number) = (sessions(), 0);
    let mut board = Board::open(&folder.join(STATUS_FILE))?;
    let carry = async |trial: &Trial, _: &str| {
        number += 1;
        tell(&format!("[{number}/{}] {}", trials.len(), trial.name));
        let carrying = trial.carry_out(&sessions, config, decider_source, stop);
        let Some(row) = Box::pin(carrying).await else { return Ok(Done::Stopped) };
        tell(&format!("  {}", row.line()));
        let done = row.done();
        results.push(row);
        page::write(results, folder)?;
        Ok(done)
    };
    batch::carry_out(trials, &mut board, |trial| trial.name.clone(), carry).await
}

/// The folder of the results, which must be new.
fn folder(config: &Config, name: &str) -> Result<PathBuf> {
    let folder = deskpilot_log::folder(&config.log_dir, name)?;
    fs::create_dir_all(&config.log_dir)
        .with_context(|| format!("{} cannot be made", config.log_dir.display()))?;
    match fs::create_dir(&folder) {
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            bail!(UsageError(format!("{} is there already; choose another --task", folder.display())))
        }
        made => made.with_context(|| format!("{} cannot be made", folder.display()))?,
    }
    Ok(folder)
}

/// Progress, for a person. A reader that went away is no reason to stop.
fn tell(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", crate::console::plain(line));
}
