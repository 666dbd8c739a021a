//! The Processor: one step of one agent, in eleven stages. Four of them touch the world; the others are a line or a fold.

use crate::{
    AgentError, Halt,
    action_batch::{Carried, Progress},
    action_runner::ActionRunner,
    decided::Decided,
    life_cycle::outcome_of,
    looker::{LookError, Scene},
    opening::opened,
    proof::unproven,
    session_parts::SessionParts,
    sight::{AppSight, Sight},
    turn::Turn,
};
use deskpilot_core::{
    Action, ActiveAgent, AppDecision, ApprovalRequest, Assignment, Caution, Clipboard, Complaint, Divergence,
    Event, HostDecision, HostRemarks, NextStatus, Note, Operation, PauseCause, Question, Remedy, Ruling,
    Stage, Subtask, SubtaskOutcome, Verdict, Window, fold::LoopAdvice,
};
use deskpilot_deciders::{Assigns, DeciderError};
use deskpilot_desktop::DesktopError;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Processor<'s> {
    pub(crate) session: &'s mut SessionParts,
    pub(crate) turn: Turn,
}

/// What stands between what changed and why a yes is needed at all.
const SINCE: &str = ", since you were asked; ";

impl<'s> Processor<'s> {
    pub(crate) fn new(session: &'s mut SessionParts, who: ActiveAgent) -> Processor<'s> {
        let turn = Turn::new(who, &session.deciders, &session.options);
        Processor { session, turn }
    }

    /// Carries the step out.
    pub(crate) async fn process(mut self) -> Result<(), AgentError> {
        self.print_step_info()?;
        if let Some((sight, decided)) = self.decide().await? {
            self.execute_action(&sight, decided).await?;
        }
        self.update_step()
    }

    /// Goes on after the user's yes: the operation that waited is done, and the agent looks again.
    pub(crate) async fn resume(mut self, operation: Operation) -> Result<(), AgentError> {
        self.print_step_info()?;
        let started = Instant::now();
        self.runner().carry_out(operation, None).await?;
        self.turn.took(Stage::ExecuteAction, started);
        self.update_step()
    }

    /// Asks for a yes once more, because something is not as it was.
    pub(crate) async fn ask_anew(
        mut self,
        waiting: ApprovalRequest,
        divergence: Divergence,
    ) -> Result<(), AgentError> {
        self.print_step_info()?;
        let ApprovalRequest { operation, reason, grounds, .. } = waiting;
        let told = reason.rsplit(SINCE).next().unwrap_or(&reason);
        let ruling = Ruling::Confirm(format!("{divergence}{SINCE}{told}"));
        let picture = match &operation {
            Operation::Act(action) => {
                let (looker, mut scene) = self.session.scene();
                looker.as_it_stands(action, &mut self.turn, &mut scene).await?
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

    /// Stages two to seven: look, ask, and understand, until the reply can be followed or the complaints are used up.
    async fn decide(&mut self) -> Result<Option<(Sight, Decided)>, AgentError> {
        let Some(sight) = self.look().await? else { return Ok(None) };
        if self.is_urged()? {
            return Ok(None);
        }
        let (knowledge, mut scene) = self.session.knowledge();
        knowledge.recall_once(&self.turn.who, &mut scene).await?;
        let mut complaint: Option<Complaint> = None;
        for attempt in 0..=self.session.options.complaints {
            let decided = match self.response(&sight, complaint.as_ref(), attempt).await? {
                Ok(decided) => self.followed(decided, attempt),
                Err(DeciderError::Rejected(wrong)) => Err(wrong),
                Err(error) => {
                    let journal = &mut self.session.journal;
                    journal.fault(Stage::GetResponse, error.to_string(), error.remedy())?;
                    journal.break_round(error.to_string())?;
                    return Ok(None);
                }
            };
            match decided {
                Ok(decided) => {
                    self.session.record(decided.event())?;
                    return Ok(Some((sight, decided)));
                }
                Err(wrong) => {
                    self.session.record(Event::Rejected { complaint: wrong.clone() })?;
                    complaint = Some(wrong);
                }
            }
        }
        let last = complaint.map_or_else(String::new, |it| it.to_string());
        let agent = self.turn.agent.kind();
        self.abort_turn(format!("the {agent} cannot follow the rules of its reply: {last}"))?;
        Ok(None)
    }

    /// What the agent sees; `None` when there is nothing to see any more, and its subtask or round has ended for it.
    async fn look(&mut self) -> Result<Option<Sight>, AgentError> {
        let (looker, mut scene) = self.session.scene();
        match looker.look(&mut self.turn, &mut scene).await {
            Ok(sight) => {
                self.session.record(Event::Observed { view: sight.view() })?;
                Ok(Some(sight))
            }
            Err(LookError::Session(error)) => Err(error),
            Err(LookError::Desktop(error)) => self.cannot_look(&error).map(|()| None),
        }
    }

    /// An AppAgent without its window leaves the decision to the HostAgent; a HostAgent without a desktop has none.
    fn cannot_look(&mut self, error: &DesktopError) -> Result<(), AgentError> {
        if let DesktopError::WindowGone(title) = error
            && self.was_closed_by_a_person(title)
        {
            self.session.world.control().pause(PauseCause::WindowClosed(title.clone()));
            return Err(Halt::Paused.into());
        }
        self.session.journal.fault(Stage::GetControlInfo, error.to_string(), error.remedy())?;
        match error.remedy() {
            Remedy::TellAgent | Remedy::Retry => match self.turn.who {
                ActiveAgent::App(_) => self.end_subtask(outcome_of(error), String::new()),
                ActiveAgent::Host => self.session.journal.break_round(error.to_string()),
            },
            Remedy::AskUser | Remedy::GiveUp => self.session.journal.break_round(error.to_string()),
        }
    }

    /// Whether somebody else than the agent made the window go, on a desktop that a person shares; they are asked once.
    fn was_closed_by_a_person(&self, title: &str) -> bool {
        let steps = &self.session.ledger().steps;
        self.session.options.clipboard == Clipboard::Shared
            && !steps.touched
            && steps.missed.as_deref() != Some(title)
    }

    /// Whether the agent has tried enough: the user is asked, and if that did not help the subtask has failed.
    fn is_urged(&mut self) -> Result<bool, AgentError> {
        let ActiveAgent::App(it) = &self.turn.who else { return Ok(false) };
        let place = format!("{} ({})", it.window.title, it.window.application);
        match self.session.ledger().loop_guard.advice() {
            LoopAdvice::None | LoopAdvice::AnotherWay(_) => return Ok(false),
            LoopAdvice::Ask => {
                let text = it.subtask.text.clone();
                let question = format!("I do not get on in {place} with this: {text}. What should I do?");
                self.session.record(Event::Asked { questions: vec![Question(question)] })?;
            }
            LoopAdvice::GiveUp => {
                let reason =
                    format!("it goes round in circles in {place}, and what the user said did not help");
                self.end_subtask(SubtaskOutcome::Failed(reason), String::new())?;
            }
        }
        Ok(true)
    }

    /// Something is no agent's doing: an AppAgent's subtask goes back to the HostAgent, a HostAgent's round ends.
    fn abort_turn(&mut self, reason: String) -> Result<(), AgentError> {
        match self.turn.who {
            ActiveAgent::App(_) => self.end_subtask(SubtaskOutcome::Errored(reason), String::new()),
            ActiveAgent::Host => self.session.journal.break_round(reason),
        }
    }

    /// Stage eight, and what it does to memory (nine) and status (ten).
    async fn execute_action(&mut self, sight: &Sight, decided: Decided) -> Result<(), AgentError> {
        match decided {
            Decided::Host(HostDecision::Assign(_), _) => Ok(()),
            Decided::Host(HostDecision::Ask(questions), _) | Decided::App(AppDecision::Ask(questions), _) => {
                self.session.record(Event::Asked { questions })
            }
            Decided::Host(HostDecision::Finish, remarks) => {
                self.session.record(Event::RoundEnded { verdict: Verdict::Finished(remarks.common.comment) })
            }
            Decided::Host(HostDecision::Fail, remarks) => {
                let reason = or(remarks.common.comment, "the HostAgent gave up without saying why");
                self.session.record(Event::RoundEnded { verdict: Verdict::Failed(reason) })
            }
            Decided::Host(
                decision @ (HostDecision::Launch(..)
                | HostDecision::LaunchFor(..)
                | HostDecision::Run(..)
                | HostDecision::Delegate(..)),
                remarks,
            ) => self.operate(decision, remarks, sight).await,
            Decided::App(AppDecision::Finish, remarks) => {
                self.save_screenshot(sight, remarks.save_screenshot)?;
                self.end_subtask(SubtaskOutcome::Finished, remarks.comment)
            }
            Decided::App(AppDecision::Fail, remarks) => {
                let reason = or(remarks.comment.clone(), "the AppAgent gave up without saying why");
                self.end_subtask(SubtaskOutcome::Failed(reason), remarks.comment)
            }
            Decided::App(AppDecision::Act { actions, caution, then }, remarks) => {
                self.save_screenshot(sight, remarks.save_screenshot)?;
                let Sight::App(sight) = sight else { return Ok(()) };
                self.act_and_then(&actions, caution, then, remarks.comment, sight).await
            }
        }
    }

    /// Does what the HostAgent decided to do itself.
    async fn operate(
        &mut self,
        decision: HostDecision,
        remarks: HostRemarks,
        sight: &Sight,
    ) -> Result<(), AgentError> {
        let Some((operation, caution)) = decision.operation() else { return Ok(()) };
        match (self.runner().run(operation, &caution).await?, decision, sight) {
            (Progress::Succeeded, HostDecision::LaunchFor(_, _, subtask), Sight::Desktop(sight)) => {
                self.assign_what_opened(*subtask, remarks, &sight.view.windows).await
            }
            _ => Ok(()),
        }
    }

    /// Gives the window that opened the subtask it was opened for. Where it cannot be told which one that is, nothing is
    /// given, and the HostAgent looks again.
    async fn assign_what_opened(
        &mut self,
        subtask: Subtask,
        remarks: HostRemarks,
        before: &[Window],
    ) -> Result<(), AgentError> {
        let now = self.session.world.windows().await?;
        let last = self.session.ledger().memory.of_agent(&self.turn.agent).last;
        let Some(window) = last.last().and_then(|it| opened(before, &now, &it.outcome.effect)).cloned()
        else {
            return Ok(());
        };
        let agent = self.session.agent_for(&window);
        let decision = HostDecision::Assign(Box::new(Assignment { subtask, window, agent }));
        self.session.record(Event::HostDecided { decision, remarks })
    }

    async fn act_and_then(
        &mut self,
        actions: &[Action],
        caution: Caution,
        then: NextStatus,
        comment: String,
        sight: &AppSight,
    ) -> Result<(), AgentError> {
        match (self.runner().run_batch(actions, &caution, then, sight).await?, then) {
            (Carried::Broken, _) | (_, NextStatus::Continue) => Ok(()),
            (Carried::Whole, NextStatus::Finish) => self.end_subtask(SubtaskOutcome::Finished, comment),
            (Carried::Whole, NextStatus::Fail) => {
                self.end_subtask(SubtaskOutcome::Failed(comment.clone()), comment)
            }
        }
    }

    fn runner(&mut self) -> ActionRunner<'_> {
        let SessionParts { world, journal, gate, looker, user, agents, knowledge, options, .. } =
            &mut *self.session;
        ActionRunner {
            scene: Scene { world, journal, gate },
            looker,
            user: user.as_mut(),
            agents,
            knowledge,
            turn: &mut self.turn,
            budget: options.look,
        }
    }

    fn save_screenshot(&mut self, sight: &Sight, reason: Option<String>) -> Result<(), AgentError> {
        let (Some(reason), Sight::App(it)) = (reason, sight) else { return Ok(()) };
        let Some(picture) = it.view.pictures.clean.clone() else { return Ok(()) };
        let application = it.view.window.application.clone();
        self.session.record(Event::Noted { note: Note::Screenshot { application, reason, picture } })
    }

    fn end_subtask(&mut self, outcome: SubtaskOutcome, comment: String) -> Result<(), AgentError> {
        let started = Instant::now();
        let outcome = self.checked(outcome);
        self.session.record(Event::SubtaskEnded { outcome, comment })?;
        self.turn.took(Stage::UpdateStatus, started);
        Ok(())
    }

    /// A step of a plan has not been carried out before all that was done for it is known to have happened.
    fn checked(&self, outcome: SubtaskOutcome) -> SubtaskOutcome {
        match unproven(self.session.ledger().evaluation.of_subtask()) {
            Some(operation)
                if outcome == SubtaskOutcome::Finished && self.session.assigns() == Assigns::PlanSteps =>
            {
                SubtaskOutcome::Failed(format!("it is not known to have happened: {operation}"))
            }
            _ => outcome,
        }
    }

    fn update_step(self) -> Result<(), AgentError> {
        self.session.record(Event::StepEnded { timings: self.turn.timings() })
    }
}

fn or(text: String, otherwise: &str) -> String {
    if text.trim().is_empty() { otherwise.to_owned() } else { text }
}
