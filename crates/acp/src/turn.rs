//! One turn of an editor: a prompt goes to its session, and everything until the session waits again comes back.

use crate::{
    approval::{approval_options, consent, is_hand_back, pause_options, paused_call, waiting_call},
    editor_agent::EditorAgent,
    editor_client::{EditorClient, small_picture},
    editor_session::{EditorSession, TurnLease},
    error::RequestError,
    live_session::{LiveSession, Signal},
    opening::Opening,
    prompt::{Prompt, Typed},
    updates::{Telling, changed_file},
};
use agent_client_protocol::{
    Client, Error,
    v1::{
        ConnectionTo,
        schema::{PermissionOption, PromptRequest, RequestPermissionOutcome, StopReason, ToolCallUpdate},
    },
};
use deskpilot_core::{
    AgentName, ApprovalRequest, Consent, Entry, Event, Mode, PauseCause, RoundState,
    fold::{OpenQuestion, QuestionId, QuestionKind},
};
use deskpilot_log::Blobs;
use deskpilot_runtime::{
    AnswerError, Attendance, Config, IdleBehavior, OpenedLog, Phase, QuestionOutcome, Reply, Respondents,
    SessionSpec, TextChanges, UnfinishedRound, deciders_off_thread, log_origin, plain,
};
use std::{mem, path::Path, sync::Arc};

/// The message for a person whose answer comes too late.
const ANSWERED_ELSEWHERE: &str = "That question was answered elsewhere; your message was not used.";

/// The message for a person whose request meets a question of a request that came from elsewhere.
const ASKED_FIRST: &str = "There is a question first; your message was not used.";

/// A turn of a session.
pub(crate) struct Turn {
    agent: Arc<EditorAgent>,
    session: Arc<EditorSession>,
    client: EditorClient,
    lease: TurnLease,
    /// What the person typed and the session has not taken yet: its next request, or the answer to its question.
    input: Option<Typed>,
}

impl Turn {
    /// `session/prompt`: the turn that carries it out. The editor can cancel it from now on.
    pub(crate) fn of(
        agent: &Arc<EditorAgent>,
        request: &PromptRequest,
        editor: ConnectionTo<Client>,
    ) -> Result<(Turn, Prompt), RequestError> {
        let session = agent.find(&request.session_id)?;
        let prompt = Prompt::of(&request.prompt, agent.options.environment.platform().path_style())?;
        let lease = session.begin_turn()?;
        let client = EditorClient::new(editor, request.session_id.clone());
        Ok((Turn { agent: agent.clone(), session, client, lease, input: None }, prompt))
    }

    /// Carries out the prompt, and returns why the turn ends.
    pub(crate) async fn carry_out(mut self, prompt: Prompt) -> Result<StopReason, RequestError> {
        let ended = Box::pin(self.follow(prompt)).await;
        let TurnLease { work, cancel } = &mut self.lease;
        if cancel.is_cancelled() {
            work.cancel();
        } else if ended.is_ok() {
            work.asked = work.updates.asked();
        }
        ended
    }

    async fn follow(&mut self, prompt: Prompt) -> Result<StopReason, RequestError> {
        for remark in mem::take(&mut self.lease.work.remarks) {
            self.client.say(&remark)?;
        }
        let mut ended = self.begin(prompt).await?;
        loop {
            match ended {
                Some(reason) => return Ok(reason),
                None => ended = self.step().await?,
            }
        }
    }

    /// Gives the prompt to the session that runs, or has it go on from its log. Returns why the turn ends, if it does.
    async fn begin(&mut self, prompt: Prompt) -> Result<Option<StopReason>, RequestError> {
        let typed = Typed::of(prompt, self.lease.work.asked);
        let Some(mut live) = self.lease.work.live.take() else { return Box::pin(self.open(typed)).await };
        if !self.takes(&live, &typed) {
            live.end().await;
            return Box::pin(self.open(typed)).await;
        }
        live.ask_again();
        self.lease.work.live = Some(live);
        self.catch_up().await?;
        let is_late = typed.is_late(self.lease.work.updates.asked());
        if is_late {
            self.client.say(ANSWERED_ELSEWHERE)?;
        }
        // The person sees what the session asks now, or what became of it.
        self.input = Some(typed).filter(|it| *it != Typed::Continue && !is_late);
        Ok(None)
    }

