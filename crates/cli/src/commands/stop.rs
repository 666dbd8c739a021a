//! `stop`, `pause`, `hand-back`, `answer`: what a person says to a running task from elsewhere.

use super::print;
use crate::{
    args::{AnswerArgs, Common, PauseArgs, StopArgs},
    console::plain,
    exit::Exit,
    person::consent,
    settings,
};
use anyhow::{Context, Result, bail};
use deskpilot_core::fold::{OpenQuestion, QuestionId, QuestionKind};
use deskpilot_log::{folder, running, tasks};
use deskpilot_runtime::{
    Reply, UsageError,
    control::{ControlError, Order, Remote},
};
use std::{
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{Instant, sleep};

/// How long a task may take to write down where it stands and close its desktop.
const DEADLINE: Duration = Duration::from_secs(10);
/// How long a task that has begun just now may take to listen.
const BEGINNING: Duration = Duration::from_secs(2);
/// In whose name an answer is given.
const NAME: &str = "`deskpilot answer`";

/// `deskpilot stop`
pub(crate) async fn stop(args: StopArgs) -> Result<Exit> {
    let task = Running::of(args.task, args.log_dir)?;
    task.tell(Order::Stop).await?;
    let Running { root, task, process } = task;
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
pub(crate) async fn pause(args: PauseArgs) -> Result<Exit> {
    let running = Running::of(args.task, args.log_dir)?;
    running.tell(Order::Pause).await?;
    let task = running.task;
    print(&format!("paused: {task}; the desktop is yours until `deskpilot hand-back {task}`"));
    Ok(Exit::Finished)
}

/// `deskpilot hand-back`
pub(crate) async fn hand_back(args: PauseArgs) -> Result<Exit> {
    let running = Running::of(args.task, args.log_dir)?;
    running.tell(Order::HandBack).await?;
    print(&format!("handed back: {}", running.task));
    Ok(Exit::Finished)
}

/// `deskpilot answer`
pub(crate) async fn answer(args: AnswerArgs) -> Result<Exit> {
    let running = Running::of(Some(args.task), args.log_dir)?;
    let mut remote = running.remote().await?;
    let Some(question) = remote.tell(Order::Status).await?.question else {
        bail!("the task {:?} asks nothing now", running.task);
    };
    if args.answer.is_empty() {
        print(&told(&question));
        return Ok(Exit::NeedsPerson);
    }
    let reply = reply(&question, &args.answer)?;
    // Whoever read an earlier question must not answer this one.
    let id = args.question.map_or(question.id, QuestionId);
    remote.tell(Order::Answer { question: id, reply, by: NAME.into() }).await?;
    print(&format!("answered: question {id} of {}", running.task));
    Ok(Exit::Finished)
}

/// A question as a person reads it, with what can be said to it.
fn told(question: &OpenQuestion) -> String {
    let (asks, how) = match &question.wants {
        QuestionKind::Answers(questions) => {
            let texts: Vec<String> = questions.iter().map(|it| plain(&it.0)).collect();
            (texts.join("\n"), "answer each question with an argument of its own")
        }
        QuestionKind::Consent { agent, waiting } => (
            plain(&format!(
                "{agent} needs your yes: {} ({})",
                waiting.operation.description(),
                waiting.reason
            )),
            "answer y (yes, this once), s (for this session), a (always), n REASON (no), or q (stop the task)",
        ),
        QuestionKind::HandBack(cause) => {
            (format!("paused: {}", plain(&cause.to_string())), "`deskpilot hand-back` hands the desktop back")
        }
    };
    format!("question {}: {asks}\n{how}", question.id)
}

fn reply(question: &OpenQuestion, words: &[String]) -> Result<Reply> {
    match &question.wants {
        QuestionKind::Answers(_) => Ok(Reply::Answers(words.to_vec())),
        QuestionKind::HandBack(_) => Ok(Reply::HandBack),
        QuestionKind::Consent { .. } => match consent(&words.join(" ")) {
            Some(consent) => Ok(Reply::Consent(consent)),
            None => bail!(UsageError(format!("{:?} is no answer: say y, s, a, n or q", words.join(" ")))),
        },
    }
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

    async fn tell(&self, order: Order) -> Result<()> {
        self.remote().await?.tell(order).await?;
        Ok(())
    }

    /// A connection to it. It takes its lock a moment before it listens.
    async fn remote(&self) -> Result<Remote> {
        let environment = settings::environment();
        let (folder, deadline) = (folder(&self.root, &self.task)?, Instant::now() + BEGINNING);
        loop {
            match Remote::connect(environment.platform(), &folder).await {
                Err(ControlError::NobodyThere) if Instant::now() < deadline => {
                    sleep(Duration::from_millis(20)).await;
                }
                connected => {
                    let process = self.process;
                    return connected.with_context(|| format!("process {process} cannot be told"));
                }
            }
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
