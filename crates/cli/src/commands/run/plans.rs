//! `run` by plan files: a follower's steps, and batches.

use super::session::Run;
use crate::{
    args::RunArgs,
    console::{Progress, plain},
    exit::Exit,
    settings,
    signals::stop_token,
    terminal::{Terminal, say},
};
use anyhow::{Result, anyhow, bail};
use deskpilot_agent::Ending;
use deskpilot_core::Mode;
use deskpilot_dataflow::{PlanFile, PlanPurpose, STATUS_FILE, plans};
use deskpilot_runtime::{
    Config, SessionSpec, UsageError,
    batch::{self, Board, Done, Sum},
    deciders_of_mode, opened, time_of_day, verdict,
};
use deskpilot_system::lock_folder;
use std::{
    fs::File,
    io::ErrorKind,
    path::{Path, PathBuf},
};
use tokio_util::sync::CancellationToken;

/// Plans that are carried out by this process.
struct Order {
    config: Config,
    mode: Mode,
    /// What the names of its logs begin with.
    task: String,
    progress: Progress,
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
    let order = Order {
        mode: args.mode,
        task: args.task.unwrap_or_else(time_of_day),
        progress: Progress::of(args.json),
        terminal,
        stop: stop_token()?,
        config,
    };
    order.check(&plans)?;
    let sum = match (args.mode, args.status.or_else(|| status_file(&path))) {
        (Mode::Follower, _) | (_, None) => order.each(&plans).await?,
        (_, Some(file)) => order.batch(&plans, &file).await?,
    };
    if order.progress == Progress::Lines && plans.len() > 1 {
        say(&told(&sum, plans.len()));
    }
    Ok(exit(&sum))
}

impl Order {
    /// Everything that can be wrong with names and models is found before the first plan runs.
    fn check(&self, plans: &[PlanFile]) -> Result<()> {
        for plan in plans {
            deskpilot_log::folder(&self.config.log_dir, &self.log(plan))?;
            deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        }
        Ok(())
    }

    /// All of them, whatever was done before.
    async fn each(&self, plans: &[PlanFile]) -> Result<Sum> {
        let mut sum = Sum::default();
        for plan in plans {
            sum.add(&Done::from(&Box::pin(self.carry(plan, &self.new_log(plan))).await?));
            if sum.is_stopped {
                break;
            }
        }
        Ok(sum)
    }

    /// What is left of them by this file.
    async fn batch(&self, plans: &[PlanFile], file: &Path) -> Result<Sum> {
        let _alone = alone(file)?;
        let mut board = Board::open(file)?;
        let carry = async |plan: &PlanFile, log: &str| {
            Box::pin(self.carry(plan, log)).await.map(|ending| Done::from(&ending))
        };
        batch::carry_out(plans, &mut board, |plan| self.new_log(plan), carry).await
    }

    /// Carries one plan out, from wherever its log stands. What goes wrong with one is no reason to leave out the next.
    async fn carry(&self, plan: &PlanFile, log: &str) -> Result<Ending> {
        if self.stop.is_cancelled() {
            return Ok(Ending::Stopped);
        }
        if self.progress == Progress::Lines {
            say(&format!("{}\n", plain(&format!("{log}: {}", plan.plan.task))));
        }
        let opened = opened(&self.config.log_dir, log)?;
        if let Some(verdict) = verdict(&opened.1) {
            return Ok(Ending::Ended(verdict));
        }
        let deciders = deciders_of_mode(&self.config, self.mode, Some(&plan.plan))?;
        let spec = SessionSpec {
            mode: self.mode,
            plan: Some(plan.plan.clone()),
            ..SessionSpec::with(self.config.clone(), log, [plan.plan.task.clone()], deciders)
        };
        let run = Run { spec, progress: self.progress, terminal: self.terminal.clone() };
        run.carry_out(opened, &self.stop).await
    }

    fn log(&self, plan: &PlanFile) -> String {
        format!("{}-{}", self.task, plan.name)
    }

    /// The plan's log, or the next one where there is one of that name.
    fn new_log(&self, plan: &PlanFile) -> String {
        let first = self.log(plan);
        let is_free = |name: &String| !self.config.log_dir.join(name).exists();
        let names = std::iter::once(first.clone()).chain((2..).map(|at| format!("{first}-{at}")));
        names.take(1000).find(is_free).unwrap_or(first)
    }
}

/// Where the states of a folder's plans are kept unless that is said: beside the folder.
fn status_file(plans: &Path) -> Option<PathBuf> {
    let folder = plans.canonicalize().ok().filter(|it| it.is_dir())?;
    Some(folder.parent()?.join(STATUS_FILE))
}

/// Keeps a second batch away from the same states, as long as the value lives.
fn alone(file: &Path) -> Result<File> {
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    lock_folder(folder).map_err(|error| match error.kind() {
        ErrorKind::WouldBlock => UsageError(format!(
            "another batch keeps its states in {}: wait for it, or choose another --status",
            folder.display()
        ))
        .into(),
        _ => anyhow!("{} cannot be locked: {error}", folder.display()),
    })
}

/// What a script finds in `$?`.
const fn exit(sum: &Sum) -> Exit {
    match sum {
        Sum { is_stopped: true, .. } => Exit::Stopped,
        Sum { failed: 1.., .. } => Exit::Failed,
        Sum { waiting: 1.., .. } => Exit::NeedsPerson,
        _ => Exit::Finished,
    }
}

fn told(sum: &Sum, planned: usize) -> String {
    let Sum { finished, failed, waiting, before, .. } = sum;
    let counts = [
        ("finished", finished),
        ("failed", failed),
        ("waiting for a person", waiting),
        ("finished before", before),
    ];
    let told: Vec<String> = counts
        .iter()
        .filter(|(_, count)| **count > 0)
        .map(|(what, count)| format!("{count} {what}"))
        .collect();
    format!("{planned} plans: {}\n", if told.is_empty() { "none ended".into() } else { told.join(", ") })
}
