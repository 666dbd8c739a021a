//! The Processor: one step of one agent, in eleven stages. Four of them reach outside; the others are a line or a fold.

use crate::{
    AgentError, Guidance, Halt,
    action_batch::{ActionList, BatchResult, Progress},
    action_runner::ActionRunner,
    agent_decision::AgentDecision,
    hand_over::PlannedDecision,
    last_save::give_up,
    life_cycle::outcome_of,
    looker::{LookError, StepContext},
    observation::{AppObservation, Observation},
    opened_window::opened_window,
    proof,
    rejections::{Enough, Rejections},
    saved_files,
    session_parts::SessionParts,
    turn::Turn,
    unproven::{Judged, unproven_operation},
};
use deskpilot_core::{
    ActiveAgent, AppDecision, ApprovalRequest, Assignment, Clipboard, Event, Grounds, HostDecision,
    HostRemarks, Launch, MissingProduct, NextStatus, Note, Operation, PauseCause, Question, Remedy, Ruling,
    Stage, Subtask, SubtaskOutcome, Verdict, Window, fold::LoopAdvice, with_missing,
};
use deskpilot_deciders::{DeciderError, SubtaskKind};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Processor<'s> {
    pub(crate) session: &'s mut SessionParts,
    pub(crate) turn: Turn,
}