    /// Whether the session that runs takes the prompt. One that waits for a request under another policy does not, nor does one that
    /// is to go on with a round that a limit ended, nor one that was cancelled.
    fn takes(&self, live: &LiveSession, typed: &Typed) -> bool {
        match live.handle.phase() {
            Phase::Working => !live.is_stopped,
            Phase::Idle => live.preset == self.session.preset() && *typed != Typed::Continue,
            Phase::Over => false,
        }
    }

    /// Begins the session, or has it go on from its log. Returns why the turn ends, if it does.
    async fn open(&mut self, typed: Typed) -> Result<Option<StopReason>, RequestError> {
        let agent = self.agent.clone();
        let (environment, flags) = (&agent.options.environment, &agent.options.flags);
        let config = self.session.config(environment, flags, Mode::Normal)?;
        let opened = OpenedLog::open_or_create(&config.log_dir, &self.session.task)?;
        self.tell_past(&opened.entries)?;
        if typed.is_late(self.lease.work.updates.asked()) {
            return self.unused(ANSWERED_ELSEWHERE);
        }
        let Opening { mode, request, answer } =
            Opening::of(typed, &opened.entries, &log_origin(&opened.log, &config))?;
        let config = self.session.config(environment, flags, mode)?;
        let deciders = deciders_off_thread(&config, mode).await?;
        let policy = (config.policy.policy.active_preset(), config.policy.file.clone());
        let folder = config.log_dir.join(&self.session.task);
        let changes = unchanged(&config, &folder, &opened.entries).await?;
        let (respondents, from) = (Respondents::default(), opened.entries.len() as u64);
        let presence = respondents.attend();
        let spec = SessionSpec {
            mode,
            when_idle: IdleBehavior::AwaitRequests,
            unfinished: UnfinishedRound::GivesWay,
            attendance: Attendance::Attended(respondents),
            ..SessionSpec::with(config, &self.session.task, request, deciders)
        };
        let handle = agent.sessions.resume(spec, opened)?;
        self.lease.work.live = Some(LiveSession::new(handle, presence, from, changes, policy));
        self.input = answer;
        Ok(None)
    }

    /// Ends the turn, and says why what the person typed was not used.
    fn unused(&self, why: &str) -> Result<Option<StopReason>, RequestError> {
        self.client.say(why)?;
        Ok(Some(StopReason::EndTurn))
    }

    /// Tells the editor what another process did in the meantime.
    fn tell_past(&mut self, entries: &[Entry]) -> Result<(), RequestError> {
        for shown in entries.iter().flat_map(|it| self.lease.work.updates.of_entry(it, Telling::Past)) {
            self.client.tell(shown.update)?;
        }
        Ok(())
    }

    /// Follows the session for one step. Returns why the turn ends, if it does.
    async fn step(&mut self) -> Result<Option<StopReason>, RequestError> {
        let TurnLease { work, cancel } = &mut self.lease;
        let Some(live) = &mut work.live else { return Ok(Some(StopReason::EndTurn)) };
        match live.next(cancel).await? {
            Signal::Cancelled => live.stop(),
            Signal::Entry(entry) => self.show(&entry).await?,
            Signal::Question(question) => {
                self.catch_up().await?;
                return Box::pin(self.answer(&question)).await;
            }
            Signal::Idle => {
                self.catch_up().await?;
                return self.rest();
            }
            Signal::Over => return self.end().await.map(Some),
        }
        Ok(None)
    }

    /// Shows the entries written so far, so that they stand before a question or the end.
    async fn catch_up(&mut self) -> Result<(), RequestError> {
        while let Some(live) = &mut self.lease.work.live {
            let Some(entry) = live.written().await? else { break };
            self.show(&entry).await?;
        }
        Ok(())
    }

