//! `stop`, `pause`, `hand-back`, `answer`: steers a running task from another process.

use super::{print, task_choice::TaskChoice};
use crate::{
    approval_choices::parse_consent,
    approval_rows::approval_rows,
    args::{AnswerArgs, LogFolderArgs, RunningTaskArgs},
    console::plain,
    exit::Exit,
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::{
    fold::{OpenQuestion, QuestionId, QuestionKind},
    mistyped_name,
};
use deskpilot_log::{folder, running, tasks};
use deskpilot_runtime::{
    Environment, Reply, UsageError,
    control::{ControlCommand, SessionClient},
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// The time limit for a task to stop and close its desktop.
const DEADLINE: Duration = Duration::from_secs(10);
/// The name under which this command answers.
const NAME: &str = "`deskpilot answer`";

/// `deskpilot stop`
pub(crate) async fn stop(environment: &Environment, args: RunningTaskArgs) -> Result<Exit> {
    let task = RunningTask::of(environment, args)?;
    task.send(environment, ControlCommand::Stop).await?;
    let RunningTask { root, task, process } = task;
    let deadline = Instant::now() + DEADLINE;
    while running(&root, &task)?.is_some() {
        if Instant::now() > deadline {
            bail!(
                "the task {task:?} was asked to stop, but is still running in process {process}: try again, or end that process"
            );
        }
        sleep(Duration::from_millis(20)).await;
    }
    print(&format!("stopped: {task}; continue with `deskpilot resume {task}`"));
    Ok(Exit::Finished)
}

/// `deskpilot pause`
pub(crate) async fn pause(environment: &Environment, args: RunningTaskArgs) -> Result<Exit> {
    let running = RunningTask::of(environment, args)?;
    running.send(environment, ControlCommand::Pause).await?;
    let task = running.task;
    print(&format!("paused: {task}; the desktop is yours until `deskpilot hand-back {task}`"));
    Ok(Exit::Finished)
}

/// `deskpilot hand-back`
pub(crate) async fn hand_back(environment: &Environment, args: RunningTaskArgs) -> Result<Exit> {
    let running = RunningTask::of(environment, args)?;
    running.send(environment, ControlCommand::HandBack).await?;
    print(&format!("handed back: {}", running.task));
    Ok(Exit::Finished)
}

/// `deskpilot answer`
pub(crate) async fn answer(environment: &Environment, args: AnswerArgs) -> Result<Exit> {
    let RunningTaskArgs { task, logs } = args.running;
    let (task, answer) = task_and_answer(&log_root(environment, logs.clone())?, task, args.answer)?;
    let running = RunningTask::of(environment, RunningTaskArgs { task, logs })?;
    let mut client = running.connect(environment).await?;
    let Some(question) = client.send(ControlCommand::Status).await?.question else {
        bail!("the task {:?} has no open question", running.task);
    };
    if answer.is_empty() {
        print(&question_text(&question));
        return Ok(Exit::NeedsPerson);
    }
    let reply = reply(&question, &answer)?;
    // --question guards against an answer to another question than the one that was read.
    let id = args.question.map_or(question.id, QuestionId);
    client.send(ControlCommand::Answer { question: id, reply, by: NAME.into() }).await?;
    print(&format!("answered: question {id} of {}", running.task));
    Ok(Exit::Finished)
}

/// The task and the answer in these words: the first one is an answer unless it is, or is near, the name of a task.
fn task_and_answer(
    root: &Path,
    first: Option<String>,
    rest: Vec<String>,
) -> Result<(Option<String>, Vec<String>)> {
    let Some(first) = first else { return Ok((None, rest)) };
    let names: Vec<String> = tasks(root)?.into_iter().map(|it| it.name).collect();
    match mistyped_name(&first, names.iter().map(String::as_str)) {
        // A mistyped name must not be taken for an answer: the error about it names what is wrong.
        Some(_) => Ok((Some(first), rest)),
        None => Ok((None, [vec![first], rest].concat())),
    }
}

fn log_root(environment: &Environment, logs: LogFolderArgs) -> Result<PathBuf> {
    Ok(settings::config(environment, &logs.into())?.log_dir)
}

/// A question for a person, with how to answer it.
fn question_text(question: &OpenQuestion) -> String {
    let (asks, how) = match &question.wants {
        QuestionKind::Answers(questions) => {
            let texts: Vec<String> = questions.iter().map(|it| plain(&it.0)).collect();
            (texts.join("\n"), "give one argument for each question")
        }
        QuestionKind::Consent { agent, waiting } => (
            approval_rows(&agent.to_string(), waiting, None).trim().to_owned(),
            "answer y (yes, this once), s (for this session), a (always), n REASON (no), or q (stop the task)",
        ),
        QuestionKind::HandBack(cause) => (
            format!("paused: {}", plain(&cause.to_string())),
            "hand the desktop back with `deskpilot hand-back`",
        ),
    };
    format!("question {}: {asks}\n{how}", question.id)
}

fn reply(question: &OpenQuestion, words: &[String]) -> Result<Reply> {
    match &question.wants {
        QuestionKind::Answers(_) => Ok(Reply::Answers(words.to_vec())),
        QuestionKind::HandBack(_) => Ok(Reply::HandBack),
        QuestionKind::Consent { .. } => match parse_consent(&words.join(" ")) {
            Some(consent) => Ok(Reply::Consent(consent)),
            None => bail!(UsageError(format!("{:?} is not an answer: use y, s, a, n or q", words.join(" ")))),
        },
    }
}

/// A task that is running.
struct RunningTask {
    root: PathBuf,
    task: String,
    process: u32,
}

impl RunningTask {
    /// The running task of this name; without a name, the only running one.
    fn of(environment: &Environment, args: RunningTaskArgs) -> Result<RunningTask> {
        let root = log_root(environment, args.logs)?;
        let task = TaskChoice::Running.or_named(args.task, &root)?;
        match running(&root, &task)? {
            Some(process) => Ok(RunningTask { root, task, process }),
            None => bail!(UsageError(format!(
                "the task {task:?} is not running; `deskpilot log` lists the tasks"
            ))),
        }
    }

    async fn send(&self, environment: &Environment, command: ControlCommand) -> Result<()> {
        self.connect(environment).await?.send(command).await?;
        Ok(())
    }

    /// Connects to the task.
    async fn connect(&self, environment: &Environment) -> Result<SessionClient> {
        let folder = folder(&self.root, &self.task)?;
        let connected = SessionClient::join(environment.platform(), &folder).await;
        connected.with_context(|| format!("process {}, which runs the task, cannot be reached", self.process))
    }
}