impl<'s> Processor<'s> {
    pub(crate) fn new(session: &'s mut SessionParts, who: ActiveAgent) -> Processor<'s> {
        let turn = Turn::new(who, &session.deciders, &session.options, &session.journal.ledger().memory);
        Processor { session, turn }
    }

    /// Carries out the step.
    pub(crate) async fn process(mut self) -> Result<(), AgentError> {
        self.print_step_info()?;
        if let Some((observation, decision)) = self.decide().await? {
            self.execute_action(&observation, decision).await?;
        }
        // Whatever this step decided: a file that an earlier action saves may be complete only now.
        if let ActiveAgent::App(it) = self.turn.who.clone() {
            Box::pin(saved_files::record_saved(self.session, &it.subtask)).await?;
        }
        self.update_step()
    }

    /// Does a step of the HostAgent that its plan decides, without a look at the desktop or a call of a model. Where what the plan
    /// opens does not open, the HostAgent is asked next.
    pub(crate) async fn follow_plan(mut self, planned: PlannedDecision) -> Result<(), AgentError> {
        self.print_step_info()?;
        let PlannedDecision { decision, remarks } = planned;
        let verdict = Verdict::Finished(remarks.common.comment.clone());
        let (done, planned) = (decision.clone(), remarks.clone());
        // The decision is in the log before any of it is done: a resumed session goes on from there.
        self.session.record(Event::HostDecided { decision, remarks })?;
        match &done {
            HostDecision::Finish => self.session.record(Event::RoundEnded { verdict })?,
            HostDecision::LaunchFor(launch, caution, subtask) => {
                // Listed before the launch: a window is new only in comparison with this list.
                let before = self.session.world.windows().await?;
                let operation = Operation::Launch(launch.clone());
                if self.runner().run(operation, caution).await? == Progress::Succeeded {
                    self.assign_opened_window(launch, Subtask::clone(subtask), planned, &before).await?;
                }
            }
            _ => {}
        }
        self.update_step()
    }

    /// Does the approved operation after the user's yes; the agent then looks again.
    pub(crate) async fn resume(mut self, approved: ApprovalRequest) -> Result<(), AgentError> {
        self.print_step_info()?;
        let started = Instant::now();
        // The links as they led when the user was asked: one that leads elsewhere now is not followed.
        let judged = approved.grounds.map(|it| it.places).unwrap_or_default();
        self.runner().carry_out(approved.operation, &judged, None).await?;
        self.turn.took(Stage::ExecuteAction, started);
        self.update_step()
    }

    /// Asks for a yes to this operation, with a picture of how its target looks now.
    pub(crate) async fn ask_again(
        mut self,
        operation: Operation,
        reason: String,
        grounds: Grounds,
    ) -> Result<(), AgentError> {
        self.print_step_info()?;
        let (ruling, grounds) = (Ruling::Confirm(reason), Some(grounds));
        let picture = match &operation {
            Operation::Act(action) => {
                let (looker, mut context) = self.session.looker();
                looker.current_evidence(action, &mut self.turn, &mut context).await?
            }
            Operation::Launch(_) | Operation::Run(_) | Operation::Delegate(_) | Operation::Permit(_) => None,
        };
        self.session.record(Event::Ruled { operation, ruling, grounds, picture })?;
        self.update_step()
    }

    fn print_step_info(&mut self) -> Result<(), AgentError> {
        let step = self.session.ledger().steps.next(&self.turn.agent);
        self.session.record(Event::StepStarted { step, agent: self.turn.agent.clone() })
    }

    /// Stages two to seven: looks and asks the decider until its decision is valid or the complaints are used up.
    async fn decide(&mut self) -> Result<Option<(Observation, AgentDecision)>, AgentError> {
        let Some(observation) = self.look().await? else { return Ok(None) };
        // Before the decider is asked: a loop ends without the cost of one more reply.
        if self.follow_loop_advice()? {
            return Ok(None);
        }
        if self.session.options.guidance == Guidance::On {
            let (knowledge, mut context) = self.session.knowledge();
            knowledge.recall_once(&self.turn.who, &mut context).await?;
        }
        // Complaints add up within one step only; the next begins with all its attempts.
        let mut rejections = Rejections::new(self.session.options.complaints);
        let enough = loop {
            let asked = self.ask_decider(&observation, &rejections).await?;
            let number = rejections.attempt().number;
            let decided = match asked {
                Ok(decision) => self.check_objections(decision, number).await?.map_err(DeciderError::from),
                Err(error) => Err(error),
            };
            let rejected = match decided {
                Ok(decision) => {
                    self.session.record(decision.event())?;
                    return Ok(Some((observation, decision)));
                }
                Err(error) => rejections.add(error),
            };
            if let Some(complaint) = rejected.complaint {
                self.session.record(Event::Rejected { complaint })?;
            }
            if let Some(enough) = rejected.enough {
                break enough;
            }
        };
        self.give_up(enough)?;
        Ok(None)
    }

    /// Ends the turn of an agent whose decider gives no valid decision, or the round if that is nothing the HostAgent can
    /// change.
    fn give_up(&mut self, enough: Enough) -> Result<(), AgentError> {
        match enough {
            Enough::Invalid(reason) => self.abort_turn(reason),
            Enough::Failed { message, remedy } => {
                let journal = &mut self.session.journal;
                journal.fault(Stage::GetResponse, message.clone(), remedy)?;
                journal.break_round(message)
            }
        }
    }

    /// What the agent sees; `None` when it cannot look, which ends its subtask or round.
    async fn look(&mut self) -> Result<Option<Observation>, AgentError> {
        let (looker, mut context) = self.session.looker();
        match looker.look(&mut self.turn, &mut context).await {
            Ok(observation) => {
                self.session.record(Event::Observed { view: observation.view() })?;
                Ok(Some(observation))
            }
            Err(LookError::Session(error)) => Err(error),
            Err(LookError::Desktop(error)) => Box::pin(self.cannot_look(&error)).await.map(|()| None),
        }
    }

    /// Ends an AppAgent's subtask, so that the HostAgent decides, or a HostAgent's round. A window that a person closed pauses
    /// the session instead.
    async fn cannot_look(&mut self, error: &DesktopError) -> Result<(), AgentError> {
        if let DesktopError::WindowGone(title) = error
            && self.was_closed_by_a_person(title)
        {
            self.session.world.control().pause(PauseCause::WindowClosed(title.clone()));
            return Err(Halt::Paused.into());
        }
        match (error.remedy(), &self.turn.who) {
            // Another window may do as well, which the HostAgent decides. There is nobody above the HostAgent.
            (Remedy::TellAgent | Remedy::Retry, ActiveAgent::App(_)) => {
                self.session.journal.fault(Stage::GetControlInfo, error.to_string(), error.remedy())?;
                self.end_subtask(outcome_of(error), String::new())
            }
            (Remedy::Later | Remedy::AskUser | Remedy::GiveUp, _) | (_, ActiveAgent::Host) => {
                let (_, mut context) = self.session.looker();
                give_up(&mut context, Stage::GetControlInfo, error).await
            }
        }
    }

    /// Whether a person, and not the agent, closed the window on a shared desktop. True once for each window.
    fn was_closed_by_a_person(&self, title: &str) -> bool {
        let steps = &self.session.ledger().steps;
        // The clipboard tells a shared desktop from a private one.
        self.session.options.clipboard == Clipboard::Shared
            && !steps.touched
            // The session was paused for this window before: the person knows.
            && steps.missed.as_deref() != Some(title)
    }

    /// Follows the loop guard's advice: asks the user, or fails the subtask if that did not help. Returns whether this ends the
    /// step.
    fn follow_loop_advice(&mut self) -> Result<bool, AgentError> {
        let ActiveAgent::App(it) = &self.turn.who else { return Ok(false) };
        if self.session.options.guidance == Guidance::Off {
            return Ok(false);
        }
        let place = format!("{} ({})", it.window.title, it.window.application);
        match self.session.ledger().loop_guard.advice() {
            LoopAdvice::None | LoopAdvice::AnotherWay(_) => return Ok(false),
            LoopAdvice::Ask => {
                let text = it.subtask.text.clone();
                let question = format!("I am stuck in {place} with this: {text}. What should I do?");
                self.session.record(Event::Asked { questions: vec![Question(question)] })?;
            }
            LoopAdvice::GiveUp => {
                let reason = format!("it repeats itself in {place}, and the user's answer did not help");
                self.end_subtask(SubtaskOutcome::Failed(reason), String::new())?;
            }
        }
        Ok(true)
    }

    /// Ends an AppAgent's subtask or a HostAgent's round with an error.
    fn abort_turn(&mut self, reason: String) -> Result<(), AgentError> {
        match self.turn.who {
            ActiveAgent::App(_) => self.end_subtask(SubtaskOutcome::Errored(reason), String::new()),
            ActiveAgent::Host => self.session.journal.break_round(reason),
        }
    }

    /// Stages eight to ten: acts, and updates memory and status.
    async fn execute_action(
        &mut self,
        observation: &Observation,
        decision: AgentDecision,
    ) -> Result<(), AgentError> {
        match decision {
            // The recorded decision is the assignment: the fold makes the AppAgent the active one. Every step begins with a look.
            AgentDecision::Host(HostDecision::Assign(_) | HostDecision::Look, _) => Ok(()),
            AgentDecision::Host(HostDecision::Ask(questions), _)
            | AgentDecision::App(AppDecision::Ask(questions), _) => {
                self.session.record(Event::Asked { questions })
            }
            AgentDecision::Host(HostDecision::Finish, remarks) => {
                self.finish_round(&remarks.common.comment).await
            }
            AgentDecision::Host(HostDecision::Fail, remarks) => {
                let reason = or_default(remarks.common.comment, "the HostAgent gave up without saying why");
                self.session.record(Event::RoundEnded { verdict: Verdict::Failed(reason) })
            }
            AgentDecision::Host(
                decision @ (HostDecision::Launch(..)
                | HostDecision::LaunchFor(..)
                | HostDecision::LaunchAll(..)
                | HostDecision::Run(..)
                | HostDecision::Delegate(..)),
                remarks,
            ) => self.operate(decision, remarks, observation).await,
            AgentDecision::App(AppDecision::Finish, remarks) => {
                self.save_screenshot(observation, remarks.save_screenshot)?;
                self.finish_subtask(remarks.comment).await
            }
            AgentDecision::App(AppDecision::Fail, remarks) => self.fail_subtask(remarks.comment),
            AgentDecision::App(AppDecision::Act { actions, caution, then, independent }, remarks) => {
                self.save_screenshot(observation, remarks.save_screenshot)?;
                let Observation::App(observation) = observation else { return Ok(()) };
                let list =
                    ActionList { actions: &actions, independent: &independent, caution: &caution, then };
                self.act_and_then(&list, remarks.comment, observation).await
            }
        }
    }

    /// Does the operations of the HostAgent itself, up to the first that does not succeed.
    async fn operate(
        &mut self,
        decision: HostDecision,
        remarks: HostRemarks,
        observation: &Observation,
    ) -> Result<(), AgentError> {
        let (operations, caution) = decision.operations();
        for operation in operations {
            // The rest was decided for a desktop on which this one has succeeded.
            if self.runner().run(operation, &caution).await? == Progress::LookAgain {
                return Ok(());
            }
        }
        match (decision.opens_for(), observation) {
            (Some((launch, subtask)), Observation::Desktop(observation)) => {
                let before = &observation.view.windows;
                self.assign_opened_window(launch, subtask.clone(), remarks, before).await
            }
            _ => Ok(()),
        }
    }

    /// Assigns the subtask to the window that opened for it, or that took the file. When it is unclear which window that is,
    /// or agents may not work there, nothing is assigned, and the HostAgent looks again.
    async fn assign_opened_window(
        &mut self,
        launch: &Launch,
        subtask: Subtask,
        remarks: HostRemarks,
        before: &[Window],
    ) -> Result<(), AgentError> {
        let now = self.session.world.windows().await?;
        let last = self.session.ledger().memory.of_agent(&self.turn.agent).last;
        let opened = last.last().and_then(|it| opened_window(before, &now, launch, &it.outcome.effect));
        // An allowed launch may open a window that a rule keeps agents from.
        let Some(window) = opened.filter(|it| self.session.gate.off_limits(it).is_none()).cloned() else {
            return Ok(());
        };
        let agent = self.session.agent_for(&window);
        let decision = HostDecision::Assign(Box::new(Assignment { subtask, window, agent }));
        self.session.record(Event::HostDecided { decision, remarks })
    }

    async fn act_and_then(
        &mut self,
        list: &ActionList<'_>,
        comment: String,
        observation: &AppObservation,
    ) -> Result<(), AgentError> {
        match (self.runner().run_batch(list, observation).await?, list.then) {
            (BatchResult::Interrupted, _) | (_, NextStatus::Continue) => Ok(()),
            (BatchResult::Complete, NextStatus::Finish) => self.finish_subtask(comment).await,
            (BatchResult::Complete, NextStatus::Fail) => self.fail_subtask(comment),
        }
    }

    fn runner(&mut self) -> ActionRunner<'_> {
        let SessionParts { world, journal, gate, looker, user, agents, knowledge, options, files, .. } =
            &mut *self.session;
        ActionRunner {
            context: StepContext { world, journal, gate },
            looker,
            user: user.as_mut(),
            agents,
            knowledge,
            files,
            turn: &mut self.turn,
            budget: options.look,
            offered: Vec::new(),
        }
    }

