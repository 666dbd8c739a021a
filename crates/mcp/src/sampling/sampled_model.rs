//! The model that a client lends to a task of its own. A prompt waits here until a call that follows the task has the client answer it.

use super::message::{
    PromptPictures, ReplyWishes, SAMPLED, SampleReply, SampleRequest, completion, parsed, request,
};
use crate::turns::{Turn, Turns};
use async_trait::async_trait;
use deskpilot_core::{Completion, PictureLimits, Prompt};
use deskpilot_model::{Model, ModelError, picture_limits};
use deskpilot_runtime::{CLIENT_MODEL, Config, plain};
use rmcp::{
    model::{ClientResult, ErrorData},
    service::ServiceError,
};
use serde_json::Value;
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::{sync::watch, time::timeout};

/// How long a prompt waits for a call that has the client answer it.
const PATIENCE: Duration = Duration::from_secs(30 * 60);

/// The most characters of a client's error that a log keeps.
const LONGEST_ERROR: usize = 300;

/// The code of the error with which clients say that their person allows no reply.
const REFUSED_BY_PERSON: i32 = -1;

/// The model that a client lends to a task.
pub(crate) struct SampledModel {
    name: String,
    turns: Turns<SampleAnswer>,
    wishes: ReplyWishes,
    pictures: PictureLimits,
    /// How long the client may take for a reply.
    timeout: Duration,
    patience: Duration,
    /// The number of the last prompt that was sent as a request, unless the way to the client was lost with it.
    claimed: watch::Sender<Option<u64>>,
    takes_no_pictures: AtomicBool,
}

/// What came of a prompt.
pub(crate) enum SampleAnswer {
    /// A reply, or none and why.
    Reply(Result<Completion, ModelError>),
    /// The client took no pictures, and is asked without them.
    WithoutPictures,
}

/// Whether a client lent the model of this name.
pub(crate) fn is_sampled(model: &str) -> bool {
    model.starts_with(SAMPLED)
}

impl SampledModel {
    /// The model of this client, with the limits of the settings.
    pub(crate) fn new(client: &str, config: &Config) -> SampledModel {
        let settings = &config.model;
        SampledModel {
            name: format!("{SAMPLED}{client}"),
            turns: Turns::default(),
            wishes: ReplyWishes { max_tokens: settings.max_output_tokens, temperature: settings.temperature },
            pictures: picture_limits(CLIENT_MODEL, settings.longest_side),
            timeout: settings.timeout,
            patience: PATIENCE,
            claimed: watch::Sender::new(None),
            takes_no_pictures: AtomicBool::new(false),
        }
    }

    /// Whether a prompt waits for the client.
    pub(crate) fn waits(&self) -> bool {
        self.turns.open().is_some_and(|it| !it.is_answered())
    }

    /// The next prompt after the one with this number.
    pub(crate) async fn next_prompt(&self, after: u64) -> Arc<Turn<SampleAnswer>> {
        self.turns.after(after).await
    }

    /// The prompt that waits, and those after it.
    pub(super) const fn turns(&self) -> &Turns<SampleAnswer> {
        &self.turns
    }

    /// How long the client may take for a reply.
    pub(super) const fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Whether this caller sends the prompt with this number, which only one does.
    pub(super) fn claims(&self, number: u64) -> bool {
        self.claimed.send_if_modified(|claimed| {
            // Numbers grow: a later prompt is free although nobody released the one before it.
            let is_free = claimed.is_none_or(|it| it < number);
            if is_free {
                *claimed = Some(number);
            }
            is_free
        })
    }

    /// Leaves the prompt with this number to the next call: the way to the client is lost.
    pub(super) fn release(&self, number: u64) {
        self.claimed.send_if_modified(|claimed| claimed.take_if(|it| *it == number).is_some());
    }

    /// What the client is asked for the prompt, and whether its pictures are in it.
    pub(super) fn request(&self, prompt: &Prompt) -> (SampleRequest, PromptPictures) {
        let has_none = prompt.pictures.is_empty() || self.takes_no_pictures.load(Ordering::SeqCst);
        let pictures = if has_none { PromptPictures::LeftOut } else { PromptPictures::Sent };
        (request(prompt, pictures, self.wishes), pictures)
    }