    async fn show(&mut self, entry: &Entry) -> Result<(), RequestError> {
        let work = &mut *self.lease.work;
        let updates = work.updates.of_entry(entry, Telling::Live);
        let Some(live) = &mut work.live else { return Ok(()) };
        live.changes.apply(entry);
        // The person sees what was written before they read that it is done or stopped.
        if ends_work(&entry.event) {
            for (at, change) in (0..).zip(live.changes.take(&live.blobs).await) {
                self.client.tell(changed_file(entry.seq, at, change))?;
            }
        }
        updates.into_iter().try_for_each(|it| self.client.tell_with_picture(it, &live.blobs))
    }

    /// Answers a question, or has the person answer it. A question of an agent ends the turn: the next prompt is the answer.
    async fn answer(&mut self, question: &OpenQuestion) -> Result<Option<StopReason>, RequestError> {
        match &question.wants {
            QuestionKind::Answers(asked) => match self.input.take() {
                Some(Typed::Answer(id, text)) if id == question.id => {
                    return self.give(id, answers(&text, asked.len()));
                }
                Some(Typed::Answer(..)) => return self.unused(ANSWERED_ELSEWHERE),
                Some(Typed::Request(_)) => return self.unused(ASKED_FIRST),
                Some(Typed::Continue) | None => return Ok(Some(StopReason::EndTurn)),
            },
            QuestionKind::Consent { agent, waiting } => {
                self.ask_approval(question.id, agent, waiting).await?;
            }
            QuestionKind::HandBack(cause) => self.ask_hand_back(question.id, cause).await?,
        }
        Ok(None)
    }

    /// Gives the answers of the person. Ends the turn if the question is not open any more, or somebody is answering it.
    fn give(&self, id: QuestionId, answers: Vec<String>) -> Result<Option<StopReason>, RequestError> {
        let Some(live) = &self.lease.work.live else { return Ok(None) };
        match live.handle.answer(id, Reply::Answers(answers), &self.agent.name()) {
            Ok(()) => Ok(None),
            Err(AnswerError::Late { .. } | AnswerError::NotOpen(_)) => self.unused(ANSWERED_ELSEWHERE),
            Err(AnswerError::Unfit(why)) => self.unused(&why),
        }
    }

    async fn ask_approval(
        &mut self,
        id: QuestionId,
        agent: &AgentName,
        waiting: &ApprovalRequest,
    ) -> Result<(), RequestError> {
        let Some(live) = &self.lease.work.live else { return Ok(()) };
        let picture = waiting.picture.as_ref().and_then(|it| small_picture(it, &live.blobs));
        let options = approval_options(waiting, live.policy.as_deref());
        let call = waiting_call(id, agent, waiting, picture);
        let consent = match self.choice(call, options).await? {
            None => return Ok(()),
            Some(Ok(chosen)) => consent(&chosen),
            Some(Err(error)) => Consent::No(format!("the editor could not ask: {error}")),
        };
        self.reply(id, Reply::Consent(consent))
    }

    async fn ask_hand_back(&mut self, id: QuestionId, cause: &PauseCause) -> Result<(), RequestError> {
        match self.choice(paused_call(id, cause), pause_options()).await? {
            None => {}
            Some(Ok(chosen)) if is_hand_back(&chosen) => self.reply(id, Reply::HandBack)?,
            Some(_) => {
                if let Some(live) = &mut self.lease.work.live {
                    live.stop();
                }
            }
        }
        Ok(())
    }

    /// What the person in the editor chose; `None` where somebody else was first, or nobody waits any more.
    async fn choice(
        &mut self,
        call: ToolCallUpdate,
        options: Vec<PermissionOption>,
    ) -> Result<Option<Result<RequestPermissionOutcome, Error>>, RequestError> {
        let TurnLease { work, cancel } = &mut self.lease;
        let Some(live) = &mut work.live else { return Ok(None) };
        tokio::select! {
            biased;
            outcome = live.questions.outcome() => {
                if let QuestionOutcome::Answered(by) = outcome {
                    self.client.say(&format!("Answered by {}.", plain(&by)))?;
                }
                Ok(None)
            }
            // The next step stops the session.
            () = cancel.cancelled() => Ok(None),
            chosen = self.client.ask(call, options) => Ok(Some(chosen)),
        }
    }