    fn save_screenshot(
        &mut self,
        observation: &Observation,
        reason: Option<String>,
    ) -> Result<(), AgentError> {
        let (Some(reason), Observation::App(it)) = (reason, observation) else { return Ok(()) };
        let Some(picture) = it.view.pictures.clean.clone() else { return Ok(()) };
        let application = it.view.window.application.clone();
        self.session.record(Event::Noted { note: Note::Screenshot { application, reason, picture } })
    }

    /// Ends the round as the HostAgent says, and reports to the person which promised files are still missing.
    async fn finish_round(&mut self, comment: &str) -> Result<(), AgentError> {
        let SessionParts { journal, world, files, .. } = &*self.session;
        let missing = proof::still_missing(&journal.ledger().round, files, world).await?;
        let verdict = Verdict::Finished(with_missing(comment, &missing));
        self.session.record(Event::RoundEnded { verdict })
    }

    /// Ends the subtask as its AppAgent says, and records what it promised and has not left.
    async fn finish_subtask(&mut self, comment: String) -> Result<(), AgentError> {
        let SessionParts { journal, world, files, .. } = &*self.session;
        let missing = match &self.turn.who {
            ActiveAgent::App(it) => proof::missing(&it.subtask, journal.ledger(), files, world).await?,
            ActiveAgent::Host => Vec::new(),
        };
        self.record_end(SubtaskOutcome::Finished, comment, missing)
    }

