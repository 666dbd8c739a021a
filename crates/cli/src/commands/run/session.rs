//! One session in this process: its desktop, its rounds, and what is said at its end.

use super::requests::Requests;
use crate::{
    commands::print,
    console::{Progress, closing},
    exit::Exit,
    linux::Linux,
    person::Person,
    signals,
    terminal::{Terminal, notify},
};
use anyhow::Result;
use deskpilot_agent::{AgentError, Deciders, Ending, Judge, Options, Ports, Session, SessionControl, WhenDone};
use deskpilot_core::{Entry, Mode, Projection, RoundState, TaskPlan, Verdict, fold::Ledger};
use deskpilot_log::FileLog;
use deskpilot_runtime::{
    Answers, Config, Evaluation, Place, SessionActors, SessionEnvironment, answers, options, stage,
    watch_person,
};
use std::path::PathBuf;
use tokio_util::sync::CancellationToken;

/// One process's part of a task.
pub(super) struct Run {
    pub(super) config: Config,
    pub(super) deciders: Deciders,
    pub(super) task: String,
    pub(super) progress: Progress,
    pub(super) terminal: Terminal,
    pub(super) mode: Mode,
    pub(super) plan: Option<TaskPlan>,
}

impl Run {
    /// Carries out what is asked for, on a desktop that is brought up for it; a session that another process left, of which
    /// these entries tell, is taken up where it stands.
    pub(super) async fn carry_out(
        self,
        (log, entries): (FileLog, Vec<Entry>),
        requests: Requests,
        stop: &CancellationToken,
    ) -> Result<Ending> {
        let place = Place::of(&log)?;
        let session_control = signals::session_control(stop.clone())?;
        let actors = self.actors(&place, &session_control);
        let notify = notify();
        let staging = stage(&Linux, &self.config, (log, &entries), &place, actors, stop, &notify);
        let Some(SessionEnvironment { ports, desktop, .. }) = Box::pin(staging).await? else {
            return Ok(Ending::Stopped);
        };
        watch_person(&self.config, desktop.as_ref(), &session_control, &notify).await;
        let session = begun(ports, self.options(&place)?, session_control, &self.task, &entries)?;
        let ending = Box::pin(self.rounds(session, requests, place.folder, stop)).await;
        desktop.close().await;
        ending
    }

    async fn rounds(
        &self,
        mut session: Session,
        mut requests: Requests,
        folder: PathBuf,
        stop: &CancellationToken,
    ) -> Result<Ending> {
        let mut ending = taken_up(&mut session, &mut requests).await?;
        while matches!(ending, Ending::Ended(_)) {
            let Some(next) = stop.run_until_cancelled(requests.after(&ending)).await else {
                // What was asked for is done; whoever stops at the question what comes next has stopped the session.
                self.finish(session, &ending, folder).await?;
                return Ok(Ending::Stopped);
            };
            let Some(request) = next else { break };
            ending = session.round(&request).await?;
        }
        if self.config.evaluation == Evaluation::On && matches!(ending, Ending::Ended(_)) {
            session.judge(Vec::new(), Judge::Model).await?;
        }
        self.finish(session, &ending, folder).await?;
        Ok(ending)
    }

    fn actors(&self, place: &Place, session_control: &SessionControl) -> SessionActors {
        let person = Person {
            terminal: self.terminal.clone(),
            folder: place.folder.clone(),
            policy: self.config.policy.file.clone(),
            answers: (self.config.answers, answers::place(&self.config.environment)),
            session_control: session_control.clone(),
        };
        SessionActors {
            deciders: self.deciders.clone(),
            user: Box::new(person),
            watchers: vec![self.progress.watcher()],
        }
    }

    /// The options of the settings, with what the user answered before, and with what the mode and the plan want.
    fn options(&self, place: &Place) -> Result<Options> {
        let kept = match self.config.answers {
            Answers::Forget => None,
            Answers::Ask | Answers::Remember => answers::place(&self.config.environment),
        };
        let remembered = kept.map_or_else(|| Ok(Vec::new()), |file| answers::read(&file))?;
        let options = options(&self.config, &place.home);
        let opened = match &self.plan {
            Some(plan) if plan.close => WhenDone::Closed,
            _ => options.opened,
        };
        Ok(Options { remembered, opened, mode: self.mode, plan: self.plan.clone(), ..options })
    }

    /// Closes the session, and says what came of it.
    async fn finish(&self, mut session: Session, ending: &Ending, folder: PathBuf) -> Result<()> {
        if let Ending::Ended(_) = ending {
            session.close().await?;
        }
        if self.progress == Progress::Lines {
            let folder = folder.canonicalize().unwrap_or(folder);
            let head = session.head();
            print(&closing(&self.task, &folder, ending, session.ledger(), head.as_deref()));
        }
        Ok(())
    }
}

/// The session of a log that is new, or of one that holds these entries.
pub(super) fn begun(
    ports: Ports,
    options: Options,
    session_control: SessionControl,
    task: &str,
    entries: &[Entry],
) -> Result<Session, AgentError> {
    match entries {
        [] => Session::open(ports, options, session_control, task),
        entries => Session::resume(ports, options, session_control, entries),
    }
}

/// Goes on with the round that is under way; where there is none the next request is the next round.
pub(super) async fn taken_up(session: &mut Session, requests: &mut Requests) -> Result<Ending, AgentError> {
    let round = &session.ledger().round;
    if is_under_way(session.ledger()) {
        requests.is_in_hand(&round.request);
        return session.go_on().await;
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

/// How the round of a log ended; `None` where it has not.
pub(super) fn verdict(entries: &[Entry]) -> Option<Verdict> {
    match Ledger::of(entries).round.state {
        RoundState::Ended(verdict) => Some(verdict),
        _ => None,
    }
}

/// What a script finds in `$?`.
pub(super) const fn exit(ending: &Ending) -> Exit {
    match ending {
        Ending::Ended(Verdict::Finished(_)) => Exit::Finished,
        Ending::Ended(Verdict::Failed(_) | Verdict::Errored(_)) => Exit::Failed,
        Ending::NeedsAnswers(_) | Ending::NeedsYes(_) => Exit::NeedsPerson,
        Ending::Stopped => Exit::Stopped,
    }
}
