//! Tasks of the suite by scripts: how many calls and tokens a client needs that knows what to do.

mod outcome;
mod program;
mod scripts;

use super::{
    client::ToolClient,
    reply::tokens,
    servers::{Contest, Server, home},
};
use crate::{app_under_test::write, perception::settings_in_home, say};
use anyhow::{Context, Result};
use deskpilot_linux::{PrivateDesktop, PrivateOptions};
use outcome::SuiteTask;
use program::program;
use scripts::{SCRIPTS, TaskScript};
use serde::{Deserialize, Serialize};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use tokio::time::sleep;

/// How long the outcome may take to be on the disk after the last reply.
const SAVING: Duration = Duration::from_secs(10);
/// The pause between two looks for it.
const PAUSE: Duration = Duration::from_millis(100);

/// A way to do a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Way {
    /// Calls to Deskpilot.
    Deskpilot,
    /// Lists of steps to cua-driver.
    Steps,
    /// One program to cua-driver, which does the same steps.
    Program,
}

/// A task by one way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskRun {
    /// The way.
    pub(super) way: Way,
    /// The calls that were made.
    pub(super) calls: usize,
    /// The tokens of the calls and of what a model reads of their replies.
    pub(super) tokens: usize,
    /// From the first call to the last reply.
    pub(super) millis: f64,
    /// Why the task is not done; `None` if it is.
    pub(super) failure: Option<String>,
}

/// A task by all ways.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct TaskRuns {
    /// The task.
    pub(super) task: String,
    /// The ways.
    pub(super) runs: Vec<TaskRun>,
}

impl Way {
    /// All ways.
    pub(super) const ALL: [Way; 3] = [Way::Deskpilot, Way::Steps, Way::Program];

    /// The server that it goes to.
    pub(super) const fn server(self) -> Server {
        match self {
            Way::Deskpilot => Server::Deskpilot,
            Way::Steps | Way::Program => Server::CuaDriver,
        }
    }

    fn calls(self, script: &TaskScript) -> Result<Vec<(String, String)>> {
        let as_texts = |calls: &[scripts::ScriptedCall]| {
            calls.iter().map(|(tool, arguments)| ((*tool).to_owned(), (*arguments).to_owned())).collect()
        };
        Ok(match self {
            Way::Deskpilot => as_texts(script.ours),
            Way::Steps => as_texts(script.theirs),
            Way::Program => vec![("run_script".to_owned(), program(script.theirs)?.to_string())],
        })
    }
}

/// How many tasks there are.
pub(super) const COUNT: usize = SCRIPTS.len();

/// Does the task of this number by all ways of the servers that are there.
pub(super) async fn measure(contest: &Contest, number: usize) -> Result<TaskRuns> {
    let script = SCRIPTS.get(number).context("there is no such task")?;
    let servers = contest.order(number);
    let mut runs = Vec::new();
    for way in Way::ALL.into_iter().filter(|it| servers.contains(&it.server())) {
        let run = Box::pin(run(contest, script, way)).await?;
        let end = run.failure.as_deref().unwrap_or("done");
        say(&format!("{}, {way:?}: {} calls, {} tokens: {end}", script.task, run.calls, run.tokens));
        runs.push(run);
    }
    Ok(TaskRuns { task: script.task.to_owned(), runs })
}

/// Does a task on a desktop of its own.
async fn run(contest: &Contest, script: &TaskScript, way: Way) -> Result<TaskRun> {
    let task = SuiteTask::of(script.task)?;
    let private = PrivateDesktop::bring_up(&PrivateOptions::USUAL).await?;
    let home = home(private.seat())?;
    for (path, text) in settings_in_home() {
        write(&home.join(path), text)?;
    }
    for (path, text) in &task.files {
        write(&home.join(path), text)?;
    }
    let client = contest.start(way.server(), private.seat()).await?;
    let mut run = TaskRun { way, calls: 0, tokens: 0, millis: 0.0, failure: None };
    let called = call_all(&client, &way.calls(script)?, &home, &mut run).await;
    // What went wrong on the way says more than the file that is not there.
    run.failure = match (until_done(&task, &home).await, called) {
        (Ok(()), _) => None,
        (Err(_), Ok(Some(refusal))) => Some(refusal),
        (Err(_), Err(error)) | (Err(error), Ok(None)) => Some(format!("{error:#}")),
    };
    client.close().await;
    private.close().await;
    Ok(run)
}

/// Makes all calls, as a script does that knows no other way. What the first one says that was refused, if one was.
async fn call_all(
    client: &ToolClient,
    calls: &[(String, String)],
    home: &Path,
    run: &mut TaskRun,
) -> Result<Option<String>> {
    let began = Instant::now();
    let mut refusal = None;
    for (tool, arguments) in calls {
        let arguments = placed(arguments, home);
        run.calls += 1;
        let reply = client.call(tool, &serde_json::from_str(&arguments)?).await?;
        run.tokens += tokens(arguments.len()) + reply.cost().tokens;
        run.millis = began.elapsed().as_secs_f64() * 1e3;
        if reply.is_failure && refusal.is_none() {
            refusal = Some(reply.text);
        }
    }
    Ok(refusal)
}

/// The arguments with the home in its place.
fn placed(arguments: &str, home: &Path) -> String {
    arguments.replace("{home}", &home.display().to_string())
}

/// Waits until the task is done; an error says what is not.
async fn until_done(task: &SuiteTask, home: &Path) -> Result<()> {
    let end = Instant::now() + SAVING;
    loop {
        match task.check(home) {
            Err(error) if Instant::now() > end => return Err(error),
            Err(_) => sleep(PAUSE).await,
            Ok(()) => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::ControlDescription;
    use serde_json::Value;

    #[test]
    fn every_script_is_of_a_task_whose_files_tell_its_outcome_and_names_calls_with_arguments() {
        for script in &SCRIPTS {
            SuiteTask::of(script.task).unwrap();
            for way in Way::ALL {
                let calls = way.calls(script).unwrap();
                assert!(!calls.is_empty(), "{}", script.task);
                for (_, arguments) in calls {
                    let arguments = placed(&arguments, Path::new("/home/ada"));
                    let arguments: Value = serde_json::from_str(&arguments).unwrap();
                    assert!(arguments.is_object(), "{}", script.task);
                    assert!(!arguments.to_string().contains("{home}"), "{}", script.task);
                }
            }
        }
    }

    #[test]
    fn a_text_is_put_into_a_control_that_is_named_or_holds_the_text_or_the_name_of_a_file() {
        for script in &SCRIPTS {
            let files = SuiteTask::of(script.task).unwrap().files;
            let is_of_file =
                |held: &str| files.iter().any(|(path, text)| held == path || held == text.trim());
            for (_, arguments) in script.ours {
                let arguments: Value = serde_json::from_str(arguments).unwrap();
                let actions = arguments["actions"].as_array().into_iter().flatten();
                for action in actions.filter(|it| it["command"] == "set_edit_text") {
                    let control = action["control"].as_str().unwrap();
                    let described = ControlDescription::parse(control).unwrap();
                    assert!(!described.is_role_alone(), "{}: {control}", script.task);
                    assert!(described.value.as_deref().is_none_or(is_of_file), "{}: {control}", script.task);
                }
            }
        }
    }
}
