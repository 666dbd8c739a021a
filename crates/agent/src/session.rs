//! A session and the loop over its rounds.

use crate::{
    AgentError, Halt, OpenedWindows, Options, Ports, SessionControl, UserReply,
    approval::Approval,
    budget_check::{BudgetUse, check_budgets},
    hand_over, life_cycle,
    looker::{StepContext, take_last_pictures},
    processor::Processor,
    saved_files,
    session_parts::SessionParts,
    window_lease::{LeaseResult, WindowLease},
};
use deskpilot_core::{
    ActiveAgent, AgentKind, Answer, ApprovalRequest, Effect, Entry, Event, PauseCause, Question, RoundState,
    ScreenshotMoment, Verdict,
    fold::{BudgetLevel, Ledger},
};
use deskpilot_deciders::SubtaskKind;
use std::mem;
use tokio::time::timeout;

/// The name under which the log has an answer that the user gave to an earlier task once and for all.
pub const REMEMBERED: &str = "a remembered answer";

/// One task, and the loop over its rounds.
pub struct Session {
    pub(crate) parts: SessionParts,
    lease: WindowLease,
    /// The number of the first entry of this process. Earlier entries are of another one, under another policy perhaps.
    first_entry: u64,
}

/// How a round ended in this process.
#[derive(Clone, Debug, PartialEq)]
pub enum Ending {
    /// The round is over.
    Ended(Verdict),
    /// The round waits for answers to these questions.
    NeedsAnswers(Vec<Question>),
    /// The round waits for a yes to this operation.
    NeedsYes(Box<ApprovalRequest>),
    /// The user stopped it.
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
            .map(|kind| (kind, session.parts.deciders.of(kind).name().to_owned()));
        session.record(Event::SessionOpened {
            task: task.to_owned(),
            format: deskpilot_log::FORMAT,
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.parts.world.info(),
            models: models.to_vec(),
            mode: session.parts.options.mode,
            plan: session.parts.options.plan.clone(),
        })?;
        session.record_notes()?;
        Ok(session)
    }

    /// Resumes a session from its log.
    ///
    /// An operation that was started and has no outcome may or may not have happened: it is recorded as interrupted and never
    /// done again. From a log that may not be this user's own, no approval, open question or assignment holds: the HostAgent
    /// looks again.
    pub fn resume(
        ports: Ports,
        options: Options,
        session_control: SessionControl,
        entries: &[Entry],
    ) -> Result<Session, AgentError> {
        let mut session = Session::review(ports, options, session_control, entries);
        session.record(Event::SessionResumed {
            version: env!("CARGO_PKG_VERSION").into(),
            desktop: session.parts.world.info(),
            origin: session.parts.journal.log.origin(),
        })?;
        session.record_notes()?;
        session.interrupt_open_operation()?;
        Ok(session)
    }

    /// Loads a session from its log to judge it.
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
        let parts = SessionParts::of(ports, options, session_control, entries);
        Session { parts, lease: WindowLease::of(task), first_entry: entries.len() as u64 }
    }

    /// Records the messages that the user got as the session began.
    fn record_notes(&mut self) -> Result<(), AgentError> {
        let notes = mem::take(&mut self.parts.knowledge.notes);
        notes.into_iter().try_for_each(|message| self.record(Event::Advised { message }))
    }

    /// Records an event: the only way a session changes.
    pub(crate) fn record(&mut self, event: Event) -> Result<(), AgentError> {
        self.parts.record(event)
    }

    /// The state folded from the log.
    pub fn ledger(&self) -> &Ledger {
        self.parts.ledger()
    }

    /// The hash over all entries so far, if the log is chained.
    pub fn head(&self) -> Option<String> {
        self.parts.journal.log.head()
    }

    /// Carries out a request as the next round.
    pub async fn round(&mut self, request: &str) -> Result<Ending, AgentError> {
        let round = if self.parts.journal.ledger().round.request.is_empty() {
            0
        } else {
            self.parts.journal.ledger().round.number + 1
        };
        self.record(Event::RoundStarted { round, request: request.to_owned() })?;
        self.continue_round().await
    }

    /// Continues the round that a limit ended where it was, with its limits counted from the start.
    pub async fn reopen_round(&mut self) -> Result<Ending, AgentError> {
        if let Some(state) = self.ledger().round.limited.clone() {
            self.record(Event::RoundReopened { state: Box::new(state) })?;
        }
        self.continue_round().await
    }

    /// Continues the present round from its recorded state.
    pub async fn continue_round(&mut self) -> Result<Ending, AgentError> {
        self.parts.world.control().begin_work();
        let ending = loop {
            let halt = match self.run().await {
                Err(AgentError::Halted(halt)) => halt,
                other => break other?,
            };
            if halt == Halt::Stopped || self.wait_for_hand_back().await? == PauseEnd::Stopped {
                break self.record_stop().await?;
            }
        };
        self.parts.world.control().begin_rest();
        self.lease.release();
        self.parts.world.release().await;
        Ok(ending)
    }

    /// Ends the session, and closes the windows it opened if the options say so.
    pub async fn close(&mut self) -> Result<(), AgentError> {
        if self.parts.options.opened_windows == OpenedWindows::Close {
            let closing = life_cycle::close_opened_windows(&mut self.parts.world, &mut self.parts.journal);
            unless_halted(closing.await)?;
        }
        self.record(Event::SessionClosed)
    }

    /// Ends the applications before the private desktop of the session is closed, however the session ended. Documents are closed
    /// without saving them.
    pub async fn close_applications(&mut self) {
        self.parts.world.close_applications().await;
    }

    async fn run(&mut self) -> Result<Ending, AgentError> {
        loop {
            // A step may end without a wait that would notice a stop or a pause.
            self.parts.world.control().current_halt().map_or(Ok(()), Err)?;
            match self.parts.journal.ledger().round.state.clone() {
                RoundState::Ended(verdict) => {
                    unless_halted(self.take_last_pictures(ScreenshotMoment::Round).await)?;
                    return Ok(Ending::Ended(verdict));
                }
                // Only before an agent's turn: a person may answer although a budget is used up.
                state if is_agent_turn(&state) && self.end_if_over_budget()? => {}
                RoundState::Turn(who) => self.step(who).await?,
                RoundState::Assigning(it) => {
                    life_cycle::register(&it, &mut self.parts.world, &mut self.parts.journal).await?;
                }
                RoundState::Assigned(it) => self.step(ActiveAgent::App(it)).await?,
                RoundState::HandingBack(it, outcome) => {
                    // When every step of a plan is a subtask, the next one's look shows the result. A client has seen its own.
                    if self.parts.subtask_kind() == SubtaskKind::Goals {
                        self.take_last_pictures(ScreenshotMoment::Subtask(it.subtask.index)).await?;
                    }
                    // What happens once in a subtask takes no room in every step.
                    let planned = Box::pin(hand_over::planned_decision(&mut self.parts, &outcome)).await?;
                    Box::pin(saved_files::record_saved(&mut self.parts, &it.subtask)).await?;
                    match planned {
                        // It happens once in a subtask, and takes no room in every step.
                        Some(planned) => Box::pin(self.host_step().follow_plan(planned)).await?,
                        None => self.host_step().process().await?,
                    }
                }
                RoundState::Asking(_, questions) => {
                    if !self.ask_user(&questions).await? {
                        return Ok(Ending::NeedsAnswers(questions));
                    }
                }
                RoundState::Confirming(who, waiting) => {
                    let mut approval = Approval { parts: &mut self.parts, first_entry: self.first_entry };
                    if let Some(waiting) = approval.confirm(who, *waiting).await? {
                        return Ok(Ending::NeedsYes(Box::new(waiting)));
                    }
                }
            }
        }
    }

    fn host_step(&mut self) -> Processor<'_> {
        Processor::new(&mut self.parts, ActiveAgent::Host)
    }

    /// One step of an agent; an AppAgent first leases its window.
    async fn step(&mut self, who: ActiveAgent) -> Result<(), AgentError> {
        if let ActiveAgent::App(it) = &who {
            let patience = self.parts.options.timeouts.window;
            let window = self.parts.window_to_lease(&it.window).await?;
            if let LeaseResult::Denied(error) =
                self.lease.acquire(&window, &mut self.parts.world, patience).await?
            {
                return life_cycle::fail_subtask(&error, &mut self.parts.journal);
            }
        }
        Processor::new(&mut self.parts, who).process().await
    }

    async fn take_last_pictures(&mut self, moment: ScreenshotMoment) -> Result<(), AgentError> {
        let SessionParts { world, journal, gate, options, .. } = &mut self.parts;
        take_last_pictures(moment, options.look, &mut StepContext { world, journal, gate }).await
    }

    /// Answers from the remembered answers, or asks the user; `false` when nobody is there.
    async fn ask_user(&mut self, questions: &[Question]) -> Result<bool, AgentError> {
        let known = |it: &Question| {
            self.parts.options.remembered.iter().find(|answer| answer.question == it.0).cloned()
        };
        // Only if each question has one: the user answers all of them together.
        let answers: Option<Vec<Answer>> = questions.iter().map(known).collect();
        let UserReply { content: answers, by } = match answers {
            Some(content) => UserReply { content, by: Some(REMEMBERED.to_owned()) },
            None => {
                let id = self.parts.journal.ledger().questions.asked();
                let Ok(reply) = self.parts.world.wait_for_person(self.parts.user.ask(id, questions)).await?
                else {
                    return Ok(false);
                };
                reply
            }
        };
        self.record(Event::Answered { answers, by })?;
        Ok(true)
    }

    /// Ends the round if a budget is used up, and warns when one nearly is. Returns whether the round ended.
    fn end_if_over_budget(&mut self) -> Result<bool, AgentError> {
        let Some(budget) = check_budgets(self.parts.journal.ledger(), &self.parts.options) else {
            return Ok(false);
        };
        let BudgetUse { scope, used, level } = budget;
        self.record(Event::BudgetUsed { scope, used, level })?;
        if level == BudgetLevel::Nearly {
            return Ok(false);
        }
        self.record(Event::RoundEnded { verdict: Verdict::Failed(budget.reason()) })?;
        Ok(true)
    }

    async fn record_stop(&mut self) -> Result<Ending, AgentError> {
        self.parts.world.release().await;
        self.interrupt_open_operation()?;
        self.record(Event::Stopped)?;
        Ok(Ending::Stopped)
    }

    /// Releases pointer and keyboard at once, and waits until a person hands the desktop back.
    async fn wait_for_hand_back(&mut self) -> Result<PauseEnd, AgentError> {
        self.parts.world.release().await;
        self.interrupt_open_operation()?;
        let control = self.parts.world.control().clone();
        let mut next = Some(control.pause_cause().unwrap_or(PauseCause::Asked));
        while let Some(cause) = next {
            self.record(Event::Paused { cause: cause.clone() })?;
            let id = self.parts.journal.ledger().questions.paused().unwrap_or_default();
            let waiting = async {
                tokio::select! {
                    // A take-over by somebody else outlasts the hand-back of the one before.
                    biased;
                    other = control.wait_for_other_cause(&cause) => Ok(Some(other)),
                    back = control.wait_for_hand_back() => back.map(|()| None),
                    Ok(()) = self.parts.user.hand_back(id, &cause) => Ok(None),
                }
            };
            let patience = self.parts.options.timeouts.person;
            let Ok(Ok(other)) = control.while_resting(timeout(patience, waiting)).await else {
                return Ok(PauseEnd::Stopped);
            };
            next = other;
        }
        // Where the user's answer ended the wait, the pause is still set.
        control.hand_back();
        self.record(Event::HandedBack)?;
        Ok(PauseEnd::HandedBack)
    }

    fn interrupt_open_operation(&mut self) -> Result<(), AgentError> {
        match self.parts.journal.ledger().steps.open.clone() {
            Some(open) => self.record(Event::Acted { id: open.id, outcome: Effect::Interrupted.into() }),
            None => Ok(()),
        }
    }
}

/// How a pause ended.
#[derive(PartialEq, Eq)]
enum PauseEnd {
    /// A person handed the desktop back.
    HandedBack,
    /// The session was stopped, or nobody handed the desktop back in time.
    Stopped,
}

/// Ignores a halt: a last operation that a person interrupted is not a failure.
fn unless_halted(done: Result<(), AgentError>) -> Result<(), AgentError> {
    match done {
        Ok(()) | Err(AgentError::Halted(_)) => Ok(()),
        Err(error) => Err(error),
    }
}

/// Whether an agent moves next in this state.
const fn is_agent_turn(state: &RoundState) -> bool {
    matches!(state, RoundState::Turn(_) | RoundState::Assigned(_) | RoundState::HandingBack(..))
}
