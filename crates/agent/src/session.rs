//! A session: the one place where it is written down, and the loop over its rounds.

use crate::{
    AgentError, Deciders, Halt, Knowledge, Options, Ports, SessionControl, User, WhenDone,
    journal::Journal,
    life_cycle,
    looker::{Looker, Scene},
    policy_gate::{PolicyGate, nobody_waits},
    processor::Processor,
    window_lease::{Occupation, WindowLease},
    world::World,
};
use deskpilot_core::{
    AgentKind, AgentName, Answer, Consent, Divergence, Effect, Entry, Event, Mode, Moment, Operation,
    PauseCause, Question, RoundState, Ruling, Verdict, Waiting, Who, Window,
    fold::{Excess, Ledger},
};
use deskpilot_deciders::Assigns;
use deskpilot_external_agents::ExternalAgent;
use std::sync::Arc;
use tokio::time::timeout;

/// One task: its journal, its world, and who decides, knows and answers in it.
pub struct Session {
    pub(crate) journal: Journal,
    pub(crate) world: World,
    pub(crate) options: Options,
    pub(crate) deciders: Deciders,
    pub(crate) looker: Looker,
    pub(crate) gate: PolicyGate,
    pub(crate) knowledge: Knowledge,
    pub(crate) agents: Vec<Arc<dyn ExternalAgent>>,
    pub(crate) user: Box<dyn User>,
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
        let mut session = Session::of(ports, options, session_control, &[], task);
        let models = [AgentKind::HostAgent, AgentKind::AppAgent]
            .map(|kind| (kind, session.deciders.of(kind).name().to_owned()));
        session.record(Event::SessionOpened {
            task: task.to_owned(),
            format: deskpilot_log::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.world.info(),
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
            desktop: session.world.info(),
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
        Session::of(ports, Options { mode, plan, ..options }, session_control, entries, task)
    }

    fn of(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        entries: &[Entry],
        task: &str,
    ) -> Session {
        let Ports { log, puppeteer, grounding, deciders, knowledge, agents, user, clock, watchers } = ports;
        let journal = Journal::new(log, clock, watchers, entries);
        let world = World::new(puppeteer, session_control);
        let lease = WindowLease::of(task);
        let looker = Looker::new(grounding, &options, deciders.host.needs().desktop);
        let gate = PolicyGate::of(&options);
        Session { journal, world, options, deciders, looker, gate, knowledge, agents, user, lease }
    }

    /// The only way a session changes: see [`Journal::record`].
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        self.journal.record(event)
    }

    /// What the session knows of itself.
    pub fn ledger(&self) -> &Ledger {
        self.journal.ledger()
    }

    /// The hash that stands for everything written down so far, where the log is chained.
    pub fn head(&self) -> Option<String> {
        self.journal.log.head()
    }

    /// What the subtasks of this session are.
    pub(crate) fn assigns(&self) -> Assigns {
        self.deciders.host.needs().assigns
    }

    /// Who looks, and where.
    pub(crate) fn scene(&mut self) -> (&mut Looker, Scene<'_>) {
        let Session { world, journal, gate, looker, .. } = self;
        (looker, Scene { world, journal, gate })
    }

    /// What can be found out, and where it is written down.
    pub(crate) fn knowledge(&mut self) -> (&Knowledge, Scene<'_>) {
        let Session { world, journal, gate, knowledge, .. } = self;
        (knowledge, Scene { world, journal, gate })
    }

    /// The AppAgent of the window's application: the one of earlier in the session, or a new one.
    pub(crate) fn agent_for(&self, window: &Window) -> AgentName {
        agent_for(self.ledger(), self.options.mode, window)
    }

    /// Carries a request out as the next round.
    pub async fn round(&mut self, request: &str) -> Result<Ending, AgentError> {
        let round = if self.journal.ledger().round.request.is_empty() {
            0
        } else {
            self.journal.ledger().round.number + 1
        };
        self.record(Event::RoundStarted { round, request: request.to_owned() })?;
        self.go_on().await
    }

    /// Goes on with the present round from wherever it stands.
    pub async fn go_on(&mut self) -> Result<Ending, AgentError> {
        self.world.control().set_to_work();
        let ending = loop {
            let halt = match self.run().await {
                Err(AgentError::Halted(halt)) => halt,
                other => break other?,
            };
            if halt == Halt::Stopped || self.handed_back().await? == Halted::ForGood {
                break self.stopped().await?;
            }
        };
        self.world.control().set_to_rest();
        self.lease.end();
        self.world.release().await;
        Ok(ending)
    }

    /// Ends the session, and closes what it opened where that is wanted.
    pub async fn close(&mut self) -> Result<(), AgentError> {
        if self.options.opened == WhenDone::Closed {
            let closing = life_cycle::close_what_was_opened(&mut self.world, &mut self.journal);
            unless_halted(closing.await)?;
        }
        let Session { knowledge, journal, .. } = self;
        knowledge.teach(journal).await?;
        self.record(Event::SessionClosed)
    }

