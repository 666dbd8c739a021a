//! A session: the one place where it is written down, and the loop over its rounds.

use crate::{
    AgentError, Options, Ports, SessionControl, WhenDone, processor::Processor,
    session_control::unless_taken, window_lease::WindowLease,
};
use deskpilot_core::{
    AgentKind, AgentName, Answer, Effect, Entry, Event, Mode, Moment, PauseCause, Projection, Question,
    RoundState, Verdict, Waiting, Who, Window,
    fold::{AgentMemory, Excess, Ledger},
};
use deskpilot_desktop::{DesktopError, Seen};
use tokio::time::timeout;

/// One task: its log, its state, and its doors to the world.
pub struct Session {
    pub(crate) ports: Ports,
    pub(crate) options: Options,
    pub(crate) ledger: Ledger,
    pub(crate) session_control: SessionControl,
    pub(crate) lease: WindowLease,
}

/// How a round left the process.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The round is over.
    Ended(Verdict),
    /// The questions wait for somebody to answer them.
    NeedsAnswers(Vec<Question>),
    /// The operation waits for somebody's yes.
    NeedsYes(Box<Waiting>),
    /// The user stopped it where it stood.
    Stopped,
}

impl Session {
    /// A new session of this name.
    pub fn open(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        task: &str,
    ) -> Result<Session, AgentError> {
        let mut session = Session {
            ports,
            options,
            ledger: Ledger::default(),
            session_control,
            lease: WindowLease::of(task),
        };
        let models = [AgentKind::HostAgent, AgentKind::AppAgent]
            .map(|kind| (kind, session.ports.models.of(kind).name().to_owned()));
        session.record(Event::SessionOpened {
            task: task.to_owned(),
            format: deskpilot_log::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.ports.puppeteer.desktop.info(),
            models: models.to_vec(),
            mode: session.options.mode,
            plan: session.options.plan.clone(),
        })?;
        Ok(session)
    }

    /// A session that another process left, from its log.
    ///
    /// An operation that was begun and not ended may or may not have happened: it is written down as interrupted, never done
    /// again.
    pub fn resume(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        entries: &[Entry],
    ) -> Result<Session, AgentError> {
        let mut session = Session::review(ports, options, session_control, entries);
        session.record(Event::SessionResumed {
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.ports.puppeteer.desktop.info(),
        })?;
        session.interrupt_open_operation()?;
        Ok(session)
    }