    /// Answers in the name of the editor. Tells the person if somebody else was first.
    fn reply(&self, id: QuestionId, reply: Reply) -> Result<(), RequestError> {
        let Some(live) = &self.lease.work.live else { return Ok(()) };
        match live.handle.answer(id, reply, &self.agent.name()) {
            Ok(()) | Err(AnswerError::NotOpen(_)) => Ok(()),
            Err(AnswerError::Late { by, .. }) => self.client.say(&format!("Answered by {}.", plain(&by))),
            Err(AnswerError::Unfit(why)) => {
                self.client.say(&why)?;
                let no = Reply::Consent(Consent::No(why));
                // A pause takes no consent, and goes on.
                let _ = live.handle.answer(id, no, &self.agent.name());
                Ok(())
            }
        }
    }

    /// The session waits for a request: it gets the one that it has not taken yet, or the turn ends.
    fn rest(&mut self) -> Result<Option<StopReason>, RequestError> {
        let text = match self.input.take() {
            Some(Typed::Request(text)) => text,
            Some(Typed::Answer(..)) => return self.unused(ANSWERED_ELSEWHERE),
            Some(Typed::Continue) | None => return Ok(Some(self.lease.work.updates.stop_reason())),
        };
        match &self.lease.work.live {
            Some(live) if live.handle.request(text) => Ok(None),
            _ => Err(ended_elsewhere()),
        }
    }

    /// The session is over: the turn ends for the reason that its log gives.
    async fn end(&mut self) -> Result<StopReason, RequestError> {
        let Some(live) = self.lease.work.live.take() else { return Ok(StopReason::EndTurn) };
        let outcome = live.handle.outcome().await;
        if self.lease.cancel.is_cancelled() {
            return Ok(StopReason::Cancelled);
        }
        outcome?;
        if self.input.is_some() {
            return Err(ended_elsewhere());
        }
        match self.lease.work.updates.state() {
            RoundState::Ended(_) => return Ok(self.lease.work.updates.stop_reason()),
            RoundState::Asking(..) => {
                self.client.say("Nobody answered in time. Your next message is the answer.")?;
            }
            RoundState::Confirming(..) => {
                self.client.say("Nobody approved it in time. /continue asks again.")?;
            }
            _ => return Ok(StopReason::Cancelled),
        }
        Ok(StopReason::EndTurn)
    }
}

/// The files of a session with this folder of its log and these entries, as they are now: only later changes are reported.
async fn unchanged(config: &Config, folder: &Path, entries: &[Entry]) -> Result<TextChanges, RequestError> {
    let mut changes = TextChanges::of(config, folder)?;
    entries.iter().for_each(|it| changes.apply(it));
    changes.skip(&Blobs::of(folder)).await;
    Ok(changes)
}

/// Whether files are compared at this event.
const fn ends_work(event: &Event) -> bool {
    matches!(event, Event::SubtaskEnded { .. } | Event::RoundEnded { .. } | Event::Stopped)
}

fn ended_elsewhere() -> RequestError {
    RequestError::Failed("the session ended before it took the request: send it again".into())
}

/// One answer for each of so many questions: the lines of the text, or the whole text for each.
fn answers(text: &str, questions: usize) -> Vec<String> {
    let lines: Vec<&str> = text.lines().filter(|it| !it.trim().is_empty()).collect();
    if questions > 1 && lines.len() == questions {
        return lines.into_iter().map(str::to_owned).collect();
    }
    vec![text.to_owned(); questions]
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Verdict;

    #[test]
    fn files_are_compared_at_each_end_of_work_also_where_it_is_stopped() {
        for (event, expected) in [
            (Event::RoundEnded { verdict: Verdict::Finished("done".into()) }, true),
            (Event::Stopped, true),
            (Event::HandedBack, false),
        ] {
            assert_eq!(ends_work(&event), expected, "{event:?}");
        }
    }

    #[test]
    fn a_text_answers_every_question_line_by_line_or_as_a_whole() {
        for (text, questions, expected) in [
            ("tea", 1, &["tea"][..]),
            ("tea\nwith milk", 1, &["tea\nwith milk"]),
            ("tea\n\nred", 2, &["tea", "red"]),
            ("whatever you like", 2, &["whatever you like", "whatever you like"]),
        ] {
            assert_eq!(answers(text, questions), expected);
        }
    }
}
