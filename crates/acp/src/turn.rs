//! One turn of an editor: a prompt goes to its session, and everything until the session waits again comes back.

use crate::{
    approval::{approval_options, consent, is_hand_back, pause_options, paused_call, waiting_call},
    editor_agent::EditorAgent,
    editor_client::{EditorClient, small_picture},
    editor_session::{EditorSession, TurnLease},
    error::RequestError,
    live_session::{LiveSession, Signal},
    opening::Opening,
    prompt::Prompt,
    updates::Telling,
};
use agent_client_protocol::{
    Error,
    v1::schema::{PermissionOption, RequestPermissionOutcome, StopReason, ToolCallUpdate},
};
use deskpilot_core::{
    AgentName, ApprovalRequest, Consent, Entry, Mode, PauseCause, RoundState,
    fold::{OpenQuestion, QuestionId, QuestionKind},
};
use deskpilot_runtime::{
    AnswerError, Attendance, IdleBehavior, OpenedLog, Phase, QuestionOutcome, Reply, Respondents,
    SessionSpec, UnfinishedRound, deciders_of_mode, log_origin, plain,
};
use std::{mem, sync::Arc};

/// A turn of a session.
pub(crate) struct Turn {
    agent: Arc<EditorAgent>,
    session: Arc<EditorSession>,
    client: EditorClient,
    lease: TurnLease,
    /// What the person typed and the session has not taken yet: its next request, or the answer to its question.
    input: Option<String>,
}

impl Turn {
    pub(crate) fn new(
        agent: Arc<EditorAgent>,
        session: Arc<EditorSession>,
        client: EditorClient,
        lease: TurnLease,
    ) -> Turn {
        Turn { agent, session, client, lease, input: None }
    }

    /// Carries out the prompt, and returns why the turn ends.
    pub(crate) async fn carry_out(mut self, prompt: Prompt) -> Result<StopReason, RequestError> {
        for remark in mem::take(&mut self.lease.work.remarks) {
            self.client.say(&remark)?;
        }
        self.begin(prompt).await?;
        loop {
            if let Some(reason) = self.step().await? {
                return Ok(reason);
            }
        }
    }

    /// Gives the prompt to the session that runs, or has it go on from its log.
    async fn begin(&mut self, prompt: Prompt) -> Result<(), RequestError> {
        let Some(mut live) = self.lease.work.live.take() else { return self.open(prompt) };
        if !self.takes(&live, &prompt) {
            live.end().await;
            return self.open(prompt);
        }
        live.ask_again();
        self.lease.work.live = Some(live);
        self.input = match prompt {
            Prompt::Text(text) => Some(text),
            Prompt::Continue => None,
        };
        Ok(())
    }

    /// Whether the session that runs takes the prompt. One that waits for a request under another policy does not, nor does one that
    /// is to go on with a round that a limit ended.
    fn takes(&self, live: &LiveSession, prompt: &Prompt) -> bool {
        match live.handle.phase() {
            Phase::Working => true,
            Phase::Idle => live.preset == self.session.preset() && matches!(prompt, Prompt::Text(_)),
            Phase::Over => false,
        }
    }

    /// Begins the session, or has it go on from its log.
    fn open(&mut self, prompt: Prompt) -> Result<(), RequestError> {
        let agent = self.agent.clone();
        let (environment, flags) = (&agent.options.environment, &agent.options.flags);
        let config = self.session.config(environment, flags, Mode::Normal)?;
        let opened = OpenedLog::open_or_create(&config.log_dir, &self.session.task)?;
        self.tell_past(&opened.entries)?;
        let Opening { mode, request, answer } =
            Opening::of(prompt, &opened.entries, &log_origin(&opened.log, &config))?;
        let config = self.session.config(environment, flags, mode)?;
        let deciders = deciders_of_mode(&config, mode, None)?;
        let policy = (config.policy.policy.active_preset(), config.policy.file.clone());
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
        self.lease.work.live = Some(LiveSession::new(handle, presence, from, policy));
        self.input = answer;
        Ok(())
    }

    /// Tells the editor what another process did in the meantime.
    fn tell_past(&mut self, entries: &[Entry]) -> Result<(), RequestError> {
        for told in entries.iter().flat_map(|it| self.lease.work.updates.of_entry(it, Telling::Past)) {
            self.client.tell(told.update)?;
        }
        Ok(())
    }

    /// Follows the session for one step. Returns why the turn ends, if it does.
    async fn step(&mut self) -> Result<Option<StopReason>, RequestError> {
        let TurnLease { work, cancel } = &mut self.lease;
        let Some(live) = &mut work.live else { return Ok(Some(StopReason::EndTurn)) };
        match live.next(cancel).await? {
            Signal::Cancelled => live.stop(),
            Signal::Entry(entry) => self.show(&entry)?,
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
            self.show(&entry)?;
        }
        Ok(())
    }

    fn show(&mut self, entry: &Entry) -> Result<(), RequestError> {
        let work = &mut *self.lease.work;
        let told = work.updates.of_entry(entry, Telling::Live);
        let Some(live) = &work.live else { return Ok(()) };
        told.into_iter().try_for_each(|it| self.client.tell_with_picture(it, &live.blobs))
    }

    /// Answers a question, or has the person answer it. A question of an agent ends the turn: the next prompt is the answer.
    async fn answer(&mut self, question: &OpenQuestion) -> Result<Option<StopReason>, RequestError> {
        match &question.wants {
            QuestionKind::Answers(asked) => match self.input.take() {
                Some(text) => self.reply(question.id, Reply::Answers(answers(&text, asked.len())))?,
                None => return Ok(Some(StopReason::EndTurn)),
            },
            QuestionKind::Consent { agent, waiting } => {
                self.ask_approval(question.id, agent, waiting).await?;
            }
            QuestionKind::HandBack(cause) => self.ask_hand_back(question.id, cause).await?,
        }
        Ok(None)
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
                // A question that is no approval takes no consent, and stays open.
                let _ = live.handle.answer(id, no, &self.agent.name());
                Ok(())
            }
        }
    }

    /// The session waits for a request: it gets the one that it has not taken yet, or the turn ends.
    fn rest(&mut self) -> Result<Option<StopReason>, RequestError> {
        let Some(text) = self.input.take() else { return Ok(Some(self.lease.work.updates.stop_reason())) };
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
