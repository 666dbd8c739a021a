//! A session from its first or its next step to its end: its desktop, its rounds, its judgement.

use super::{
    Answering, Outcome, SessionSpec,
    feed::Feed,
    questions::{Asker, Board},
    requests::Requests,
};
use crate::{
    Answers, Evaluation, Nobody, Notify, Place, SessionActors, SessionEnvironment, answers, options, stage,
    unless, watch_person,
};
use anyhow::Result;
use deskpilot_agent::{
    AgentError, Ending, Judge, OpenedWindows, Options, Ports, Session, SessionControl, User,
};
use deskpilot_core::{CheckResult, Entry, Projection, RoundState, Verdict, fold::Ledger};
use deskpilot_dataflow::{CheckEnvironment, SETTLE_TIME, check};
use deskpilot_desktop::{OpenDesktop, Redactor};
use deskpilot_log::{FileLog, LogError};
use std::{path::Path, sync::Arc, time::Instant};
use tokio_util::sync::CancellationToken;

/// What a session needs beside its specification.
pub(super) struct Work {
    pub(super) spec: SessionSpec,
    pub(super) notify: Notify,
    pub(super) place: Place,
    pub(super) control: SessionControl,
    pub(super) stop: CancellationToken,
    pub(super) feed: Arc<Feed>,
    pub(super) board: Arc<Board>,
    pub(super) requests: Requests,
}

impl Work {
    /// Carries out what is asked for, on a desktop that is brought up for it; a session that another process left, of which
    /// these entries tell, is taken up where it stands.
    pub(super) async fn carry_out(mut self, (log, entries): (FileLog, Vec<Entry>)) -> Result<Outcome> {
        if let (Some(file), []) = (&self.spec.task_file, entries.as_slice()) {
            file.set_up(&self.place.home)?;
        }
        let actors = self.actors();
        let staging =
            stage(&self.spec.config, (log, &entries), &self.place, actors, &self.stop, &self.notify);
        let Some(SessionEnvironment { ports, desktop, redactor }) = Box::pin(staging).await? else {
            return Ok(Outcome::not_begun());
        };
        watch_person(&self.spec.config, desktop.as_ref(), &self.control, &self.notify).await;
        let outcome = Box::pin(self.session(ports, desktop.as_ref(), &redactor, &entries)).await;
        desktop.close().await;
        outcome
    }

    async fn session(
        &mut self,
        ports: Ports,
        desktop: &dyn OpenDesktop,
        redactor: &Redactor,
        entries: &[Entry],
    ) -> Result<Outcome> {
        let mut session = begun(ports, self.options()?, self.control.clone(), &self.spec.task, entries)?;
        let began = Instant::now();
        let (ending, is_stopped) = self.rounds(&mut session).await?;
        let seconds = began.elapsed().as_secs_f64();
        let checks = match (&self.spec.task_file, &ending) {
            (None, _) | (_, Ending::Stopped) => Vec::new(),
            (Some(_), _) => match unless(&self.stop, self.checked(desktop, redactor)).await? {
                Some(checks) => checks,
                // What was stopped is not judged either.
                None => return Ok(Outcome { seconds, ..Outcome::of(&session, Ending::Stopped) }),
            },
        };
        self.judge_and_close(&mut session, &ending, &checks).await?;
        let ending = if is_stopped { Ending::Stopped } else { ending };
        Ok(Outcome { seconds, checks, ..Outcome::of(&session, ending) })
    }

    /// How the last round ended, and whether the session was stopped while it waited for the next request.
    async fn rounds(&mut self, session: &mut Session) -> Result<(Ending, bool)> {
        let mut ending = taken_up(session, &mut self.requests).await?;
        while matches!(ending, Ending::Ended(_)) {
            let Some(next) = self.stop.run_until_cancelled(self.requests.after(&ending)).await else {
                return Ok((ending, true));
            };
            let Some(request) = next else { break };
            ending = session.round(&request).await?;
        }
        Ok((ending, false))
    }