    async fn run(&mut self) -> Result<Ending, AgentError> {
        loop {
            self.world.control().halt().map_or(Ok(()), Err)?;
            match self.journal.ledger().round.state.clone() {
                RoundState::Ended(verdict) => {
                    unless_halted(self.take_last_pictures(Moment::Round).await)?;
                    return Ok(Ending::Ended(verdict));
                }
                state if is_working(&state) && self.used_up()? => {}
                RoundState::Turn(who) => self.step(who).await?,
                RoundState::Assigning(it) => {
                    life_cycle::register(&it, &mut self.world, &mut self.journal).await?;
                }
                RoundState::Assigned(it) => self.step(Who::App(it)).await?,
                RoundState::HandingBack(it, _) => {
                    // Where every step is a subtask, the next one's look shows what became of it.
                    if self.assigns() == Assigns::Goals {
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

    /// One step of an agent; an AppAgent's in a window that is its own for the time.
    async fn step(&mut self, who: Who) -> Result<(), AgentError> {
        if let Who::App(it) = &who {
            let patience = self.options.patience.window;
            if let Occupation::KeptOut(error) =
                self.lease.occupy(&it.window, &mut self.world, patience).await?
            {
                return life_cycle::fail_subtask(&error, &mut self.journal);
            }
        }
        Processor::new(self, who).process().await
    }

    async fn take_last_pictures(&mut self, moment: Moment) -> Result<(), AgentError> {
        let (looker, mut scene) = self.scene();
        looker.take_last_pictures(moment, &mut scene).await
    }

    /// Asks the user, and first what they answered once and for all; `false` when nobody is there.
    async fn answered(&mut self, questions: &[Question]) -> Result<bool, AgentError> {
        let known =
            |it: &Question| self.options.remembered.iter().find(|answer| answer.question == it.0).cloned();
        let answers: Option<Vec<Answer>> = questions.iter().map(known).collect();
        let answers = match answers {
            Some(answers) => answers,
            None => {
                let id = self.journal.ledger().questions.asked();
                let Ok(answers) = self.world.wait_for_person(self.user.ask(id, questions)).await? else {
                    return Ok(false);
                };
                answers
            }
        };
        self.record(Event::Answered { answers })?;
        Ok(true)
    }

    /// Asks the user for a yes; what they say is written down, and followed. Returns what waits still when nobody is there.
    async fn confirm(&mut self, who: Who, waiting: Waiting) -> Result<Option<Waiting>, AgentError> {
        if let Operation::Permit(_) = &waiting.operation {
            return nobody_waits(&mut self.journal).map(|()| None);
        }
        let Session { gate, user, world, journal, .. } = self;
        let Some(consent) = gate.ask(&who, &waiting, user.as_mut(), (world, journal)).await? else {
            return Ok(Some(waiting));
        };
        self.record(Event::Confirmed { consent: consent.clone() })?;
        match (&consent, consent.refusal()) {
            (Consent::Stop, _) => self.world.control().stop(),
            (_, Some(why)) => self.record(Event::ruled(waiting.operation, Ruling::Refuse(why)))?,
            _ => self.agreed(who, waiting).await?,
        }
        Ok(None)
    }

    /// Does what was agreed to, if things are still as they were; otherwise the user is asked anew, or the agent looks again.
    async fn agreed(&mut self, who: Who, waiting: Waiting) -> Result<(), AgentError> {
        let Session { gate, world, journal, .. } = self;
        match gate.changed_since_approval(&waiting.operation, (world, journal)).await? {
            None => Processor::new(self, who).resume(waiting.operation).await,
            Some(divergence @ Divergence::WindowGone(_)) => {
                self.record(Event::Held { operations: vec![waiting.operation], divergence })
            }
            Some(divergence) => Processor::new(self, who).ask_anew(waiting, divergence).await,
        }
    }

    /// Whether nothing is left for another step, with which the round ends.
    fn used_up(&mut self) -> Result<bool, AgentError> {
        let (spent, options) = (&self.journal.ledger().spent, &self.options);
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

    async fn stopped(&mut self) -> Result<Ending, AgentError> {
        self.world.release().await;
        self.interrupt_open_operation()?;
        self.record(Event::Stopped)?;
        Ok(Ending::Stopped)
    }

    /// Lets go of pointer and keyboard at once, and waits until the desktop is handed back.
    async fn handed_back(&mut self) -> Result<Halted, AgentError> {
        self.world.release().await;
        self.interrupt_open_operation()?;
        let control = self.world.control().clone();
        let cause = control.taken().unwrap_or(PauseCause::Asked);
        self.record(Event::Paused { cause: cause.clone() })?;
        let id = self.journal.ledger().questions.paused().unwrap_or_default();
        let waiting = async {
            tokio::select! {
                back = control.handed_back() => back,
                Ok(()) = self.user.hand_back(id, &cause) => Ok(()),
            }
        };
        let Ok(Ok(())) = control.resting(timeout(self.options.patience.person, waiting)).await else {
            return Ok(Halted::ForGood);
        };
        control.hand_back();
        self.record(Event::HandedBack)?;
        Ok(Halted::ForNow)
    }

    fn interrupt_open_operation(&mut self) -> Result<(), AgentError> {
        match self.journal.ledger().steps.open.clone() {
            Some(open) => self.record(Event::Acted { id: open.id, outcome: Effect::Interrupted.into() }),
            None => Ok(()),
        }
    }
}

/// How long the agent was interrupted.
#[derive(PartialEq, Eq)]
enum Halted {
    /// Until the desktop was handed back.
    ForNow,
    /// The session was stopped meanwhile, or nobody handed the desktop back in time.
    ForGood,
}

/// What the session wanted to do on the desktop at last; that a person halted it is no failure.
fn unless_halted(done: Result<(), AgentError>) -> Result<(), AgentError> {
    match done {
        Ok(()) | Err(AgentError::Halted(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The AppAgent of the window's application: the one of earlier in the session, or a new one.
pub(crate) fn agent_for(ledger: &Ledger, mode: Mode, window: &Window) -> AgentName {
    let known = ledger.memory.app_agent(&window.application).cloned();
    known.unwrap_or_else(|| AgentName::of(mode, &window.application, &window.title))
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