    /// What the client replied to a prompt that it got in a request; `None` where the connection was lost.
    pub(super) fn reply_to_request(
        &self,
        prompt: &Prompt,
        came: Result<ClientResult, ServiceError>,
        pictures: PromptPictures,
    ) -> Option<SampleAnswer> {
        match came {
            Ok(ClientResult::CreateMessageResult(reply)) => Some(self.reply(prompt, &reply)),
            Ok(_) | Err(ServiceError::UnexpectedResponse) => Some(self.unreadable()),
            Err(ServiceError::McpError(error)) => Some(self.refusal(&error, pictures)),
            Err(_) => None,
        }
    }

    /// What the client replied to a prompt.
    fn reply(&self, prompt: &Prompt, reply: &SampleReply) -> SampleAnswer {
        SampleAnswer::Reply(completion(prompt, self.wishes, reply))
    }

    /// What the client replied in a call that it repeats.
    pub(super) fn reply_in_call(&self, prompt: &Prompt, response: &Value) -> SampleAnswer {
        parsed(response).map_or_else(|| self.unreadable(), |it| self.reply(prompt, &it))
    }

    /// The client replied with an error. One that was given pictures is asked again without them: the protocol does not tell which
    /// clients take pictures.
    fn refusal(&self, error: &ErrorData, pictures: PromptPictures) -> SampleAnswer {
        if pictures == PromptPictures::Sent && error.code.0 != REFUSED_BY_PERSON {
            self.takes_no_pictures.store(true, Ordering::SeqCst);
            return SampleAnswer::WithoutPictures;
        }
        let message = plain(&error.message).chars().take(LONGEST_ERROR).collect();
        SampleAnswer::Reply(Err(ModelError::Refused { model: self.name.clone(), message }))
    }

    /// The client replied with something else.
    fn unreadable(&self) -> SampleAnswer {
        let message = "it is no message of a model".to_owned();
        SampleAnswer::Reply(Err(ModelError::Unreadable { model: self.name.clone(), message }))
    }

    /// The client did not reply in time.
    pub(super) fn timed_out(&self) -> SampleAnswer {
        let seconds = self.timeout.as_secs();
        SampleAnswer::Reply(Err(ModelError::TimedOut { model: self.name.clone(), seconds }))
    }

    fn unreachable(&self, message: &str) -> ModelError {
        ModelError::Unreachable {
            endpoint: self.name.clone(),
            message: message.to_owned(),
            hint: "the client is asked while a call of run_task or task follows the task",
        }
    }

    async fn answered(&self, prompt: &Prompt) -> Option<SampleAnswer> {
        let mut shown = self.turns.show(prompt)?;
        let number = shown.number;
        // A reply that is there counts, even if the patience ends at the same moment.
        tokio::select! {
            biased;
            answer = shown.answered() => answer,
            () = self.neglected(number) => None,
        }
    }

    /// Returns once the prompt with this number has waited too long for a call. While a request waits for its reply, it does not.
    async fn neglected(&self, number: u64) {
        let mut claimed = self.claimed.subscribe();
        while timeout(self.patience, claimed.wait_for(|it| *it == Some(number))).await.is_ok() {
            // An error would mean that the model is gone, and with it the prompt.
            let _ = claimed.wait_for(|it| *it != Some(number)).await;
        }
    }
}

