//! A session: the one place where it is written down, and the loop over its rounds.

use crate::{AgentError, Options, Ports, WhenDone, processor::Processor, stop::unless_stopped};
use deskpilot_core::{
    AgentKind, AgentName, Effect, Entry, Event, Moment, Projection, Question, RoundState, Ruling, Verdict,
    Waiting, Who, Window,
    fold::{AgentMemory, Excess, Ledger},
};
use tokio_util::sync::CancellationToken;

/// One task: its log, its state, and its doors to the world.
pub struct Session {
    pub(crate) ports: Ports,
    pub(crate) options: Options,
    pub(crate) ledger: Ledger,
    pub(crate) stop: CancellationToken,
}

/// How a round left the process.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The round is over.
    Ended(Verdict),
    /// The questions wait for somebody to answer them.
    NeedsAnswers(Vec<Question>),
    /// The deed waits for somebody's yes.
    NeedsYes(Box<Waiting>),
    /// The user stopped it where it stood.
    Stopped,
}

impl Session {
    /// A new session of this name.
    pub fn open(
        ports: Ports,
        options: Options,
        stop: CancellationToken,
        task: &str,
    ) -> Result<Session, AgentError> {
        let mut session = Session { ports, options, ledger: Ledger::default(), stop };
        let models = [AgentKind::HostAgent, AgentKind::AppAgent]
            .map(|kind| (kind, session.ports.models.of(kind).name().to_owned()));
        session.record(Event::SessionOpened {
            task: task.to_owned(),
            format: deskpilot_log::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.ports.puppeteer.desktop.info(),
            models: models.to_vec(),
        })?;
        Ok(session)
    }

    /// A session that another process left, from its log.
    ///
    /// A deed that was begun and not ended may or may not have happened: it is written down as interrupted, never done
    /// again.
    pub fn resume(
        ports: Ports,
        options: Options,
        stop: CancellationToken,
        entries: &[Entry],
    ) -> Result<Session, AgentError> {
        let mut session = Session { ports, options, ledger: Ledger::of(entries), stop };
        session.record(Event::SessionResumed {
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.ports.puppeteer.desktop.info(),
        })?;
        session.interrupt_open_deed()?;
        Ok(session)
    }

    /// A session that has ended, to be looked back upon and judged.
    pub fn review(ports: Ports, options: Options, stop: CancellationToken, entries: &[Entry]) -> Session {
        Session { ports, options, ledger: Ledger::of(entries), stop }
    }

