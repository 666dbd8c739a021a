//! `run --plan`: carries out plan files, as steps of a follower or as a batch.

use super::session::TerminalRun;
use crate::{
    args::RunArgs,
    console::plain,
    exit::Exit,
    progress::ProgressFormat,
    settings,
    signals::stop_token,
    terminal::{Terminal, say},
};
use anyhow::{Result, anyhow, bail};
use deskpilot_agent::Ending;
use deskpilot_core::Mode;
use deskpilot_runtime::{
    Config, SessionSpec, UsageError,
    batch::{self, BatchTotals, JobOutcome, JobStatusFile},
    deciders_of_mode, log_origin, new_task_name, open_log, verdict,
};
use deskpilot_system::lock_folder;
use deskpilot_tasks::{PlanFile, PlanPurpose, STATUS_FILE, plans};
use std::{
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
};
use tokio_util::sync::CancellationToken;

/// What all plans of this process have in common.
struct PlanRun {
    config: Config,
    mode: Mode,
    /// The prefix of the names of the logs.
    task: String,
    progress: ProgressFormat,
    terminal: Terminal,
    stop: CancellationToken,
}

/// `deskpilot run --plan`
pub(super) async fn run(args: RunArgs) -> Result<Exit> {
    let Some(path) = args.plan else { bail!(UsageError("there is no plan: name one with --plan".into())) };
    let config = settings::config_in(args.mode, &args.common)?;
    let purpose = if args.mode == Mode::Follower { PlanPurpose::Steps } else { PlanPurpose::Tasks };
    let plans = plans(&path, purpose).map_err(|error| UsageError(error.to_string()))?;
    let terminal = Terminal::new(config.timeouts.person);
    let run = PlanRun {
        mode: args.mode,
        task: args.task.unwrap_or_else(new_task_name),
        progress: settings::progress(&args.output, &args.common)?,
        terminal,
        stop: stop_token()?,
        config,
    };
    run.check(&plans)?;
    let totals = match (args.mode, args.status.or_else(|| status_file(&path))) {
        (Mode::Follower, _) | (_, None) => run.run_all(&plans).await?,
        (_, Some(file)) => run.run_unfinished(&plans, &file).await?,
    };
    if run.progress.is_for_person() && plans.len() > 1 {
        say(&summary(&totals, plans.len()));
    }
    Ok(exit(&totals))
}

impl PlanRun {
    /// Checks all names and models before the first plan runs.
    fn check(&self, plans: &[PlanFile]) -> Result<()> {
        for plan in plans {
            deskpilot_log::folder(&self.config.log_dir, &self.log(plan))?;
            deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        }
        Ok(())
    }

    /// Carries out all plans.
    async fn run_all(&self, plans: &[PlanFile]) -> Result<BatchTotals> {
        let mut totals = BatchTotals::default();
        for plan in plans {
            totals.add(&Box::pin(self.run_plan(plan, &self.new_log(plan))).await?);
            if totals.is_stopped {
                break;
            }
        }
        Ok(totals)
    }

    /// Carries out the plans that are unfinished in this status file.
    async fn run_unfinished(&self, plans: &[PlanFile], file: &Path) -> Result<BatchTotals> {
        let _lock = lock_batch(file)?;
        let mut status_file = JobStatusFile::open(file)?;
        let run = async |plan: &PlanFile, log: &str| Box::pin(self.run_plan(plan, log)).await;
        batch::carry_out(plans, &mut status_file, |plan| self.new_log(plan), run).await
    }

    /// Carries out one plan, or continues it from its log. A log that this user's Deskpilot did not write, which a status file may
    /// name, waits for the user.
    async fn run_plan(&self, plan: &PlanFile, log: &str) -> Result<JobOutcome> {
        if self.stop.is_cancelled() {
            return Ok(JobOutcome::Stopped);
        }
        if self.progress.is_for_person() {
            say(&format!("{}\n", plain(&format!("{log}: {}", plan.plan.task))));
        }
        let opened = open_log(&self.config.log_dir, log)?;
        let origin = log_origin(&opened.0, &self.config);
        if !origin.is_own() {
            let next =
                format!("continue it with `deskpilot resume {log}`, or remove it from the status file");
            let waits = format!("{log}: {origin}; {next}");
            say(&format!("{}\n", plain(&waits)));
            return Ok(JobOutcome::Waits(waits));
        }
        if let Some(verdict) = verdict(&opened.1) {
            return Ok(JobOutcome::from(&Ending::Ended(verdict)));
        }
        let deciders = deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        let spec = SessionSpec {
            mode: self.mode,
            plan: Some(plan.plan.clone()),
            ..SessionSpec::with(self.config.clone(), log, [plan.plan.task.clone()], deciders)
        };
        let run = TerminalRun { spec, progress: self.progress, terminal: self.terminal.clone() };
        Ok(JobOutcome::from(&run.run(opened, &self.stop).await?))
    }

    fn log(&self, plan: &PlanFile) -> String {
        format!("{}-{}", self.task, plan.name)
    }

    /// A name for a new log of the plan: with a number if the name is taken.
    fn new_log(&self, plan: &PlanFile) -> String {
        let first = self.log(plan);
        let is_free = |name: &String| !self.config.log_dir.join(name).exists();
        let names = std::iter::once(first.clone()).chain((2..).map(|at| format!("{first}-{at}")));
        names.take(1000).find(is_free).unwrap_or(first)
    }
}

/// The default status file of a folder of plans, beside the folder.
fn status_file(plans: &Path) -> Option<PathBuf> {
    let folder = plans.canonicalize().ok().filter(|it| it.is_dir())?;
    Some(folder.parent()?.join(STATUS_FILE))
}

/// Keeps other batches away from the status file, for as long as the returned value lives.
fn lock_batch(file: &Path) -> Result<File> {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    lock_folder(folder).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => UsageError(format!(
            "another batch uses the status file in {}: wait until it ends, or choose another --status",
            folder.display()
        ))
        .into(),
        _ => anyhow!("{} cannot be locked: {error}", folder.display()),
    })
}

/// The exit code of a batch.
const fn exit(totals: &BatchTotals) -> Exit {
    match totals {
        BatchTotals { is_stopped: true, .. } => Exit::Stopped,
        BatchTotals { failed: 1.., .. } => Exit::Failed,
        BatchTotals { waiting: 1.., .. } => Exit::NeedsPerson,
        _ => Exit::Finished,
    }
}

fn summary(totals: &BatchTotals, planned: usize) -> String {
    let BatchTotals { finished, failed, waiting, finished_before, .. } = totals;
    let counts = [
        ("finished", finished),
        ("failed", failed),
        ("waiting for a person", waiting),
        ("finished before", finished_before),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    format!("{planned} plans: {}\n", if parts.is_empty() { "none ended".into() } else { parts.join(", ") })
}
