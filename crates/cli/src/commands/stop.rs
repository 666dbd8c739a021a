//! `stop`: asks a running task to stop, and waits until it has.

use super::print;
use crate::{
    args::{Common, StopArgs},
    exit::{Exit, UsageError},
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_log::{running, tasks};
use rustix::process::{Pid, Signal, kill_process};
use std::{path::Path, time::Duration};
use tokio::time::{Instant, sleep};

/// How long a task may take to write down where it stands and close its desktop.
const DEADLINE: Duration = Duration::from_secs(10);

/// `deskpilot stop`
pub(crate) async fn stop(args: StopArgs) -> Result<Exit> {
    let common = Common { log_dir: args.log_dir, ..Common::default() };
    let root = settings::config(&common)?.log_dir;
    let task = match args.task {
        Some(task) => task,
        None => the_running_one(&root)?,
    };
    let Some(process) = running(&root, &task)? else {
        bail!(UsageError(format!("the task {task:?} is not running; `deskpilot log` lists the tasks")));
    };
    signal(process)?;
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

fn signal(process: u32) -> Result<()> {
    let pid = i32::try_from(process).ok().and_then(Pid::from_raw).context("the lock names no process")?;
    kill_process(pid, Signal::TERM).with_context(|| format!("process {process} cannot be asked to stop"))
}