    /// The only way a session changes: what happened is written down first, then applied, then told.
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        let entry = self.ports.log.append(self.ports.clock.now(), event)?;
        self.ledger.apply(&entry);
        for watcher in &mut self.ports.watchers {
            watcher(&entry);
        }
        Ok(())
    }

    /// What the session knows of itself.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// The step whose deeds the agent is told of as its last actions.
    pub(crate) fn told_elsewhere(&self, memory: &AgentMemory) -> Option<u32> {
        let (now, _) = self.ledger.steps.current.as_ref()?;
        now.session.checked_sub(1).filter(|_| !memory.last.is_empty())
    }

    /// The AppAgent of the window's application: the one of earlier in the session, or a new one.
    pub(crate) fn agent_for(&self, window: &Window) -> AgentName {
        let known = self.ledger.memory.app_agent(&window.application).cloned();
        known.unwrap_or_else(|| AgentName::app(&window.application, &window.title))
    }

    /// Carries a request out as the next round.
    pub async fn round(&mut self, request: &str) -> Result<Ending, AgentError> {
        let round = if self.ledger.round.request.is_empty() { 0 } else { self.ledger.round.number + 1 };
        self.record(Event::RoundStarted { round, request: request.to_owned() })?;
        self.go_on().await
    }

    /// Goes on with the present round from wherever it stands.
    pub async fn go_on(&mut self) -> Result<Ending, AgentError> {
        let ending = match self.run().await {
            Err(AgentError::Stopped) => self.stopped().await?,
            other => other?,
        };
        // A failure to let go must not hide how the round ended; there is nothing left to be told.
        let _ = self.ports.puppeteer.desktop.release().await;
        Ok(ending)
    }

    /// Ends the session, and closes what it opened where that is wanted.
    pub async fn close(&mut self) -> Result<(), AgentError> {
        if self.options.opened == WhenDone::Closed {
            match self.close_what_was_opened().await {
                Ok(()) | Err(AgentError::Stopped) => {}
                Err(error) => return Err(error),
            }
        }
        self.record(Event::SessionClosed)
    }

    async fn run(&mut self) -> Result<Ending, AgentError> {
        let stop = self.stop.clone();
        loop {
            if stop.is_cancelled() {
                return Err(AgentError::Stopped);
            }
            match self.ledger.round.state.clone() {
                RoundState::Ended(verdict) => {
                    return match self.take_last_pictures(Moment::Round).await {
                        Ok(()) | Err(AgentError::Stopped) => Ok(Ending::Ended(verdict)),
                        Err(error) => Err(error),
                    };
                }
                state if is_working(&state) && self.used_up()? => {}
                RoundState::Turn(who) => Processor::new(self, who).process().await?,
                RoundState::Assigning(it) => self.register(&it).await?,
                RoundState::Assigned(it) => Processor::new(self, Who::App(it)).process().await?,
                RoundState::HandingBack(it, _) => {
                    self.take_last_pictures(Moment::Subtask(it.subtask.index)).await?;
                    Processor::new(self, Who::Host).process().await?;
                }
                RoundState::Asking(_, questions) => {
                    let Ok(answers) = unless_stopped(&stop, self.ports.user.ask(&questions)).await? else {
                        return Ok(Ending::NeedsAnswers(questions));
                    };
                    self.record(Event::Answered { answers })?;
                }
                RoundState::Confirming(who, waiting) => {
                    let Ok(yes) = unless_stopped(&stop, self.ports.user.confirm(&waiting)).await? else {
                        return Ok(Ending::NeedsYes(Box::new(waiting)));
                    };
                    self.confirmed(who, waiting, yes).await?;
                }
            }
        }
    }

    async fn confirmed(&mut self, who: Who, waiting: Waiting, yes: bool) -> Result<(), AgentError> {
        self.record(Event::Confirmed { yes })?;
        if yes {
            return Processor::new(self, who).resume(waiting.deed).await;
        }
        self.record(Event::Ruled { deed: waiting.deed, ruling: Ruling::Refuse("the user said no".into()) })
    }

    /// Whether nothing is left for another step, with which the round ends.
    fn used_up(&mut self) -> Result<bool, AgentError> {
        let (spent, options) = (&self.ledger.spent, &self.options);
        let round = spent.round.beyond(&options.round).map(|it| ("round", it));
        let Some((what, excess)) = round.or(spent.session.beyond(&options.session).map(|it| ("session", it)))
        else {
            return Ok(false);
        };
        let reason =
            format!("the {what} took {excess} and is not done; allow more with {}", setting(what, excess));
        self.record(Event::RoundEnded { verdict: Verdict::Failed(reason) })?;
        Ok(true)
    }

    /// Keys and buttons are let go first: a person at the keyboard must not find Control held.
    async fn stopped(&mut self) -> Result<Ending, AgentError> {
        let _ = self.ports.puppeteer.desktop.release().await;
        self.interrupt_open_deed()?;
        self.record(Event::Stopped)?;
        Ok(Ending::Stopped)
    }

    fn interrupt_open_deed(&mut self) -> Result<(), AgentError> {
        match self.ledger.steps.open.clone() {
            Some(open) => self.record(Event::Acted { id: open.id, outcome: Effect::Interrupted.into() }),
            None => Ok(()),
        }
    }
}

/// Whether the next thing in this state is a step, and not somebody's answer.
const fn is_working(state: &RoundState) -> bool {
    matches!(state, RoundState::Turn(_) | RoundState::Assigned(_) | RoundState::HandingBack(..))
}

/// Where more can be allowed.
fn setting(what: &str, excess: Excess) -> String {
    match (what, excess) {
        ("round", Excess::Steps(_)) => "--max-steps".into(),
        (_, Excess::Steps(_)) => format!("budget.{what}_steps"),
        (_, Excess::Millis(_)) => format!("budget.{what}_seconds"),
        (_, Excess::Tokens(_)) => format!("budget.{what}_tokens"),
        (_, Excess::Dollars(_)) => format!("budget.{what}_dollars"),
    }
}
