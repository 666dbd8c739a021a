//! The specification of a session: requests, settings, deciders, and who answers its questions.

use super::Respondents;
use crate::{Config, FileError, RuntimeError, deciders_of_mode};
use deskpilot_agent::{Deciders, Guidance, Judge, Options};
use deskpilot_core::{Mode, TaskPlan, fold::Limits};
use deskpilot_system::AtomicWrite;
use deskpilot_tasks::{Check, TaskFile};
use std::{path::Path, sync::Arc};

/// One session: its requests, its settings, and who answers its questions.
#[derive(Clone)]
pub struct SessionSpec {
    /// The settings.
    pub config: Config,
    /// Its name, which is also the name of its log.
    pub task: String,
    /// The mode it runs in.
    pub mode: Mode,
    /// The plan it follows, if any.
    pub plan: Option<TaskPlan>,
    /// What decides for its agents.
    pub deciders: Deciders,
    /// Its requests, one for each round.
    pub requests: Vec<String>,
    /// What it does when it has no further request.
    pub when_idle: IdleBehavior,
    /// What becomes of a round that its log leaves unfinished.
    pub unfinished: UnfinishedRound,
    /// Who answers its questions.
    pub attendance: Attendance,
    /// The task file whose initial files are put into the home before it begins.
    pub task_file: Option<Arc<TaskFile>>,
    /// What it must have reached at the end, and within which limits.
    pub acceptance: Option<Acceptance>,
    /// Who judges it where its checks do not decide.
    pub judge: Judge,
    /// Documents that are put into the home before it begins.
    pub documents: Vec<HomeDocument>,
    /// Whether it guides its agents.
    pub guidance: Guidance,
}

/// What a session must have reached at the end, and within which limits.
#[derive(Clone, Debug, PartialEq)]
pub struct Acceptance {
    /// The checks that run on its desktop and its home when its rounds have ended.
    pub checks: Vec<Check>,
    /// The limits of each round; the settings supply those it does not set.
    pub budget: Limits,
}

/// A document in the home of a session's applications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HomeDocument {
    /// Its file name.
    pub name: String,
    /// Its content.
    pub bytes: Arc<[u8]>,
}

impl HomeDocument {
    /// Writes the document into the home.
    pub(super) fn put(&self, home: &Path) -> Result<(), FileError> {
        let path = home.join(&self.name);
        let written = AtomicWrite::FAST.write(&path, &self.bytes);
        written.map_err(FileError::not_written(&path))
    }
}

/// What a session does when it has carried out all its requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdleBehavior {
    /// It ends.
    End,
    /// It waits for further requests until [`close_requests`](crate::SessionHandle::close_requests).
    AwaitRequests,
}

/// What becomes of a round that the log of a session leaves unfinished, where the session has another request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnfinishedRound {
    /// It goes on, and the request comes after it.
    GoesOn,
    /// It is given up: the request begins the next round.
    GivesWay,
}

/// Who answers the questions of a session.
#[derive(Clone, Debug)]
pub enum Attendance {
    /// Nobody: agents decide by what they see, and do nothing that needs approval.
    Unattended,
    /// The first of these who answers. While none is present, a session with an open question ends and can be resumed.
    Attended(Respondents),
}

impl SessionSpec {
    /// A session with these settings that carries out these requests and then ends.
    ///
    /// # Errors
    /// The settings name an unknown model, or one that cannot be used with them.
    pub fn new(
        config: Config,
        task: &str,
        requests: impl IntoIterator<Item = String>,
    ) -> Result<SessionSpec, RuntimeError> {
        let deciders = deciders_of_mode(&config, Mode::Normal, None)?;
        Ok(SessionSpec::with(config, task, requests, deciders))
    }

    /// The same with given deciders.
    pub fn with(
        config: Config,
        task: &str,
        requests: impl IntoIterator<Item = String>,
        deciders: Deciders,
    ) -> SessionSpec {
        SessionSpec {
            config,
            task: task.to_owned(),
            mode: Mode::Normal,
            plan: None,
            deciders,
            requests: requests.into_iter().collect(),
            when_idle: IdleBehavior::End,
            unfinished: UnfinishedRound::GoesOn,
            attendance: Attendance::Attended(Respondents::default()),
            task_file: None,
            acceptance: None,
            judge: Judge::Model,
            documents: Vec::new(),
            guidance: Guidance::On,
        }
    }

    /// An unattended session that carries out a task file and is judged by its checks alone.
    pub fn of_task_file(config: Config, log: &str, file: Arc<TaskFile>, deciders: Deciders) -> SessionSpec {
        let spec = SessionSpec::with(config, log, [file.request.clone()], deciders);
        SessionSpec {
            attendance: Attendance::Unattended,
            acceptance: Some(Acceptance { checks: file.checks.clone(), budget: file.budget }),
            task_file: Some(file),
            judge: Judge::ChecksOnly,
            ..spec
        }
    }

    /// The options with the limits under which the session is accepted, where it has some.
    pub(super) fn within_budget(&self, options: Options) -> Options {
        let Some(own) = self.acceptance.as_ref().map(|it| it.budget) else { return options };
        let usual = options.round;
        let round = Limits {
            steps: own.steps.or(usual.steps),
            millis: own.millis.or(usual.millis),
            tokens: own.tokens.or(usual.tokens),
            dollars: own.dollars.or(usual.dollars),
        };
        // Steps that a task file allows may be those of one subtask.
        let subtask_steps = options.subtask_steps.filter(|_| own.steps.is_none());
        Options { subtask_steps, round, ..options }
    }
}
