//! `run --plan`: carries out plan files, as steps of a follower or as a batch.

use super::session::TerminalRun;
use crate::{
    args::RunArgs,
    commands::queue_error,
    console::plain,
    exit::Exit,
    progress::ProgressFormat,
    settings,
    signals::stop_token,
    terminal::{Terminal, say},
};
use anyhow::{Context, Result, anyhow, bail};
use deskpilot_agent::Ending;
use deskpilot_core::{Mode, Verdict};
use deskpilot_queue::JobEnd;
use deskpilot_runtime::{
    Config, Environment, OpenedLog, SessionSpec, UsageError,
    batch::{Batch, BatchJob, BatchTotals, Retry, job_end},
    deciders_of_mode, free_log_name, log_names, log_origin, new_task_name, verdict, with_causes,
};
use deskpilot_system::lock_folder;
use deskpilot_tasks::{PlanFile, PlanPurpose, plans};
use std::{
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

/// What all plans of this process have in common.
struct PlanRun {
    config: Config,
    mode: Mode,
    plans: Vec<PlanFile>,
    /// The prefix of the names of the logs.
    task: String,
    progress: ProgressFormat,
    terminal: Terminal,
    stop: CancellationToken,
}

/// Where the queue of a batch is, for as long as this lives.
struct QueuePlace {
    file: PathBuf,
    /// Keeps other batches out of a file that stays, so that another process continues the batch.
    _lock: Option<File>,
    /// The folder of a file that goes with the process.
    _folder: Option<TempDir>,
}

/// `deskpilot run --plan`
pub(super) async fn run(environment: &Environment, args: RunArgs) -> Result<Exit> {
    let Some(path) = args.plan else { bail!(UsageError("there is no plan: name one with --plan".into())) };
    let config = settings::config_in(environment, args.mode, &args.common)?;
    let purpose = if args.mode == Mode::Follower { PlanPurpose::Steps } else { PlanPurpose::Tasks };
    let run = PlanRun {
        mode: args.mode,
        plans: plans(&path, purpose).map_err(|error| UsageError(error.to_string()))?,
        task: args.task.unwrap_or_else(new_task_name),
        progress: settings::progress(environment, &args.output, &args.common)?,
        terminal: Terminal::new(config.timeouts.person),
        stop: stop_token()?,
        config,
    };
    run.check()?;
    let place = QueuePlace::of(args.mode, args.queue.or_else(|| queue_file(&path)))?;
    let totals = Box::pin(run.carry_out(&place)).await?;
    for (name, why) in &totals.broken {
        say(&format!("{}\n", plain(&format!("{name} failed: {why}"))));
    }
    if run.progress.is_for_person() && run.plans.len() > 1 {
        say(&summary(&totals, run.plans.len()));
    }
    Ok(match totals {
        _ if run.stop.is_cancelled() => Exit::Stopped,
        BatchTotals { failed: 1.., .. } => Exit::Failed,
        BatchTotals { waiting: 1.., .. } => Exit::NeedsPerson,
        _ => Exit::Finished,
    })
}

impl QueuePlace {
    /// This file, if the mode keeps its batches; the follower mode repeats its steps each time.
    fn of(mode: Mode, file: Option<PathBuf>) -> Result<QueuePlace> {
        if let Some(file) = file.filter(|_| mode != Mode::Follower) {
            let lock = lock_batch(&file)?;
            return Ok(QueuePlace { file, _lock: Some(lock), _folder: None });
        }
        let folder = TempDir::new().context("there is no place for a temporary file")?;
        Ok(QueuePlace { file: folder.path().join("queue.sqlite"), _lock: None, _folder: Some(folder) })
    }
}

impl PlanRun {
    /// Checks all names and models before the first plan runs.
    fn check(&self) -> Result<()> {
        for plan in &self.plans {
            deskpilot_log::folder(&self.config.log_dir, &self.log(plan))?;
            deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        }
        Ok(())
    }

    /// Carries out the plans that are unfinished in this queue.
    async fn carry_out(&self, place: &QueuePlace) -> Result<BatchTotals> {
        let batch = Batch::open(&place.file).await.map_err(queue_error)?;
        let jobs: Vec<BatchJob> = self.plans.iter().map(|it| self.job(it)).collect::<Result<_>>()?;
        let run = async |job: &BatchJob, stop: &CancellationToken| {
            let Some(plan) = self.plans.iter().find(|it| it.name == job.name) else {
                return JobEnd::Fault("its plan is gone".into());
            };
            let end = Box::pin(self.run_plan(plan, job, stop)).await;
            if matches!(end, Ok(JobEnd::Stopped)) && !stop.is_cancelled() {
                // Stopping one plan stops the batch.
                self.stop.cancel();
            }
            end.unwrap_or_else(|error| JobEnd::Fault(with_causes(&*error)))
        };
        Ok(Box::pin(batch.carry_out(&jobs, Retry::Failed, 1, &self.stop, run)).await?)
    }

    /// Carries out one plan, or continues it from its log. A log that this user's Deskpilot did not write, which the file of a
    /// queue may name, waits for the user.
    async fn run_plan(&self, plan: &PlanFile, job: &BatchJob, stop: &CancellationToken) -> Result<JobEnd> {
        let (log, opened) = self.open_last_log(job)?;
        if self.progress.is_for_person() {
            say(&format!("{}\n", plain(&format!("{log}: {}", plan.plan.task))));
        }
        let origin = log_origin(&opened.log, &self.config);
        if !origin.is_own() {
            let next = format!("continue it with `deskpilot resume {log}`, or remove the file of the queue");
            let waits = format!("{log}: {origin}; {next}");
            say(&format!("{}\n", plain(&waits)));
            return Ok(JobEnd::Waits(waits));
        }
        if let Some(verdict) = verdict(&opened.entries) {
            return Ok(job_end(&Ending::Ended(verdict)));
        }
        let deciders = deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        let spec = SessionSpec {
            mode: self.mode,
            plan: Some(plan.plan.clone()),
            ..SessionSpec::with(self.config.clone(), &log, [plan.plan.task.clone()], deciders)
        };
        let run = TerminalRun { spec, progress: self.progress, terminal: self.terminal.clone() };
        Ok(job_end(&run.run(opened, stop).await?))
    }

    /// The log that a job continues: its last one, or a new one if that failed. A finished log ends the job: the process was
    /// killed before it reported the result to the queue.
    fn open_last_log(&self, job: &BatchJob) -> Result<(String, OpenedLog)> {
        let logs = &self.config.log_dir;
        let last = log_names(&job.log).take_while(|it| logs.join(it).exists()).last();
        let Some(last) = last else {
            return Ok((job.log.clone(), OpenedLog::open_or_create(logs, &job.log)?));
        };
        let opened = OpenedLog::open_or_create(logs, &last)?;
        let has_failed = matches!(verdict(&opened.entries), Some(Verdict::Failed(_) | Verdict::Errored(_)));
        if !has_failed || !log_origin(&opened.log, &self.config).is_own() {
            return Ok((last, opened));
        }
        let next = free_log_name(logs, &job.log)?;
        let opened = OpenedLog::open_or_create(logs, &next)?;
        Ok((next, opened))
    }

    fn log(&self, plan: &PlanFile) -> String {
        format!("{}-{}", self.task, plan.name)
    }

    /// The plan as a new job, whose logs no other job has.
    fn job(&self, plan: &PlanFile) -> Result<BatchJob> {
        Ok(BatchJob { name: plan.name.clone(), log: free_log_name(&self.config.log_dir, &self.log(plan))? })
    }
}

/// The default queue file of a folder of plans, next to the folder.
fn queue_file(plans: &Path) -> Option<PathBuf> {
    let folder = plans.canonicalize().ok().filter(|it| it.is_dir())?;
    Some(folder.with_file_name(format!("{}.queue", folder.file_name()?.display())))
}

/// Keeps other batches away from the queue, for as long as the returned value lives.
fn lock_batch(file: &Path) -> Result<File> {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    lock_folder(folder).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => UsageError(format!(
            "another batch uses the queue in {}: wait until it ends, or choose another --queue",
            folder.display()
        ))
        .into(),
        _ => anyhow!("{} cannot be locked: {error}", folder.display()),
    })
}

fn summary(totals: &BatchTotals, planned: usize) -> String {
    let BatchTotals { finished, failed, waiting, ended_before, .. } = totals;
    let counts = [
        ("finished", finished),
        ("failed", failed),
        ("waiting for a person", waiting),
        ("finished before", ended_before),
    ];
    let parts: Vec<String> = counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    format!("{planned} plans: {}\n", if parts.is_empty() { "none ended".into() } else { parts.join(", ") })
}