    /// Ends the subtask that its AppAgent says it cannot carry out.
    fn fail_subtask(&mut self, comment: String) -> Result<(), AgentError> {
        let reason = or_default(comment.clone(), "the AppAgent gave up without saying why");
        self.end_subtask(SubtaskOutcome::Failed(reason), comment)
    }

    fn end_subtask(&mut self, outcome: SubtaskOutcome, comment: String) -> Result<(), AgentError> {
        self.record_end(outcome, comment, Vec::new())
    }

    fn record_end(
        &mut self,
        outcome: SubtaskOutcome,
        comment: String,
        missing: Vec<MissingProduct>,
    ) -> Result<(), AgentError> {
        let started = Instant::now();
        // Verified before it is recorded: nothing changes the outcome of a subtask afterwards.
        let outcome = self.verified(outcome);
        self.session.record(Event::SubtaskEnded { outcome, comment, missing })?;
        self.turn.took(Stage::UpdateStatus, started);
        Ok(())
    }

    /// The outcome; a finished step of a plan fails when the effect of one of its operations is unknown.
    fn verified(&self, outcome: SubtaskOutcome) -> SubtaskOutcome {
        match unproven_operation(self.session.ledger().evaluation.of_subtask(), &Judged::PlanStep) {
            Some(operation)
                if outcome == SubtaskOutcome::Finished
                    && self.session.subtask_kind() == SubtaskKind::PlanSteps =>
            {
                SubtaskOutcome::Failed(format!("the effect of this operation is unknown: {operation}"))
            }
            _ => outcome,
        }
    }

    fn update_step(self) -> Result<(), AgentError> {
        self.session.record(Event::StepEnded { timings: self.turn.timings() })
    }
}

fn or_default(text: String, otherwise: &str) -> String {
    if text.trim().is_empty() { otherwise.to_owned() } else { text }
}
