//! `stop`, `pause`, `hand-back`: what a person says to a running task from elsewhere.

use super::print;
use crate::{
    args::{Common, PauseArgs, StopArgs},
    exit::Exit,
    settings,
    signals::{HAND_BACK, PAUSE},
};
use anyhow::{Context, Result, bail};
use deskpilot_log::{running, tasks};
use deskpilot_runtime::UsageError;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long a task may take to write down where it stands and close its desktop.
const DEADLINE: Duration = Duration::from_secs(10);

/// `deskpilot stop`
pub(crate) async fn stop(args: StopArgs) -> Result<Exit> {
    let Running { root, task, process } = Running::of(args.task, args.log_dir)?;
    signal(process, Signal::TERM)?;
    let deadline = Instant::now() + DEADLINE;
    while running(&root, &task)?.is_some() {
        if Instant::now() > deadline {
            bail!("the task {task:?} was asked to stop and is still running in process {process}");
        }
        sleep(Duration::from_millis(20)).await;
    }
    print(&format!("stopped: {task}; go on with `deskpilot resume {task}`"));
    Ok(Exit::Finished)
}

/// `deskpilot pause`
pub(crate) fn pause(args: PauseArgs) -> Result<Exit> {
    let Running { task, process, .. } = Running::of(args.task, args.log_dir)?;
    signal(process, PAUSE)?;
    print(&format!("paused: {task}; the desktop is yours until `deskpilot hand-back {task}`"));
    Ok(Exit::Finished)
}

/// `deskpilot hand-back`
pub(crate) fn hand_back(args: PauseArgs) -> Result<Exit> {
    let Running { task, process, .. } = Running::of(args.task, args.log_dir)?;
    signal(process, HAND_BACK)?;
    print(&format!("handed back: {task}"));
    Ok(Exit::Finished)
}

/// A task that is running.
struct Running {
    root: PathBuf,
    task: String,
    process: u32,
}

impl Running {
    /// The task of this name; the only one that is running unless it is named.
    fn of(task: Option<String>, log_dir: Option<PathBuf>) -> Result<Running> {
        let common = Common { log_dir, ..Common::default() };
        let root = settings::config(&common)?.log_dir;
        let task = match task {
            Some(task) => task,
            None => the_running_one(&root)?,
        };
        match running(&root, &task)? {
            Some(process) => Ok(Running { root, task, process }),
            None => bail!(UsageError(format!(
                "the task {task:?} is not running; `deskpilot log` lists the tasks"
            ))),
        }
    }
}

fn the_running_one(root: &Path) -> Result<String> {
    let mut names = Vec::new();
    for task in tasks(root)? {
        if running(root, &task.name)?.is_some() {
            names.push(task.name);
        }
    }
    match names.as_slice() {
        [one] => Ok(one.clone()),
        [] => bail!(UsageError(format!("no task is running in {}", root.display()))),
        many => bail!(UsageError(format!("several tasks are running; name one of {}", many.join(", ")))),
    }
}

fn signal(process: u32, signal: Signal) -> Result<()> {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).context("the lock names no process")?;
    kill_process(pid, signal).with_context(|| format!("process {process} cannot be told"))
}
