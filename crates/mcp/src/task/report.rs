//! What became of a task, read from its log: the structured result of the tools.

use crate::{
    client_task::ClientTask, sampling::is_sampled, task::question::question_value, tool_error::ToolError,
};
use deskpilot_core::{
    Entry, Event, Projection, RoundState, Ruling, Verdict,
    fold::{Blackboard, Cost, OpenQuestion, Questions, Round, SessionFiles, Steps},
};
use deskpilot_log::{Task, TaskQuery, TaskState, matching_tasks, running};
use deskpilot_runtime::{Config, Phase, is_lent, made_files, plain};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use tokio::task::spawn_blocking;

/// The most characters of a note that a result has.
const LONGEST_NOTE: usize = 4000;

/// What the result says of a task that waits for its client's own model.
const WAITS_FOR_MODEL: &str = "it waits for your model, which is asked while a call follows it: the tool task, \
    action status with wait_seconds";

/// What a task does, or how it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum TaskStatus {
    /// It did what was asked.
    Finished,
    /// It did not.
    Failed,
    /// A question waits.
    NeedsAnswer,
    /// Nothing goes on. It can be resumed, unless it was a desktop of a client.
    Stopped,
    /// It goes on.
    Running,
}

/// What became of a task.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct TaskReport {
    task: String,
    status: TaskStatus,
    result: String,
    /// What was read, by name.
    notes: BTreeMap<String, String>,
    files: Vec<String>,
    /// How many actions had each effect.
    effects: BTreeMap<&'static str, u32>,
    steps: u32,
    cost: String,
    tokens: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<Value>,
    /// The folder of its log.
    log: String,
}

/// Whether a session carries the task out.
enum Liveness {
    /// It does, and this question is open.
    Live(Option<OpenQuestion>),
    /// None does, because it was stopped.
    Stopped,
    /// None does.
    Over,
    /// None does, and none can: it was a desktop on which a client worked by itself.
    Closed,
}

/// What carried the task out just before its log was read. Looked at after that, a session that has ended in between would seem to have
/// ended in the middle of its log.
enum Carrier {
    /// A session of this process, with this open question.
    Here(Option<OpenQuestion>),
    /// A session of another process.
    Elsewhere,
    /// None.
    Nobody,
}

impl Liveness {
    fn of(carrier: Carrier, entries: &[Entry]) -> Liveness {
        match (carrier, entries.last().map(|it| &it.event)) {
            (Carrier::Here(open), _) => Liveness::Live(open),
            (Carrier::Elsewhere, _) => Liveness::Live(Questions::of(entries).open()),
            // Before the next: the log of a desktop that was stopped ends the same, and nobody can resume it.
            (Carrier::Nobody, _) if is_lent(entries) => Liveness::Closed,
            (Carrier::Nobody, Some(Event::Stopped)) => Liveness::Stopped,
            (Carrier::Nobody, _) => Liveness::Over,
        }
    }
}

impl TaskReport {
    /// The report of a task of this client.
    ///
    /// # Errors
    /// Its log cannot be read.
    pub(crate) async fn of(task: &ClientTask) -> Result<TaskReport, ToolError> {
        let handle = task.handle().clone();
        let carrier = move || -> Result<Carrier, ToolError> {
            Ok(match handle.phase() {
                Phase::Over => Carrier::Nobody,
                Phase::Working | Phase::Idle => Carrier::Here(handle.question()),
            })
        };
        let report = read_report(task.config().clone(), task.name().to_owned(), carrier).await?;
        let waits = task.sampled().is_some_and(|it| it.waits());
        Ok(match waits && report.status == TaskStatus::Running {
            true => TaskReport { result: WAITS_FOR_MODEL.to_owned(), ..report },
            false => report,
        })
    }

    /// The structured result of a tool.
    pub(crate) fn value(&self) -> Value {
        json!(self)
    }
}

/// The report of the task of this name in the folder of logs of these settings, whichever process carries it out.
///
/// # Errors
/// It has no log, or one that cannot be read.
pub(crate) async fn report_of_log(config: Config, name: String) -> Result<TaskReport, ToolError> {
    let (root, task) = (config.log_dir.clone(), name.clone());
    let carrier = move || -> Result<Carrier, ToolError> {
        Ok(running(&root, &task)?.map_or(Carrier::Nobody, |_| Carrier::Elsewhere))
    };
    read_report(config, name, carrier).await
}

async fn read_report(
    config: Config,
    name: String,
    carrier: impl FnOnce() -> Result<Carrier, ToolError> + Send + 'static,
) -> Result<TaskReport, ToolError> {
    let read = spawn_blocking(move || -> Result<TaskReport, ToolError> {
        let (entries, liveness) = read_log(&config.log_dir, &name, carrier)?;
        report(&config, &name, &entries, liveness)
    });
    read.await.unwrap_or_else(|_| Err(ToolError("the log could not be read".to_owned())))
}

