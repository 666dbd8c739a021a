//! What a session is to do, and with what.

use super::People;
use crate::{Config, deciders_of_mode};
use anyhow::Result;
use deskpilot_agent::{Deciders, Options};
use deskpilot_core::{Mode, TaskPlan, fold::Limits};
use deskpilot_dataflow::TaskFile;
use std::sync::Arc;

/// One session: what it is asked for, with which settings, and who is there to answer.
#[derive(Clone)]
pub struct SessionSpec {
    /// The settings.
    pub config: Config,
    /// Its name, which is its log's.
    pub task: String,
    /// How it runs.
    pub mode: Mode,
    /// The plan it follows, where it follows one.
    pub plan: Option<TaskPlan>,
    /// Who decides.
    pub deciders: Deciders,
    /// What is asked for, round by round.
    pub requests: Vec<String>,
    /// What happens after that.
    pub then: Then,
    /// Who answers its questions.
    pub answering: Answering,
    /// The task file it carries out: its files are there before, its budget holds, and its checks are looked at afterwards.
    pub task_file: Option<Arc<TaskFile>>,
}

/// What a session does when it has done what it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// It ends.
    Ends,
    /// It waits for a further request, until it is told that there is none.
    WaitsForMore,
}

/// Who answers the questions of a session.
#[derive(Clone, Debug)]
pub enum Answering {
    /// Nobody: agents are told to decide by what they see, and nothing that needs a yes is done.
    Nobody,
    /// The first of these people who answers. Where nobody can, the session ends resumable.
    Whoever(People),
}

impl SessionSpec {
    /// A session of these settings that is asked for this, and then ends.
    ///
    /// # Errors
    /// The settings name a model that is not known, or that cannot be had.
    pub fn new(
        config: Config,
        task: &str,
        requests: impl IntoIterator<Item = String>,
    ) -> Result<SessionSpec> {
        let deciders = deciders_of_mode(&config, Mode::Normal, None)?;
        Ok(SessionSpec::with(config, task, requests, deciders))
    }

    /// The same with these deciders.
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
            then: Then::Ends,
            answering: Answering::Whoever(People::default()),
            task_file: None,
        }
    }

    /// A session that carries out a task file: nobody is there to answer, and its checks judge it.
    pub fn of_task_file(config: Config, log: &str, file: Arc<TaskFile>, deciders: Deciders) -> SessionSpec {
        let spec = SessionSpec::with(config, log, [file.request.clone()], deciders);
        SessionSpec { answering: Answering::Nobody, task_file: Some(file), ..spec }
    }

    /// The options with what the task file itself may use up.
    pub(super) fn within_budget(&self, options: Options) -> Options {
        let Some(own) = self.task_file.as_ref().map(|it| it.budget) else { return options };
        let usual = options.round;
        let round = Limits {
            steps: own.steps.or(usual.steps),
            millis: own.millis.or(usual.millis),
            tokens: own.tokens.or(usual.tokens),
            dollars: own.dollars.or(usual.dollars),
        };
        Options { round, ..options }
    }
}