#[async_trait]
impl Model for SampledModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn pictures(&self) -> PictureLimits {
        self.pictures
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        loop {
            match self.answered(prompt).await {
                Some(SampleAnswer::Reply(reply)) => return reply,
                Some(SampleAnswer::WithoutPictures) => {}
                None => {
                    let minutes = self.patience.as_secs() / 60;
                    return Err(self.unreachable(&format!("no call has brought a reply for {minutes} min")));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use deskpilot_core::Remedy;
    use deskpilot_testkit::prompt;
    use rmcp::model::ErrorCode;
    use tokio::{
        task::spawn,
        time::{Instant, sleep},
    };

    fn model(patience: Duration) -> Arc<SampledModel> {
        Arc::new(SampledModel {
            name: "sampling/a test".into(),
            turns: Turns::default(),
            wishes: ReplyWishes { max_tokens: None, temperature: None },
            pictures: PictureLimits::NONE,
            timeout: Duration::from_secs(1),
            patience,
            claimed: watch::Sender::new(None),
            takes_no_pictures: AtomicBool::new(false),
        })
    }

    fn error(code: i32) -> ErrorData {
        ErrorData::new(ErrorCode(code), "no\u{1b} image", None)
    }

    #[tokio::test]
    async fn a_prompt_whose_picture_is_refused_is_asked_again_without_it_and_so_are_later_ones() {
        let model = model(PATIENCE);
        let asked = model.clone();
        let reply = spawn(async move { asked.complete(&prompt()).await });
        let turn = model.next_prompt(0).await;
        let (_, pictures) = model.request(&turn.prompt);
        assert_eq!(pictures, PromptPictures::Sent);
        assert!(turn.answer(model.refusal(&error(-32602), pictures)));
        let again = model.next_prompt(turn.number).await;
        let (_, pictures) = model.request(&again.prompt);
        assert_eq!(pictures, PromptPictures::LeftOut);
        assert!(again.answer(model.refusal(&error(-32603), pictures)));
        let why = reply.await.unwrap().unwrap_err();
        assert_eq!(why.to_string(), "sampling/a test refuses the request: no\u{fffd} image");
    }

    #[test]
    fn what_a_person_refuses_is_not_asked_again() {
        let model = model(PATIENCE);
        let answer = model.refusal(&error(REFUSED_BY_PERSON), PromptPictures::Sent);
        let SampleAnswer::Reply(Err(why)) = answer else { unreachable!("it is asked again") };
        assert_eq!(why.remedy(), Remedy::GiveUp);
    }

    #[test]
    fn a_connection_that_is_lost_is_no_reply_and_anything_else_is() {
        let model = model(PATIENCE);
        for (error, is_reply) in [
            (ServiceError::TransportClosed, false),
            (ServiceError::UnexpectedResponse, true),
            (ServiceError::McpError(error(REFUSED_BY_PERSON)), true),
        ] {
            let said = error.to_string();
            let answer = model.reply_to_request(&prompt(), Err(error), PromptPictures::Sent);
            assert_eq!(answer.is_some(), is_reply, "{said}");
        }
    }

    #[tokio::test]
    async fn a_prompt_that_no_call_has_answered_ends_the_task_and_says_why() {
        let why = model(Duration::ZERO).complete(&prompt()).await.unwrap_err();
        assert!(matches!(&why, ModelError::Unreachable { .. }), "{why}");
    }

    #[test]
    fn a_prompt_is_sent_by_one_of_the_calls_that_follow_its_task() {
        let model = model(PATIENCE);
        assert!(model.claims(1) && !model.claims(1) && model.claims(2) && !model.claims(1));
        model.release(1);
        assert!(!model.claims(2), "it was sent by another call since");
        model.release(2);
        assert!(model.claims(2) && !model.claims(2), "it is sent again where the way to the client was lost");
    }

    #[tokio::test(start_paused = true)]
    async fn a_prompt_waits_as_long_as_a_request_does_and_without_one_for_half_an_hour() {
        let model = model(PATIENCE);
        let asked = model.clone();
        let reply = spawn(async move { asked.complete(&prompt()).await });
        let turn = model.next_prompt(0).await;
        assert!(model.claims(turn.number));
        sleep(PATIENCE * 2).await;
        assert!(!turn.is_answered() && !reply.is_finished(), "a request waits for its reply");
        model.release(turn.number);
        let released = Instant::now();
        let why = reply.await.unwrap().unwrap_err();
        assert!(matches!(&why, ModelError::Unreachable { .. }), "{why}");
        assert!(released.elapsed() >= PATIENCE, "{:?}", released.elapsed());
    }
}