/// The entries of a task, and whether a session carries it out.
fn read_log(
    root: &Path,
    name: &str,
    carrier: impl FnOnce() -> Result<Carrier, ToolError>,
) -> Result<(Vec<Entry>, Liveness), ToolError> {
    let carrier = carrier()?;
    let entries = deskpilot_log::read(root, name)?;
    let liveness = Liveness::of(carrier, &entries);
    Ok((entries, liveness))
}

fn report(config: &Config, name: &str, entries: &[Entry], live: Liveness) -> Result<TaskReport, ToolError> {
    let folder = config.log_dir.join(name);
    let folder = folder.canonicalize().unwrap_or(folder);
    let cost = Cost::of(entries);
    let state = Round::of(entries).state;
    let (status, result) = status_and_result(&state, &live);
    let open = match live {
        Liveness::Live(open) => open,
        Liveness::Stopped | Liveness::Over | Liveness::Closed => Questions::of(entries).open(),
    };
    Ok(TaskReport {
        task: name.to_owned(),
        status,
        result,
        notes: notes(Blackboard::of(entries)),
        files: made_files(entries, &SessionFiles::of(entries), &folder, config)?,
        effects: effects(entries),
        steps: Steps::of(entries).session,
        tokens: cost.input_tokens.saturating_add(cost.output_tokens),
        cost: cost_in_words(&cost, entries),
        question: open.filter(|_| status == TaskStatus::NeedsAnswer).and_then(|it| question_value(&it)),
        log: folder.display().to_string(),
    })
}

/// The cost. The protocol does not tell how many tokens a client's own model used.
fn cost_in_words(cost: &Cost, entries: &[Entry]) -> String {
    let is_estimated = |it: &Entry| matches!(&it.event, Event::Replied { model, .. } if is_sampled(model));
    match entries.iter().any(is_estimated) {
        true => format!("{cost}; tokens of the client's model are estimated"),
        false => cost.to_string(),
    }
}

fn status_and_result(state: &RoundState, live: &Liveness) -> (TaskStatus, String) {
    let (status, says) = match (live, state) {
        // A session that has ended its round still closes windows and learns.
        (Liveness::Live(_), RoundState::Ended(_)) | (Liveness::Live(None), _) => {
            (TaskStatus::Running, "it goes on")
        }
        (Liveness::Live(Some(open)), _) if question_value(open).is_none() => {
            (TaskStatus::Running, "the user has taken the desktop")
        }
        (Liveness::Live(Some(_)), _) => {
            (TaskStatus::NeedsAnswer, "a question waits: answer it with the tool task, action answer")
        }
        (Liveness::Stopped | Liveness::Over | Liveness::Closed, RoundState::Ended(verdict)) => {
            return (ended_status(verdict), plain(&verdict.to_string()));
        }
        (Liveness::Closed, _) => (TaskStatus::Stopped, "the desktop is closed: call open"),
        (Liveness::Over, RoundState::Asking(..) | RoundState::Confirming(..)) => {
            (TaskStatus::NeedsAnswer, "nobody answered: the tool task, action resume, asks again")
        }
        (Liveness::Stopped | Liveness::Over, _) => {
            (TaskStatus::Stopped, "stopped: the tool task, action resume, continues it")
        }
    };
    (status, says.to_owned())
}

const fn ended_status(verdict: &Verdict) -> TaskStatus {
    match verdict {
        Verdict::Finished(_) => TaskStatus::Finished,
        Verdict::Failed(_) | Verdict::Errored(_) => TaskStatus::Failed,
    }
}

fn notes(blackboard: Blackboard) -> BTreeMap<String, String> {
    let short = |text: String| text.chars().take(LONGEST_NOTE).collect();
    blackboard.notes.into_iter().map(|(name, text)| (name, short(text))).collect()
}

fn effects(entries: &[Entry]) -> BTreeMap<&'static str, u32> {
    let mut counts = BTreeMap::new();
    for entry in entries {
        let word = match &entry.event {
            Event::Acted { outcome, .. } => outcome.effect.word(),
            Event::Ruled { ruling: Ruling::Refuse(_), .. } => "refused",
            _ => continue,
        };
        *counts.entry(word).or_default() += 1;
    }
    counts
}

/// The newest tasks in these folders of logs, the newest last.
///
/// # Errors
/// A folder cannot be read.
pub(crate) async fn task_rows(roots: Vec<PathBuf>, most: usize) -> Result<Vec<Value>, ToolError> {
    let read = spawn_blocking(move || -> Result<Vec<Value>, ToolError> {
        let query = TaskQuery { most: Some(most), ..TaskQuery::default() };
        let (found, _) = matching_tasks(&roots, &query)?;
        Ok(found.iter().map(|(root, task)| row(root, task)).collect())
    });
    read.await.unwrap_or_else(|_| Err(ToolError("the tasks could not be listed".to_owned())))
}

