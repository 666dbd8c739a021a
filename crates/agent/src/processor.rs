//! The Processor: one step of one agent, in eleven stages. Four of them touch the world; the others are a line or a fold.

use crate::{
    AgentError, Session,
    consent::Around,
    objection::noted_by,
    proof::unproven,
    session_control::unless_taken,
    sight::{AppSight, Sight},
    speculation::Carried,
    think::Decided,
};
use deskpilot_core::{
    Action, AgentName, Aim, AppDecision, BlobRef, Caution, Chord, Complaint, Effect, Event, Gesture,
    HostDecision, Key, Mode, Modifier, Note, Operation, Outcome, Prompt, Question, Remedy, Ruling, Stage,
    SubtaskOutcome, Then, Timing, Unchanged, Verb, Verdict, Who, fold::LoopAdvice,
};
use deskpilot_desktop::{Care, DesktopError};
use std::time::Duration;
use tokio::time::Instant;

/// One step of one agent.
pub(crate) struct Processor<'s> {
    pub(crate) session: &'s mut Session,
    pub(crate) who: Who,
    pub(crate) agent: AgentName,
    timings: Vec<Timing>,
}

/// Whether an operation was done.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// It was, and nothing speaks against building upon it.
    Succeeded,
    /// It was not, or nothing came of it, or it waits for a yes: the agent looks again.
    LookAgain,
}