    /// A session that has ended, to be looked back upon and judged.
    pub fn review(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        entries: &[Entry],
    ) -> Session {
        let opened = entries.iter().find_map(|it| match &it.event {
            Event::SessionOpened { task, mode, plan, .. } => Some((task.as_str(), *mode, plan.clone())),
            _ => None,
        });
        let (task, mode, plan) = opened.unwrap_or_default();
        let (lease, options) = (WindowLease::of(task), Options { mode, plan, ..options });
        Session { ports, options, ledger: Ledger::of(entries), session_control, lease }
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

    /// The hash that stands for everything written down so far, where the log is chained.
    pub fn head(&self) -> Option<String> {
        self.ports.log.head()
    }

    /// The step whose operations the agent is told of as its last actions.
    pub(crate) fn told_elsewhere(&self, memory: &AgentMemory) -> Option<u32> {
        let (now, _) = self.ledger.steps.current.as_ref()?;
        now.session.checked_sub(1).filter(|_| !memory.last.is_empty())
    }

    /// The agent whose turn it is.
    pub(crate) fn agent_of(&self, who: &Who) -> AgentName {
        match who {
            Who::Host => AgentName::host(),
            Who::App(it) => it.agent.clone(),
        }
    }

    /// The AppAgent of the window's application: the one of earlier in the session, or a new one.
    pub(crate) fn agent_for(&self, window: &Window) -> AgentName {
        let known = self.ledger.memory.app_agent(&window.application).cloned();
        known.unwrap_or_else(|| AgentName::of(self.options.mode, &window.application, &window.title))
    }

    /// Carries a request out as the next round.
    pub async fn round(&mut self, request: &str) -> Result<Ending, AgentError> {
        let round = if self.ledger.round.request.is_empty() { 0 } else { self.ledger.round.number + 1 };
        self.record(Event::RoundStarted { round, request: request.to_owned() })?;
        self.go_on().await
    }

    /// Goes on with the present round from wherever it stands.
    pub async fn go_on(&mut self) -> Result<Ending, AgentError> {
        self.session_control.set_to_work();
        let ending = loop {
            match self.run().await {
                Err(AgentError::Stopped) => break self.stopped().await?,
                Err(AgentError::Paused) => match self.paused().await {
                    Err(AgentError::Stopped) => break self.stopped().await?,
                    other => other?,
                },
                other => break other?,
            }
        };
        self.session_control.set_to_rest();
        self.lease.end();
        // A failure to let go must not hide how the round ended; there is nothing left to be told.
        let _ = self.ports.puppeteer.desktop.release().await;
        Ok(ending)
    }

    /// Ends the session, and closes what it opened where that is wanted.
    pub async fn close(&mut self) -> Result<(), AgentError> {
        if self.options.opened == WhenDone::Closed {
            match self.close_what_was_opened().await {
                Ok(()) | Err(AgentError::Stopped | AgentError::Paused) => {}
                Err(error) => return Err(error),
            }
        }
        self.teach().await?;
        self.record(Event::SessionClosed)
    }

    async fn run(&mut self) -> Result<Ending, AgentError> {
        let session_control = self.session_control.clone();
        loop {
            if session_control.is_stopped() {
                return Err(AgentError::Stopped);
            }
            if session_control.taken().is_some() {
                return Err(AgentError::Paused);
            }
            match self.ledger.round.state.clone() {
                RoundState::Ended(verdict) => {
                    return match self.take_last_pictures(Moment::Round).await {
                        Ok(()) | Err(AgentError::Stopped | AgentError::Paused) => Ok(Ending::Ended(verdict)),
                        Err(error) => Err(error),
                    };
                }
                state if is_working(&state) && self.used_up()? => {}
                RoundState::Turn(who) => self.step(who).await?,
                RoundState::Assigning(it) => self.register(&it).await?,
                RoundState::Assigned(it) => self.step(Who::App(it)).await?,
                RoundState::HandingBack(it, _) => {
                    // Where every step is a subtask, the next one's picture shows what became of it.
                    if self.options.mode != Mode::Follower {
                        self.take_last_pictures(Moment::Subtask(it.subtask.index)).await?;
                    }
                    Processor::new(self, Who::Host).process().await?;
                }
                RoundState::Asking(_, questions) => {
                    if !self.answered(&questions).await? {
                        return Ok(Ending::NeedsAnswers(questions));
                    }
                }
                RoundState::Confirming(who, waiting) => {
                    if let Some(waiting) = self.confirm(who, waiting).await? {
                        return Ok(Ending::NeedsYes(Box::new(waiting)));
                    }
                }
            }
        }
    }

    /// The controls of a window as they are now.
    pub(crate) async fn controls_now(
        &mut self,
        window: &Window,
    ) -> Result<Result<Seen, DesktopError>, AgentError> {
        let (session_control, budget) = (self.session_control.clone(), self.options.look);
        unless_taken(&session_control, self.ports.puppeteer.desktop.controls(window, budget)).await
    }

    /// One step of an agent; an AppAgent's in a window that is its own for the time.
    async fn step(&mut self, who: Who) -> Result<(), AgentError> {
        if let Who::App(it) = &who
            && !self.occupy(&it.window).await?
        {
            return Ok(());
        }
        Processor::new(self, who).process().await
    }

    /// Asks the user, and first what they answered once and for all; `false` when nobody is there.
    async fn answered(&mut self, questions: &[Question]) -> Result<bool, AgentError> {
        let known =
            |it: &Question| self.options.remembered.iter().find(|answer| answer.question == it.0).cloned();
        let answers: Option<Vec<Answer>> = questions.iter().map(known).collect();
        let answers = match answers {
            Some(answers) => answers,
            None => {
                let session_control = self.session_control.clone();
                let said = session_control
                    .resting(unless_taken(&session_control, self.ports.user.ask(questions)))
                    .await;
                let Ok(answers) = said? else { return Ok(false) };
                answers
            }
        };
        self.record(Event::Answered { answers })?;
        Ok(true)
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
        self.interrupt_open_operation()?;
        self.record(Event::Stopped)?;
        Ok(Ending::Stopped)
    }

    /// Lets go of pointer and keyboard at once, and waits until the desktop is handed back.
    async fn paused(&mut self) -> Result<(), AgentError> {
        let _ = self.ports.puppeteer.desktop.release().await;
        self.interrupt_open_operation()?;
        let cause = self.session_control.taken().unwrap_or(PauseCause::Asked);
        self.record(Event::Paused { cause: cause.clone() })?;
        let session_control = self.session_control.clone();
        let patience = self.options.patience.person;
        let user = &mut self.ports.user;
        let waiting = async {
            tokio::select! {
                back = session_control.handed_back() => back,
                Ok(()) = user.hand_back(&cause) => Ok(()),
            }
        };
        match session_control.resting(timeout(patience, waiting)).await {
            Ok(back) => back?,
            Err(_) => return Err(AgentError::Stopped),
        }
        session_control.hand_back();
        self.record(Event::HandedBack)
    }

    fn interrupt_open_operation(&mut self) -> Result<(), AgentError> {
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