fn row(root: &Path, task: &Task) -> Value {
    let started = jiff::Timestamp::from_millisecond(i64::try_from(task.started.0).unwrap_or(i64::MAX));
    json!({
        "task": task.name,
        "status": listed_status(&task.state),
        "request": plain(&task.request),
        "started": started.map(|it| it.to_string()).unwrap_or_default(),
        "log": root.join(&task.name).display().to_string(),
    })
}

const fn listed_status(state: &TaskState) -> TaskStatus {
    match state {
        TaskState::Running(_) | TaskState::Paused => TaskStatus::Running,
        TaskState::Asking | TaskState::Confirming => TaskStatus::NeedsAnswer,
        TaskState::Stopped | TaskState::Interrupted => TaskStatus::Stopped,
        TaskState::Ended(verdict) => ended_status(verdict),
        TaskState::Unreadable(_) => TaskStatus::Failed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::{
        ActiveAgent, AgentKind, DesktopInfo, Mode, PauseCause, Question, Size, Timestamp,
        fold::{QuestionId, QuestionKind},
    };
    use deskpilot_log::{FileLog, SessionLog};

    #[test]
    fn a_task_that_ends_while_it_is_reported_has_not_stopped_in_the_middle() {
        let root = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "t").unwrap();
        let mut write = |event| log.append(Timestamp(0), event).map(drop).unwrap();
        write(Event::RoundStarted { round: 0, request: "Make tea.".into() });
        let ends = || {
            write(Event::RoundEnded { verdict: Verdict::Finished("done".into()) });
            Ok(Carrier::Nobody)
        };
        let (entries, liveness) = read_log(root.path(), "t", ends).unwrap();
        let (status, _) = status_and_result(&Round::of(&entries).state, &liveness);
        assert_eq!(status, TaskStatus::Finished);
    }

    #[test]
    fn a_desktop_of_a_client_that_is_closed_is_not_said_to_be_resumable() {
        let root = tempfile::tempdir().unwrap();
        let mut log = FileLog::create(root.path(), "t").unwrap();
        let size = Size { width: 9, height: 9 };
        let opened = Event::SessionOpened {
            task: "t".into(),
            format: 1,
            version: String::new(),
            desktop: DesktopInfo { name: String::new(), size, monitors: Vec::new() },
            models: vec![(AgentKind::HostAgent, "client/a test".into())],
            mode: Mode::Normal,
            plan: None,
        };
        for event in [opened, Event::RoundStarted { round: 0, request: "Work.".into() }, Event::Stopped] {
            log.append(Timestamp(0), event).map(drop).unwrap();
        }
        let (entries, liveness) = read_log(root.path(), "t", || Ok(Carrier::Nobody)).unwrap();
        let (status, says) = status_and_result(&Round::of(&entries).state, &liveness);
        assert_eq!((status, says.as_str()), (TaskStatus::Stopped, "the desktop is closed: call open"));
    }

    #[test]
    fn a_status_says_whether_to_wait_to_answer_or_to_go_on() {
        let ended = |verdict| RoundState::Ended(verdict);
        let finished = || ended(Verdict::Finished("done".into()));
        let questions = || vec![Question("Tea?".into())];
        let asking = || RoundState::Asking(ActiveAgent::Host, questions());
        let open = |wants| Liveness::Live(Some(OpenQuestion { id: QuestionId(1), wants }));
        for (state, live, expected) in [
            (finished(), Liveness::Live(None), TaskStatus::Running),
            (finished(), Liveness::Over, TaskStatus::Finished),
            (ended(Verdict::Failed("no".into())), Liveness::Over, TaskStatus::Failed),
            (ended(Verdict::Errored("no".into())), Liveness::Over, TaskStatus::Failed),
            (asking(), open(QuestionKind::Answers(questions())), TaskStatus::NeedsAnswer),
            (asking(), open(QuestionKind::HandBack(PauseCause::Asked)), TaskStatus::Running),
            (asking(), Liveness::Live(None), TaskStatus::Running),
            (asking(), Liveness::Over, TaskStatus::NeedsAnswer),
            (asking(), Liveness::Stopped, TaskStatus::Stopped),
            (RoundState::start(), Liveness::Live(None), TaskStatus::Running),
            (RoundState::start(), Liveness::Over, TaskStatus::Stopped),
        ] {
            assert_eq!(status_and_result(&state, &live).0, expected, "{state:?}");
        }
    }
}
