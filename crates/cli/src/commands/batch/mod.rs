//! `batch`: carries out task files one after the other, each on its own private desktop, and reports the results.

mod manual;

use super::{print, queue_error, run::sessions, warmed};
use crate::{
    args::{BatchArgs, CommonArgs},
    exit::Exit,
    progress::Screen,
    settings,
    signals::stop_token,
};
use anyhow::{Context, Result, bail};
use deskpilot_desktop::DesktopKind;
use deskpilot_queue::JobEnd;
use deskpilot_runtime::{
    Config, Environment, OutFolder, Sessions, TaskHome, UsageError,
    batch::{
        Batch, BatchJob, BatchResults, DeciderSource, Retry, Suite, Trial, TrialRow, results_page,
        write_results,
    },
    new_task_name, with_causes,
};
use deskpilot_system::{lock_folder, private_folder_options};
pub(crate) use manual::task_files_page;
use std::{
    cell::RefCell,
    fs::File,
    io::{ErrorKind, Write},
    path::Path,
};
use tokio_util::sync::CancellationToken;

/// The queue of a batch in the folder of its results.
const QUEUE: &str = "queue.sqlite";

/// A batch under way.
struct TaskBatch<'b> {
    config: &'b Config,
    decider_source: &'b DeciderSource,
    trials: &'b [Trial],
    sessions: Sessions,
    folder: &'b Path,
    stop: CancellationToken,
    results: RefCell<BatchResults>,
}

/// `deskpilot batch`
pub(crate) async fn batch(environment: &Environment, args: BatchArgs) -> Result<Exit> {
    if let Some(flag) = folder_flag(&args.common) {
        bail!(UsageError(format!("the files of one task are not for the next: leave {flag} out")));
    }
    let config = Config {
        home: TaskHome::Fresh,
        out: OutFolder::Home,
        ..settings::config(environment, &args.common)?
    };
    if config.desktop == DesktopKind::Current {
        let why = "a batch starts a private desktop for every task: run it with --desktop private";
        bail!(UsageError(why.into()));
    }
    let suite = Suite::open(&args.tasks, &args.only)?;
    let decider_source = DeciderSource::of(&config, suite.tasks())?;
    let name = args.task.unwrap_or_else(|| format!("batch-{}", new_task_name()));
    let trials = suite.trials(&config, &name, args.repeat)?;
    let folder = deskpilot_log::folder(&config.log_dir, &name)?;
    let _lock = open_folder(&config, &folder, args.resume)?;
    let config = Config { environment: warmed(&config, trials.len(), usize::from(args.jobs)), ..config };
    let (host_model, app_model) = decider_source.names();
    let batch = TaskBatch {
        results: RefCell::new(BatchResults::new(&name, host_model, app_model, trials.len())),
        config: &config,
        decider_source: &decider_source,
        trials: &trials,
        sessions: sessions(Screen::of_process()),
        folder: &folder,
        stop: stop_token()?,
    };
    Box::pin(batch.carry_out(usize::from(args.jobs))).await?;
    let results = batch.results.borrow();
    print(&if args.json { results.json()? } else { results_page(&results, &folder) });
    Ok(match results.all_succeeded() {
        _ if batch.stop.is_cancelled() => Exit::Stopped,
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

impl TaskBatch<'_> {
    /// Carries out the trials that have no result yet, this many side by side, until the user stops it. Writes the results after
    /// each.
    async fn carry_out(&self, side_by_side: usize) -> Result<()> {
        let batch = Batch::open(&self.folder.join(QUEUE)).await.map_err(queue_error)?;
        self.read_results(&batch).await?;
        write_results(&self.results.borrow(), self.folder)?;
        let jobs: Vec<BatchJob> =
            self.trials.iter().map(|it| BatchJob { name: it.log.clone(), log: it.log.clone() }).collect();
        let run = async |job: &BatchJob, stop: &CancellationToken| Box::pin(self.run(job, stop)).await;
        Box::pin(batch.carry_out(&jobs, Retry::Unfinished, side_by_side, &self.stop, run)).await?;
        self.read_results(&batch).await?;
        Ok(write_results(&self.results.borrow(), self.folder)?)
    }

    /// Carries out one trial again from the start.
    async fn run(&self, job: &BatchJob, stop: &CancellationToken) -> JobEnd {
        let Some(at) = self.position(&job.name) else {
            return JobEnd::Fault("its task is gone".into());
        };
        let trial = &self.trials[at];
        let running = trial.run(&self.sessions, self.config, self.decider_source, stop);
        print_progress(&format!("[{}/{}] {}", at + 1, self.trials.len(), job.name));
        match Box::pin(running).await {
            Ok(Some(row)) => self.end(at, row),
            Ok(None) => {
                if !stop.is_cancelled() {
                    // Stopping one task stops the batch.
                    self.stop.cancel();
                }
                JobEnd::Stopped
            }
            Err(error) => {
                let why = with_causes(&error);
                print_progress(&format!("  {}: {why}", job.name));
                JobEnd::Fault(why)
            }
        }
    }

    /// Records the result of a trial that has ended.
    fn end(&self, at: usize, row: TrialRow) -> JobEnd {
        print_progress(&format!("  {}", row_line(&row)));
        let end = row.job_end();
        let mut results = self.results.borrow_mut();
        results.put(at, row);
        match write_results(&results, self.folder) {
            Ok(()) => end,
            Err(error) => JobEnd::Fault(with_causes(&error)),
        }
    }

    /// Reads the results that the queue has.
    async fn read_results(&self, batch: &Batch) -> Result<()> {
        let records = batch.records().await?;
        self.results.borrow_mut().put_records(self.trials, &records);
        Ok(())
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.trials.iter().position(|it| it.log == name)
    }
}

/// Creates the folder of the results, or finds that of the batch that is continued. Keeps other batches out of it for as long as the
/// returned value lives.
fn open_folder(config: &Config, folder: &Path, resume: bool) -> Result<File> {
    private_folder_options()
        .recursive(true)
        .create(&config.log_dir)
        .with_context(|| format!("{} cannot be created", config.log_dir.display()))?;
    let shown = folder.display();
    if resume && !folder.join(QUEUE).is_file() {
        bail!(UsageError(format!("there is no batch {shown} to continue: leave --resume out")));
    }
    match private_folder_options().create(folder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists && resume => {}
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!(UsageError(format!(
                "{shown} exists already: continue the batch with --resume, or choose another --task"
            )))
        }
        created => created.with_context(|| format!("{shown} cannot be created"))?,
    }
    lock_folder(folder).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => {
            UsageError(format!("another process does the batch {shown}: wait until it ends")).into()
        }
        _ => anyhow::anyhow!("{shown} cannot be locked: {error}"),
    })
}

/// A line of progress for a person.
fn row_line(row: &TrialRow) -> String {
    let TrialRow { verdict, steps, spent, seconds, .. } = row;
    let mut line = format!(
        "{}: {verdict} ({steps} steps, {} decisions, {} model calls, {seconds:.1} s)",
        row.success_word(),
        spent.decisions,
        spent.model_calls
    );
    for checked in row.failed_checks() {
        line.push_str(&format!("; {}: {}, {}", checked.check, checked.holds, checked.found));
    }
    line
}

/// Prints a line of progress on standard error. Ignores errors: a closed output does not stop the batch.
fn print_progress(line: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", crate::console::plain(line));
}
