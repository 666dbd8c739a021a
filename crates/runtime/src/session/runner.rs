//! Runs a session from its first or next step to its end: desktop, rounds, judgement.

use super::{
    Attendance, OpenedLog, SessionOutcome, SessionSpec, UnfinishedRound,
    feed::EventFeed,
    questions::{BoardUser, QuestionBoard},
    requests::RequestQueue,
    screen::ScreenShare,
};
use crate::{
    AnswerRetention, Evaluation, Notifier, RuntimeError, SaveExperience, SessionActors, SessionEnvironment,
    TaskFolders, UnattendedUser, answers, check_unexposed, index_learned, learn_if_wanted, open_environment,
    options, skilled_deciders, unless_stopped, watch_person, with_causes,
};
use deskpilot_agent::{
    AgentError, Ending, Judge, OpenedWindows, Options, Ports, Session, SessionControl, User,
};
use deskpilot_core::{CheckResult, Entry, Projection, RoundState, Verdict, fold::Ledger};
use deskpilot_desktop::{DesktopKind, OpenDesktop, PlatformError, Redactor};
use deskpilot_tasks::{CheckEnvironment, SETTLE_TIME, check};
use std::{sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;

/// A session and what it needs to run.
pub(super) struct SessionRunner {
    pub(super) spec: SessionSpec,
    pub(super) notify: Notifier,
    pub(super) folders: TaskFolders,
    pub(super) control: SessionControl,
    pub(super) stop: CancellationToken,
    pub(super) feed: Arc<EventFeed>,
    pub(super) board: Arc<QuestionBoard>,
    pub(super) requests: RequestQueue,
    pub(super) screen: Arc<ScreenShare>,
}

impl SessionRunner {
    /// Opens the desktop and carries out the requests. With entries of an earlier process it continues where they end.
    pub(super) async fn run(mut self, opened: OpenedLog) -> Result<SessionOutcome, RuntimeError> {
        let OpenedLog { log, entries } = opened;
        if entries.is_empty() {
            self.set_up_home()?;
        }
        let actors = self.actors()?;
        let opening = open_environment(
            &self.spec.config,
            log,
            &entries,
            &self.folders,
            actors,
            &self.stop,
            &self.notify,
        );
        let Some(SessionEnvironment { ports, desktop, redactor }) = Box::pin(opening).await? else {
            return Ok(SessionOutcome::not_begun());
        };
        watch_person(&self.spec.config, desktop.as_ref(), &self.control, &self.notify).await;
        let (screen, policy) = (self.screen.clone(), self.spec.config.policy.policy.clone());
        let session = Box::pin(self.session(ports, desktop.as_ref(), &redactor, &entries));
        let sharing = Box::pin(screen.share(desktop.as_ref(), &policy, &redactor));
        let outcome = tokio::select! {
            biased;
            outcome = session => outcome,
            never = sharing => match never {},
        };
        // Before the lessons, which need no desktop.
        desktop.close().await;
        if outcome.as_ref().is_ok_and(|it| matches!(it.ending, Ending::Ended(_))) {
            Box::pin(self.learn()).await;
        }
        outcome
    }

    /// Puts the initial files of the task into the home.
    fn set_up_home(&self) -> Result<(), RuntimeError> {
        if let Some(file) = &self.spec.task_file {
            file.set_up(&self.folders.home)?;
        }
        Ok(self.spec.documents.iter().try_for_each(|it| it.put(&self.folders.home))?)
    }

    /// Keeps what the session taught, if the settings say so. A batch without checks teaches nothing, because nobody judges its
    /// results. An error here does not end the session.
    async fn learn(&self) {
        let config = &self.spec.config;
        let is_batch = matches!(self.spec.attendance, Attendance::Unattended);
        let is_unchecked = is_batch && self.spec.acceptance.as_ref().is_none_or(|it| it.checks.is_empty());
        if is_unchecked || matches!(config.save_experience, SaveExperience::Never | SaveExperience::Ask) {
            return;
        }
        let entries = deskpilot_log::read(&config.log_dir, &self.spec.task).map_err(RuntimeError::from);
        let lessons = match entries.and_then(|it| learn_if_wanted(config, &it)) {
            Ok(lessons) => lessons,
            Err(error) => {
                return (self.notify)(&format!("warning: nothing was learned: {}", with_causes(&error)));
            }
        };
        lessons.skills.news().for_each(|it| (self.notify)(&it));
        if lessons.experience.records.is_empty() {
            return;
        }
        match index_learned(config).await {
            Ok(problems) => problems.iter().for_each(|it| (self.notify)(&format!("warning: {it}"))),
            Err(error) => {
                (self.notify)(&format!(
                    "warning: what was learned is found once the index can be written: {}",
                    with_causes(&error)
                ));
            }
        }
    }

    async fn session(
        &mut self,
        ports: Ports,
        desktop: &dyn OpenDesktop,
        redactor: &Redactor,
        entries: &[Entry],
    ) -> Result<SessionOutcome, RuntimeError> {
        let mut session =
            open_session(ports, self.options()?, self.control.clone(), &self.spec.task, entries)?;
        let outcome = self.carry_out(&mut session, desktop, redactor).await;
        // On a person's own desktop the applications stay open.
        if self.spec.config.desktop == DesktopKind::Private {
            session.close_applications().await;
        }
        outcome
    }

    /// Runs all rounds, judges their results, and closes the session.
    async fn carry_out(
        &mut self,
        session: &mut Session,
        desktop: &dyn OpenDesktop,
        redactor: &Redactor,
    ) -> Result<SessionOutcome, RuntimeError> {
        let began = Instant::now();
        let (ending, is_stopped) = self.rounds(session).await?;
        let seconds = began.elapsed().as_secs_f64();
        let checks = match (&self.spec.acceptance, &ending) {
            (None, _) | (_, Ending::Stopped) => Vec::new(),
            (Some(_), _) => match unless_stopped(&self.stop, self.run_checks(desktop, redactor)).await? {
                Some(checks) => checks,
                // A stopped session is not judged.
                None => {
                    return Ok(SessionOutcome { seconds, ..SessionOutcome::of(session, Ending::Stopped) });
                }
            },
        };
        self.judge_and_close(session, &ending, &checks).await?;
        let ending = if is_stopped { Ending::Stopped } else { ending };
        Ok(SessionOutcome { seconds, checks, ..SessionOutcome::of(session, ending) })
    }

    /// Runs all rounds. Returns how the last one ended, and whether the session was stopped while it waited for a request.
    async fn rounds(&mut self, session: &mut Session) -> Result<(Ending, bool), AgentError> {
        let mut ending = match self.replacement(session.ledger()) {
            Some(request) => session.round(&request).await?,
            None => continue_session(session, &mut self.requests).await?,
        };
        while matches!(ending, Ending::Ended(_)) {
            let Some(next) = self.stop.run_until_cancelled(self.requests.next_after(&ending)).await else {
                return Ok((ending, true));
            };
            let Some(request) = next else { break };
            ending = session.round(&request).await?;
        }
        Ok((ending, false))
    }

    /// The request that takes the place of the round under way; `None` where that round goes on, or none is under way.
    fn replacement(&mut self, ledger: &Ledger) -> Option<String> {
        let gives_way = self.spec.unfinished == UnfinishedRound::GivesWay && is_under_way(ledger);
        gives_way.then(|| self.requests.take_other(&ledger.round.request)).flatten()
    }

    /// Judges and closes the session. Its checks judge it if it has some, and a model where they do not decide and the session has
    /// one.
    async fn judge_and_close(
        &self,
        session: &mut Session,
        ending: &Ending,
        checks: &[CheckResult],
    ) -> Result<(), AgentError> {
        let has_ended = matches!(ending, Ending::Ended(_));
        if self.spec.acceptance.is_some() && *ending != Ending::Stopped {
            session.judge(checks.to_vec(), self.spec.judge).await?;
        } else if self.spec.config.evaluation == Evaluation::On && has_ended && !self.stop.is_cancelled() {
            session.judge(Vec::new(), Judge::Model).await?;
        }
        if has_ended || self.spec.acceptance.is_some() && *ending != Ending::Stopped {
            session.close().await?;
        }
        Ok(())
    }

    /// Runs the checks on a new connection to the desktop, so that no state of the session can influence them.
    async fn run_checks(
        &self,
        open: &dyn OpenDesktop,
        redactor: &Redactor,
    ) -> Result<Vec<CheckResult>, PlatformError> {
        let Some(acceptance) = &self.spec.acceptance else { return Ok(Vec::new()) };
        let mut desktop = open.connect().await?;
        let programs = || open.programs();
        let mut place =
            CheckEnvironment { home: &self.folders.home, desktop: desktop.as_mut(), programs: &programs };
        let found = check(&acceptance.checks, &mut place, SETTLE_TIME).await;
        // The checks read past the redacted desktop.
        Ok(found.into_iter().map(|it| CheckResult { found: redactor.redact_text(it.found), ..it }).collect())
    }

    fn actors(&self) -> Result<SessionActors, RuntimeError> {
        let user: Box<dyn User> = match &self.spec.attendance {
            Attendance::Unattended => Box::new(UnattendedUser),
            Attendance::Attended(respondents) => Box::new(BoardUser {
                board: self.board.clone(),
                respondents: respondents.clone(),
                patience: self.spec.config.timeouts.person,
            }),
        };
        let deciders = skilled_deciders(&self.spec, &self.notify)?;
        Ok(SessionActors { deciders, user, watchers: vec![self.feed.watcher()] })
    }

    /// The options of the settings, with remembered answers and with what mode, plan and limits prescribe.
    fn options(&self) -> Result<Options, RuntimeError> {
        let config = &self.spec.config;
        let kept = match (config.answers, &self.spec.attendance) {
            (AnswerRetention::Forget, _) | (_, Attendance::Unattended) => None,
            (AnswerRetention::Ask | AnswerRetention::Remember, _) => answers::path(&config.environment),
        };
        let remembered = match kept {
            Some(file) => {
                // These answers are given without the user, so nobody else may be able to write them.
                check_unexposed(&file, &config.environment)?;
                answers::read(&file)?.into_iter().map(|it| it.answer).collect()
            }
            None => Vec::new(),
        };
        let options = self.spec.within_budget(options(config, &self.folders.home));
        let opened_windows = match &self.spec.plan {
            Some(plan) if plan.close => OpenedWindows::Close,
            _ => options.opened_windows,
        };
        Ok(Options {
            working: self.folders.working.clone().unwrap_or_default(),
            remembered,
            opened_windows,
            mode: self.spec.mode,
            plan: self.spec.plan.clone(),
            guidance: self.spec.guidance,
            ..options
        })
    }
}

/// Opens a new session, or resumes the one that wrote these entries.
pub(crate) fn open_session(
    ports: Ports,
    options: Options,
    control: SessionControl,
    task: &str,
    entries: &[Entry],
) -> Result<Session, AgentError> {
    match entries {
        [] => Session::open(ports, options, control, task),
        entries => Session::resume(ports, options, control, entries),
    }
}

/// Continues the round under way, or the one that a limit ended if its request is the next one; else starts a round with the next
/// request.
pub(crate) async fn continue_session(
    session: &mut Session,
    requests: &mut RequestQueue,
) -> Result<Ending, AgentError> {
    let round = &session.ledger().round;
    if is_under_way(session.ledger()) {
        requests.skip_current(&round.request);
        return session.continue_round().await;
    }
    if round.limited.is_some() && requests.skip_current(&round.request) {
        return session.reopen_round().await;
    }
    let ended = match &round.state {
        RoundState::Ended(verdict) => Ending::Ended(verdict.clone()),
        _ => Ending::Stopped,
    };
    match requests.next().await {
        Some(request) => session.round(&request).await,
        None => Ok(ended),
    }
}

fn is_under_way(ledger: &Ledger) -> bool {
    !ledger.round.request.is_empty() && !matches!(ledger.round.state, RoundState::Ended(_))
}

/// How the last round of a log ended; `None` if it has not ended.
pub fn verdict(entries: &[Entry]) -> Option<Verdict> {
    match Ledger::of(entries).round.state {
        RoundState::Ended(verdict) => Some(verdict),
        _ => None,
    }
}