    /// A task file is judged by its checks alone: who did it is not asked, and no other model is.
    async fn judge_and_close(
        &self,
        session: &mut Session,
        ending: &Ending,
        checks: &[CheckResult],
    ) -> Result<()> {
        let has_ended = matches!(ending, Ending::Ended(_));
        if self.spec.task_file.is_some() && *ending != Ending::Stopped {
            session.judge(checks.to_vec(), Judge::ChecksOnly).await?;
        } else if self.spec.config.evaluation == Evaluation::On && has_ended && !self.stop.is_cancelled() {
            session.judge(Vec::new(), Judge::Model).await?;
        }
        if has_ended || self.spec.task_file.is_some() && *ending != Ending::Stopped {
            session.close().await?;
        }
        Ok(())
    }

    /// What the checks find, on a connection of their own: nothing that the session remembers can answer for the desktop.
    async fn checked(&self, open: &dyn OpenDesktop, redactor: &Redactor) -> Result<Vec<CheckResult>> {
        let Some(file) = &self.spec.task_file else { return Ok(Vec::new()) };
        let mut desktop = open.connect().await?;
        let programs = || open.programs();
        let mut place =
            CheckEnvironment { home: &self.place.home, desktop: desktop.as_mut(), programs: &programs };
        let found = check(&file.checks, &mut place, SETTLE_TIME).await;
        Ok(found.into_iter().map(|it| CheckResult { found: redactor.struck_from(it.found), ..it }).collect())
    }

    fn actors(&self) -> SessionActors {
        let user: Box<dyn User> = match &self.spec.answering {
            Answering::Nobody => Box::new(Nobody),
            Answering::Whoever(people) => Box::new(Asker {
                board: self.board.clone(),
                people: people.clone(),
                patience: self.spec.config.timeouts.person,
            }),
        };
        SessionActors { deciders: self.spec.deciders.clone(), user, watchers: vec![self.feed.watcher()] }
    }

    /// The options of the settings, with what the user answered before, and with what the mode, the plan and the task want.
    fn options(&self) -> Result<Options> {
        let config = &self.spec.config;
        let kept = match (config.answers, &self.spec.answering) {
            (Answers::Forget, _) | (_, Answering::Nobody) => None,
            (Answers::Ask | Answers::Remember, _) => answers::place(&config.environment),
        };
        let remembered = kept.map_or_else(|| Ok(Vec::new()), |file| answers::read(&file))?;
        let options = self.spec.within_budget(options(config, &self.place.home));
        let opened_windows = match &self.spec.plan {
            Some(plan) if plan.close => OpenedWindows::Close,
            _ => options.opened_windows,
        };
        Ok(Options {
            remembered,
            opened_windows,
            mode: self.spec.mode,
            plan: self.spec.plan.clone(),
            ..options
        })
    }
}

/// The session of a log that is new, or of one that holds these entries.
pub(crate) fn begun(
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

/// Goes on with the round that is under way; where there is none the next request is the next round.
pub(crate) async fn taken_up(session: &mut Session, requests: &mut Requests) -> Result<Ending, AgentError> {
    let round = &session.ledger().round;
    if is_under_way(session.ledger()) {
        requests.is_in_hand(&round.request);
        return session.continue_round().await;
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

/// The log of this name, new or as it was left.
///
/// # Errors
/// Another process is at it, or it cannot be read or written.
pub fn opened(root: &Path, log: &str) -> Result<(FileLog, Vec<Entry>), LogError> {
    match FileLog::open(root, log) {
        Err(LogError::Missing { .. }) => Ok((FileLog::create(root, log)?, Vec::new())),
        opened => opened,
    }
}

/// How the round of a log ended; `None` where it has not.
pub fn verdict(entries: &[Entry]) -> Option<Verdict> {
    match Ledger::of(entries).round.state {
        RoundState::Ended(verdict) => Some(verdict),
        _ => None,
    }
}