impl<'s> Processor<'s> {
    pub(crate) fn new(session: &'s mut Session, who: Who) -> Processor<'s> {
        let agent = session.agent_of(&who);
        Processor { session, who, agent, timings: Vec::new() }
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
        self.carry_out(operation, None).await?;
        self.took(Stage::ExecuteAction, started);
        self.update_step()
    }

    pub(crate) fn print_step_info(&mut self) -> Result<(), AgentError> {
        let step = self.session.ledger.steps.next(&self.agent);
        self.session.record(Event::StepStarted { step, agent: self.agent.clone() })
    }

    /// Stages two to seven: look, ask, and understand, until the reply can be followed or the complaints are used up.
    async fn decide(&mut self) -> Result<Option<(Sight, Decided)>, AgentError> {
        let Some(sight) = self.look().await? else { return Ok(None) };
        if self.is_urged()? {
            return Ok(None);
        }
        self.recall_once().await?;
        let mut complaint: Option<Complaint> = None;
        for attempt in 0..=self.session.options.complaints {
            let started = Instant::now();
            let prompt = self.prompt_message(&sight, complaint.as_ref());
            self.took(Stage::GetPromptMessage, started);
            let reply = match self.response(&prompt, attempt).await? {
                Ok(Some(reply)) => self.parse_response(&reply, &sight, attempt),
                Ok(None) => return Ok(None),
                Err(complaint) => Err(complaint),
            };
            match reply {
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
        self.abort_turn(format!("the {} cannot follow the rules of its reply: {last}", self.agent.kind()))?;
        Ok(None)
    }

    /// Whether the agent has tried enough: the user is asked, and if that did not help the subtask has failed.
    fn is_urged(&mut self) -> Result<bool, AgentError> {
        let Who::App(it) = &self.who else { return Ok(false) };
        let place = format!("{} ({})", it.window.title, it.window.application);
        match self.session.ledger.loop_guard.advice() {
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
    pub(crate) fn abort_turn(&mut self, reason: String) -> Result<(), AgentError> {
        match self.who {
            Who::App(_) => self.end_subtask(SubtaskOutcome::Errored(reason), String::new()),
            Who::Host => self.break_round(reason),
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
                self.fail_round(or(remarks.common.comment, "the HostAgent gave up without saying why"))
            }
            Decided::Host(
                decision @ (HostDecision::Launch(..)
                | HostDecision::LaunchFor(..)
                | HostDecision::Run(..)
                | HostDecision::Delegate(..)),
                remarks,
            ) => {
                let Some((operation, caution)) = decision.operation() else { return Ok(()) };
                let opens = self.resolve_application(&operation).await?;
                let judged = self.session.rule(
                    &operation,
                    &caution,
                    &Around { opens: opens.as_ref(), ..Around::default() },
                );
                let ruling = self.ruled(&operation, judged, None).await?;
                match (self.attempt(operation, ruling, None).await?, decision, sight) {
                    (Progress::Succeeded, HostDecision::LaunchFor(_, _, subtask), Sight::Desktop(sight)) => {
                        self.assign_what_opened(*subtask, remarks, &sight.view.windows).await
                    }
                    _ => Ok(()),
                }
            }
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

    async fn act_and_then(
        &mut self,
        actions: &[Action],
        caution: Caution,
        then: Then,
        comment: String,
        sight: &AppSight,
    ) -> Result<(), AgentError> {
        match (self.act(actions, &caution, then, sight).await?, then) {
            (Carried::Broken, _) | (_, Then::Continue) => Ok(()),
            (Carried::Whole, Then::Finish) => self.end_subtask(SubtaskOutcome::Finished, comment),
            (Carried::Whole, Then::Fail) => {
                self.end_subtask(SubtaskOutcome::Failed(comment.clone()), comment)
            }
        }
    }

    /// Does one operation, if the ruling lets it: it is written down already.
    pub(crate) async fn attempt(
        &mut self,
        operation: Operation,
        ruling: Ruling,
        sight: Option<&AppSight>,
    ) -> Result<Progress, AgentError> {
        let started = Instant::now();
        let progress = match ruling {
            Ruling::Allow => {
                let selected = self.selected_picture(&operation, sight).await?;
                self.carry_out(operation, selected).await?
            }
            Ruling::Confirm(_) | Ruling::Refuse(_) => Progress::LookAgain,
        };
        self.took(Stage::ExecuteAction, started);
        Ok(progress)
    }

    /// Written down before it is done: after a crash we may forget an operation, never repeat one.
    async fn carry_out(
        &mut self,
        operation: Operation,
        selected: Option<BlobRef>,
    ) -> Result<Progress, AgentError> {
        let id = self.session.ledger.steps.next_action();
        self.session.record(Event::Acting { id, operation: operation.clone(), selected })?;
        match self.done(&operation).await? {
            Ok(outcome) => {
                let succeeded = outcome.effect.is_success() || is_as_wanted(&operation, &outcome);
                // Noted first: an operation whose outcome is written down is never done again, and its note would be lost.
                self.note_what_was_read(&operation, &outcome)?;
                self.session.record(Event::Acted { id, outcome })?;
                Ok(if succeeded { Progress::Succeeded } else { Progress::LookAgain })
            }
            Err(error) => {
                let interrupted = Outcome::from(Effect::Interrupted);
                self.session.record(Event::Acted { id, outcome: interrupted })?;
                self.fault(Stage::ExecuteAction, error.to_string(), error.remedy())?;
                self.break_round(error.to_string())?;
                Ok(Progress::LookAgain)
            }
        }
    }

    async fn done(&mut self, operation: &Operation) -> Result<Result<Outcome, DesktopError>, AgentError> {
        if let Operation::Delegate(given) = operation {
            return Box::pin(self.delegate(given)).await.map(Ok);
        }
        if let Operation::Act(action) = operation
            && let Verb::Recall(about) = &action.verb
        {
            return self.recall_again(about).await.map(Ok);
        }
        let session_control = self.session.session_control.clone();
        unless_taken(&session_control, self.session.ports.puppeteer.perform(operation)).await
    }

    fn note_what_was_read(&mut self, operation: &Operation, outcome: &Outcome) -> Result<(), AgentError> {
        let action = match operation {
            Operation::Act(action) => action,
            Operation::Delegate(given) => return self.note_what_was_handed_back(given, outcome),
            Operation::Launch(_) | Operation::Run(_) | Operation::Permit(_) => return Ok(()),
        };
        let (Some(name), Some(text)) = (noted_by(action), &outcome.output) else { return Ok(()) };
        if !outcome.effect.is_success() {
            return Ok(());
        }
        let started = Instant::now();
        let note = Note::Text { name: name.to_owned(), text: text.clone() };
        self.session.record(Event::Noted { note })?;
        self.took(Stage::UpdateMemory, started);
        Ok(())
    }

    fn save_screenshot(&mut self, sight: &Sight, reason: Option<String>) -> Result<(), AgentError> {
        let (Some(reason), Sight::App(it)) = (reason, sight) else { return Ok(()) };
        let Some(picture) = it.view.pictures.clean.clone() else { return Ok(()) };
        let application = it.view.window.application.clone();
        self.session.record(Event::Noted { note: Note::Screenshot { application, reason, picture } })
    }

    async fn selected_picture(
        &mut self,
        operation: &Operation,
        sight: Option<&AppSight>,
    ) -> Result<Option<BlobRef>, AgentError> {
        let (Operation::Act(action), Some(sight)) = (operation, sight) else { return Ok(None) };
        match &action.aim {
            _ if self.care() == Care::Text => Ok(None),
            // What came up since is not in the picture.
            Aim::Control(control) if sight.shows(control) => {
                sight.selected(control.rect, self.session.ports.log.as_mut()).await
            }
            Aim::Control(_) | Aim::Window | Aim::Point(_) => Ok(None),
        }
    }

    pub(crate) fn end_subtask(&mut self, outcome: SubtaskOutcome, comment: String) -> Result<(), AgentError> {
        let started = Instant::now();
        let outcome = self.checked(outcome);
        self.session.record(Event::SubtaskEnded { outcome, comment })?;
        self.took(Stage::UpdateStatus, started);
        Ok(())
    }

    /// A step of a plan has not been carried out before all that was done for it is known to have happened.
    fn checked(&self, outcome: SubtaskOutcome) -> SubtaskOutcome {
        let performance = &self.session.ledger.performance;
        match unproven(performance.of_subtask()) {
            Some(operation)
                if outcome == SubtaskOutcome::Finished && self.session.options.mode == Mode::Follower =>
            {
                SubtaskOutcome::Failed(format!("it is not known to have happened: {operation}"))
            }
            _ => outcome,
        }
    }

    fn fail_round(&mut self, reason: String) -> Result<(), AgentError> {
        self.session.record(Event::RoundEnded { verdict: Verdict::Failed(reason) })
    }

    pub(crate) fn break_round(&mut self, reason: String) -> Result<(), AgentError> {
        self.session.record(Event::RoundEnded { verdict: Verdict::Errored(reason) })
    }

    pub(crate) fn fault(&mut self, stage: Stage, message: String, remedy: Remedy) -> Result<(), AgentError> {
        self.session.record(Event::Faulted { stage, message, remedy })
    }

    pub(crate) fn update_step(mut self) -> Result<(), AgentError> {
        let timings = Stage::ALL
            .iter()
            .map(|stage| Timing {
                stage: *stage,
                millis: self
                    .timings
                    .iter()
                    .filter(|it| it.stage == *stage)
                    .fold(0.0, |all, it| all + it.millis),
            })
            .collect();
        self.timings.clear();
        self.session.record(Event::StepEnded { timings })
    }

    pub(crate) fn took(&mut self, stage: Stage, started: Instant) {
        self.lasted(stage, started.elapsed());
    }

    pub(crate) fn lasted(&mut self, stage: Stage, time: Duration) {
        self.timings.push(Timing { stage, millis: time.as_secs_f64() * 1000.0 });
    }

    fn prompt_message(&self, sight: &Sight, complaint: Option<&Complaint>) -> Prompt {
        let session = &*self.session;
        match (sight, &self.who) {
            (Sight::App(sight), Who::App(it)) => crate::app_agent::prompt(session, it, sight, complaint),
            (Sight::App(_) | Sight::Desktop(_), _) => crate::host_agent::prompt(session, sight, complaint),
        }
    }
}

/// Whether nothing had to change: it was so already, or the keys only select, move or dismiss, which often shows nowhere.
pub(crate) fn is_as_wanted(operation: &Operation, outcome: &Outcome) -> bool {
    let (Operation::Act(action), Effect::NoChange(unchanged)) = (operation, &outcome.effect) else {
        return false;
    };
    matches!(unchanged, Unchanged::AlreadySo(_)) || only_moves(action)
}

/// Whether the action only moves, selects or dismisses.
pub(crate) fn only_moves(action: &Action) -> bool {
    matches!(&action.verb, Verb::Gesture(Gesture::Keys(chords)) if chords.iter().all(moves_or_selects))
}

fn moves_or_selects(chord: &Chord) -> bool {
    use Key::{Char, Down, End, Escape, Home, Left, PageDown, PageUp, Right, Up};
    let moves = matches!(chord.key, Up | Down | Left | Right | Home | End | PageUp | PageDown | Escape);
    moves || (chord.key == Char('a') && chord.held == [Modifier::Control])
}

fn or(text: String, otherwise: &str) -> String {
    if text.trim().is_empty() { otherwise.to_owned() } else { text }
}
